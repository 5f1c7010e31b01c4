"""What one build holds, from its first hook to its last."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mkdocs.exceptions import PluginError

from mkdocs_ascribe.adapter import collect, material, prune, theme
from mkdocs_ascribe.adapter.history import commit_dates
from mkdocs_ascribe.adapter.lasting import Lasting
from mkdocs_ascribe.adapter.writing import Writer
from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.assemble import build_records
from mkdocs_ascribe.front_matter import read_listing, read_type
from mkdocs_ascribe.links import LinkTargets
from mkdocs_ascribe.listing import Resolution, resolve, unused_rules
from mkdocs_ascribe.outputs.head import Surroundings, write_head, write_noindex
from mkdocs_ascribe.outputs.markdown import note_html, source_version
from mkdocs_ascribe.plan import SiteFiles, make_plan, markdown_collisions
from mkdocs_ascribe.serving import by_decoded_path
from mkdocs_ascribe.settings import SiteModel

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page

    from mkdocs_ascribe.adapter.report import Reporter
    from mkdocs_ascribe.config import Project
    from mkdocs_ascribe.diagnostics import Diagnostic
    from mkdocs_ascribe.navigation import NavItem
    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.serving import HeadersByPath
    from mkdocs_ascribe.settings import Settings


class Build:
    """The state of a build: what was read, the records, what is still to be said.

    static-i18n builds once per language within one build: pages, records and navigations of all of
    them gather here, and the outputs are written again from all of them.
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
    ) -> None:
        """Begin with nothing read."""
        self.config = config
        self.project = project
        self.nav: Navigation | None = None
        self.bodies: dict[str, str] = {}
        self.served_headers: HeadersByPath = {}
        self._settings = settings
        self._reporter = reporter
        self._draws_breadcrumbs = draws_breadcrumbs
        self._serving = serving
        self._lasting = Lasting(config)
        self._writer = Writer(config, project, started=time.time_ns(), serving=serving)
        self._pending: list[Diagnostic] = []
        self._resolutions: dict[str, Resolution] = {}
        self._types: dict[str, str | None] = {}
        self._concealed: list[Page] = []
        self._records: dict[str, PageRecord] = {}
        self._nav_items: tuple[NavItem, ...] = ()
        self._files = SiteFiles()
        self._model = SiteModel(Site(None), project, settings)
        self._env: Environment | None = None
        self._rendering: theme.EscapedTexts | None = None
        self._note = ""
        self._overruled = False
        self._withheld: list[PageRecord] = []

    def resolve_listings(self, files: Files) -> None:
        """Give every page its effective listing, and keep concealed ones from other plugins."""
        rules = self.project.rules
        self._concealed = []
        for page in collect.built_pages(files):
            src_uri, dest_uri = page.file.src_uri, page.file.dest_uri
            own, invalid = read_listing(page.meta, src_uri)
            resolution, found = resolve(rules, src_uri, own, read_type(page.meta))
            self._pending += [*invalid, *found, *collect.unread_front_matter(page)]
            self._types[src_uri] = resolution.type
            earlier = self._resolutions.get(dest_uri, Resolution())
            self._resolutions[dest_uri] = resolution.stricter(earlier)
        for page in collect.built_pages(files):
            if self._resolutions[page.file.dest_uri].concealed:
                self._concealed.append(page)
                prune.leave_out_of_search(page)
        prune.leave_out_of_tags(self.config, self._concealed)
        self._pending += unused_rules(rules, self._types.items(), self.project.file)

    def make_records(self, env: Environment, files: Files) -> None:
        """Prune the navigation, make the records and write the Markdown versions."""
        self._env = env
        site = collect.site_of(self.config, Site(None, self.project.consumer.base_path or "/"))
        self._model = SiteModel(site, self.project, self._settings, preview_server=self._serving)
        pages = list(collect.built_pages(files))
        if self.nav is not None:
            prune.prune_navigation(self.nav, pages, self._concealed)
            self._nav_items += collect.nav_items(self.nav.items, site)
        sources, dates = [], self._commit_dates(pages)
        for page in pages:
            resolution = self._resolutions[page.file.dest_uri]
            source, found = collect.page_source(
                page,
                resolution,
                self._settings,
                is_view=material.is_view(page, self.config),
                committed=dates.get(page.file.src_uri),
            )
            sources.append(source)
            self._pending += found
        records, found = build_records(self._model, sources)
        self._files = collect.site_files(self.config, files, env, self._settings)
        self._pending += found + markdown_collisions(self._model, records, self._files)
        has_llms = self._model.agents and (
            "llms.txt" in self._files.own or any(record.offered_to_agents for record in records)
        )
        self._model = replace(self._model, has_llms=has_llms)
        self._records.update((record.route, record) for record in records)
        self._pending += self._lasting.resolve(
            self._model, self._records, list(zip(pages, sources, strict=True)), self._files
        )
        self._say()
        self._write_markdown(records)
        for page in pages:
            page.ascribe = self._records[site.route(page.url)]  # type: ignore[attr-defined]

    def _commit_dates(self, pages: Iterable[Page]) -> dict[str, str]:
        if self._settings.sitemap.lastmod != "git":
            return {}
        dates, found = commit_dates(self.config.docs_dir, (page.file.src_uri for page in pages))
        self._pending += found
        return dates

    def _write_markdown(self, records: Iterable[PageRecord]) -> None:
        if not self._model.agents and not self._lasting.has_help:
            self.bodies.clear()
            return
        targets = LinkTargets(self._model.site, self._records.values(), self._files.sources)
        for record in records:
            body = self.bodies.pop(record.source, None)
            is_needed = record.markdown is not None or self._lasting.needs(record)
            if body is None or not is_needed:
                continue
            text = source_version(body, record, self._model, targets)
            self._pending += self._lasting.keep_help(record, text, self._model)
            if record.markdown is None:
                continue
            size = self._writer.markdown(self._model.site.file_of(record.markdown), text)
            self._records[record.route] = replace(record, size=size)

    def replaces_template(self, name: str) -> bool:
        """Say whether a template that MkDocs has rendered is ours to write instead."""
        return name == "sitemap.xml" and name not in self._files.own

    def before_render(self, page: Page, context: Any) -> None:
        """Put the trail and the agents' note above the content, and escape what themes do not."""
        record: PageRecord | None = getattr(page, "ascribe", None)
        if record is None or self._env is None:
            return
        trail = theme.draw_trail(self._env, context) if self._draws_breadcrumbs else ""
        self._note = note_html(record, self._model)
        page.content = f"{trail}{self._note}{page.content or ''}"
        self._rendering = theme.EscapedTexts(page, record, self.config)

    def write_head(self, output: str, page: Page) -> str:
        """Write a finished page's head; from then on its record says what the head says."""
        if self._rendering:
            self._rendering.restore()
            self._rendering = None
        record: PageRecord | None = getattr(page, "ascribe", None)
        if record is None:
            # In serve alone: a draft, or a page that the build would not have.
            return write_noindex(output)
        around = Surroundings((page.canonical_url,), theme.alternate_rel(self.config))
        output = theme.mend_title(output, page)
        output, final, found = write_head(output, record, self._model, around)
        if record.markdown and final.markdown is None:
            self._withheld.append(record)
        if (final.noindex or final.markdown is None) and self._note:
            output = output.replace(self._note, "", 1)
        self._records[final.route] = final
        self._pending += [one for one in found if one.name != "head-overruled"]
        overruled = [one for one in found if one.name == "head-overruled"]
        if overruled and not self._overruled:
            self._overruled = True
            self._pending += overruled
        return output

    def prune_search(self) -> None:
        """Take concealed pages out of the built-in search index."""
        prune.prune_search_index(self.config, {page.url for page in self._concealed})

    def place_outputs(self) -> None:
        """Make every other output from the records, say what is wrong, and write the files."""
        self._withdraw()
        records = [self._records[route] for route in sorted(self._records)]
        own = {**self._files.own, **self._writer.written_by_others(collect.OWN_FILES)}
        files = replace(self._files, own=own, addresses=self._lasting.addresses())
        plan = make_plan(self._model, records, self._nav_items, files)
        self._pending += plan.diagnostics + self._writer.overwritten()
        self._say()
        self._writer.plan(plan, self._model)
        self.served_headers = by_decoded_path((rule.path, rule.headers) for rule in plan.headers)

    def _withdraw(self) -> None:
        """Take back Markdown versions of pages that turned out not to be listed by a layout."""
        site = self._model.site
        for withheld in self._withheld:
            old, new = site.absolute(withheld.markdown or ""), site.absolute(withheld.route)
            if not (withheld.markdown and old and new):
                continue
            self._writer.withdraw(site.file_of(withheld.markdown))
            self._lasting.relink(old, new)
            for record in self._records.values():
                if record.markdown and record.size is not None:
                    size = self._writer.relink(site.file_of(record.markdown), old, new)
                    self._records[record.route] = replace(record, size=size)
        self._withheld.clear()

    def _say(self) -> None:
        pending, self._pending = self._pending, []
        self._reporter.say(pending, self.project.checks, PluginError)
