"""Small readings of a page's content HTML: its first paragraph, its images."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from mkdocs_ascribe.front_matter import collapse

# What a reader would not call the page's first paragraph, though it may hold one.
_PASSED_OVER = {
    "aside",
    "blockquote",
    "details",
    "div",
    "figure",
    "nav",
    "script",
    "style",
    "table",
}
_VOID = {"area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
_SENTENCE_END = re.compile(r"[.!?\u3002\uff01\uff1f](?=\s|$)|[\u3002\uff01\uff1f]")
_LENGTH = 160


def first_paragraph(content: str) -> str | None:
    """Give the text of the first paragraph that stands by itself, cut to a description's length.

    It is cut behind its last whole sentence of 160 characters, else at a word with an ellipsis.
    """
    parser = _FirstParagraph()
    parser.feed(content)
    text = collapse("".join(parser.text))
    if len(text) <= _LENGTH:
        return text or None
    ends = [match.end() for match in _SENTENCE_END.finditer(text, 0, _LENGTH)]
    return text[: ends[-1]] if ends else f"{text[: _LENGTH - 1].rpartition(' ')[0]}…"


class _FirstParagraph(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []
        self.done = False

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        if self.done or tag in _VOID:
            return
        if (tag == "p" or "p" not in self.open) and (tag == "p" or tag in _PASSED_OVER):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            if tag == "p" and "".join(self.text).strip():
                self.done = True
            while self.open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if self.open == ["p"] and not self.done:
            self.text.append(data)


def image_sources(content: str) -> tuple[str, ...]:
    """Give the address of each image as it stands in the content, once, in order."""
    parser = _Images()
    parser.feed(content)
    return tuple(dict.fromkeys(parser.sources))


class _Images(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        source = dict(attrs).get("src") if tag == "img" else None
        if source and not source.startswith("data:"):
            self.sources.append(source)
