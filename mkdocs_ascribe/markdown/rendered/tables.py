"""The rule for tables: GFM (4.10), or block by block where cells hold what no GFM cell can."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.rendered import escape
from mkdocs_ascribe.markdown.rendered.adjacent import add
from mkdocs_ascribe.markdown.rendered.blocks import bold, caption
from mkdocs_ascribe.markdown.rendered.nodes import child, elements

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.nodes import Element
    from mkdocs_ascribe.markdown.rendered.rule_types import Attributes
    from mkdocs_ascribe.markdown.rendered.writer import Writer

_ALIGN = r"text-align:\s*(left|center|right)"
# What begins any other block, or the escape that keeps a paragraph from being one.
_NO_PARAGRAPH = r"```|[-+#>|\\]|\d+\\?[.)]|\*\*\*$|\$\$\n|\[\^"
_DELIMITER = {"": "---", "left": ":--", "center": ":-:", "right": "--:"}
# No table that people read is wider; a span beyond it is a mistake.
_MAX_SPAN = 100
_MAX_DIGITS = 4


def table(node: Node, attributes: Attributes, writer: Writer) -> list[str]:
    """Write a table.

    Its caption comes first, then the header row, a delimiter row, and the rows of all bodies.
    """
    title = child(node, "caption")
    blocks = caption(title, attributes, writer) if title is not None else []
    rows, has_head = _rows(node)
    if not rows:
        return blocks or writer.blocks(node)
    if len(node.css("table, pre")) > 1:  # The first is this one.
        return blocks + _unrolled(rows, writer, has_head=has_head)
    grid = _grid(rows, writer)
    if not has_head:
        grid.insert(0, [""] * len(grid[0]))
    aligns = [_DELIMITER[_align(cell)] for _, cell in rows[0]]
    aligns += ["---"] * (len(grid[0]) - len(aligns))
    lines = [_line(grid[0]), _line(aligns[: len(grid[0])]), *(_line(row) for row in grid[1:])]
    return [*blocks, "\n".join(lines)]


def _rows(node: Node) -> tuple[list[list[Element]], bool]:
    """Return the cells of each row of all sections, and whether the first row heads the table.

    It does if it is in ``thead`` or all of ``th``.
    """
    rows: list[list[Element]] = []
    has_head = False
    for section, inside in elements(node):
        for tag, one in [(section, inside)] if section == "tr" else elements(inside):
            if tag != "tr":
                continue
            cells = [(kind, cell) for cell in one.iter() if (kind := cell.tag) in ("td", "th")]
            if cells and not rows:
                has_head = section == "thead" or all(kind == "th" for kind, _ in cells)
            if cells:
                rows.append(cells)
    return rows, has_head


def _grid(rows: list[list[Element]], writer: Writer) -> list[list[str]]:
    """Return the text of each cell, all rows of one length.

    A cell over several columns or rows stands in its first.
    """
    grid: list[list[str]] = []
    below: dict[int, int] = {}  # column -> rows that a cell above still reaches into
    flat, in_cell, bold = writer.flat, writer.in_cell, writer.bold
    writer.flat = writer.in_cell = True
    for cells in rows:
        line: list[str] = []
        for tag, cell in cells:
            if below:
                _covered(line, below)
            writer.bold = bold or tag == "th"
            text = _text(cell, writer)
            attributes = cell.attributes
            if "colspan" in attributes or "rowspan" in attributes:
                across, down = _span(attributes.get("colspan")), _span(attributes.get("rowspan"))
                if down > 1:
                    columns = range(len(line), len(line) + across)
                    below.update(dict.fromkeys(columns, down - 1))
                line += [text, *[""] * (across - 1)]
            else:
                line.append(text)
        _covered(line, below)
        grid.append(line)
    writer.flat, writer.in_cell, writer.bold = flat, in_cell, bold
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
    return escape.tidy(writer.inline(cell)).replace("|", "\\|").replace("\n", "<br>")


def _unrolled(rows: list[list[Element]], writer: Writer, *, has_head: bool) -> list[str]:
    """Return a table that holds code or tables as the blocks of each cell in order.

    Its column's heading is in bold before them, on the line of a paragraph that begins them.
    """
    names = [writer.label(cell) for _, cell in rows[0]] if has_head else []
    blocks: list[str] = []
    for cells in rows[has_head:]:
        for position, (_, cell) in enumerate(cells):
            inside = writer.blocks(cell)
            if inside and position < len(names) and names[position]:
                if re.match(_NO_PARAGRAPH, inside[0]):
                    blocks += bold(names[position])
                else:
                    inside[0] = f"**{names[position]}**: {inside[0]}"
            add(blocks, inside)
    return blocks if rows[has_head:] else [block for name in names for block in bold(name)]


def _align(cell: Node) -> str:
    attributes = cell.attributes
    style = attributes.get("style")
    match = re.search(_ALIGN, style) if style else None
    align = match[1] if match else (attributes.get("align") or "").lower()
    return align if align in _DELIMITER else ""


def _span(value: str | None) -> int:
    if not value or not value.isdecimal() or len(value) > _MAX_DIGITS:
        return 1
    return max(1, min(int(value), _MAX_SPAN))


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
