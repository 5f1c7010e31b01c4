"""Rules for blocks of text: headings, lists, quotes, definitions, figures, footnotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.rendered import escape
from mkdocs_ascribe.markdown.rendered.adjacent import add, joined
from mkdocs_ascribe.markdown.rendered.links import footnote_label
from mkdocs_ascribe.markdown.rendered.nodes import child, descendants, elements

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.rule_types import Attributes
    from mkdocs_ascribe.markdown.rendered.writer import Writer

# A marker has nine digits at most (5.2), and none of them a minus.
_MARKER_DIGITS = 9


def container(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write the blocks inside: ``p``, ``div``, ``section`` and so on have no mark of their own."""
    return writer.blocks(node)


def nothing(_node: Node, _attributes: Attributes, _writer: Writer) -> list[str]:
    """Write nothing: a [TOC], scripts, folded source listings."""
    return []


def heading(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write an ATX heading (CommonMark 4.2), unless it is empty."""
    writer.flat = True  # A block rule is never run where this is set already.
    text = escape.heading(writer.inline(node))
    writer.flat = False
    if not text:
        return []
    level = int((node.tag or "h1")[1])
    writer.has_h1 = writer.has_h1 or level == 1
    return [f"{'#' * level} {text}"]


def rule(_node: Node, _attributes: Attributes, _writer: Writer) -> list[str]:
    """Write a thematic break (4.1).

    It is of stars, since ``- ---`` would be one break and no list item that holds one.
    """
    return ["***"]


def quote(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write a block quote (5.1)."""
    return quoted(writer.blocks(node))


def quoted(blocks: list[str]) -> list[str]:
    """Return the blocks as one block quote."""
    return [escape.prefixed(joined(blocks), "> ", "> ")] if blocks else []


def unordered(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write a bullet list (5.3)."""
    return _list(node, writer, None)


def ordered(node: Node, attributes: Attributes, writer: Writer) -> list[str]:
    """Write an ordered list (5.3), from the number it starts at."""
    start = attributes.get("start") or "1"
    fits = start.isdecimal() and len(start) < _MARKER_DIGITS
    return _list(node, writer, int(start) if fits else 1)


def _list(node: Node, writer: Writer, number: int | None) -> list[str]:
    """Write the items of a list.

    One blank line is between all of them, if any of them has paragraphs or blocks of its own (5.3).
    """
    items: list[list[str]] = []
    loose = False
    for tag, item in elements(node):
        # What is no item is written as one: a nested list
        # straight inside a list, which browsers show so.
        blocks = writer.blocks(item) if tag == "li" else writer.element(tag, item)
        if not blocks and tag != "li":
            continue
        loose = loose or _is_loose(item, blocks)
        items.append(blocks)
    separator = "\n\n" if loose else "\n"
    lines = []
    for position, blocks in enumerate(items):
        marker = "- " if number is None else f"{number + position}. "
        lines.append(escape.prefixed(separator.join(blocks), marker, " " * len(marker)))
    return [separator.join(lines)] if lines else []


def _is_loose(item: Node, blocks: list[str]) -> bool:
    """Return whether an item has paragraphs, or more than lists behind its text."""
    tags = [tag for tag, _ in elements(item)]
    return "p" in tags or len(blocks) - tags.count("ul") - tags.count("ol") > 1


def definitions(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write a definition list: each term a bold line, its definitions after it.

    Neither CommonMark nor GFM has one.
    """
    blocks: list[str] = []
    for tag, one in elements(node):
        if tag == "dt":
            add(blocks, bold(writer.label(one)))
        else:  # ``dd``, and the ``div`` that may hold a term and its definitions
            add(blocks, definitions(one, {}, writer) if child(one, "dt") else writer.blocks(one))
    return blocks


def bold(text: str) -> list[str]:
    """Return a bold line of its own, or nothing for no text.

    `text` is Markdown without bold in it.
    """
    return [f"**{text}**"] if text else []


def caption(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write a figure's or table's caption: a line in italics."""
    italic, writer.italic = writer.italic, True
    text = writer.line(node)
    writer.italic = italic
    return [f"*{text}*"] if text else []


def footnotes(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write Python-Markdown's footnotes as GitHub's.

    Each is ``[^label]:`` and the note, its further blocks indented by four. A note that nothing
    refers to would not be shown; it is written as an item of the list that the page shows.
    """
    blocks: list[str] = []
    for number, note in enumerate(descendants(node, "li"), 1):
        identifier = note.attributes.get("id") or ""
        # The mark that leads back is gone; the no-break space before it is left.
        inside = [block.rstrip("\u00a0 ") for block in writer.blocks(note)]
        if inside and identifier.startswith("fn"):
            is_shown = writer.refers_to(identifier)
            mark = f"[^{footnote_label(identifier)}]: " if is_shown else f"{number}. "
            rest = " " * (4 if is_shown else len(mark))
            blocks.append(escape.prefixed(joined(inside), mark, rest))
        else:
            add(blocks, inside)
    return blocks or writer.blocks(node)


def table_of_contents(node: Node, attributes: Attributes, writer: Writer) -> list[str]:
    """Write nothing for a [TOC]: a list of links into the page itself.

    Anything else of that class is written.
    """
    links = [link.attributes.get("href") or "" for link in descendants(node, "a")]
    return (
        []
        if links and all(href.startswith("#") for href in links)
        else container(node, attributes, writer)
    )
