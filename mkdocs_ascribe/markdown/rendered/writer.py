"""The walk over the tree, and what every rule may ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.rendered import escape
from mkdocs_ascribe.markdown.rendered.adjacent import add
from mkdocs_ascribe.markdown.rendered.bare_tex import may_have_tex, prose_and_tex
from mkdocs_ascribe.markdown.rendered.escape import append
from mkdocs_ascribe.markdown.rendered.nodes import only_text
from mkdocs_ascribe.markdown.rendered.rule_types import Block, BlockInside, Inline

if TYPE_CHECKING:
    from collections.abc import Callable

    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.fences import FenceIndex
    from mkdocs_ascribe.markdown.rendered.rule_types import Attributes, Rule

# Deeper than any page that a person wrote, and four
# frames a level stay far from Python's own limit.
MAX_DEPTH = 120

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class Writer:
    """One conversion.

    It knows where it stands (`bold`, `in_link`, ...) and what the whole page decides (`math`, ...).
    Who changes where it stands for a while puts it back afterwards; only `BlockInside` needs no
    such care, since who catches it does so.
    """

    __slots__ = (
        "_html",
        "_math",
        "_notebook",
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
        self._notebook: bool | None = None

    @property
    def math(self) -> bool:
        """Whether the page has math, so that a dollar must not look like more of it.

        It is asked at the first dollar.
        """
        if self._math is None:
            signs = ("arithmatex", "math/tex", "<math", "katex", "\\(", "\\[")
            self._math = any(sign in self._html for sign in signs)
        return self._math

    @property
    def notebook(self) -> bool:
        """Whether the page is a Jupyter notebook, in which a dollar begins math."""
        if self._notebook is None:
            self._notebook = "jp-RenderedMarkdown" in self._html
        return self._notebook

    def refers_to(self, identifier: str) -> bool:
        """Return whether the page may hold a link to its own element called `identifier`."""
        return f"#{identifier}" in self._html

    # -- blocks ------------------------------------------------------------------------------------

    def blocks(self, node: Node, skip: Node | None = None) -> list[str]:
        """Return the blocks inside `node` (without its child `skip`).

        A run of inline content is a paragraph.
        """
        plain = only_text(node)
        if plain is not None:
            return [] if plain.isspace() else self._paragraph(self.text(plain))
        if self.depth >= MAX_DEPTH:  # Bare text is all that is left of what is below.
            return self._paragraph(self.text(node.text()))
        self.depth += 1
        find = self.find
        skipped = skip.mem_id if skip else 0
        blocks: list[str] = []
        line: list[str] = []
        child = node.first_child
        while child is not None:
            plain = child.text_content  # None for all but text
            if plain is not None:
                if line or not plain.isspace():  # Between blocks there is little else than blanks.
                    append(line, self.text(plain))
            elif (tag := child.tag) and tag[0] != "-" and not (skip and child.mem_id == skipped):
                attributes = child.attributes
                is_unseen = "hidden" in attributes and not _is_panel(attributes)
                rule = _UNSEEN if is_unseen else find(tag, attributes.get("class"))
                if isinstance(rule, Block):
                    if line:
                        blocks += self._paragraph("".join(line))
                        line = []
                    add(blocks, rule.write(child, attributes, self))
                else:
                    line = self._inline_or_blocks(child, attributes, rule, line, blocks)
            child = child.next
        if line:
            blocks += self._paragraph("".join(line))
        self.depth -= 1
        return blocks

    def _inline_or_blocks(
        self, node: Node, attributes: Attributes, rule: Inline, line: list[str], blocks: list[str]
    ) -> list[str]:
        """Add an element to the line before it, or, if it holds blocks, end that line.

        Return the line that goes on after it.
        """
        state = self.depth, self.bold, self.italic, self.deleted, self.in_link
        try:
            append(line, rule.write(node, attributes, self))
        except BlockInside:
            self.depth, self.bold, self.italic, self.deleted, self.in_link = state
            blocks += self._paragraph("".join(line))
            write = rule.blocks
            add(blocks, write(node, attributes, self) if write else self.blocks(node))
            return []
        return line

    def element(self, tag: str, node: Node) -> list[str]:
        """Return one element as blocks, whatever its rule is."""
        attributes = node.attributes
        rule = self.find(tag, attributes.get("class"))
        return rule.write(node, attributes, self) if isinstance(rule, Block) else self.blocks(node)

    def _paragraph(self, line: str) -> list[str]:
        """Return a finished line as a paragraph, or nothing if it is empty or all blanks."""
        paragraph = escape.paragraph(line)
        if not paragraph:
            return []
        return [f"~~{paragraph}~~" if self.deleted else paragraph]

    # -- inline ------------------------------------------------------------------------------------

    def inline(self, node: Node) -> str:
        """Return what is inside `node` as inline Markdown, blanks at its ends kept.

        A block raises `BlockInside`, or, where only inline content can stand (`flat`), becomes a
        line of its own.
        """
        plain = only_text(node)
        if plain is not None:
            return self.text(plain)
        if self.depth >= MAX_DEPTH:
            return self.text(node.text())
        self.depth += 1
        pieces: list[str] = []
        child = node.first_child
        while child is not None:
            plain = child.text_content
            if plain is not None:
                append(pieces, self.text(plain))
            elif (tag := child.tag) and tag[0] != "-":
                append(pieces, self._piece(child, tag))
            child = child.next
        self.depth -= 1
        return "".join(pieces)

    def _piece(self, node: Node, tag: str) -> str:
        """Return one element as inline Markdown."""
        attributes = node.attributes
        is_unseen = "hidden" in attributes and not _is_panel(attributes)
        rule = _UNSEEN if is_unseen else self.find(tag, attributes.get("class"))
        if isinstance(rule, Inline):
            return rule.write(node, attributes, self)
        if not self.flat:
            raise BlockInside
        return self._flattened(node, tag)

    def text(self, plain: str) -> str:
        """Return the text of a node as Markdown; TeX in bare brackets as math."""
        if "\n" in plain:  # As in most paragraphs, and then nothing else.
            plain = plain.replace("\n", " ")
        if escape.is_plain(plain):
            return plain
        if may_have_tex(plain) or ("$" in plain and self.notebook):
            return prose_and_tex(
                plain, in_link=self.in_link, in_cell=self.in_cell, notebook=self.notebook
            )
        return escape.text(
            escape.collapse(plain), in_link=self.in_link, dollars="$" in plain and self.math
        )

    def _flattened(self, node: Node, tag: str) -> str:
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
        flat, self.flat = self.flat, True
        text = escape.tidy(self.inline(node)).replace("\n", " ")
        self.flat = flat
        return text

    def label(self, node: Node) -> str:
        """Return what is inside `node` as one line that the caller makes bold."""
        bold, self.bold = self.bold, True
        text = self.line(node)
        self.bold = bold
        return text


def _is_panel(attributes: Attributes) -> bool:
    """Return whether an element is a tab's panel.

    It is hidden only until its tab is chosen, and then readers see it.
    """
    return attributes.get("role") == "tabpanel"


_UNSEEN = Inline(lambda _node, _attributes, _writer: "")
