"""The sections of a page: the ids in its content, and the part of its Markdown that is one."""

from __future__ import annotations

import html
import re
from collections import Counter
from html.parser import HTMLParser
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.front_matter import collapse
from mkdocs_ascribe.markdown.source import code_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_HEADING_TAG = re.compile(r"h([1-6])")
# CommonMark 0.31, 4.2 and 4.3; Python-Markdown wants no blank behind the hashes, and an attribute
# list may stand at the end.
_ATX = re.compile(r" {0,3}(#{1,6})(?!#)[ \t]*(.*?)(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_ATTRIBUTES = re.compile(r"[ \t]*\{:?[ \t]*([^{}]*)\}[ \t]*$")
_ID = re.compile(r"(?:^|\s)#(\S+)")
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

    headings: Mapping[str, Heading] = MappingProxyType({})
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
            kind = (self._level, _words(title))
            if self._id:
                nth = self._seen[kind]
                self.headings.setdefault(self._id, Heading(title, self._level, nth))
            self._seen[kind] += 1
            self._level = 0

    def handle_data(self, data: str) -> None:
        if self._level and not self._mark:
            self._text.append(data)


def without_preface(markdown: str) -> str:
    """Give a Markdown version without the quote line that every one of them begins with."""
    first, _, rest = markdown.partition("\n")
    return rest.lstrip("\n") if first.startswith("> ") else markdown


def section_markdown(markdown: str, identity: str, heading: Heading) -> str | None:
    """Give the section of a heading from a page's Markdown, the heading included.

    It ends before the next heading of its level or a higher one. None where the Markdown has no
    such heading, as when a macro or a snippet wrote it.
    """
    lines = [line for _, line in code_lines(markdown)]
    found = list(_markdown_headings(markdown))
    start = next((one for one in found if one.identity == identity), None)
    if start is None:
        words = _words(heading.title)
        alike = [one for one in found if one.level == heading.level and _words(one.text) == words]
        start = alike[heading.nth] if heading.nth < len(alike) else None
    if start is None:
        return None
    later = (one.first for one in found if one.first > start.first and one.level <= start.level)
    end = next(later, len(lines))
    return "".join(lines[start.first : end]).rstrip() + "\n"


class _Found(NamedTuple):
    first: int
    level: int
    text: str
    identity: str | None


def _markdown_headings(markdown: str) -> Iterator[_Found]:
    """Yield the headings that stand outside of code, with the number of their first line."""
    before: str | None = None
    for number, (is_code, line) in enumerate(code_lines(markdown)):
        if is_code:
            before = None
            continue
        text = line.rstrip("\r\n")
        if atx := _ATX.match(text):
            yield _found(number, len(atx[1]), atx[2])
            before = None
        elif before is not None and (underline := _SETEXT.match(text)):
            yield _found(number - 1, 1 if underline[1][0] == "=" else 2, before)
            before = None
        else:
            before = text if text.strip() else None


def _found(first: int, level: int, text: str) -> _Found:
    identity = None
    if attributes := _ATTRIBUTES.search(text):
        named = _ID.search(attributes[1])
        identity = named[1] if named else None
        text = text[: attributes.start()]
    return _Found(first, level, text, identity)


def _words(text: str) -> str:
    """Give the words of a heading, in which HTML and Markdown agree whatever their marks are."""
    text = _NO_TEXT.sub("", html.unescape(_LINK.sub(r"\1", text)))
    return _NO_WORD.sub(" ", text).strip().casefold()
