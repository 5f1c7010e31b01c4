"""pages.json: all that the head, sitemap.xml and robots.txt are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.entries import extra_routes, in_sitemap
from mkdocs_ascribe.json_text import json_chunks
from mkdocs_ascribe.robots.crawlers import PURPOSES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from mkdocs_ascribe.config import CrawlerPolicy
    from mkdocs_ascribe.documents import (
        CrawlersEntry,
        ImageEntry,
        PageEntry,
        PagesJson,
        PurposeEntry,
    )
    from mkdocs_ascribe.records import Image, PageRecord
    from mkdocs_ascribe.settings import SiteModel


def pages_json(
    model: SiteModel,
    records: Collection[PageRecord],
    extra: Iterable[str] = (),
    *,
    sitemap: bool,
    llms: bool,
) -> Iterator[str]:
    """Yield pages.json in chunks, the pages in the order of the records.

    `extra` are routes of listed addresses without a record; `sitemap` and `llms` say whether the
    built site has these files.
    """
    site = model.site
    document: PagesJson = {
        "format": "ascribe-pages",
        "version": 1,
        "site": {
            "origin": site.origin,
            "basePath": site.base_path,
            "name": model.settings.name,
            "description": model.settings.description,
            "preview": False,
            "sitemap": site.absolute(model.sitemap_route) if sitemap else None,
            "llms": site.absolute(model.llms_route) if llms else None,
        },
        "crawlers": _crawlers(model.project.crawlers),
        "pages": (_page(model, record) for record in records),
        "entries": extra_routes(model, records, extra),
    }
    return json_chunks(document)


def _crawlers(policy: CrawlerPolicy) -> CrawlersEntry:
    training, search, on_request = (_purpose(policy, name) for name in PURPOSES)
    return {
        "training": training,
        "search": search,
        "onRequest": on_request,
        "lines": list(policy.lines),
    }


def _purpose(policy: CrawlerPolicy, name: str) -> PurposeEntry:
    return {"value": policy.purposes.get(name), "tokens": list(policy.tokens.get(name, ()))}


def _page(model: SiteModel, record: PageRecord) -> PageEntry:
    return {
        "source": record.source,
        "route": record.route,
        "canonical": record.canonical,
        "markdown": record.markdown,
        "title": record.title,
        "headTitle": record.head_title,
        "description": record.description,
        "image": _image(record.image),
        "images": list(record.images),
        "alternates": [{"hreflang": one.hreflang, "route": one.route} for one in record.alternates],
        "type": record.type,
        "listing": record.listing.word,
        "listingFrom": record.listing_from,
        "robots": record.robots,
        "sitemap": in_sitemap(model, record),
        "breadcrumbs": [{"title": step.title, "route": step.route} for step in record.breadcrumbs],
        "lastmod": record.lastmod,
        "size": record.size,
    }


def _image(image: Image | None) -> ImageEntry | None:
    if image is None:
        return None
    return {"src": image.src, "alt": image.alt, "width": image.width, "height": image.height}
