"""Rules for math: TeX between ``$`` or ``$$``, as GitHub reads it.

They read all the forms that the extensions write.

pymdownx.arithmatex (https://facelessuser.github.io/pymdown-extensions/extensions/arithmatex/)
writes TeX in brackets (``generic``) or MathJax scripts with a preview; python-markdown-math
scripts; KaTeX, run at build time, MathML with the TeX as an annotation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.rendered import escape
from mkdocs_ascribe.markdown.rendered.nodes import child, descendant

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.rule_types import Attributes
    from mkdocs_ascribe.markdown.rendered.writer import Writer

_BRACKETS = (("\\[", "\\]", True), ("\\(", "\\)", False), ("$$", "$$", True), ("$", "$", False))


def display(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write ``div.arithmatex``: a formula on lines of its own."""
    tex, _ = _tex(node)
    return [f"$$\n{tex}\n$$"] if tex else writer.blocks(node)


def inline(node: Node, _attributes: Attributes, writer: Writer) -> str:
    """Write ``span.arithmatex``, KaTeX's ``span`` or MathML within a line."""
    tex, is_display = _tex(node)
    return escape.math(tex, display=is_display, in_cell=writer.in_cell)


def script(node: Node, attributes: Attributes, writer: Writer) -> str:
    """Write a MathJax script; any other script is not for reading."""
    kind = attributes.get("type") or ""
    if not kind.startswith("math/tex"):
        return ""
    return escape.math(node.text(), display="mode=display" in kind, in_cell=writer.in_cell)


def mathml(node: Node, attributes: Attributes, writer: Writer) -> str:
    """Write MathML: the TeX it was made from, else its text."""
    annotation = descendant(node, "annotation")
    if annotation is None:
        return escape.text(escape.collapse(node.text()))
    return escape.math(
        annotation.text(), display=attributes.get("display") == "block", in_cell=writer.in_cell
    )


def _tex(node: Node) -> tuple[str, bool]:
    """Return the TeX that `node` shows, and whether it is meant to stand apart."""
    source = child(node, "script")
    if source is not None:
        return source.text().strip(), "mode=display" in (source.attributes.get("type") or "")
    annotation = descendant(node, "annotation")
    if annotation is not None:
        return annotation.text().strip(), "display" in (node.attributes.get("class") or "")
    tex = node.text().strip()
    for opening, closing, is_display in _BRACKETS:
        if (
            len(tex) >= len(opening) + len(closing)
            and tex.startswith(opening)
            and tex.endswith(closing)
        ):
            return tex[len(opening) : -len(closing)].strip(), is_display
    return tex, False
