"""The rule for tables: GFM (4.10), or block by block where cells hold what no GFM cell can."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.markdown.rendered import escape
from mkdocs_ascribe.markdown.rendered.blocks import bold, caption
from mkdocs_ascribe.markdown.rendered.nodes import child, descendant, elements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.writer import Attributes, Writer

_ALIGN = re.compile(r"text-align:\s*(left|center|right)")
_DELIMITER = {"": "---", "left": ":--", "center": ":-:", "right": "--:"}
# No table that people read is wider; a span beyond it is a mistake.
_MAX_SPAN = 100
_MAX_DIGITS = 4


class _Row(NamedTuple):
    """A row of the table, and whether it heads it."""

    cells: list[Node]
    head: bool


def table(node: Node, attributes: Attributes, writer: Writer) -> list[str]:
    """Write a table.

    Its caption comes first, then the header row, a delimiter row, and the rows of all bodies.
    """
    title = child(node, "caption")
    blocks = caption(title, attributes, writer) if title is not None else []
    rows = list(_rows(node))
    if not rows:
        return blocks or writer.blocks(node)
    head = rows.pop(0).cells if rows[0].head else []
    if descendant(node, "pre", "table") is not None and not writer.flat:
        return blocks + _unrolled(head, [row.cells for row in rows], writer)
    grid = _grid([*([head] if head else []), *(row.cells for row in rows)], writer)
    if not head:
        grid.insert(0, [""] * len(grid[0]))
    first = head or rows[0].cells
    aligns = [_DELIMITER[_align(cell)] for cell in first]
    aligns += ["---"] * (len(grid[0]) - len(aligns))
    lines = [_line(grid[0]), _line(aligns[: len(grid[0])]), *(_line(row) for row in grid[1:])]
    return [*blocks, "\n".join(lines)]


def _rows(node: Node) -> Iterator[_Row]:
    """Yield the rows of all sections.

    Only the first can head the table, if it is in ``thead`` or all of ``th``.
    """
    for section in elements(node):
        for one in [section] if section.tag == "tr" else elements(section):
            cells = [cell for cell in elements(one) if cell.tag in {"td", "th"}]
            if one.tag == "tr" and cells:
                yield _Row(cells, section.tag == "thead" or all(cell.tag == "th" for cell in cells))


def _grid(rows: list[list[Node]], writer: Writer) -> list[list[str]]:
    """Return the text of each cell, all rows of one length.

    A cell over several columns or rows stands in its first.
    """
    grid: list[list[str]] = []
    below: dict[int, int] = {}  # column -> rows that a cell above still reaches into
    for cells in rows:
        line: list[str] = []
        for cell in cells:
            _covered(line, below)
            attributes = cell.attributes
            across, down = _span(attributes.get("colspan")), _span(attributes.get("rowspan"))
            for column in range(len(line), len(line) + across):
                if down > 1:
                    below[column] = down - 1
            line += [_text(cell, writer), *[""] * (across - 1)]
        _covered(line, below)
        grid.append(line)
    width = max(len(line) for line in grid)
    return [line + [""] * (width - len(line)) for line in grid]


def _covered(line: list[str], below: dict[int, int]) -> None:
    """Add empty cells to `line` where one from above reaches into this row."""
    while below.get(len(line)):
        below[len(line)] -= 1
        line.append("")


def _text(cell: Node, writer: Writer) -> str:
    """Return a cell's content on one line.

    ``<br>`` stands between lines, and pipes are escaped (in code spans too).
    """
    with writer.within(flat=True, in_cell=True, bold=writer.bold or cell.tag == "th"):
        text = escape.tidy(writer.inline(cell))
    return text.replace("|", "\\|").replace("\n", "<br>")


def _unrolled(head: list[Node], rows: list[list[Node]], writer: Writer) -> list[str]:
    """Return a table that holds code or tables as the blocks of each cell in order.

    Its column's heading is in bold before them.
    """
    names = [writer.label(cell) for cell in head]
    blocks: list[str] = []
    for cells in rows:
        for position, cell in enumerate(cells):
            inside = writer.blocks(cell)
            if inside and position < len(names):
                blocks += bold(names[position])
            writer.add(blocks, inside)
    return blocks if rows else [block for name in names for block in bold(name)]


def _align(cell: Node) -> str:
    attributes = cell.attributes
    match = _ALIGN.search(attributes.get("style") or "")
    align = match[1] if match else (attributes.get("align") or "").lower()
    return align if align in _DELIMITER else ""


def _span(value: str | None) -> int:
    if not value or not value.isdecimal() or len(value) > _MAX_DIGITS:
        return 1
    return max(1, min(int(value), _MAX_SPAN))


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
