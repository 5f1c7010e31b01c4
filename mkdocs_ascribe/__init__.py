"""One record of every page of a MkDocs site, and every output for crawlers and agents from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs_ascribe.records import PageRecord

__version__ = "0.1.0"
__all__ = ["__version__", "page_record"]


def page_record(page: object) -> PageRecord | None:
    """Give the record of a MkDocs page, from `on_env` on; None where a page has none.

    Templates have the same as `page.ascribe`.
    """
    return getattr(page, "ascribe", None)
