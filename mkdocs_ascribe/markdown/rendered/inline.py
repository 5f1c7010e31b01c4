"""Rules for what stands within a line and is neither emphasis nor a link.

That is code, keys, line breaks, and inline HTML that Markdown lets through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.rendered import escape
from mkdocs_ascribe.markdown.rendered.nodes import child, descendants, elements, only_text, pieces
from mkdocs_ascribe.markdown.rendered.rule_types import BlockInside

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.rule_types import Attributes, InlineWriter
    from mkdocs_ascribe.markdown.rendered.writer import Writer


def transparent(node: Node, _attributes: Attributes, writer: Writer) -> str:
    """Write the content alone: ``span``, ``abbr``, ``kbd``, and every element that has no rule."""
    return writer.inline(node)


def nothing(_node: Node, _attributes: Attributes, _writer: Writer) -> str:
    """Write nothing: marks of the theme, and what a reader does not see."""
    return ""


def line_break(_node: Node, _attributes: Attributes, _writer: Writer) -> str:
    """Write a hard line break (CommonMark 6.7), as `escape` wants it."""
    return "\n"


def html(tag: str) -> InlineWriter:
    """Return the rule that keeps an element as inline HTML (6.6).

    Markdown has no mark for it, and GitHub shows it.
    """

    def write(node: Node, _attributes: Attributes, writer: Writer) -> str:
        content = writer.inline(node)
        return f"<{tag}>{content}</{tag}>" if content.strip(escape.BLANK) else content

    return write


def between(before: str, after: str) -> InlineWriter:
    """Return the rule that writes what browsers and themes put around an element.

    Examples are the marks of ``q``, and brackets.
    """

    def write(node: Node, _attributes: Attributes, writer: Writer) -> str:
        content = writer.inline(node)
        return before + content + after if content.strip(escape.BLANK) else content

    return write


def code(node: Node, _attributes: Attributes, writer: Writer) -> str:
    """Write a code span (6.1).

    It is a link where all of its links lead to one place, as in a linked type. With links to
    several places each is a span, and so is what stands between them.
    """
    text = only_text(node)
    plain = node.text() if text is None else text
    span = _span(plain, writer)
    if not span or writer.in_link or text is not None:
        return span
    targets = {link.attributes.get("href") or "" for link in descendants(node, "a")} - {""}
    if len(targets) < 2:  # noqa: PLR2004 - one or none
        return escape.link(span, writer.link(targets.pop())) if targets else span
    pieces = []
    for part, href in _parts(node):
        core = part.strip()
        span = _span(core, writer)
        linked = escape.link(span, writer.link(href)) if href and span else span
        pieces.append(part.replace(core, linked) if core else part)
    return escape.collapse("".join(pieces))


def _span(plain: str, writer: Writer) -> str:
    """Return code as a span."""
    if writer.in_cell and "\\|" in plain:
        return escape.html_code(plain)
    return escape.code_span(plain)


def _parts(node: Node) -> list[tuple[str, str]]:
    """Return the texts in `node`, each with the address it leads to; what leads nowhere is one."""

    def leads_on(tag: str, one: Node) -> bool:
        return tag == "a" and bool(one.attributes.get("href"))

    parts: list[tuple[str, str]] = []
    plain: list[str] = []
    for tag, one in pieces(node, leads_on):
        if tag == "-text":
            plain.append(one.text())
        else:
            parts += [("".join(plain), ""), (one.text(), one.attributes.get("href") or "")]
            plain = []
    return [*parts, ("".join(plain), "")]


def keys(node: Node, _attributes: Attributes, writer: Writer) -> str:
    """Write pymdownx.keys' keys by their names.

    A plus stands between them where styles alone keep them apart.
    """
    if child(node, "span") is not None:
        return writer.inline(node)
    return "+".join(writer.inline(key) for _, key in elements(node))


def checkbox(_node: Node, attributes: Attributes, _writer: Writer) -> str:
    """Write a task's box (GFM 5.3). Any other input has no text of its own."""
    if attributes.get("type") != "checkbox":
        return ""
    return "[x] " if "checked" in attributes else "[ ] "


def superscript(node: Node, attributes: Attributes, writer: Writer) -> str:
    """Write ``sup`` as inline HTML, but not around a reference to a footnote.

    The Markdown of a reference is a superscript already.
    """
    mark = child(node, "a")
    if mark is not None and "footnote-ref" in (mark.attributes.get("class") or ""):
        return writer.inline(node)
    return html("sup")(node, attributes, writer)


def description(node: Node, _attributes: Attributes, writer: Writer) -> str:
    """Write mkdocstrings' description of a parameter.

    It is on the parameter's line, where it is one paragraph.
    """
    inside = elements(node)
    if len(inside) == 1 and inside[0][0] == "p":
        return " " + writer.inline(inside[0][1])
    if inside and not writer.flat:
        raise BlockInside
    return " " + writer.inline(node)
