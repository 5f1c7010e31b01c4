"""The sections of a page: the ids in its content, and the headings that have one."""

from __future__ import annotations

import html
import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from selectolax.lexbor import LexborHTMLParser

from mkdocs_ascribe.text import collapse

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from selectolax.lexbor import LexborNode

_HEADING_TAG = re.compile(r"h([1-6])")
# An image, and where a link's text ends with the target behind it. The end of a target may lack:
# else all behind each of many that have none would be looked through.
_IMAGE = re.compile(r"!\\?\[[^\[\]]*\]\\?\([^)]*(?:\)|\Z)")
_TARGET = re.compile(r"\\?\]\\?(?:\([^)]*(?:\)|\Z)|\[[^\]]*(?:\]|\Z))")
_BRACKET = re.compile(r"!?\\?\[|\\?\]")
# Of more digits than any character's number has; Python reads no number of thousands of them.
_LONG_REFERENCE = re.compile("&#[0-9]{8,};?")
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
    """Read the sections from a page's content HTML, as a browser builds it; none of it raises."""
    # A whole document, with its body begun: see markdown.rendered.
    body = LexborHTMLParser(f"<!doctype html><body>{content}").body
    ids: set[str] = set()
    opened: list[_Open] = []
    # Each node with the heading that its text belongs to, in the page's order; no recursion, since
    # elements may nest to any depth.
    waiting: list[tuple[LexborNode | None, _Open | None]] = [(body, None)]
    while waiting:
        node, heading = waiting.pop()
        if node is None:
            continue
        if node is not body:
            waiting.append((node.next, heading))
        tag = node.tag or ""
        if tag == "-text":
            if heading is not None:
                heading.text.append(node.text_content or "")
            continue
        attributes = node.attributes
        identity = attributes.get("id") or (attributes.get("name") if tag == "a" else None) or ""
        if identity:
            ids.add(identity)
        if found := _HEADING_TAG.fullmatch(tag):
            heading = _Open(int(found[1]), identity)
            opened.append(heading)
        elif heading is not None and tag == "a":
            # An anchor inside a heading names it too; the mark behind one is not its text.
            heading.identity = heading.identity or identity
            if "headerlink" in (attributes.get("class") or "").split():
                heading = None
        waiting.append((node.first_child, heading))
    return Sections(_headings(opened), frozenset(ids))


class _Open:
    """A heading while it is read."""

    def __init__(self, level: int, identity: str) -> None:
        self.level = level
        self.identity = identity
        self.text: list[str] = []


def _headings(opened: Iterable[_Open]) -> dict[str, Heading]:
    headings: dict[str, Heading] = {}
    seen: Counter[tuple[int, str]] = Counter()
    for one in opened:
        title = collapse("".join(one.text))
        kind = (one.level, words_of(title))
        if one.identity:
            headings.setdefault(one.identity, Heading(title, one.level, seen[kind]))
        seen[kind] += 1
    return headings


def words_of(text: str) -> str:
    """Give the words of a heading, in which HTML and Markdown agree whatever their marks are."""
    text = _BRACKET.sub("", _TARGET.sub("", _IMAGE.sub("", text)))
    text = _NO_TEXT.sub("", html.unescape(_LONG_REFERENCE.sub(" ", text)))
    return _NO_WORD.sub(" ", text).strip().casefold()
