"""Rules for boxes with a label.

Admonitions and details are written as GitHub alerts, content tabs as labelled bodies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.rendered import escape
from mkdocs_ascribe.markdown.rendered.adjacent import add
from mkdocs_ascribe.markdown.rendered.blocks import bold, quoted
from mkdocs_ascribe.markdown.rendered.nodes import child, classes, elements

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.rule_types import Attributes
    from mkdocs_ascribe.markdown.rendered.writer import Writer

# Material's kinds and their other names, and the five alerts that
# GitHub has. Where a kind is itself the name of an alert (important,
# caution), that alert is what the reader of the page reads too.
ALERTS = {
    **dict.fromkeys(("note", "seealso", "abstract", "summary", "tldr", "info", "todo"), "NOTE"),
    **dict.fromkeys(("question", "help", "faq"), "NOTE"),
    **dict.fromkeys(("tip", "hint", "success", "check", "done"), "TIP"),
    **dict.fromkeys(("warning", "attention"), "WARNING"),
    **dict.fromkeys(("failure", "fail", "missing", "danger", "error", "bug", "caution"), "CAUTION"),
    "important": "IMPORTANT",
}
# Classes of the box that say how it looks or behaves, not what it is.
_NO_KIND = frozenset(
    {"admonition", "details", "inline", "end", "block", "annotate", "open", "doc", "card"}
)


def admonition(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write ``!!! kind "Title"``: a ``div`` whose first element is its title, if it has one."""
    _, first = next(iter(elements(node)), ("", None))
    is_title = first is not None and "admonition-title" in classes(first)
    return _alert(node, first if is_title else None, writer)


def details(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write ``??? kind "Title"`` and HTML's own ``details``.

    A folded listing of the source is left out.
    """
    title = child(node, "summary")
    names = classes(node)
    if "mkdocstrings-source" in names:
        return []
    if (
        "quote" in names
        and title is not None
        and title.text().strip().startswith("Source code in ")
    ):
        return []  # mkdocstrings before it had a class for this
    return _alert(node, title, writer)


def _alert(node: Node, title: Node | None, writer: Writer) -> list[str]:
    """Return the box as a quote.

    In it are the kind as an alert or in bold, a title of its own as a bold line, and the body.
    """
    kind = next((name for name in classes(node) if name.lower() not in _NO_KIND), "")
    label = writer.label(title) if title is not None else ""
    # The title that Python-Markdown gives a box without one is the kind again.
    default = not label or label.lower() == escape.text(kind.lower())
    body = writer.blocks(node, skip=title)
    alert = ALERTS.get(kind.lower())
    if alert:
        head = f"> [!{alert}]"
        inside = quoted([*([] if default else bold(label)), *body])
        return ["\n".join([head, *inside])]
    name = escape.text(kind.replace("-", " ").capitalize())
    if not default and not label.lower().startswith(name.lower()):
        name = f"{name}: {label}"
    elif not default:
        name = label
    return quoted([*bold(name), *body])


def tabs(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write content tabs: before each body its label in bold.

    Both of pymdownx.tabbed's styles are read: the old one has label and body side by side, the
    alternate one all labels in a ``div``, and then all bodies.
    """
    labels: list[Node] = []
    bodies: list[Node] = []
    for tag, one in elements(node):
        if tag == "label":
            labels.append(one)
        elif tag != "input":
            names = classes(one)
            inside = [inner for _, inner in elements(one)]
            if "tabbed-labels" in names:
                labels += inside
            elif "tabbed-content" in names:
                bodies += [inner for inner in inside if "tabbed-block" in classes(inner)] or [one]
            else:
                bodies.append(one)
    blocks: list[str] = []
    for position in range(max(len(labels), len(bodies))):
        if position < len(labels):
            blocks.extend(bold(writer.label(labels[position])))
        if position < len(bodies):
            add(blocks, writer.blocks(bodies[position]))
    return blocks
