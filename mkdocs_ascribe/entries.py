"""Which addresses sitemap.xml has: one decision for the sitemap itself and for pages.json."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from mkdocs_ascribe.diagnostics import Diagnostic, quoted
from mkdocs_ascribe.patterns import matches

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel

# The schema of sitemaps.org: the length of <loc>.
MAX_LOC = 2_048


class Entry(NamedTuple):
    """One address of sitemap.xml: `loc` and the images are absolute, `lastmod` is a W3C date.

    `alternates` are pairs of a language and an absolute address.
    """

    loc: str
    lastmod: str | None = None
    images: tuple[str, ...] = ()
    alternates: tuple[tuple[str, str], ...] = ()


def entries(
    model: SiteModel, records: Collection[PageRecord], extra: Iterable[str] = ()
) -> Iterator[Entry]:
    """Yield the entries of sitemap.xml by route, each address once.

    `extra` are routes of addresses without a record. An address that is too long for a sitemap is
    left out: `too_long` says which.
    """
    with_images = model.settings.sitemap.images
    for loc, record in _offered(model, records, extra):
        if len(loc) > MAX_LOC:
            continue
        if record is None:
            yield Entry(loc)
        else:
            images = tuple(dict.fromkeys(record.images)) if with_images else ()
            alternates = tuple((one.hreflang, _loc(model, one.route)) for one in record.alternates)
            yield Entry(loc, record.lastmod, images, alternates)


def in_sitemap(model: SiteModel, record: PageRecord) -> bool:
    """Say whether sitemap.xml has a page: its record and the option `sitemap.exclude` decide."""
    return (
        record.listed_in_sitemap
        and _is_public(model, record.route)
        and len(record.canonical or "") <= MAX_LOC
    )


def extra_routes(
    model: SiteModel, records: Iterable[PageRecord], extra: Iterable[str]
) -> list[str]:
    """Give the routes without a record that sitemap.xml has, in order.

    Where a record has the same route it decides alone, so no `include` lists an unlisted page.
    """
    return [
        route
        for route in _without_record(records, extra)
        if _is_public(model, route) and len(_loc(model, route)) <= MAX_LOC
    ]


def too_long(
    model: SiteModel, records: Collection[PageRecord], extra: Iterable[str] = ()
) -> list[Diagnostic]:
    """Name the addresses that only their length keeps out of sitemap.xml."""
    return [
        Diagnostic(
            "loc-too-long",
            f"the address {quoted(loc)} has {len(loc)} characters",
            f"shorten its names: a sitemap takes {MAX_LOC} of them, so the address is left out",
            record.source if record else "",
        )
        for loc, record in _offered(model, records, extra)
        if len(loc) > MAX_LOC
    ]


def _offered(
    model: SiteModel, records: Collection[PageRecord], extra: Iterable[str]
) -> Iterator[tuple[str, PageRecord | None]]:
    """Yield every address for search engines by route, with its record, whatever its length."""
    items: list[PageRecord | str] = [*records, *_without_record(records, extra)]
    for item in sorted(items, key=_route):
        if not _is_public(model, _route(item)):
            continue
        if isinstance(item, str):
            yield _loc(model, item), None
        elif item.listed_in_sitemap and item.canonical is not None:
            yield item.canonical, item


def _without_record(records: Iterable[PageRecord], extra: Iterable[str]) -> list[str]:
    routes = set(extra)
    if routes:
        routes -= {record.route for record in records if record.route in routes}
    return sorted(routes)


def _is_public(model: SiteModel, route: str) -> bool:
    """Say whether a route is the site's to list: under its base path, public, not excluded."""
    if model.site.origin is None or not route.startswith(model.site.base_path):
        return False
    if model.site.is_private(route):
        return False
    url = model.site.url(route)
    exclude = model.settings.sitemap.exclude
    return not (exclude and any(matches(pattern, unquote(url)) for pattern in exclude))


def _loc(model: SiteModel, route: str) -> str:
    return model.site.absolute(route) or ""


def _route(item: PageRecord | str) -> str:
    return item if isinstance(item, str) else item.route
