"""The fences of a page that are not in the Markdown that MkDocs has of it.

Snippets and other includes bring some, the docstrings that mkdocstrings converts others. The HTML
may have lost their language, which only their source knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

from mkdocs_ascribe.markdown.rendered.fences import source_fences

if TYPE_CHECKING:
    from markdown import Markdown
    from mkdocs.config.defaults import MkDocsConfig

    from mkdocs_ascribe.markdown.rendered.fences import Fence

# Right before fenced_code and superfences (25), which take the fences out; snippets (32) and
# includes have run.
_PRIORITY = 25.5


def fence_sources(config: MkDocsConfig) -> FenceSources:
    """Look at all that a build converts from now on.

    Where one config is built twice, Python-Markdown takes the later extension of this name.
    """
    sources = FenceSources()
    config.markdown_extensions.append(sources)  # type: ignore[arg-type]
    return sources


class FenceSources(Extension):
    """A Markdown extension that looks at what is converted, and changes nothing."""

    def __init__(self) -> None:
        """Begin with no page."""
        super().__init__()
        self._kept: dict[str, list[str]] = {}
        self._page = ""
        self._body = ""
        self._own: set[Fence] | None = None

    def begin(self, src_uri: str, body: str) -> None:
        """Take what is converted from now on for that page's, whose Markdown is `body`."""
        self._page, self._body, self._own = src_uri, body.strip(), None

    def end(self) -> None:
        """Take nothing more for a page's."""
        self.begin("", "")

    def look_at(self, lines: list[str]) -> None:
        """Keep a source that has other fences than the page's Markdown; most pages have none."""
        text = "\n".join(lines).strip()
        if not self._page or text == self._body or not ("```" in text or "~~~" in text):
            return
        if self._own is None:
            self._own = set(source_fences(self._body))
        if not self._own.issuperset(source_fences(text)):
            self._kept.setdefault(self._page, []).append(text)

    def pop(self, src_uri: str, body: str) -> str:
        """Give the Markdown that has all fences of a page, and keep it no longer."""
        return "\n\n".join((*self._kept.pop(src_uri, ()), body))

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name
        """Look at the lines of each conversion, mkdocstrings' own ones too."""
        md.preprocessors.register(_Look(md, self), "ascribe-fences", _PRIORITY)


class _Look(Preprocessor):
    def __init__(self, md: Markdown, sources: FenceSources) -> None:
        super().__init__(md)
        self._sources = sources

    def run(self, lines: list[str]) -> list[str]:
        self._sources.look_at(lines)
        return lines
