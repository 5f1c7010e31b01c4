"""Moves, permalinks and help entries of one build: what MkDocs' objects have to say of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs_ascribe.addresses import encode_path
from mkdocs_ascribe.config import Move
from mkdocs_ascribe.markdown.links import relinked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

    from mkdocs_ascribe.diagnostics import Diagnostic
    from mkdocs_ascribe.lasting.help_entries import HelpText
    from mkdocs_ascribe.lasting.moves import HelpEntry, Resolved
    from mkdocs_ascribe.lasting.plan import LastingAddresses
    from mkdocs_ascribe.lasting.sections import Sections
    from mkdocs_ascribe.records import PageRecord, PageSource
    from mkdocs_ascribe.settings import SiteModel
    from mkdocs_ascribe.site_files import SiteFiles

_YAML_KEY = r"\s*([\"']?)(\S.*?)\1(?<!\s)\s*:(?:\s|$)"


class Lasting:
    """Gathers them over the builds that static-i18n runs within one.

    A target can be a page of a language that is still to be built, so faults are said at the last.
    """

    def __init__(self, config: MkDocsConfig) -> None:
        """Begin with nothing read."""
        self._config = config
        self._moves: dict[Move, None] = {}
        self._sections: dict[str, Sections] = {}
        self._resolved: Resolved | None = None
        self._entries: dict[str, list[HelpEntry]] = {}
        self._texts: dict[str, HelpText] = {}

    def resolve(
        self,
        model: SiteModel,
        records: Mapping[str, PageRecord],
        pages: Sequence[tuple[Page, PageSource]],
        files: SiteFiles,
    ) -> list[Diagnostic]:
        """Find where everything leads, now that titles and content are final.

        `records` are all so far by route, `pages` those of this build.
        """
        site, project = model.site, model.project
        self._moves.update(dict.fromkeys(_front_matter_moves(pages)))
        others = [*self._moves, *_redirect_maps(self._config, records.values())]
        if not (others or project.addresses.moves or project.addresses.permalinks):
            return []
        # Most sites have none of these and need not import what resolves them.
        from mkdocs_ascribe.lasting.moves import Places, resolve_addresses

        contents = {site.route(page.url): page.content for page, _ in pages}

        def sections(route: str) -> Sections | None:
            content = contents.pop(route, None)
            if content is not None:
                from mkdocs_ascribe.lasting.sections import sections_of

                self._sections[route] = sections_of(content)
            return self._sections.get(route)

        written = (record.markdown for record in records.values() if record.markdown)
        places = Places(
            site,
            sources={src: site.route(url) for src, url in files.sources.items()}
            | {record.source: route for route, record in records.items()},
            pages=frozenset(records),
            files=frozenset(
                (*(site.route(_quoted(name)) for name in files.destinations), *written)
            ),
            directory_urls=self._config.use_directory_urls,
            sections=sections,
        )
        prefix = project.permalinks_prefix
        self._resolved, found = resolve_addresses(project.addresses, others, prefix, places)
        for entry in self._resolved.help:
            self._entries.setdefault(entry.page, []).append(entry)
        return [] if _languages_follow(self._config) else found

    def needs_markdown(self, record: PageRecord) -> bool:
        """Say whether a page's Markdown is needed, for its Markdown version or for help."""
        return record.markdown is not None or record.route in self._entries

    def keep_help(self, record: PageRecord, markdown: str, model: SiteModel) -> list[Diagnostic]:
        """Take the help entries of a page from its Markdown, which is not kept."""
        entries = self._entries.get(record.route)
        if not entries:
            return []
        from mkdocs_ascribe.lasting.help_entries import help_text

        diagnostics = []
        for entry in entries:
            text, found = help_text(entry, record, markdown, model.site)
            self._texts[entry.key] = text
            diagnostics += found
        return diagnostics

    def relink(self, moved: Mapping[str, str]) -> None:
        """Lead links to some addresses, in the texts that are kept, to others."""
        for key, text in self._texts.items():
            self._texts[key] = text._replace(markdown=relinked(text.markdown, moved))

    def addresses(self) -> LastingAddresses | None:
        """Give all that the outputs need; None where the site has no such addresses."""
        if self._resolved is None:
            return None
        from mkdocs_ascribe.lasting.plan import LastingAddresses

        complete = not _languages_follow(self._config)
        return LastingAddresses(self._resolved, self._texts, complete=complete)


def _quoted(name: str) -> str:
    return encode_path(name.replace("%", "%25"))


def _front_matter_moves(pages: Iterable[tuple[Page, PageSource]]) -> Iterator[Move]:
    for page, source in pages:
        for old in source.front.moved_from:
            yield Move(old, source.src_uri, source.src_uri, _line_with(page, old))


def _line_with(page: Page, text: str) -> int:
    try:
        lines = page.file.content_string.splitlines()
    except (OSError, ValueError):
        return 0  # Another plugin gave the page its front matter.
    return next((number for number, line in enumerate(lines, start=1) if text in line), 0)


def _redirect_maps(config: MkDocsConfig, records: Iterable[PageRecord]) -> Iterator[Move]:
    """Yield the moves of mkdocs-redirects, which writes a stub at each that it can resolve."""
    maps: dict[Any, Any] = {}
    for plugin in config.plugins.values():
        if type(plugin).__module__.split(".")[0] == "mkdocs_redirects":
            maps.update(plugin.config.get("redirect_maps") or {})
    if not maps:
        return
    sources = {record.source for record in records}
    lines = _key_lines(config)
    for old, new in maps.items():
        if isinstance(old, str) and isinstance(new, str):
            is_page = new.partition("#")[0] in sources
            stubbed = is_page or new.lower().startswith(("http://", "https://"))
            yield Move(old, new, "mkdocs.yml", lines.get(old, 0), stubbed=stubbed)


def _key_lines(config: MkDocsConfig) -> dict[str, int]:
    """Give the first line of mkdocs.yml that has each key; the parsed configuration has none."""
    try:
        lines = Path(config.config_file_path or "").read_text("utf-8-sig").splitlines()
    except (OSError, ValueError):
        return {}
    found: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        if key := re.match(_YAML_KEY, line):
            found.setdefault(key[2], number)
    return found


def _languages_follow(config: MkDocsConfig) -> bool:
    """Say whether static-i18n has a language to build after this one, within the same build."""
    for plugin in config.plugins.values():
        languages = getattr(plugin, "build_languages", None)
        if type(plugin).__module__.split(".")[0] != "mkdocs_static_i18n" or not languages:
            continue
        # The default language comes first, then the others in their order.
        default = getattr(plugin, "default_language", None)
        others = [one for one in languages if one != default]
        return bool(others) and getattr(plugin, "current_language", None) != others[-1]
    return False
