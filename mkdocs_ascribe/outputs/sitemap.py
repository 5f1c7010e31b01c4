"""sitemap.xml by the protocol of sitemaps.org, and Google's extensions: images and languages."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from mkdocs_ascribe.settings import MAX_URLS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mkdocs_ascribe.entries import Entry
    from mkdocs_ascribe.settings import SiteModel

# sitemaps.org, "Using Sitemap index files": the limit of one file, uncompressed.
MAX_BYTES = 52_428_800

# Google's image extension takes so many images a page.
_MAX_IMAGES = 1_000

# A chunk of a few entries would cost more than its entries do.
_BATCH = 1_000

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_IMAGE_NAMESPACE = "http://www.google.com/schemas/sitemap-image/1.1"
_XHTML = ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
_CLOSING = "</urlset>\n"

# sitemaps.org, "Entity escaping"; the ampersand first.
_ENTITIES = (("&", "&amp;"), ("'", "&apos;"), ('"', "&quot;"), (">", "&gt;"), ("<", "&lt;"))


class _File:
    """One urlset while it fills: the text of its entries, their bytes, their newest date."""

    def __init__(self) -> None:
        self.urls: list[str] = []
        self.size = 0
        self.newest: str | None = None
        self.alternates = False


def sitemap_files(
    model: SiteModel, entries: Iterable[Entry], *, max_bytes: int = MAX_BYTES
) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield each file's name, relative to the built site, and its text in chunks.

    One urlset named sitemap.xml as long as everything fits; above `sitemap.max_urls` or the
    protocol's limits numbered urlsets, and then sitemap.xml as their index. No entries: no file,
    since the schema has no empty urlset. The text of two files at most is in memory.
    """
    settings = model.settings.sitemap
    room = max_bytes - len(_opening(images=settings.images, alternates=False)) - len(_CLOSING)
    children: list[tuple[str, str | None]] = []
    for file, is_last in _filled(entries, min(settings.max_urls, MAX_URLS), room):
        opening = _opening(images=settings.images, alternates=file.alternates)
        if is_last and not children:
            yield "sitemap.xml", _chunks(opening, file.urls)
            return
        name = f"sitemap-{len(children) + 1}.xml"
        children.append((name, file.newest))
        yield name, _chunks(opening, file.urls)
    if children:
        yield "sitemap.xml", _index(model, children)


def _filled(entries: Iterable[Entry], max_urls: int, room: int) -> Iterator[tuple[_File, bool]]:
    """Yield each urlset once it is full, and whether it is the last."""
    file = _File()
    for entry in entries:
        url = _url(entry)
        size = len(url) if url.isascii() else len(url.encode())
        # The first entry with alternates brings their namespace along.
        size += len(_XHTML) * (bool(entry.alternates) and not file.alternates)
        if file.urls and (len(file.urls) >= max_urls or file.size + size > room):
            yield file, False
            file = _File()
        file.urls.append(url)
        file.size += size
        file.alternates = file.alternates or bool(entry.alternates)
        if entry.lastmod is not None:
            file.newest = max(file.newest or entry.lastmod, entry.lastmod, key=_moment)
    if file.urls:
        yield file, True


def _opening(*, images: bool, alternates: bool) -> str:
    image = f' xmlns:image="{_IMAGE_NAMESPACE}"' if images else ""
    return f'{_DECLARATION}<urlset xmlns="{_NAMESPACE}"{image}{_XHTML * alternates}>\n'


def _chunks(opening: str, urls: list[str]) -> Iterator[str]:
    yield opening
    for start in range(0, len(urls), _BATCH):
        yield "".join(urls[start : start + _BATCH])
    yield _CLOSING


def _url(entry: Entry) -> str:
    lastmod = f"<lastmod>{entry.lastmod}</lastmod>" if entry.lastmod else ""
    images = "".join(
        f"<image:image><image:loc>{_escape(image)}</image:loc></image:image>"
        for image in entry.images[:_MAX_IMAGES]
    )
    alternates = "".join(
        f'<xhtml:link rel="alternate" hreflang="{_escape(language)}" href="{_escape(address)}"/>'
        for language, address in entry.alternates
    )
    return f"<url><loc>{_escape(entry.loc)}</loc>{lastmod}{images}{alternates}</url>\n"


def _index(model: SiteModel, children: Iterable[tuple[str, str | None]]) -> Iterator[str]:
    yield f'{_DECLARATION}<sitemapindex xmlns="{_NAMESPACE}">\n'
    for name, newest in children:
        loc = _escape(model.site.absolute(model.site.route(name)) or "")
        lastmod = f"<lastmod>{newest}</lastmod>" if newest else ""
        yield f"<sitemap><loc>{loc}</loc>{lastmod}</sitemap>\n"
    yield "</sitemapindex>\n"


def _escape(address: str) -> str:
    for character, entity in _ENTITIES:
        address = address.replace(character, entity)
    return address


def _moment(lastmod: str) -> dt.datetime:
    """Make W3C dates with and without a time comparable; a day begins at midnight UTC."""
    moment = dt.datetime.fromisoformat(lastmod.replace("Z", "+00:00"))
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.timezone.utc)
