"""The plugin: each hook collects from MkDocs or hands on, at a priority that says why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority

from mkdocs_ascribe.adapter.configure import configure
from mkdocs_ascribe.adapter.options import AscribeOptions

if TYPE_CHECKING:
    from typing import Literal

    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page
    from mkdocs.utils.templates import TemplateContext

    from mkdocs_ascribe.adapter.build import Build


class AscribePlugin(BasePlugin[AscribeOptions]):
    """One record of every page, and every output from it.

    All that a build holds lies in one `Build`, made new for each build and shared by the builds
    that static-i18n runs inside one.
    """

    _serving = False
    _dirty = False
    _build: Build | None = None

    def on_startup(
        self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool, **_: Any
    ) -> None:
        """Note how MkDocs runs; having this hook keeps the plugin object across rebuilds."""
        self._serving = command == "serve"
        self._dirty = dirty

    # Before mike (0) and static-i18n (-100) change site_url, after Material's group (150), which
    # may switch plugins on.
    @event_priority(50)
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read ascribe.toml before MkDocs empties the site folder; every fault of it at once."""
        if not self.config.enabled:
            self._build = None
        elif self._build is None or self._build.config is not config or self._build.is_over:
            # static-i18n builds again with the same config object: then the build goes on.
            previous = self._build.project if self._build else None
            self._build = configure(
                config,
                self.config,
                serving=self._serving,
                dirty=self._dirty,
                previous=previous,
            )
        if self._build:
            self._build.begin()
        return config

    # After blog (-50) and static-i18n (-100) have put their pages in.
    @event_priority(-150)
    def on_nav(self, nav: Navigation, **_: Any) -> Navigation:
        """Keep the navigation: on_env, where listings are known, is not given it."""
        if self._build:
            self._build.nav = nav
        return nav

    # After macros (0) have run, before Material's tags and blog (-50) write their placeholders.
    @event_priority(-25)
    def on_page_markdown(self, markdown: str, *, page: Page, **_: Any) -> None:
        """Keep the Markdown, from which the page's Markdown version is made."""
        if self._build:
            self._build.keep_markdown(page, markdown)

    # Front matter is final, and Material's tags plugin (100) has not used what it collected.
    @event_priority(150)
    def _resolve_listings(self, _env: Environment, /, *, files: Files, **_: Any) -> None:
        if self._build:
            self._build.resolve_listings(files)

    # After mkdocstrings' last step (-100): titles, content and cross-references are final.
    @event_priority(-150)
    def _make_records(self, env: Environment, /, *, files: Files, **_: Any) -> None:
        if self._build:
            self._build.make_records(env, files)

    on_env = CombinedEvent(_resolve_listings, _make_records)

    # Before minify (0), which has no use for a sitemap that is written later.
    @event_priority(50)
    def on_post_template(self, output: str, *, template_name: str, **_: Any) -> str:
        """Keep MkDocs from writing the theme's sitemap.xml: no page is rendered yet."""
        if self._build and self._build.replaces_template(template_name):
            return ""
        return output

    # After the search plugins (0) have read the content: site search must not find our note.
    @event_priority(-50)
    def on_page_context(self, context: TemplateContext, *, page: Page, **_: Any) -> TemplateContext:
        """Add the note and the trail to the content, and hand the theme escaped texts."""
        if self._build:
            self._build.before_render(page, context)
        return context

    # After social (50) has added its cards, before minify (0), which keeps what it finds.
    @event_priority(25)
    def _write_head(self, output: str, /, *, page: Page, **_: Any) -> str:
        return self._build.write_head(output, page) if self._build else output

    # After all others: a hook of the site's (0) may keep a page out of search too.
    @event_priority(-150)
    def _confirm_head(self, output: str, /, *, page: Page, **_: Any) -> str:
        return self._build.confirm_head(output, page) if self._build else output

    on_post_page = CombinedEvent(_write_head, _confirm_head)

    # Before the built-in search plugin (0) writes, and perhaps prebuilds, its index.
    @event_priority(50)
    def _prune_search(self, /, **_: Any) -> None:
        if self._build:
            self._build.prune_search()

    # After redirects and search (0) have written their files, and after static-i18n (-100) has
    # built the other languages, whose records join these.
    @event_priority(-110)
    def _place_outputs(self, /, **_: Any) -> None:
        if self._build:
            self._build.place_outputs()

    on_post_build = CombinedEvent(_prune_search, _place_outputs)

    def on_serve(self, server: LiveReloadServer, **_: Any) -> LiveReloadServer:
        """Answer each path with its headers, those of the newest build."""
        from mkdocs_ascribe.serving import Served, answering

        def current() -> Served:
            return (self._build and self._build.served) or Served()

        app = server.get_app()
        if self._build and app:
            server.set_app(answering(app, current))
        return server
