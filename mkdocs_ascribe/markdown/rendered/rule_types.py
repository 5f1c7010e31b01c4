"""What a rule is.

A rule is a small function for one construct. A block rule gives blocks (a list of Markdown strings,
each of whole lines), an inline rule gives a piece of a line. Both get the node, its attributes and
the writer, through which they write what is inside: `blocks`, `inline`, `line`. Rules never look at
the output so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.writer import Writer

Attributes: TypeAlias = "dict[str, str | None]"
BlockWriter: TypeAlias = "Callable[[Node, Attributes, Writer], list[str]]"
InlineWriter: TypeAlias = "Callable[[Node, Attributes, Writer], str]"


class Block(NamedTuple):
    """A rule for what stands on lines of its own."""

    write: BlockWriter


class Inline(NamedTuple):
    """A rule for what stands within a line; `blocks`, if any, writes it where it holds blocks."""

    write: InlineWriter
    blocks: BlockWriter | None = None


Rule: TypeAlias = Block | Inline


class BlockInside(Exception):  # noqa: N818 - a signal, no error: it never leaves the writer
    """An inline rule met a block: the element is written as blocks instead."""
