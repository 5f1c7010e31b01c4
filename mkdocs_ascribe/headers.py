"""The HTTP headers that the site's files need, decided once for every host and for serve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mkdocs_ascribe.addresses import encode_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel

MARKDOWN_TYPE = "text/markdown; charset=utf-8"
TEXT_TYPE = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class HeaderRule:
    """The headers of one file: `path` is its percent-encoded path from the host's root.

    The names stand in the order Content-Type, Link, X-Robots-Tag.
    """

    path: str
    headers: Mapping[str, str]


def header_rules(
    model: SiteModel,
    records: Iterable[PageRecord],
    *,
    llms_files: Sequence[str] = (),
    record_files: Sequence[str] = (),
) -> list[HeaderRule]:
    """Give the headers of every Markdown version, of llms.txt and of the records, by path.

    `llms_files` are llms.txt, its section files and llms-full.txt, `record_files` the records that
    are deployed; both are paths in the built site. None of them is for a search engine's results.
    """
    rules = [
        HeaderRule(record.markdown, _markdown_headers(record))
        for record in records
        if record.markdown is not None
    ]
    rules += (
        HeaderRule(model.site.route(name), {"Content-Type": TEXT_TYPE, "X-Robots-Tag": "noindex"})
        for name in llms_files
    )
    rules += (
        HeaderRule(model.site.route(name), {"X-Robots-Tag": "noindex"}) for name in record_files
    )
    return sorted(rules, key=lambda rule: rule.path)


def _markdown_headers(record: PageRecord) -> dict[str, str]:
    headers = {"Content-Type": MARKDOWN_TYPE}
    if record.canonical is not None:
        headers["Link"] = f'<{_target(record.canonical)}>; rel="canonical"'
    if record.markdown_robots is not None:
        headers["X-Robots-Tag"] = record.markdown_robots
    return headers


def _target(address: str) -> str:
    """Write an address as the target of a Link header.

    RFC 8288, 3 wants a URI there (RFC 3986), so nothing raw: a layout's canonical is not encoded
    yet. It allows a comma, but hosts and readers split header values at commas (RFC 9110, 5.6.1).
    """
    return encode_address(address).replace(",", "%2C")
