"""The walk over the tree, and what every rule may ask of it.

A rule is a small function for one construct. A block rule gives blocks (a list of Markdown strings,
each of whole lines), an inline rule gives a piece of a line. Both get the node, its attributes and
this writer, through which they write what is inside: `blocks`, `inline`, `line`. Rules never look
at the output so far.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from mkdocs_ascribe.markdown.rendered import escape
from mkdocs_ascribe.markdown.rendered.escape import append

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.fences import FenceIndex

Attributes: TypeAlias = "dict[str, str | None]"
BlockWriter: TypeAlias = "Callable[[Node, Attributes, Writer], list[str]]"
InlineWriter: TypeAlias = "Callable[[Node, Attributes, Writer], str]"

# Deeper than any page that a person wrote, and three
# frames a level stay far from Python's own limit.
MAX_DEPTH = 120

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# MathJax's own delimiters in plain text, and what tells
# TeX from a pattern that someone forgot to mark as code.
_BARE_TEX = re.compile(
    r"\\\((?P<inline>(?:[^\\]|\\[^()])+)\\\)|\\\[(?P<display>(?:[^\\]|\\[^\[\]])+)\\\]"
)
_TEX_LIKE = re.compile(r"[\\^_={}<>+]|^\s*\w\s*$")
_BULLET = re.compile(r"^[-+](?= |$)", re.MULTILINE)
_NUMBER = re.compile(r"^(\d+)[.)](?= |$)", re.MULTILINE)


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


class Writer:
    """One conversion.

    It knows where it stands (`bold`, `in_link`, ...) and what the whole page decides (`math`, ...).
    """

    __slots__ = (
        "_html",
        "_math",
        "bold",
        "deleted",
        "depth",
        "fences",
        "find",
        "flat",
        "has_h1",
        "in_cell",
        "in_link",
        "italic",
        "link",
    )

    def __init__(
        self,
        find: Callable[[str, str | None], Rule],
        link: Callable[[str], str],
        fences: FenceIndex,
        html: str,
    ) -> None:
        """Begin a conversion.

        `find` gives an element's rule, `link` the address to write, `html` is the whole content.
        """
        self.find = find
        self.link = link
        self.fences = fences
        self.has_h1 = False
        self.depth = 0
        self.flat = self.bold = self.italic = self.deleted = self.in_link = self.in_cell = False
        self._html = html
        self._math: bool | None = None

    @property
    def math(self) -> bool:
        """Whether the page has math, so that a dollar must not look like more of it.

        It is asked at the first dollar.
        """
        if self._math is None:
            signs = ("arithmatex", "math/tex", "<math", "katex", "\\(", "\\[")
            self._math = any(sign in self._html for sign in signs)
        return self._math

    # -- blocks ------------------------------------------------------------------------------------

    def blocks(self, node: Node, skip: Node | None = None) -> list[str]:
        """Return the blocks inside `node` (without its child `skip`).

        A run of inline content is a paragraph.
        """
        return (
            self.siblings(node.first_child, skip.mem_id if skip else 0)
            if self.enter()
            else self.plain(node)
        )

    def siblings(self, child: Node | None, skip: int = 0) -> list[str]:
        """Return the blocks of `child` and the nodes after it."""
        find = self.find
        state = self.depth, self.bold, self.italic, self.deleted, self.in_link
        blocks: list[str] = []
        line: list[str] = []
        while child is not None:
            tag = child.tag
            if tag == "-text":
                plain = child.text_content or ""
                if line or not plain.isspace():  # Between blocks there is little else than blanks.
                    append(line, self.text(plain))
            elif tag is not None and tag[0] != "-" and not (skip and child.mem_id == skip):
                attributes = child.attributes
                rule = find(tag, attributes.get("class"))
                if _unseen(attributes):
                    pass
                elif isinstance(rule, Block):
                    if line:
                        self.flush(line, blocks)
                    self.add(blocks, rule.write(child, attributes, self))
                else:
                    try:
                        append(line, rule.write(child, attributes, self))
                    except BlockInside:
                        self.depth, self.bold, self.italic, self.deleted, self.in_link = state
                        self.flush(line, blocks)
                        self.add(
                            blocks,
                            rule.blocks(child, attributes, self)
                            if rule.blocks
                            else self.blocks(child),
                        )
            child = child.next
        if line:
            self.flush(line, blocks)
        self.depth -= 1
        return blocks

    def element(self, node: Node) -> list[str]:
        """Return one element as blocks, whatever its rule is."""
        attributes = node.attributes
        rule = self.find(node.tag or "", attributes.get("class"))
        return rule.write(node, attributes, self) if isinstance(rule, Block) else self.blocks(node)

    def flush(self, line: list[str], blocks: list[str]) -> None:
        """Move a finished line to `blocks` as a paragraph, unless it is empty or all blanks."""
        paragraph = escape.paragraph("".join(line))
        line.clear()
        if paragraph:
            blocks.append(f"~~{paragraph}~~" if self.deleted else paragraph)

    @staticmethod
    def add(blocks: list[str], more: list[str]) -> None:
        """Append `more`, with another marker for a list right after a list.

        With the same one the two would be one list (5.3).
        """
        if blocks and more:
            before, after = blocks[-1][:1], more[0][:1]
            if (
                before in {"-", "+"}
                and after == before
                and _BULLET.match(blocks[-1])
                and _BULLET.match(more[0])
            ):
                more[0] = _BULLET.sub("+" if before == "-" else "-", more[0])
            elif before.isdigit() and after.isdigit():
                first, second = _NUMBER.match(blocks[-1]), _NUMBER.match(more[0])
                if first and second and first[0][-1] == second[0][-1]:
                    more[0] = _NUMBER.sub(r"\1)" if first[0][-1] == "." else r"\1.", more[0])
        blocks.extend(more)

    # -- inline ------------------------------------------------------------------------------------

    def inline(self, node: Node) -> str:
        """Return what is inside `node` as inline Markdown, blanks at its ends kept.

        A block raises `BlockInside`, or, where only inline content can stand (`flat`), becomes a
        line of its own.
        """
        if not self.enter():
            return self.text(node.text())
        find = self.find
        pieces: list[str] = []
        child = node.first_child
        while child is not None:
            tag = child.tag
            if tag == "-text":
                append(pieces, self.text(child.text_content or ""))
            elif tag is not None and tag[0] != "-":
                attributes = child.attributes
                rule = find(tag, attributes.get("class"))
                if _unseen(attributes):
                    pass
                elif isinstance(rule, Inline):
                    append(pieces, rule.write(child, attributes, self))
                elif self.flat:
                    append(pieces, self.flattened(child, tag))
                else:
                    raise BlockInside
            child = child.next
        self.depth -= 1
        return "".join(pieces)

    def text(self, plain: str) -> str:
        """Return the text of a node as Markdown; TeX in bare brackets as math."""
        if "\\(" in plain or "\\[" in plain:
            return "".join(self._prose_and_tex(plain))
        return escape.text(
            escape.collapse(plain), in_link=self.in_link, dollars="$" in plain and self.math
        )

    def _prose_and_tex(self, plain: str) -> Iterator[str]:
        start = 0
        for match in _BARE_TEX.finditer(plain):
            tex = match["inline"] or match["display"]
            if _TEX_LIKE.search(tex):
                before = escape.collapse(plain[start : match.start()])
                yield escape.text(before, in_link=self.in_link, dollars=True)
                yield escape.math(tex, display=match["inline"] is None, in_cell=self.in_cell)
                start = match.end()
        yield escape.text(escape.collapse(plain[start:]), in_link=self.in_link, dollars=True)

    def flattened(self, node: Node, tag: str) -> str:
        """Return a block as lines within a cell, heading or link."""
        if tag == "pre":
            lines = (node.text() or "").strip("\n").split("\n")
            return "\n" + "\n".join(escape.code_span(line) for line in lines) + "\n"
        if tag in _HEADINGS and not self.bold:
            label = self.label(node)
            return f"\n**{label}**\n" if label else ""
        inside = escape.tidy(self.inline(node))
        return f"\n- {inside}\n" if tag == "li" else f"\n{inside}\n"

    def line(self, node: Node) -> str:
        """Return what is inside `node` on one line, blocks too."""
        with self.within(flat=True):
            return escape.tidy(self.inline(node)).replace("\n", " ")

    def label(self, node: Node) -> str:
        """Return what is inside `node` as one line that the caller makes bold."""
        with self.within(bold=True):
            return self.line(node)

    # -- state -------------------------------------------------------------------------------------

    @contextmanager
    def within(self, **state: bool) -> Iterator[None]:
        """Set parts of the state (`flat`, `bold`, `in_link`, ...) for a while."""
        before = {name: getattr(self, name) for name in state}
        for name, value in state.items():
            setattr(self, name, value)
        try:
            yield
        finally:
            for name, value in before.items():
                setattr(self, name, value)

    def enter(self) -> bool:
        """Go one level down, and return whether there is room.

        Where there is none, the depth stays as it is.
        """
        if self.depth >= MAX_DEPTH:
            return False
        self.depth += 1
        return True

    def plain(self, node: Node) -> list[str]:
        """Return the bare text inside `node`: all that is left of it below `MAX_DEPTH`."""
        line = [self.text(node.text())]
        blocks: list[str] = []
        self.flush(line, blocks)
        return blocks


def _unseen(attributes: Attributes) -> bool:
    """Return whether an element is hidden.

    A tab's panel is so only until its tab is chosen, and then readers see it: it does not count.
    """
    return "hidden" in attributes and attributes.get("role") != "tabpanel"


def joined(blocks: Sequence[str]) -> str:
    """Return blocks as one, a blank line between each."""
    return "\n\n".join(blocks)
