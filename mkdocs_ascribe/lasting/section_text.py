"""The part of a page's Markdown that is one of its sections."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.lasting.sections import words_of
from mkdocs_ascribe.markdown.source import code_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs_ascribe.lasting.sections import Heading

# CommonMark 0.31, 4.2 and 4.3; Python-Markdown wants no blank behind the hashes, and an attribute
# list may stand at the end.
_ATX = re.compile(r" {0,3}(#{1,6})(?!#)")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_ATTRIBUTES = re.compile(r"\{:?([^{}]*)\}$")
_BLANKS = " \t"
_ID = re.compile(r"(?:^|\s)#(\S+)")


def section_markdown(markdown: str, identity: str, heading: Heading) -> str | None:
    """Give the section of a heading from a page's Markdown, the heading included.

    It ends before the next heading of its level or a higher one. None where the Markdown has no
    such heading outside of quotes and other blocks.
    """
    lines = [line for _, line in code_lines(markdown)]
    found = list(_markdown_headings(markdown))
    start = next((one for one in found if one.identity == identity), None)
    if start is None:
        words = words_of(heading.title)
        alike = [one for one in found if one.level == heading.level and words_of(one.text) == words]
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
        if atx := atx_heading(text):
            yield _found(number, *atx)
            before = None
        elif before is not None and (underline := _SETEXT.match(text)):
            yield _found(number - 1, 1 if underline[1][0] == "=" else 2, before)
            before = None
        else:
            before = text if text.strip() else None


def atx_heading(line: str) -> tuple[int, str] | None:
    """Give the level and the text of a heading that begins with hashes; None for another line."""
    opening = _ATX.match(line)
    if opening is None:
        return None
    text = line[opening.end() :].strip(_BLANKS)
    before = text.rstrip("#")
    closed = not before or before[-1] in _BLANKS
    return len(opening[1]), before.rstrip(_BLANKS) if closed else text


def _found(first: int, level: int, text: str) -> _Found:
    identity, text = None, text.rstrip(_BLANKS)
    if attributes := _ATTRIBUTES.search(text):
        named = _ID.search(attributes[1])
        identity = named[1] if named else None
        text = text[: attributes.start()]
    return _Found(first, level, text, identity)
