"""Rules for links, around text or blocks, and for references to footnotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.rendered import escape

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.rule_types import Attributes
    from mkdocs_ascribe.markdown.rendered.writer import Writer


def link(node: Node, attributes: Attributes, writer: Writer) -> str:
    """Write an inline link (6.3), or an autolink (6.5) where its text is its address."""
    href = attributes.get("href")
    if href is None or writer.in_link or href.lstrip()[:11].lower() == "javascript:":
        return writer.inline(node)
    writer.in_link = True
    content = writer.inline(node)
    writer.in_link = False
    if "\u00a0" in content:  # Beside an icon that is left out; within the text it stays.
        content = _spaced(content)
    label = content.strip(escape.BLANK)
    if not label or (href[:1] == "#" and _is_permalink(node, href, label)):
        return "" if label else _unnamed_link(href, attributes, writer) or content
    target = writer.link(href)
    if (
        label.startswith("![")
        and label.endswith(f"({escape.address(target)})")
        and label.count("](") == 1
    ):
        return label  # An image that leads to itself, larger: a lightbox.
    if href == target and ":" in href:
        plain = node.text().strip()
        if plain == href:
            return escape.around(content, escape.autolink(target))
        if href == f"mailto:{plain}":
            return escape.around(content, f"<{plain}>")
    return escape.around(content, escape.link(label, target, _own_title(attributes)))


def _spaced(content: str) -> str:
    """Return the text of a link with spaces for the no-break spaces at its ends."""
    blank = escape.BLANK + "\u00a0"
    core = content.strip(blank)
    before, _, after = content.partition(core) if core else (content, "", "")
    return before.replace("\u00a0", " ") + core + after.replace("\u00a0", " ")


def _is_permalink(node: Node, href: str, label: str) -> bool:
    """Return whether a link is a mark beside the text that it leads to, whatever its class is."""
    if any(char.isalnum() for char in label) or not (node.prev or node.next):
        return False
    parent = node.parent
    return parent is not None and parent.attributes.get("id") == href[1:] != ""


def linked(node: Node, attributes: Attributes, writer: Writer) -> list[str]:
    """Write a link around blocks, as in a card.

    It is a paragraph that is one link, each block a line of it.
    """
    flat, writer.flat = writer.flat, True
    paragraph = escape.paragraph(link(node, attributes, writer))
    writer.flat = flat
    return [paragraph] if paragraph else []


def _unnamed_link(href: str, attributes: Attributes, writer: Writer) -> str:
    """Return a link that shows an icon or nothing.

    It is named as readers are told, or by its address. An anchor gets none.
    """
    name = escape.collapse(attributes.get("title") or attributes.get("aria-label") or "").strip()
    if name:
        # An icon's width is all that is between it and what follows.
        return escape.link(escape.text(name, in_link=True), writer.link(href)) + " "
    return escape.autolink(writer.link(href)) if "://" in href else ""


def _own_title(attributes: Attributes) -> str:
    """Return a link's title where its author wrote it.

    The titles of mkdocstrings and MagicLink repeat what the link is.
    """
    classes = attributes.get("class") or ""
    if (
        "autorefs" in classes
        or "magiclink" in classes
        or "gh-link" in classes
        or "glightbox" in classes
    ):
        return ""
    return attributes.get("title") or ""


def footnote_reference(_node: Node, attributes: Attributes, _writer: Writer) -> str:
    """Write ``[^label]``; the label is the author's, which the HTML keeps in the address."""
    return f"[^{footnote_label(attributes.get('href') or '')}]"


def footnote_label(identifier: str) -> str:
    """Return the label in ``#fn:label``, Python-Markdown's prefix off.

    Nothing is in it that a label cannot hold.
    """
    label = identifier.removeprefix("#").removeprefix("fn").lstrip(":-")
    return "".join(char if char.isalnum() or char in "-_.:" else "-" for char in label) or "note"
