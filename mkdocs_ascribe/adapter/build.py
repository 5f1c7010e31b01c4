"""What one build holds, from its first hook to its last."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from mkdocs.exceptions import PluginError

from mkdocs_ascribe.adapter import collect, languages, material, prune
from mkdocs_ascribe.adapter.fences import fence_sources
from mkdocs_ascribe.adapter.lasting import Lasting
from mkdocs_ascribe.adapter.listings import Listings
from mkdocs_ascribe.adapter.rendering import Rendering
from mkdocs_ascribe.adapter.versions import Source, version_text
from mkdocs_ascribe.adapter.withheld import Withheld
from mkdocs_ascribe.adapter.writing import Writer
from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.alternates import with_offered_alternates
from mkdocs_ascribe.assemble import build_records
from mkdocs_ascribe.markdown.links import LinkTargets, relinked
from mkdocs_ascribe.outputs.markdown import preface
from mkdocs_ascribe.plan import make_plan
from mkdocs_ascribe.settings import SiteModel
from mkdocs_ascribe.site_files import SiteFiles, markdown_collisions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page

    from mkdocs_ascribe.adapter.dirty import DirtyBuild
    from mkdocs_ascribe.adapter.report import Reporter
    from mkdocs_ascribe.config import Project
    from mkdocs_ascribe.diagnostics import Diagnostic
    from mkdocs_ascribe.navigation import NavItem
    from mkdocs_ascribe.records import PageRecord, PageSource
    from mkdocs_ascribe.serving import Served
    from mkdocs_ascribe.settings import Settings


class Build:
    """The state of a build: what was read, the records, what is still to be said.

    static-i18n builds once per language within one build: pages, records and navigations of all of
    them gather here, and the outputs are written once from all of them.
    """

    def __init__(  # noqa: PLR0913 - one call makes it, by keyword
        self,
        *,
        config: MkDocsConfig,
        project: Project,
        settings: Settings,
        reporter: Reporter,
        draws_breadcrumbs: bool,
        serving: bool,
        dirty: bool,
    ) -> None:
        """Begin with nothing read."""
        self.config = config
        self.project = project
        self.nav: Navigation | None = None
        self._bodies: dict[str, str] = {}
        self._fences = fence_sources(config)
        self.served: Served | None = None
        self._settings = settings
        self._reporter = reporter
        self._serving = serving
        self._writer = Writer(config, project, reporter, started=time.time_ns(), serving=serving)
        self._dirty = self._dirty_build() if dirty else None
        self._listings = Listings(config, project, self._dirty)
        self._rendering = Rendering(config, draws_breadcrumbs=draws_breadcrumbs)
        self._lasting = Lasting(config)
        self._withheld = Withheld()
        self._depth = 0
        self._pending: list[Diagnostic] = []
        self._records: dict[str, PageRecord] = {}
        self._nav_items: tuple[NavItem, ...] = ()
        self._files = SiteFiles()
        self._model = SiteModel(Site(None), project, settings)
        self._env: Environment | None = None
        self._head_written = ""
        self._theme_sitemap_is_due = False

    def _dirty_build(self) -> DirtyBuild:
        from mkdocs_ascribe.adapter.dirty import DirtyBuild

        return DirtyBuild(self._writer.records, self.project)

    def begin(self) -> None:
        """Begin this build, or one that static-i18n runs within it."""
        self._depth += 1

    @property
    def is_over(self) -> bool:
        """Whether its outputs are written; the same config is then that of another build."""
        return self._depth == 0

    def keep_markdown(self, page: Page, markdown: str) -> None:
        """Keep a page's Markdown, and from now on what it is converted from."""
        self._bodies[page.file.src_uri] = markdown
        self._fences.begin(page.file.src_uri, markdown)

    def resolve_listings(self, files: Files) -> None:
        """Give every page its effective listing, and keep concealed ones from other plugins."""
        self._fences.end()
        self._model = self._new_model()
        self._pending += self._listings.resolve(list(collect.built_pages(files)), self._model)

    def make_records(self, env: Environment, files: Files) -> None:
        """Prune the navigation, make the records and write the Markdown versions."""
        self._env = env
        self._theme_sitemap_is_due = True
        self._model = self._new_model()
        site = self._model.site
        gone = self._listings.prune_blogs()
        pages = list(collect.built_pages(files))
        if self.nav is not None:
            prune.prune_navigation(self.nav, pages, [*self._listings.concealed, *gone])
            items = collect.nav_items(self.nav.items, site)
            self._nav_items += languages.under_language(items, self.config)
        sources = self._sources(pages, files)
        self._listings.restore_tags()
        records, found = build_records(self._model, sources)
        if self._dirty:
            records = self._dirty.restored(records)
        self._files = self._files.joined(collect.site_files(self.config, files, self._settings))
        self._pending += found + markdown_collisions(self._model, records, self._files)
        self._records.update((record.route, record) for record in records)
        self._pending += self._lasting.resolve(
            self._model, self._records, list(zip(pages, sources, strict=True)), self._files
        )
        self._say()
        self._model = self._model._replace(has_llms=self._has_llms())
        self._write_markdown(pages)
        for page in pages:
            page.ascribe = self._records[site.route(page.url)]  # type: ignore[attr-defined]

    def _has_llms(self) -> bool:
        return self._model.agents and (
            "llms.txt" in self._files.own
            or any(record.offered_to_agents for record in self._records.values())
        )

    def _new_model(self) -> SiteModel:
        site = collect.site_of(self.config, Site(None, self.project.consumer.base_path or "/"))
        return SiteModel(site, self.project, self._settings, preview_server=self._serving)

    def _sources(self, pages: Iterable[Page], files: Files) -> list[PageSource]:
        sources, dates = [], self._commit_dates(pages)
        for page in pages:
            resolution = self._listings.of(page)
            if self._dirty and self._dirty.is_unchanged(page):
                sources.append(self._dirty.source(page, resolution))
                continue
            source, found = collect.page_source(
                page,
                resolution,
                self._model,
                files,
                is_view=material.is_view(
                    page, self.config, self._bodies.get(page.file.src_uri, "")
                ),
                committed=dates.get(page.file.src_uri),
            )
            sources.append(source)
            self._pending += found
        return sources

    def _commit_dates(self, pages: Iterable[Page]) -> dict[str, str]:
        if self._settings.sitemap.lastmod != "git":
            return {}
        from mkdocs_ascribe.adapter.history import commit_dates

        dates, found = commit_dates(self.config.docs_dir, (page.file.src_uri for page in pages))
        self._pending += found
        return dates

    def _write_markdown(self, pages: Iterable[Page]) -> None:
        """Write the Markdown versions; no page's text is kept."""
        beginning = preface(self._model)
        targets = LinkTargets(self._model.site, self._records.values(), self._files.sources)
        for page in pages:
            body = self._bodies.pop(page.file.src_uri, None)
            record = self._records[self._model.site.route(page.url)]
            if body is None or not self._lasting.needs_markdown(record):
                continue
            source = Source(body, self._fences.pop(page.file.src_uri, body))
            text = version_text(page, source, self._records, self._model, targets)
            self._pending += self._lasting.keep_help(record, text, self._model)
            if record.markdown is None:
                continue
            name = self._model.site.file_of(record.markdown)
            size = self._writer.markdown(name, beginning + text)
            self._records[record.route] = record._replace(size=size)

    def replaces_template(self, name: str) -> bool:
        """Say whether a template that MkDocs has rendered must not be written.

        Not the theme's sitemap.xml, even where the site has one of its own: it would take that
        one's place. MkDocs renders the theme's before a template of that name in extra_templates.
        """
        if name != "sitemap.xml" or not self._theme_sitemap_is_due:
            return False
        self._theme_sitemap_is_due = False
        return not collect.has_own_template(self.config, name)

    def before_render(self, page: Page, context: Any) -> None:
        """Let a page's content and texts be ready for the theme."""
        if self._env is not None:
            self._rendering.before(page, self._model, self._env, context)

    def write_head(self, output: str, page: Page) -> str:
        """Write a finished page's head; from then on its record says what the head says."""
        output, final, found = self._rendering.after(output, page, self._model)
        if final is not None:
            self._take_final(final)
        self._pending += found
        self._head_written = output
        return output

    def confirm_head(self, output: str, page: Page) -> str:
        """Follow a head that another plugin or a hook has made stricter since."""
        record = self._records.get(self._model.site.route(page.url))
        if output is self._head_written or record is None:
            return output
        output, final, found = self._rendering.again(output, page, record, self._model)
        self._take_final(final)
        self._pending += found
        return output

    def _take_final(self, record: PageRecord) -> None:
        self._withheld.note(self._records[record.route], record)
        self._records[record.route] = record

    def prune_search(self) -> None:
        """Take concealed pages out of the built-in search index and out of feeds."""
        self._listings.prune_search()

    def place_outputs(self) -> None:
        """Make every other output from the records, say what is wrong, and write the files.

        Of builds within a build only the outermost does so, when all records are there.
        """
        self._depth -= 1
        if self._depth:
            return
        self._pending += self._listings.unused_rules()
        if moved := self._withheld.take_back(self._model.site, self._writer):
            self._lasting.relink(moved)
            self._edit_markdown(lambda text: relinked(text, moved))
        if self._model.has_llms and not self._has_llms():
            # Layouts keep every page out of search, so there is no llms.txt to name.
            self._edit_markdown(lambda text: text.removeprefix(preface(self._model)))
        records = with_offered_alternates(self._model, self._written_records())
        own = {**self._files.own, **self._writer.written_by_others(collect.OWN_FILES)}
        files = self._files._replace(own=own, addresses=self._lasting.addresses())
        plan = make_plan(self._model, records, self._nav_items, files)
        self._pending += plan.diagnostics + self._writer.overwritten()
        self._say()
        self._writer.plan(plan, self._model)
        if self._serving:
            from mkdocs_ascribe.serving import served

            self.served = served(plan.headers, records)

    def _edit_markdown(self, change: Callable[[str], str]) -> None:
        for route, record in self._records.items():
            if record.markdown is not None and record.size is not None:
                size = self._writer.edit(self._model.site.file_of(record.markdown), change)
                self._records[route] = record._replace(size=size)

    def _written_records(self) -> list[PageRecord]:
        """Give the records by route, without pages that a template or plugin left empty.

        MkDocs writes no file for such a page, so nothing may lead to it.
        """
        for route, record in list(self._records.items()):
            if not self._writer.exists(record.dest_uri):
                del self._records[route]
                if record.markdown is not None:
                    self._writer.remove(self._model.site.file_of(record.markdown))
        return [self._records[route] for route in sorted(self._records)]

    def _say(self) -> None:
        """Say what is pending, the sources of pages by their path from the working folder."""
        docs_dir = os.path.relpath(self.config.docs_dir).replace(os.sep, "/")
        pending = [
            one._replace(file=f"{docs_dir}/{one.file}") if one.file in self._listings else one
            for one in self._pending
        ]
        self._pending = []
        self._reporter.say(pending, self.project.checks, PluginError)
