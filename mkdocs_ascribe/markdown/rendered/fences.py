"""The fenced code blocks of a page's Markdown source.

What the HTML has lost of them is looked up here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

# CommonMark 4.5, with the places where Python-Markdown lets
# a fence stand: indented, in a quote, after a list marker.
_OPEN = re.compile(
    r"(?P<prefix>(?:[ \t>]|(?:[-*+]|\d+[.)])(?=[ \t]))*)(?P<marks>`{3,}|~{3,})(?P<info>[^\n]*)"
)
_ATTRIBUTE_LANGUAGE = r"\{\s*\.?([\w+#-]+)(?![\w=+#-])"
_LANGUAGE = re.compile(r"([^\s{}=]+)(?=\s|\{|$)")
_TITLE = r"""(?:^|[\s{])title=(?P<quote>["'])(?P<title>.*?)(?P=quote)"""


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
    markdown = markdown.replace("\r\n", "\n")
    lines = _lines_with_marks(markdown)
    position = 0
    # Marks that no line further on closes: asked once,
    # so that many open fences cost no more than one.
    unclosed: set[str] = set()
    while position < len(lines):
        start, end = lines[position]
        opening = _OPEN.match(markdown, start, end)
        position += 1
        if opening is None:
            continue
        prefix, marks, info = opening.groups()
        # Backticks in the info string: inline code at the start of a line, as in CommonMark 4.5.
        if marks in unclosed or (marks[0] == "`" and "`" in info):
            continue
        for later in range(position, len(lines)):
            close, after = lines[later]
            if _closes(markdown[close:after], marks):
                break
        else:
            unclosed.add(marks)
            continue
        text = markdown[end + 1 : max(close - 1, 0)]
        fences.append(Fence(_language(info), _title(info), _dedented(text, prefix)))
        position = later + 1
    return fences


def _lines_with_marks(markdown: str) -> list[tuple[int, int]]:
    """Return where the lines begin and end that could open or close a fence.

    They are few, and found far faster than by looking at every line.
    """
    lines: list[tuple[int, int]] = []
    for marks in ("```", "~~~"):
        at = markdown.find(marks)
        while at >= 0:
            end = markdown.find("\n", at)
            if end < 0:
                end = len(markdown)
            lines.append((markdown.rfind("\n", 0, at) + 1, end))
            at = markdown.find(marks, end)
    return sorted(set(lines))


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
    match = re.match(_ATTRIBUTE_LANGUAGE, info) if info[:1] == "{" else _LANGUAGE.match(info)
    return match[1] if match else ""


def _title(info: str) -> str:
    match = re.search(_TITLE, info) if "title" in info else None
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
