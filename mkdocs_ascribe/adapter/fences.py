"""The sources of a page's code blocks as Markdown's extensions find them.

Snippets and other includes are in place by then, and the docstrings that mkdocstrings converts are
sources of their own. Neither is in the Markdown that MkDocs has of the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

if TYPE_CHECKING:
    from markdown import Markdown

# Right before fenced_code and superfences (25), which take the fences out; snippets (32) and
# includes have run.
_PRIORITY = 25.5


class FenceSources(Extension):
    """A Markdown extension that keeps what it sees, and changes nothing."""

    def __init__(self) -> None:
        """Begin with no page."""
        super().__init__()
        self._kept: dict[str, list[str]] = {}
        self._page = ""

    def begin(self, src_uri: str) -> None:
        """Keep what is converted from now on as that page's; "" keeps nothing."""
        self._page = src_uri

    def keep(self, lines: list[str]) -> None:
        """Keep a source that has fences."""
        if not self._page:
            return
        text = "\n".join(lines)
        if "```" in text or "~~~" in text:
            self._kept.setdefault(self._page, []).append(text)

    def pop(self, src_uri: str) -> str:
        """Give the sources of a page, and keep them no longer."""
        return "\n\n".join(self._kept.pop(src_uri, ()))

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name
        """Look at the lines of each conversion, mkdocstrings' own ones too."""
        md.preprocessors.register(_Keeper(md, self), "ascribe-fences", _PRIORITY)


class _Keeper(Preprocessor):
    def __init__(self, md: Markdown, sources: FenceSources) -> None:
        super().__init__(md)
        self._sources = sources

    def run(self, lines: list[str]) -> list[str]:
        self._sources.keep(lines)
        return lines
