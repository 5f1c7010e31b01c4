"""Rules for terminals that are drawn or played: code blocks of the lines that a reader sees."""

from __future__ import annotations

import math
import re
from html import unescape
from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.rendered import escape
from mkdocs_ascribe.markdown.rendered.blocks import bold
from mkdocs_ascribe.markdown.rendered.nodes import descendants, elements

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.rule_types import Attributes
    from mkdocs_ascribe.markdown.rendered.writer import Writer

# No terminal that people draw is wider.
_COLUMNS = 1_000
# What colours a terminal's output, where a script makes HTML of it.
_COLOURS = r"</?(?:a|b|em|font|i|span|strong|u)(?: [^<>\n]*)?>"


def drawn(node: Node, _attributes: Attributes, _writer: Writer) -> list[str]:
    """Write an SVG that Rich exports (https://rich.readthedocs.io): its title, then its lines.

    Each text in it has its place as `x` and `y`, and all characters are of one width.
    """
    title = ""
    rows: dict[float, str] = {}
    width = 0.0
    for piece in descendants(node, "text"):
        attributes = piece.attributes
        text = piece.text().replace("\u00a0", " ")
        if not attributes.get("textLength"):
            title = title or text.strip()
            continue
        x, y, length = (_number(attributes.get(name)) for name in ("x", "y", "textLength"))
        width = width or length / max(len(text), 1)
        column = min(round(x / width), _COLUMNS) if width else 0
        rows[y] = rows.get(y, "").ljust(column) + text if text.strip() else rows.get(y, "")
    lines = [rows[y].rstrip() for y in sorted(rows)]
    return [
        *bold(escape.text(title)),
        *([escape.fence("\n".join(lines).strip("\n"))] if any(lines) else []),
    ]


def played(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write termynal's terminal (https://github.com/ines/termynal).

    Its lines are elements with a prompt, or, as FastAPI's script reads it, a code block whose HTML
    colours it.
    """
    lines = [one for _, one in elements(node) if "data-ty" in one.attributes]
    if not lines:
        return [
            unescape(re.sub(_COLOURS, "", block)) if block.startswith("```") else block
            for block in writer.blocks(node)
        ]
    shown = [_line(one) for one in lines if one.attributes.get("data-ty") != "progress"]
    return [escape.fence("\n".join(shown), "console")]


def _line(node: Node) -> str:
    """Return a line of termynal's with its prompt."""
    attributes = node.attributes
    prompt = attributes.get("data-ty-prompt")
    if prompt is None and attributes.get("data-ty") == "input":
        prompt = "$"
    text = "".join("\n" if one.tag == "br" else one.text() for one in node.iter(include_text=True))
    return f"{prompt} {text}" if prompt else text.removesuffix("\n")


def _number(value: str | None) -> float:
    try:
        number = float(value or 0)
    except ValueError:
        return 0.0
    return number if 0 <= number < math.inf else 0.0
