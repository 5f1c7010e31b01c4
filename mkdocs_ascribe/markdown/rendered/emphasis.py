"""Rules for emphasis: bold, italic, deleted text, and where their marks would not be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.rendered import escape

if TYPE_CHECKING:
    from collections.abc import Callable

    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.rule_types import Attributes
    from mkdocs_ascribe.markdown.rendered.writer import Writer

# Elements whose Markdown is their content's, so that
# what stands beside them stands beside their content.
_UNMARKED = frozenset(
    {"span", "u", "small", "big", "font", "abbr", "kbd", "label", "bdi", "bdo", "time", "data"}
)
_OTHER = "\N{OBJECT REPLACEMENT CHARACTER}"
_EMPHASIS = frozenset({"strong", "b", "em", "i", "dfn", "var", "cite", "del", "s", "strike"})


def strong(node: Node, _attributes: Attributes, writer: Writer) -> str:
    """Write ``**`` (6.2), or ``<strong>`` where that would not be read as bold.

    What is bold already gets nothing more.
    """
    if writer.bold:
        return writer.inline(node)
    writer.bold = True
    content = writer.inline(node)
    writer.bold = False
    return _delimited(node, content, "**", "strong", nested=writer.italic or writer.deleted)


def emphasis(node: Node, _attributes: Attributes, writer: Writer) -> str:
    """Write ``*`` (6.2), or ``<em>`` where that would not be read as italic."""
    if writer.italic:
        return writer.inline(node)
    writer.italic = True
    content = writer.inline(node)
    writer.italic = False
    return _delimited(node, content, "*", "em", nested=writer.bold or writer.deleted)


def deleted(node: Node, _attributes: Attributes, writer: Writer) -> str:
    """Write ``~~`` (GFM 6.5), or ``<del>`` where that would not be read as a deletion."""
    if writer.deleted:
        return writer.inline(node)
    writer.deleted = True
    content = writer.inline(node)
    writer.deleted = False
    return _delimited(node, content, "~~", "del", nested=writer.bold or writer.italic)


def deleted_blocks(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write a deletion of whole blocks: each paragraph in it is one."""
    before, writer.deleted = writer.deleted, True
    blocks = writer.blocks(node)
    writer.deleted = before
    return blocks


def _delimited(node: Node, content: str, mark: str, tag: str, *, nested: bool) -> str:
    """Return `content` between `mark`s, or in `tag`.

    The tag is for where 6.2 would not read the marks as opening and closing. They are not read so
    where their inner side is punctuation and their outer side is a letter, as is common where no
    spaces part words (Chinese, Japanese); within a word and other emphasis (`nested`) they can be
    read as the latter's.
    """
    core = content.strip(escape.BLANK)
    if not core:
        return content
    # Blanks at the content's ends go outside, and keep the marks from the neighbours.
    opens = content[0] not in escape.BLANK and (nested or escape.is_punctuation(core[0]))
    closes = content[-1] not in escape.BLANK and (nested or escape.is_punctuation(core[-1]))
    before = _neighbour(node, lambda one: one.prev, -1) if opens else ""
    after = _neighbour(node, lambda one: one.next, 0) if closes else ""
    if (
        (_sticks(before) and escape.is_punctuation(core[0]))
        or (_sticks(after) and escape.is_punctuation(core[-1]))
        or (nested and (before.isalnum() or after.isalnum()))
    ):
        return escape.around(content, f"<{tag}>{core}</{tag}>")
    return escape.around(content, f"{mark}{core}{mark}")


def _sticks(char: str) -> bool:
    """Return whether `char` beside a delimiter is neither blank nor ASCII punctuation.

    Other punctuation counts as a letter here: parsers older than CommonMark 0.31 disagree on
    symbols.
    """
    return (
        bool(char) and not char.isspace() and not (char.isascii() and escape.is_punctuation(char))
    )


def _neighbour(node: Node, step: Callable[[Node], Node | None], end: int) -> str:
    """Return the character beside `node`.

    It is the last before it or the first after it, and empty at the line's end. Beside other
    emphasis it is `_OTHER`: the delimiters of the two would be one run.
    """
    while True:
        beside = step(node)
        while beside is not None:
            tag = beside.tag
            if tag == "-text" or tag in _UNMARKED:
                text = beside.text()
                if text:
                    return text[end]
            elif tag == "br":
                return ""
            elif tag in _EMPHASIS or tag == "img":
                # An image may be left out, and then what is before it is beside.
                return _OTHER
            elif tag is not None and tag[0] != "-" and beside.text().strip():
                return "*"
            beside = step(beside)
        parent = node.parent
        if parent is not None and parent.tag in _EMPHASIS:
            return _OTHER
        if parent is None or parent.tag not in _UNMARKED:
            return ""
        node = parent
