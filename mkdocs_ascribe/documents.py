"""The shapes of the JSON documents in `_ascribe`: types alone, which no build imports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable


class SiteEntry(TypedDict):
    """The site; `sitemap` and `llms` are absolute addresses, null where there is no such file."""

    origin: str | None
    basePath: str
    name: str
    description: str | None
    preview: bool
    sitemap: str | None
    llms: str | None


class PurposeEntry(TypedDict):
    """What robots.txt says of one purpose, "allow", "disallow" or nothing, and its tokens."""

    value: str | None
    tokens: list[str]


class CrawlersEntry(TypedDict):
    """What robots.txt says, and the project's own lines."""

    training: PurposeEntry
    search: PurposeEntry
    onRequest: PurposeEntry
    lines: list[str]


class ImageEntry(TypedDict):
    """The page's card."""

    src: str
    alt: str | None
    width: int | None
    height: int | None


class AlternateEntry(TypedDict):
    """A version of the page in another language, or the page itself."""

    hreflang: str
    route: str


class BreadcrumbEntry(TypedDict):
    """One step of a page's trail."""

    title: str
    route: str


class PageEntry(TypedDict):
    """One page."""

    source: str
    route: str
    canonical: str | None
    markdown: str | None
    title: str | None
    headTitle: str | None
    description: str | None
    image: ImageEntry | None
    images: list[str]
    alternates: list[AlternateEntry]
    type: str | None
    listing: str
    listingFrom: str | None
    robots: str | None
    sitemap: bool
    breadcrumbs: list[BreadcrumbEntry]
    lastmod: str | None
    size: int | None


class PagesJson(TypedDict):
    """pages.json; `schemas/pages.schema.json` says the same."""

    format: str
    version: int
    site: SiteEntry
    crawlers: CrawlersEntry
    pages: Iterable[PageEntry]
    entries: list[str]


class FileHeaders(TypedDict):
    """One file: its exact path from the host's root, and its headers."""

    path: str
    headers: dict[str, str]


class HeadersJson(TypedDict):
    """headers.json; `schemas/headers.schema.json` says the same."""

    format: str
    version: int
    headers: Iterable[FileHeaders]


# Not a class: `from` is a word of Python's.
RedirectEntry = TypedDict(
    "RedirectEntry",
    {
        "from": str,
        "to": str,
        "status": int,
        "kind": Literal["move", "permalink"],
        "force": bool,
    },
)


class RedirectsJson(TypedDict):
    """redirects.json; `schemas/redirects.schema.json` says the same."""

    format: str
    version: int
    redirects: Iterable[RedirectEntry]


class _Link(TypedDict, total=False):
    href: str


class NavEntry(_Link):
    """A page, a section or a link; `route` is null without a page, only a link has `href`."""

    title: str
    route: str | None
    children: list[NavEntry]


class NavJson(TypedDict):
    """nav.json; `schemas/nav.schema.json` says the same."""

    format: str
    version: int
    nav: Iterable[NavEntry]
