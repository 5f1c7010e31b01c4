"""The effective listing of every page, and pages kept from what other plugins collect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.adapter import collect, languages, material, prune
from mkdocs_ascribe.front_matter import read_listing, read_type
from mkdocs_ascribe.listing import Listing, Resolution, resolve, unused_rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

    from mkdocs_ascribe.adapter.dirty import DirtyBuild
    from mkdocs_ascribe.config import Project
    from mkdocs_ascribe.diagnostics import Diagnostic
    from mkdocs_ascribe.settings import SiteModel


class Listings:
    """Gathers the listings of the builds that static-i18n runs within one.

    `concealed` are the pages of the present one that navigation and search leave out.
    """

    def __init__(self, config: MkDocsConfig, project: Project, dirty: DirtyBuild | None) -> None:
        """Begin with none."""
        self.concealed: list[Page] = []
        self._config = config
        self._project = project
        self._dirty = dirty
        self._by_destination: dict[str, Resolution] = {}
        self._types: dict[str, str | None] = {}
        self._tags: material.TagPruning | None = None

    def __contains__(self, src_uri: str) -> bool:
        """Say whether a path is the source of a page."""
        return src_uri in self._types

    def of(self, page: Page) -> Resolution:
        """Give a page's effective listing; two sources of one address have the stricter."""
        return self._by_destination[page.file.dest_uri]

    def resolve(self, pages: Sequence[Page], model: SiteModel) -> list[Diagnostic]:
        """Find every page's listing, and take concealed pages from search and tags."""
        diagnostics = []
        if self._dirty:
            self._dirty.look_at(pages, model)
        for page in pages:
            diagnostics += self._resolve(page)
        languages.drop_concealed_alternates(pages, self._project.rules, self._by_destination)
        if self._dirty:
            diagnostics += self._dirty.stale(pages, self._by_destination, model)
        self.concealed = [page for page in pages if self.of(page).concealed]
        for page in self.concealed:
            prune.leave_out_of_search(page)
        self._tags = material.TagPruning(self._config, self.concealed)
        return diagnostics

    def _resolve(self, page: Page) -> list[Diagnostic]:
        src_uri, dest_uri = page.file.src_uri, page.file.dest_uri
        meta = self._dirty.meta(page) if self._dirty else page.meta
        own, invalid = read_listing(meta, src_uri)
        if invalid:
            # In serve nothing is raised: until it is mended the page is kept out.
            own = Listing.UNLISTED
        resolution, found = resolve(self._project.rules, src_uri, own, read_type(meta))
        if self._dirty:
            resolution = self._dirty.strictest(page, resolution)
        self._types[src_uri] = resolution.type
        earlier = self._by_destination.get(dest_uri, Resolution())
        self._by_destination[dest_uri] = resolution.stricter(earlier)
        return [*found, *(invalid or collect.unread_front_matter(page, meta))]

    def prune_blogs(self) -> list[Page]:
        """Take concealed posts out of blogs; give the views that are then not built."""
        return material.prune_blogs(self._config, self.concealed)

    def restore_tags(self) -> None:
        """Let concealed pages show their own tags again, once the tags plugin is done."""
        if self._tags is not None:
            self._tags.restore()

    def prune_search(self) -> None:
        """Take concealed pages out of the built-in search index and out of feeds."""
        prune.prune_search_index(self._config, {page.url for page in self.concealed})
        prune.prune_feeds(self._config, self.concealed)

    def unused_rules(self) -> list[Diagnostic]:
        """Name the rules that match no page of any language."""
        return unused_rules(self._project.rules, self._types.items(), self._project.file)
