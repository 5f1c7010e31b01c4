"""The HTTP headers that the site's files need, decided once for every host and for serve."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.addresses import encode_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mkdocs_ascribe.lasting.moves import HelpEntry
    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel

MARKDOWN_TYPE = "text/markdown; charset=utf-8"
TEXT_TYPE = "text/plain; charset=utf-8"


class HeaderRule(NamedTuple):
    """The headers of one file: `path` is its percent-encoded path from the host's root.

    The names stand in the order of the alphabet.
    """

    path: str
    headers: Mapping[str, str]


def header_rules(
    model: SiteModel,
    records: Iterable[PageRecord],
    *,
    llms_files: Sequence[str] = (),
    record_files: Sequence[str] = (),
    help_entries: Iterable[tuple[HelpEntry, PageRecord]] = (),
) -> list[HeaderRule]:
    """Give the headers of Markdown versions, llms.txt, records and help entries, by path.

    `llms_files` are llms.txt, its section files and llms-full.txt, `record_files` the records that
    are deployed; both are paths in the built site. None of them is for a search engine's results.
    `help_entries` are those that are published, each with its page's record.
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
    for entry, record in help_entries:
        rules += _help_rules(model, entry, record)
    return sorted(rules, key=lambda rule: rule.path)


def _markdown_headers(record: PageRecord) -> dict[str, str]:
    headers = {"Content-Type": MARKDOWN_TYPE}
    if record.canonical is not None:
        headers["Link"] = f'<{_target(record.canonical)}>; rel="canonical"'
    if record.markdown_robots is not None:
        headers["X-Robots-Tag"] = record.markdown_robots
    return headers


def _help_rules(model: SiteModel, entry: HelpEntry, record: PageRecord) -> list[HeaderRule]:
    """Let products on any origin fetch an entry (Fetch, 3.3); its page's listing holds for it."""
    everyone = {"Access-Control-Allow-Origin": "*"}
    robots = {} if record.markdown_robots is None else {"X-Robots-Tag": record.markdown_robots}
    address = model.site.absolute(entry.markdown_route) or entry.markdown_route
    link = {"Link": f'<{_target(address)}>; rel="alternate"; type="text/markdown"'}
    return [
        HeaderRule(entry.json_route, {**everyone, **link, **robots}),
        HeaderRule(entry.markdown_route, {**everyone, "Content-Type": MARKDOWN_TYPE, **robots}),
    ]


def _target(address: str) -> str:
    """Write an address as the target of a Link header.

    RFC 8288, 3 wants a URI there (RFC 3986), so nothing raw: a layout's canonical is not encoded
    yet. It allows a comma, but hosts and readers split header values at commas (RFC 9110, 5.6.1).
    """
    return encode_address(address).replace(",", "%2C")
