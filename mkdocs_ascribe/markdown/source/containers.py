"""What holds lines of a Markdown source, and the columns that decide which lines it holds."""

from __future__ import annotations

from typing import NamedTuple

TAB = 4


class Container(NamedTuple):
    """What holds the lines that are indented to its column, or quoted.

    The first is the source itself; "titled" are admonitions and tabs, which a line that is not
    indented ends at once; "note" are footnotes and definitions.
    """

    kind: str
    column: int

    def content_column(self, indent: int) -> int:
        """Give the column of what a mark in here holds: the multiple of four behind it."""
        return self.column + max(indent - self.column, 0) // TAB * TAB + TAB


def leave(containers: list[Container], indent: int) -> Container:
    """Leave the containers that a line with this indent is not in; give the one it is in."""
    while (top := containers[-1]).column > indent and top.kind not in ("", "quote"):
        containers.pop()
    return top


def text_column(line: str, text: str) -> int:
    """Give the column of a line's text; a tab goes on to the next multiple of four."""
    blanks = len(line) - len(text)
    if blanks and "\t" in (indent := line[:blanks]):
        return len(indent.expandtabs(TAB))
    return blanks
