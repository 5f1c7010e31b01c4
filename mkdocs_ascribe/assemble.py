"""From what the adapter read to the records of all pages."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from mkdocs_ascribe.addresses import absolute_address
from mkdocs_ascribe.content import MAX_DESCRIPTION
from mkdocs_ascribe.diagnostics import Diagnostic, quoted
from mkdocs_ascribe.front_matter import join_robots
from mkdocs_ascribe.records import Breadcrumb, Image, PageRecord, PageSource, robots_elsewhere
from mkdocs_ascribe.text import collapse
from mkdocs_ascribe.titles import HeadTitles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mkdocs_ascribe.addresses import Site
    from mkdocs_ascribe.settings import SiteModel

# About what a search result shows before it cuts a description.


def build_records(
    model: SiteModel, sources: Iterable[PageSource]
) -> tuple[list[PageRecord], list[Diagnostic]]:
    """Make the records of all pages, sorted by route.

    The listings are resolved already. Of two sources with one address the last stays, since
    MkDocs' own build lets it overwrite the other, with the stricter listing of the two.
    """
    by_route, diagnostics = _by_route(model.site, sources)
    homes = {
        model.site.route(source.url.removesuffix("index.html")): source
        for source in by_route.values()
        if source.dest_uri.rpartition("/")[2] == "index.html"
    }
    records, titles = [], HeadTitles(model.settings)
    for route, source in sorted(by_route.items()):
        record, found = _record(model, route, source, _trail(model.site, route, source, homes))
        records.append(record._replace(head_title=titles.of(record, is_home=source.is_home)))
        diagnostics += found
    return records, diagnostics + titles.diagnostics + _quality(records)


def _by_route(
    site: Site, sources: Iterable[PageSource]
) -> tuple[dict[str, PageSource], list[Diagnostic]]:
    by_route: dict[str, PageSource] = {}
    by_case: dict[str, str] = {}
    diagnostics = []
    for source in sources:
        route = site.route(source.url)
        earlier = by_route.get(route)
        if earlier is not None:
            diagnostics.append(
                Diagnostic(
                    "address-shared",
                    f"{earlier.src_uri} has the same address, {route}",
                    "rename one of the two; the stricter of their listings holds",
                    source.src_uri,
                )
            )
            resolution = source.resolution.stricter(earlier.resolution)
            source = source._replace(resolution=resolution)  # noqa: PLW2901
        twin = by_case.setdefault(unquote(route).casefold(), route)
        if twin != route:
            diagnostics.append(
                Diagnostic(
                    "address-case",
                    f"{route} differs from {twin} in nothing but case",
                    "rename one of the two: many hosts and file systems cannot tell them apart",
                    source.src_uri,
                )
            )
        by_route[route] = source
    return by_route, diagnostics


def _title(source: PageSource) -> str | None:
    return source.front.title or collapse(source.title or "") or None


def _label(source: PageSource) -> str:
    return _title(source) or collapse(source.fallback_title)


def _trail(
    site: Site, route: str, source: PageSource, homes: Mapping[str, PageSource]
) -> tuple[Breadcrumb, ...]:
    """Give the page of each folder of a route that has one, down to the page itself."""
    inner = site.url(route).split("/")[:-1]
    folders = [
        site.base_path + "".join(f"{name}/" for name in inner[:n]) for n in range(len(inner) + 1)
    ]
    steps = [
        Breadcrumb(_label(home), site.route(home.url), home.url)
        for folder in folders
        if (home := homes.get(folder)) is not None
        and home is not source
        and not home.resolution.concealed
    ]
    return (*steps, Breadcrumb(_label(source), route, source.url))


def _record(
    model: SiteModel, route: str, source: PageSource, trail: tuple[Breadcrumb, ...]
) -> tuple[PageRecord, list[Diagnostic]]:
    front, resolution, site = source.front, source.resolution, model.site
    own_address = site.absolute(route)
    record = PageRecord(
        source=source.src_uri,
        route=route,
        dest_uri=source.dest_uri,
        label=_label(source),
        canonical=own_address,
        markdown=site.markdown_route(route) if model.agents and not source.is_view else None,
        title=_title(source),
        description=_description(model, source),
        image=_image(model, source),
        images=_absolute_images(own_address, source.images),
        alternates=source.alternates,
        type=resolution.type,
        listing=resolution.listing,
        listing_from=resolution.origin,
        concealed=resolution.concealed,
        robots=resolution.listing.robots,
        in_sitemap=front.sitemap,
        breadcrumbs=trail,
        lastmod=source.lastmod,
        own_address=own_address,
        private=site.is_private(route),
        is_view=source.is_view,
    )
    updated = record._replace(
        robots=join_robots(record.robots, front.robots),
        canonical=_canonical(own_address, front.canonical),
    )
    if model.withholds_markdown:
        updated = updated.without_kept_out_markdown()
    diagnostics = [
        Diagnostic(
            "front-matter-invalid",
            f"{key}: {quoted(value)} cannot be used",
            "write an address that begins with https://, or a path",
            source.src_uri,
        )
        for key, value in (("canonical", front.canonical), ("image", front.image))
        if value is not None and absolute_address("https://example.com/", value) is None
    ]
    if updated.noindex and not record.noindex:
        diagnostics.append(robots_elsewhere(source.src_uri, f"robots: {front.robots}"))
    if updated.canonical != own_address:
        diagnostics.append(robots_elsewhere(source.src_uri, f"canonical: {front.canonical}"))
    return updated, diagnostics


def _description(model: SiteModel, source: PageSource) -> str | None:
    settings = model.settings
    offers = (
        source.front.description,
        source.first_paragraph if settings.first_paragraph else None,
        settings.description if source.is_home else None,
    )
    return next((text for offer in offers if (text := collapse(offer or ""))), None)


def _image(model: SiteModel, source: PageSource) -> Image | None:
    card, own = model.settings.card, source.front.image
    if own is None:
        base, image = "", card
    else:
        folder, slash, _ = source.src_uri.rpartition("/")
        base, image = quote(f"{folder}{slash}"), Image(own)
    if image is None:
        return None
    address = absolute_address(model.site.absolute(model.site.route(base)), image.src)
    return None if address is None else image._replace(src=address)


def _absolute_images(own_address: str | None, sources: Iterable[str]) -> tuple[str, ...]:
    found = (absolute_address(own_address, src) for src in sources)
    return tuple(address for address in found if address is not None)


def _canonical(own_address: str | None, value: str | None) -> str | None:
    return (None if value is None else absolute_address(own_address, value)) or own_address


def _quality(records: Iterable[PageRecord]) -> list[Diagnostic]:
    """Advise on titles and descriptions of pages that search engines may list.

    A page that only lists others is made by a plugin: nobody can write its front matter.
    """
    diagnostics = []
    titles: dict[str, str] = {}
    for record in records:
        if not record.offered or record.is_view:
            continue
        if record.title is None:
            message = "the page has no title of its own, only its file's name"
            hint = "begin it with a heading, or write 'title:' in its front matter"
            diagnostics.append(Diagnostic("title-missing", message, hint, record.source))
        elif (first := titles.setdefault(record.title, record.source)) != record.source:
            message = f"the title '{record.title}' is that of {first} too"
            hint = "give each page a title that tells it apart"
            diagnostics.append(Diagnostic("title-duplicate", message, hint, record.source))
        length = len(record.description or "")
        if not length:
            message, hint = (
                "the page has no description",
                "write 'description:' in its front matter",
            )
            diagnostics.append(Diagnostic("description-missing", message, hint, record.source))
        elif length > MAX_DESCRIPTION:
            message = f"the description has {length} characters"
            hint = f"say it in {MAX_DESCRIPTION}: search results cut the rest"
            diagnostics.append(Diagnostic("description-too-long", message, hint, record.source))
    return diagnostics
