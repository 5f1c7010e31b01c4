"""The sections of a page: the ids in its content, and the headings that have one."""

from __future__ import annotations

import html
import re
from collections import Counter
from html.parser import HTMLParser
from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.front_matter import collapse

if TYPE_CHECKING:
    from collections.abc import Mapping

_HEADING_TAG = re.compile(r"h([1-6])")
_LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
_NO_TEXT = re.compile(r"<[^<>]*>|:[\w+-]+:")
_NO_WORD = re.compile(r"[\W_]+")


class Heading(NamedTuple):
    """A heading of the content: its text, its level, and which of its kind it is, from 0.

    Of one kind are the headings of one level with the same words.
    """

    title: str
    level: int
    nth: int = 0


class Sections(NamedTuple):
    """The headings of a page that have an id, by it, and every id there is."""

    headings: Mapping[str, Heading] = {}
    ids: frozenset[str] = frozenset()


def sections_of(content: str) -> Sections:
    """Read the sections from a page's content HTML."""
    parser = _Headings()
    parser.feed(content)
    parser.close()
    return Sections(parser.headings, frozenset(parser.ids))


class _Headings(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.headings: dict[str, Heading] = {}
        self.ids: set[str] = set()
        self._seen: Counter[tuple[int, str]] = Counter()
        self._id = ""
        self._level = 0
        self._text: list[str] = []
        self._mark = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        identity = values.get("id") or (values.get("name") if tag == "a" else None) or ""
        if identity:
            self.ids.add(identity)
        if found := _HEADING_TAG.fullmatch(tag):
            self._id, self._level, self._text = identity, int(found[1]), []
        elif self._level and tag == "a":
            # An anchor inside a heading names it too; the mark behind one is not its text.
            self._id = self._id or identity
            self._mark = "headerlink" in (values.get("class") or "").split()

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self._mark = False
        elif self._level and _HEADING_TAG.fullmatch(tag):
            title = collapse("".join(self._text))
            kind = (self._level, words_of(title))
            if self._id:
                nth = self._seen[kind]
                self.headings.setdefault(self._id, Heading(title, self._level, nth))
            self._seen[kind] += 1
            self._level = 0

    def handle_data(self, data: str) -> None:
        if self._level and not self._mark:
            self._text.append(data)


def words_of(text: str) -> str:
    """Give the words of a heading, in which HTML and Markdown agree whatever their marks are."""
    text = _NO_TEXT.sub("", html.unescape(_LINK.sub(r"\1", text)))
    return _NO_WORD.sub(" ", text).strip().casefold()
