"""Small readings of a page's content HTML: its first paragraph, its images."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser

from mkdocs_ascribe.text import collapse

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

# What a reader would not call the page's first paragraph, though it may hold one.
_PASSED_OVER = {"aside", "blockquote", "details", "div", "figure", "li", "nav", "table"}
_SENTENCE_END = r"[.!?](?=\s)|[\u3002\uff01\uff1f]"
MAX_DESCRIPTION = 160
"""Of a longer description search results show no more than so many characters."""


def first_paragraph(content: str) -> str | None:
    """Give the text of the first paragraph that stands by itself, cut to a description's length.

    It is cut behind its last whole sentence of 160 characters, else behind a word, with an
    ellipsis.
    """
    for paragraph in _elements(content, "p"):
        if _is_passed_over(paragraph):
            continue
        paragraph.strip_tags(["script", "style"])
        for broken in paragraph.css("br"):
            broken.replace_with(" ")
        text = collapse(paragraph.text())
        if text:
            return _cut(text)
    return None


def _is_passed_over(node: LexborNode) -> bool:
    ancestor = node.parent
    while ancestor is not None:
        if ancestor.tag in _PASSED_OVER:
            return True
        ancestor = ancestor.parent
    return False


def _cut(text: str) -> str:
    if len(text) <= MAX_DESCRIPTION:
        return text
    found = re.compile(_SENTENCE_END).finditer(text, 0, MAX_DESCRIPTION + 1)
    ends = [match.end() for match in found]
    if ends and ends[-1] <= MAX_DESCRIPTION:
        return text[: ends[-1]]
    start = text[: MAX_DESCRIPTION - 1]
    return f"{start.rpartition(' ')[0].rstrip() or start}…"


def image_sources(content: str) -> tuple[str, ...]:
    """Give the address of each image as it stands in the content, once, in order.

    Themes choose between images for light and dark by a fragment, which is not of the file.
    """
    images = _elements(content, "img")
    sources = ((one.attributes.get("src") or "").strip().partition("#")[0] for one in images)
    return tuple(dict.fromkeys(src for src in sources if src and not src.startswith("data:")))


def _elements(content: str, name: str) -> list[LexborNode]:
    """Give the elements of a name in document order."""
    return LexborHTMLParser(f"<!doctype html><body>{content}").css(name)
