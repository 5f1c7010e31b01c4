"""How this site shows what the project says: the plugin's options, free of MkDocs."""

from collections.abc import Callable
from typing import NamedTuple

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import Project
from mkdocs_ascribe.records import Image, PageRecord

MAX_URLS = 50_000
"""The most addresses of one sitemap (sitemaps.org, protocol)."""


class SitemapSettings(NamedTuple):
    """The option `sitemap`: globs on addresses after the base path, dates, limit, images."""

    exclude: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    lastmod: str = "none"
    max_urls: int = MAX_URLS
    images: bool = False


class Settings(NamedTuple):
    """The options of mkdocs.yml that shape the outputs.

    `rendered` says that Markdown versions are made from the content HTML, not from the source.
    `title` is a template, a function of (title, record), or None: then the theme's stays.
    """

    name: str = ""
    description: str | None = None
    title: str | Callable[[str, PageRecord], str] | None = None
    home_title: str | None = None
    card: Image | None = None
    note: str = "hidden"
    note_text: str | None = None
    rendered: bool = True
    first_paragraph: bool = False
    llms_full: bool = False
    sitemap: SitemapSettings = SitemapSettings()


class SiteModel(NamedTuple):
    """All that the outputs need beside the records: the site, the project, the settings.

    `preview_server` is True in `mkdocs serve`, where the origin is the local server's. `has_llms`
    says whether the site has an llms.txt: without a page to offer there is none to lead to.
    """

    site: Site
    project: Project
    settings: Settings
    preview_server: bool = False
    has_llms: bool = False

    @property
    def agents(self) -> bool:
        """Whether Markdown versions and llms.txt are written."""
        return self.site.origin is not None and self.project.consumer.agents is not False

    @property
    def withholds_markdown(self) -> bool:
        """Whether Markdown versions of pages that are not listed are left out.

        Only a header keeps such a file out of search, and the host sends none.
        """
        host = self.project.consumer.host
        return host is not None and not host.sends_headers

    @property
    def llms_route(self) -> str:
        """The route of llms.txt."""
        return f"{self.site.base_path}llms.txt"

    @property
    def sitemap_route(self) -> str:
        """The route of sitemap.xml."""
        return f"{self.site.base_path}sitemap.xml"

    @property
    def at_host_root(self) -> bool:
        """Whether the built folder is the host's root, where robots.txt and host files are read."""
        return self.site.base_path == "/"

    @property
    def records_in_site(self) -> bool:
        """Whether the records lie in the built site, which is deployed as it is."""
        return self.preview_server or self.project.output_dir is None
