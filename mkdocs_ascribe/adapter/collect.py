"""Read MkDocs' objects into the plain values that records are made from."""

from __future__ import annotations

import html
import posixpath
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from mkdocs.utils import meta as mkdocs_meta

from mkdocs_ascribe.adapter.languages import alternates_of
from mkdocs_ascribe.addresses import Site, parse_site_url
from mkdocs_ascribe.content import first_paragraph, image_sources
from mkdocs_ascribe.front_matter import read_front_matter
from mkdocs_ascribe.navigation import NavItem
from mkdocs_ascribe.patterns import matches
from mkdocs_ascribe.records import PageSource
from mkdocs_ascribe.site_files import SiteFiles
from mkdocs_ascribe.text import collapse
from mkdocs_ascribe.unread import may_begin, unread_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File, Files
    from mkdocs.structure.pages import Page

    from mkdocs_ascribe.diagnostics import Diagnostic
    from mkdocs_ascribe.listing import Resolution
    from mkdocs_ascribe.settings import Settings, SiteModel

OWN_FILES = ("sitemap.xml", "robots.txt", "llms.txt", "_headers", "_redirects")
"""Files that a site may have of its own; what the site has wins over what the plugin writes."""


def built_pages(files: Files) -> Iterator[Page]:
    """Yield every page that is built and meant to be: drafts and excluded files are neither."""
    for file in files.documentation_pages():
        if file.page is not None:
            yield file.page


def site_of(config: MkDocsConfig, fallback: Site) -> Site:
    """Give the site as `site_url` has it at last, when mike and the like have changed it."""
    return parse_site_url(config.site_url) or fallback


def page_source(  # noqa: PLR0913 - all that is known of a page comes together here
    page: Page,
    resolution: Resolution,
    model: SiteModel,
    files: Files,
    *,
    is_view: bool,
    committed: str | None,
) -> tuple[PageSource, list[Diagnostic]]:
    """Read one page, whose content and title are final.

    `is_view` says whether it only lists other pages, `committed` when its source last changed.
    """
    file = page.file
    settings = model.settings
    front, diagnostics = read_front_matter(page.meta, file.src_uri)
    if front.image:
        front = front._replace(image=_image_address(front.image, file, files, model.site))
    content = page.content or ""
    source = PageSource(
        src_uri=file.src_uri,
        dest_uri=file.dest_uri,
        url=page.url,
        resolution=resolution,
        front=front,
        title=_own_title(page),
        fallback_title=_fallback_title(page),
        is_home=page.is_homepage,
        is_view=is_view,
        first_paragraph=first_paragraph(content) if settings.first_paragraph else None,
        images=image_sources(content) if settings.sitemap.images else (),
        alternates=alternates_of(page, model.site),
        lastmod=front.lastmod if settings.sitemap.lastmod == "frontmatter" else committed,
    )
    return source, diagnostics


def _image_address(image: str, file: File, files: Files, site: Site) -> str:
    """Give the address of an image that is a file beside a page's source.

    Other plugins build a source somewhere else: a blog its posts, static-i18n a language's folder.
    """
    path = posixpath.normpath(posixpath.join(posixpath.dirname(file.src_uri), unquote(image)))
    found = None if image.startswith("/") else files.get_file_from_path(path)
    return site.route(found.url) if found else image


def unread_front_matter(page: Page, meta: Mapping[str, object]) -> list[Diagnostic]:
    """Find front matter in a page's source that MkDocs dropped; `meta` is what it has read."""
    try:
        source = page.file.content_string
    except (OSError, ValueError):
        return []  # MkDocs has read the page, so another plugin gave it a source of its own.
    if not may_begin(source) or (meta and "listing" not in source.lower()):
        return []  # None, or read and with no line that could be lost.
    _, own_meta = mkdocs_meta.get_data(source)
    return unread_lines(source, meta, own_meta, page.file.src_uri)


def _own_title(page: Page) -> str | None:
    """Give the title from the navigation or a heading, as text; both are HTML in MkDocs.

    MkDocs' own property falls back to the file's name without saying so.
    """
    given = vars(page).get("title")
    heading = getattr(page, "_title_from_render", None)
    title = given if isinstance(given, str) and given else heading
    return collapse(html.unescape(title)) or None if isinstance(title, str) else None


def _fallback_title(page: Page) -> str:
    """Give the title that MkDocs makes when a page has none: "Home", or the file's name."""
    if page.is_homepage:
        return "Home"
    title = page.file.name.replace("-", " ").replace("_", " ")
    return title.capitalize() if title.lower() == title else title


def own_text(name: str, data: bytes) -> str:
    """Give the text of a file of the site's own; what ours is put before keeps every byte."""
    if name == "_redirects":
        return data.decode("utf-8", "surrogateescape")
    return data.decode("utf-8-sig", "replace")


def site_files(config: MkDocsConfig, files: Files, settings: Settings) -> SiteFiles:
    """Read which files are copied or rendered beside the pages, and which of ours the site has."""
    own = {}
    for name in OWN_FILES:
        file = files.get_file_from_path(name)
        if file is not None and file.inclusion.is_included():
            own[name] = own_text(name, file.content_bytes)
    if "sitemap.xml" not in own and has_own_template(config, "sitemap.xml"):
        own["sitemap.xml"] = ""
    included = [
        file.url
        for file in files
        if file.is_static_page()
        and any(matches(one, _path(file)) for one in settings.sitemap.include)
    ]
    rendered = [name for name in config.extra_templates if name.endswith((".html", ".htm"))]
    return SiteFiles(
        sources={file.src_uri: file.url for file in files if file.inclusion.is_included()},
        destinations=frozenset(file.dest_uri for file in files if file.inclusion.is_included()),
        own=own,
        listed=tuple(dict.fromkeys([*_template_urls(config, files, rendered), *included])),
    )


def _template_urls(config: MkDocsConfig, files: Files, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        file = files.get_file_from_path(name)
        if file is not None:
            yield _html_url(file, config)


def _html_url(file: File, config: MkDocsConfig) -> str:
    """Give the address of an HTML file that is no page, as a static host answers it."""
    if config.use_directory_urls and file.url.rpartition("/")[2] == "index.html":
        return file.url.removesuffix("index.html")
    return file.url


def _path(file: File) -> str:
    """Give the address after the base path, not encoded; MkDocs has "./" for the home page's."""
    return unquote(file.url.removeprefix("./"))


def has_own_template(config: MkDocsConfig, name: str) -> bool:
    """Say whether a template that the theme renders is the site's own, from its custom_dir."""
    custom_dir = config.theme.custom_dir
    return custom_dir is not None and Path(custom_dir, name).is_file()


def nav_items(items: Iterable[Any], site: Site) -> tuple[NavItem, ...]:
    """Give the navigation as the reader sees it; labels are HTML in MkDocs, text here."""
    return tuple(
        NavItem(
            title=collapse(html.unescape(str(item.title or ""))),
            route=site.route(item.url) if item.is_page else None,
            href=item.url if item.is_link else None,
            children=nav_items(item.children or (), site),
        )
        for item in items
    )
