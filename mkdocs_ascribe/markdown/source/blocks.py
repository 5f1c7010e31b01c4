"""The blocks of a Markdown source: which of its lines are text, and which are code.

Python-Markdown's rules decide, and where they are narrower than what is meant (a fence behind
`1. `, say), those of CommonMark 0.31.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.markdown.source.containers import TAB, Container, leave, text_column
from mkdocs_ascribe.markdown.source.html_blocks import HtmlBlocks
from mkdocs_ascribe.markdown.source.html_tags import RAW_TAGS

if TYPE_CHECKING:
    from collections.abc import Callable

# Deeper than this nothing nests but what is made to be slow.
_DEEPEST = 64

_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_H1 = re.compile(r"#(?!#)[ \t]*[^\s#]")
_SETEXT_H1 = re.compile(r"=+[ \t]*$")
_RULE = re.compile(r"(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$|-+[ \t]*$")
_ITEM = re.compile(r"(?:[-+*]|[0-9]{1,9}[.)])(?=[ \t])")
_TITLED = re.compile(r"!!! ?[\w\"'-]|\?\?\?\+? ?[\w\"'-]|===(?:\+!|!\+|[!+])? +[\"']")
_NOTE = re.compile(r"\[\^[^\]\n]*\]:|:(?=[ \t])")
_QUOTE = re.compile(r"[ \t]*>")


class Span(NamedTuple):
    """A run of the source whose links count: a paragraph of text, or raw HTML."""

    start: int
    end: int
    is_html: bool


class Blocks:
    """The spans of a source, in order, and whether a heading of the first level is among them.

    `text` is as long as the source; the marks of quotes and lists are blanks in it, and its lines
    end with a line feed, so that who reads a span needs to know of neither.
    """

    def __init__(self, markdown: str) -> None:
        """Read the source line by line."""
        if "\r" in markdown:
            markdown = markdown.replace("\r\n", " \n").replace("\r", "\n")
        self.spans: list[Span] = []
        self.has_h1 = False
        self._lines = markdown.split("\n")
        self._starts = [0, *accumulate([len(line) + 1 for line in self._lines])]
        self._starts[-1] = len(markdown)
        self._containers = [Container("", 0)]
        # How many of them are quotes, and up to which line their marks are blanked.
        self._quotes = 0
        self._bared = -1
        # Where the open paragraph begins; None behind whatever ends one.
        self._paragraph: int | None = None
        # Whether the text at hand follows a list's mark on its line.
        self._behind_mark = False
        self._html_blocks = HtmlBlocks(markdown)
        self._handlers: dict[str, Callable[[int, str, int], int | None]] = {
            **dict.fromkeys("`~", self._fence),
            **dict.fromkeys("-+*_0123456789", self._item_or_rule),
            **dict.fromkeys("!?", self._titled),
            **dict.fromkeys("[:", self._note),
            "#": self._heading,
            ">": self._quote,
            "=": self._titled_or_underline,
            "/": self._slashes,
            "<": self._html,
        }
        self._read()
        self.text = "\n".join(self._lines)

    def _read(self) -> None:
        at, lines = 0, self._lines
        count = len(lines)
        while at < count:
            line = lines[at]
            if self._quotes:
                line = self._unquoted(at, line)
            text = line.lstrip(" \t")
            if not text:
                self._end(at)
                at += 1
            elif (
                self._paragraph is not None
                and text[0] not in self._handlers
                and self._containers[-1].kind != "titled"
            ):
                at += 1
            else:
                at = self._block(at, text, text_column(line, text))
        self._end(count)

    def _block(self, at: int, text: str, indent: int) -> int:
        """Read from the line on; give the line that follows what was read."""
        if self._paragraph is None:
            if indent >= leave(self._containers, indent).column + TAB:
                return at + 1
        elif self._containers[-1].kind == "titled" and indent < self._containers[-1].column:
            self._end(at)
            leave(self._containers, indent)
        return self._content(at, text, indent)

    def _content(self, at: int, text: str, indent: int) -> int:
        handler = self._handlers.get(text[0])
        if handler and (found := handler(at, text, indent)) is not None:
            return found
        if self._paragraph is None:
            self._paragraph = self._place(at, text)
        return at + 1

    def _place(self, at: int, text: str) -> int:
        return self._starts[at] + len(self._lines[at]) - len(text)

    def _end(self, at: int) -> None:
        """End the open paragraph before a line."""
        if self._paragraph is not None:
            self.spans.append(Span(self._paragraph, self._starts[at], is_html=False))
            self._paragraph = None

    def _alone(self, at: int, text: str) -> int:
        """Take a line as text of its own."""
        self._end(at)
        self.spans.append(Span(self._place(at, text), self._starts[at + 1], is_html=False))
        return at + 1

    def _enter(self, at: int, text: str, width: int, container: Container) -> str:
        """Enter a container, blank its mark, and give the text behind the mark."""
        self._containers.append(container)
        mark = len(self._lines[at]) - len(text)
        rest = text[width:]
        self._lines[at] = f"{self._lines[at][:mark]}{' ' * width}{rest}"
        return rest.lstrip(" \t")

    def _behind(self, at: int, rest: str) -> int:
        """Read what stands behind a mark in its line."""
        if not rest:
            return at + 1
        self._behind_mark = True
        return self._content(at, rest, text_column(self._lines[at], rest))

    def _begins(self, at: int, indent: int) -> bool:
        """Say whether a container can begin here; if so, end what it does not belong to."""
        behind_mark, self._behind_mark = self._behind_mark, False
        if len(self._containers) > _DEEPEST:
            return False
        if self._paragraph is not None and indent >= self._containers[-1].column + TAB:
            return False
        self._end(at)
        if not behind_mark:
            leave(self._containers, indent)
        return True

    def _unquoted(self, at: int, line: str) -> str:
        """Blank the marks of the quotes that are open; leave those that the line is not in."""
        if at == self._bared:
            return line
        self._bared = at
        position, containers = 0, self._containers
        for number, container in enumerate(containers):
            if container.kind != "quote":
                continue
            mark = _QUOTE.match(line, position)
            if not mark:
                rest = line[position:].lstrip(" \t")
                if self._paragraph is None or not rest or _FENCE.match(rest):
                    self._end(at)
                    self._quotes -= sum(one.kind == "quote" for one in containers[number:])
                    del containers[number:]
                break
            position = mark.end()
        if position:
            line = self._lines[at] = line[:position].replace(">", " ") + line[position:]
        return line

    def _quote(self, at: int, text: str, indent: int) -> int | None:
        if not self._begins(at, indent):
            return None
        self._quotes += 1
        rest = self._enter(at, text, 1, Container("quote", indent + 2))
        return self._block(at, rest, text_column(self._lines[at], rest)) if rest else at + 1

    def _item_or_rule(self, at: int, text: str, indent: int) -> int | None:
        if _RULE.match(text):
            self._end(at)
            return at + 1
        mark = _ITEM.match(text)
        # A list does not begin within a paragraph, but goes on in one of its own.
        in_text = self._paragraph is not None and self._containers[-1].kind != "list"
        if not mark or in_text or not self._begins(at, indent):
            return None
        container = Container("list", self._containers[-1].content_column(indent))
        return self._behind(at, self._enter(at, text, mark.end(), container))

    def _note(self, at: int, text: str, indent: int) -> int | None:
        mark = _NOTE.match(text)
        if not mark or not self._begins(at, indent):
            return None
        container = Container("note", self._containers[-1].content_column(indent))
        return self._behind(at, self._enter(at, text, mark.end(), container))

    def _titled(self, at: int, text: str, indent: int) -> int | None:
        if not _TITLED.match(text) or not self._begins(at, indent):
            return None
        self._containers.append(Container("titled", self._containers[-1].content_column(indent)))
        return self._alone(at, text)

    def _titled_or_underline(self, at: int, text: str, indent: int) -> int | None:
        if self._paragraph is not None and _SETEXT_H1.match(text):
            self.has_h1 = True
            self._end(at)
            return at + 1
        return self._titled(at, text, indent)

    def _heading(self, at: int, text: str, indent: int) -> int | None:
        if indent >= self._containers[-1].column + TAB:
            return None
        self.has_h1 = self.has_h1 or _H1.match(text) is not None
        return self._alone(at, text)

    def _slashes(self, at: int, text: str, _indent: int) -> int | None:
        return self._alone(at, text) if text.startswith("///") else None

    def _fence(self, at: int, text: str, indent: int) -> int | None:
        found = _FENCE.match(text)
        if not found:
            return None
        self._end(at)
        fence = found[1] or found[2]
        top = self._containers[-1]
        is_held = top.kind not in ("", "quote")
        floor = min(indent, top.column) if is_held else indent
        left: int | None = None
        lines, count = self._lines, len(self._lines)
        for number in range(at + 1, count):
            line = lines[number]
            if self._quotes:
                line = self._unquoted(number, line)
                if self._containers[-1] is not top:
                    return number
            text = line.lstrip(" \t")
            if not text or (not floor and text[0] != fence[0]):
                continue
            width = text_column(line, text)
            if width < floor:
                if is_held:
                    return number
                left = left or number
            closes = text.startswith(fence) and not text.strip(f"{fence[0]} \t")
            if closes and width <= indent:
                return number + 1
        # What nothing closes ends where its indent does.
        return left or count

    def _html(self, at: int, text: str, indent: int) -> int | None:
        """Pass over comments and elements whose content is not read as Markdown."""
        place = start = self._place(at, text)
        # Within containers Python-Markdown sees no blocks of HTML but tags.
        only_raw = len(self._containers) > 1 or indent >= TAB
        while begun := self._html_blocks.begin(place):
            stop = self._html_blocks.end(begun, only_raw=only_raw)
            if stop is None:
                break
            if place == start:
                self._end(at)
            if begun[2] and begun[2].lower() not in RAW_TAGS:
                self.spans.append(Span(place, stop, is_html=True))
            place = stop
        if place == start:
            line_end = self._starts[at + 1]
            is_alone = begun and self._html_blocks.is_line_of_tags(begun, line_end)
            return self._alone(at, text) if is_alone else None
        at = bisect_right(self._starts, place, 0, len(self._lines)) - 1
        rest = self._lines[at][place - self._starts[at] :].lstrip(" \t")
        if rest.startswith("<"):
            return self._alone(at, rest)
        if rest:
            self._paragraph = self._place(at, rest)
        return at + 1
