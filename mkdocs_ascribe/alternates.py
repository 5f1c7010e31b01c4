"""A page's versions in other languages, as far as search engines are offered them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.entries import in_sitemap

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel


def with_offered_alternates(
    model: SiteModel, records: Sequence[PageRecord]
) -> Sequence[PageRecord]:
    """Give the records with those alternates alone that sitemap.xml lists too.

    Google asks each version to name all, itself included, and takes none that is noindex; a page
    that is left with its own has none.
    """
    if not any(record.alternates for record in records):
        return records
    offered = {record.route for record in records if in_sitemap(model, record)}
    return [_offered(record, offered) if record.alternates else record for record in records]


def _offered(record: PageRecord, offered: Collection[str]) -> PageRecord:
    kept = tuple(one for one in record.alternates if one.route in offered)
    others = record.route in offered and any(one.route != record.route for one in kept)
    return record._replace(alternates=kept if others else ())
