"""Rules for what is no text: images, icons, and players that Markdown can only link to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.rendered import escape
from mkdocs_ascribe.markdown.rendered.nodes import child, descendants

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.rule_types import Attributes
    from mkdocs_ascribe.markdown.rendered.writer import Writer

# What nbconvert tells of a plot whose author said nothing of it.
_NO_ALT = "No description has been provided for this image"
_EMOJI = frozenset({"twemoji", "emojione", "gemoji", "emoji"})
# Material's and GitHub's marks for an image that one colour scheme shows.
_DARK = ("#only-dark", "#gh-dark-mode-only")
_LIGHT = ("#only-light", "#gh-light-mode-only")


def image(_node: Node, attributes: Attributes, writer: Writer) -> str:
    """Write an image (CommonMark 6.4) with its alt text.

    An emoji is written as its character, a ``data:`` image as its alt text. Of a light and a dark
    image the light one is written. Sizes and loading hints have no place in Markdown.
    """
    alt = escape.collapse(attributes.get("alt") or "").strip()
    source = (attributes.get("src") or "").strip()
    if not source or source.startswith("data:"):
        # A place holder, where a script loads the image once it is seen.
        source = (attributes.get("data-src") or source).strip()
    if not _EMOJI.isdisjoint((attributes.get("class") or "").split()):
        return escape.text(alt or attributes.get("title") or "")
    if source.endswith(_DARK):
        return ""
    if not source or source.startswith("data:"):
        return escape.text(alt, in_link=writer.in_link) if alt != _NO_ALT else ""
    for mark in _LIGHT:
        source = source.removesuffix(mark)
    return "!" + escape.link(
        escape.text(alt, in_link=True), writer.link(source), attributes.get("title") or ""
    )


def drawing(node: Node, attributes: Attributes, _writer: Writer) -> str:
    """Write an inline SVG: its name, or else the words in it (a diagram's labels).

    Of an icon without them nothing is written.
    """
    if "aria-label" not in attributes and not node.text():
        return ""  # Nearly all icons
    title = child(node, "title")
    name = title.text() if title is not None else attributes.get("aria-label") or ""
    words = name.split() or " ".join(text.text() for text in descendants(node, "text")).split()
    return escape.text(" ".join(words))


def frame(_node: Node, attributes: Attributes, writer: Writer) -> str:
    """Write an ``iframe``, ``embed`` or ``object``: a link to what it shows."""
    sources = (attributes.get(name) for name in ("src", "data-src", "data"))
    return _link_to(attributes, next(filter(None, sources), ""), writer)


def player(node: Node, attributes: Attributes, writer: Writer) -> str:
    """Write a ``video`` or ``audio``: a link to its first source.

    The text for browsers without players is left out.
    """
    source = attributes.get("src") or ""
    if not source:
        sources = (one.attributes.get("src") or "" for one in descendants(node, "source"))
        source = next(filter(None, sources), "")
    return _link_to(attributes, source, writer)


def _link_to(attributes: Attributes, source: str, writer: Writer) -> str:
    """Return a link to `source`, named by its title or its address."""
    title = escape.collapse(attributes.get("title") or attributes.get("aria-label") or "").strip()
    if not source.strip() or source.startswith("data:") or writer.in_link:
        return escape.text(title, in_link=writer.in_link)
    target = writer.link(source.strip())
    return (
        escape.link(escape.text(title, in_link=True), target) if title else escape.autolink(target)
    )
