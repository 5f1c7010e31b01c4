"""Change the links of a Markdown source and leave all else, code above all, byte for byte.

The dialect is what MkDocs authors write: Python-Markdown with pymdownx and Material's blocks.
`blocks` finds the runs of lines that hold text, with `containers` and `html_blocks`; `inline` the
links in them, `html_tags` those of raw HTML.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.source.blocks import Blocks
from mkdocs_ascribe.markdown.source.inline import find_links
from mkdocs_ascribe.markdown.source.written import written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mkdocs_ascribe.markdown.source.inline import Found

_UNDERLINE = re.compile(r"[ ]{0,3}(?:=+|-+)[ \t]*$", re.MULTILINE)
_MAY_H1 = re.compile("<h1", re.IGNORECASE)


class MarkdownSource:
    """A Markdown source, read once."""

    def __init__(self, markdown: str) -> None:
        """Find the source's blocks; front matter is not part of it."""
        self._markdown = markdown
        self._blocks = Blocks(markdown)

    @cached_property
    def _found(self) -> Found:
        return find_links(self._blocks)

    @property
    def has_h1(self) -> bool:
        """Whether it has a heading of the first level: in ATX or setext form, or as HTML."""
        return self._blocks.has_h1 or (
            _MAY_H1.search(self._markdown) is not None and self._found.has_h1
        )

    def with_links(
        self, resolve_link: Callable[[str], str], resolve_html: Callable[[str], str] | None = None
    ) -> str:
        """Give the Markdown with every link's target resolved.

        `resolve_link` is given the targets of Markdown links, images, definitions and autolinks;
        `resolve_html` those of raw HTML, which MkDocs leaves to the browser.
        """
        markdown = self._markdown
        parts: list[str] = []
        at = 0
        for link in self._found.links:
            resolve = (resolve_html or resolve_link) if link.in_html else resolve_link
            new = resolve(link.href)
            if new != link.href:
                parts += (markdown[at : link.start], written(new, link, markdown))
                at = link.end
        parts.append(markdown[at:])
        return "".join(parts)


def code_lines(markdown: str) -> Iterator[tuple[bool, str]]:
    """Yield each line with its ending, and whether it is code or something else without links."""
    spans = [span for span in Blocks(markdown).spans if not span.is_html]
    at, number = 0, 0
    in_span = False
    for line in markdown.splitlines(keepends=True):
        end = at + len(line)
        while number < len(spans) and spans[number].end <= at:
            number += 1
        # No span holds the line that underlines a heading.
        underlines = in_span and _UNDERLINE.match(line) is not None
        in_span = number < len(spans) and spans[number].start < end
        yield bool(line.strip()) and not (in_span or underlines), line
        at = end
