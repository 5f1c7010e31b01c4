"""The fenced code blocks of a page's Markdown source.

What the HTML has lost of them is looked up here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

# CommonMark 4.5, with the places where Python-Markdown lets
# a fence stand: indented, in a quote, after a list marker.
_OPEN = re.compile(
    r"^(?P<prefix>(?:[ \t>]|(?:[-*+]|\d+[.)])(?=[ \t]))*)(?P<marks>`{3,}|~{3,})(?P<info>[^\n]*)$"
)
# Apart, since a pattern that begins with plain text is
# found far faster than one that begins with a choice.
_MARKS = (re.compile("```+"), re.compile("~~~+"))
_ATTRIBUTE_LANGUAGE = re.compile(r"^\{\s*\.?(?P<attribute>[\w+#-]+)(?![\w=+#-])")
_LANGUAGE = re.compile(r"^(?P<plain>[^\s{}=]+)(?=\s|\{|$)")
_TITLE = re.compile(r"""(?:^|[\s{])title=(?P<quote>["'])(?P<title>.*?)(?P=quote)""")


class Fence(NamedTuple):
    """A fenced code block as its author wrote it.

    It has a language, a title (each empty if none) and its code, `text`.
    """

    language: str
    title: str
    text: str


def source_fences(markdown: str) -> list[Fence]:
    """Return the fenced code blocks of `markdown`, in order.

    Reads pymdownx.superfences' headers
    (https://facelessuser.github.io/pymdown-extensions/extensions/superfences/): ``py title="x"``
    and ``{ .py title="x" }``. A fence that is not closed is none.
    """
    fences = []
    lines = _lines_with_marks(markdown.replace("\r\n", "\n"))
    position = 0
    # Marks that no line further on closes: asked once,
    # so that many open fences cost no more than one.
    unclosed: set[str] = set()
    while position < len(lines):
        opening = _OPEN.match(lines[position].text)
        position += 1
        if opening is None:
            continue
        marks = opening["marks"]
        # Backticks in the info string: inline code at the start of a line, as in CommonMark 4.5.
        if marks in unclosed or (marks[0] == "`" and "`" in opening["info"]):
            continue
        end = next(
            (later for later in range(position, len(lines)) if _closes(lines[later].text, marks)),
            None,
        )
        if end is None:
            unclosed.add(marks)
            continue
        text = lines[end].source[lines[position - 1].end + 1 : max(lines[end].start - 1, 0)]
        fences.append(
            Fence(
                _language(opening["info"]),
                _title(opening["info"]),
                _dedented(text, opening["prefix"]),
            )
        )
        position = end + 1
    return fences


class _Line(NamedTuple):
    """A line that holds marks of a fence, and where it stands in the source."""

    source: str
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.source[self.start : self.end]


def _lines_with_marks(markdown: str) -> list[_Line]:
    """Return the lines that could open or close a fence.

    They are few, and found far faster than by looking at every line.
    """
    lines: list[_Line] = []
    for first, last in sorted(
        found.span() for marks in _MARKS for found in marks.finditer(markdown)
    ):
        if lines and first < lines[-1].end:
            continue
        start = markdown.rfind("\n", 0, first) + 1
        end = markdown.find("\n", last)
        lines.append(_Line(markdown, start, len(markdown) if end < 0 else end))
    return lines


def _closes(line: str, marks: str) -> bool:
    """Return whether `line` closes a fence opened by `marks`."""
    line = line.strip(" \t>")
    return line.startswith(marks) and not line.strip(marks[0])


def _dedented(text: str, prefix: str) -> str:
    """Return the lines of a fence without what its marks are indented by.

    The marks of quotes around it are taken off too.
    """
    text = text.expandtabs(4)
    if not prefix:
        return text
    marks = "[ >]" if ">" in prefix else " "
    return re.sub(f"^{marks}{{0,{len(prefix.expandtabs(4))}}}", "", text, flags=re.MULTILINE)


def _language(info: str) -> str:
    info = info.strip()
    match = _ATTRIBUTE_LANGUAGE.match(info) or _LANGUAGE.match(info)
    return match[1] if match else ""


def _title(info: str) -> str:
    match = _TITLE.search(info)
    return match["title"] if match else ""


class FenceIndex:
    """The fences of one page by their text.

    Of those with the same text each is taken once, in order.
    """

    __slots__ = ("_by_text", "_source")

    def __init__(self, source: str) -> None:
        """Keep the Markdown until a fence is asked for: the HTML of most pages has lost nothing."""
        self._source = source
        self._by_text: dict[str, list[Fence]] | None = None

    def take(self, text: str) -> Fence | None:
        """Return the next fence that holds `text`, blanks aside.

        The last of them is returned for as often as it is asked for.
        """
        if self._by_text is None:
            self._by_text = {}
            for fence in reversed(source_fences(self._source)):
                self._by_text.setdefault(_key(fence.text), []).append(fence)
        found = self._by_text.get(_key(text)) if self._by_text else None
        if not found:
            return None
        return found.pop() if len(found) > 1 else found[0]


def _key(text: str) -> str:
    """Return `text` with all runs of blanks alike.

    Python-Markdown expands tabs, Pygments takes blank lines off.
    """
    return " ".join(text.split())
