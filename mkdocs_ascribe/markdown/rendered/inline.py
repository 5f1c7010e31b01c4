"""Rules for what stands within a line.

That is emphasis, code, links, line breaks, and inline HTML that Markdown lets through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.rendered import escape
from mkdocs_ascribe.markdown.rendered.nodes import child, descendants, elements
from mkdocs_ascribe.markdown.rendered.writer import BlockInside

if TYPE_CHECKING:
    from collections.abc import Callable

    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.writer import Attributes, InlineWriter, Writer

_BLANK = " \n"
# Elements whose Markdown is their content's, so that
# what stands beside them stands beside their content.
_UNMARKED = frozenset(
    {"span", "u", "small", "big", "font", "abbr", "kbd", "label", "bdi", "bdo", "time", "data"}
)
_OTHER = "\N{OBJECT REPLACEMENT CHARACTER}"
_EMPHASIS = frozenset({"strong", "b", "em", "i", "dfn", "var", "cite", "del", "s", "strike"})


def transparent(node: Node, _attributes: Attributes, writer: Writer) -> str:
    """Write the content alone: ``span``, ``abbr``, ``kbd``, and every element that has no rule."""
    return writer.inline(node)


def nothing(_node: Node, _attributes: Attributes, _writer: Writer) -> str:
    """Write nothing: marks of the theme, and what a reader does not see."""
    return ""


def line_break(_node: Node, _attributes: Attributes, _writer: Writer) -> str:
    """Write a hard line break (CommonMark 6.7), as `escape` wants it."""
    return "\n"


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


def html(tag: str) -> InlineWriter:
    """Return the rule that keeps an element as inline HTML (6.6).

    Markdown has no mark for it, and GitHub shows it.
    """

    def write(node: Node, _attributes: Attributes, writer: Writer) -> str:
        content = writer.inline(node)
        return f"<{tag}>{content}</{tag}>" if content.strip(_BLANK) else content

    return write


def between(before: str, after: str) -> InlineWriter:
    """Return the rule that writes what browsers and themes put around an element.

    Examples are the marks of ``q``, and brackets.
    """

    def write(node: Node, _attributes: Attributes, writer: Writer) -> str:
        content = writer.inline(node)
        return before + content + after if content.strip(_BLANK) else content

    return write


def code(node: Node, _attributes: Attributes, writer: Writer) -> str:
    """Write a code span (6.1).

    It is a link where all of its links lead to one place, as in a linked type.
    """
    plain = node.text()
    span = escape.html_code(plain) if writer.in_cell and "\\|" in plain else escape.code_span(plain)
    # Its own element aside: most code holds text alone, which one look tells.
    first = node.first_child
    if not span or writer.in_link or first is None or (first.tag == "-text" and first.next is None):
        return span
    targets = {link.attributes.get("href") or "" for link in descendants(node, "a")} - {""}
    return escape.link(span, writer.link(targets.pop())) if len(targets) == 1 else span


def link(node: Node, attributes: Attributes, writer: Writer) -> str:
    """Write an inline link (6.3), or an autolink (6.5) where its text is its address."""
    href = attributes.get("href")
    if href is None or writer.in_link or href.lstrip()[:11].lower() == "javascript:":
        return writer.inline(node)
    writer.in_link = True
    content = writer.inline(node)
    writer.in_link = False
    label = content.strip(_BLANK)
    if not label:
        return _unnamed_link(href, attributes, writer) or content
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
            return _around(content, escape.autolink(target))
        if href == f"mailto:{plain}":
            return _around(content, f"<{plain}>")
    return _around(content, escape.link(label, target, _own_title(attributes)))


def linked(node: Node, attributes: Attributes, writer: Writer) -> list[str]:
    """Write a link around blocks, as in a card.

    It is a paragraph that is one link, each block a line of it.
    """
    with writer.within(flat=True):
        paragraph = escape.paragraph(link(node, attributes, writer))
    return [paragraph] if paragraph else []


def deleted_blocks(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write a deletion of whole blocks: each paragraph in it is one."""
    with writer.within(deleted=True):
        return writer.blocks(node)


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


def keys(node: Node, _attributes: Attributes, writer: Writer) -> str:
    """Write pymdownx.keys' keys by their names.

    A plus stands between them where styles alone keep them apart.
    """
    if child(node, "span") is not None:
        return writer.inline(node)
    return "+".join(writer.inline(key) for key in elements(node))


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


def footnote_reference(_node: Node, attributes: Attributes, _writer: Writer) -> str:
    """Write ``[^label]``; the label is the author's, which the HTML keeps in the address."""
    return f"[^{footnote_label(attributes.get('href') or '')}]"


def footnote_label(identifier: str) -> str:
    """Return the label in ``#fn:label``, Python-Markdown's prefix off.

    Nothing is in it that a label cannot hold.
    """
    label = identifier.removeprefix("#").removeprefix("fn").lstrip(":-")
    return "".join(char if char.isalnum() or char in "-_.:" else "-" for char in label) or "note"


def description(node: Node, attributes: Attributes, writer: Writer) -> str:
    """Write mkdocstrings' description of a parameter.

    It is on the parameter's line, where it is one paragraph.
    """
    inside = list(elements(node))
    if len(inside) == 1 and inside[0].tag == "p":
        return " " + transparent(inside[0], attributes, writer)
    if inside and not writer.flat:
        raise BlockInside
    return " " + writer.inline(node)


def _around(content: str, core: str) -> str:
    """Return `core` with the blanks that `content` has at its ends."""
    if core and content and content[0] not in _BLANK and content[-1] not in _BLANK:
        return core
    before = content[: len(content) - len(content.lstrip(_BLANK))]
    after = content[len(content.rstrip(_BLANK)) :]
    return before + core + after if content.strip(_BLANK) else core


def _delimited(node: Node, content: str, mark: str, tag: str, *, nested: bool) -> str:
    """Return `content` between `mark`s, or in `tag`.

    The tag is for where 6.2 would not read the marks as opening and closing. They are not read so
    where their inner side is punctuation and their outer side is a letter, as is common where no
    spaces part words (Chinese, Japanese); within a word and other emphasis (`nested`) they can be
    read as the latter's.
    """
    core = content.strip(_BLANK)
    if not core:
        return content
    # Blanks at the content's ends go outside, and keep the marks from the neighbours.
    opens = content[0] not in _BLANK and (nested or escape.is_punctuation(core[0]))
    closes = content[-1] not in _BLANK and (nested or escape.is_punctuation(core[-1]))
    before = _neighbour(node, lambda one: one.prev, -1) if opens else ""
    after = _neighbour(node, lambda one: one.next, 0) if closes else ""
    if (
        (_sticks(before) and escape.is_punctuation(core[0]))
        or (_sticks(after) and escape.is_punctuation(core[-1]))
        or (nested and (before.isalnum() or after.isalnum()))
    ):
        return _around(content, f"<{tag}>{core}</{tag}>")
    return _around(content, f"{mark}{core}{mark}")


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
