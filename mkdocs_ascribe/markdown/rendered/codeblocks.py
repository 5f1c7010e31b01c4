"""The rule for code blocks.

It reads all forms that Pygments, pymdownx.highlight, fenced_code and superfences write. All end in
a ``pre``. What may be around it needs no rule here: a title is bold like other bold text, and the
table that holds line numbers beside the code is a container whose cell of numbers is left out (see
`rules`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.rendered import escape
from mkdocs_ascribe.markdown.rendered.blocks import bold
from mkdocs_ascribe.markdown.rendered.nodes import child, classes, pieces

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode as Node

    from mkdocs_ascribe.markdown.rendered.rule_types import Attributes
    from mkdocs_ascribe.markdown.rendered.writer import Writer

_LANGUAGE = ("language-", "lang-", "hl-")
_HIGHLIGHTED = frozenset({"highlight", "codehilite", "highlight-ipynb"})
# What is between the ``pre`` and the ``div`` that names the
# language, where line numbers are in a table beside the code.
_BETWEEN = frozenset({"div", "td", "tr", "tbody", "table"})
_LINE_NUMBER = frozenset({"linenos", "lineno"})


def block(node: Node, _attributes: Attributes, writer: Writer) -> list[str]:
    """Write a fenced code block.

    What the HTML has lost of its language and title is asked of the page's source. Pygments' own
    markup has lost nothing where it names the language: its title, if it has one, stands before it.
    """
    code = _text(node).removesuffix("\n")
    if not code.strip():
        return []
    language, highlighted = _language(node)
    source = None if language and highlighted else writer.fences.take(code)
    if source is None:
        return [escape.fence(code, language)]
    title = "" if highlighted else escape.text(source.title)
    return [*bold(title), escape.fence(code, language or source.language)]


def _text(node: Node) -> str:
    """Return the code in `node` without line numbers, a line break for each ``br``."""
    html = node.html or ""
    if "lineno" not in html and "<br" not in html:
        return node.text()  # Nearly all code, and far faster.

    def is_mark(tag: str, one: Node) -> bool:
        return tag == "br" or not _LINE_NUMBER.isdisjoint(classes(one))

    marked = ((tag, one) for tag, one in pieces(node, is_mark) if tag in ("-text", "br"))
    return "".join("\n" if tag == "br" else one.text() for tag, one in marked)


def _language(node: Node) -> tuple[str, bool]:
    """Return the language of a ``pre``, and whether it is in Pygments' markup.

    The language is in the class of the ``pre``, of the ``code`` in it, or of the ``div`` around
    them. It is empty if none is named.
    """
    inner = child(node, "code")
    names = classes(node) + (classes(inner) if inner is not None else [])
    around = node.parent
    highlighted = False
    while around is not None and not highlighted and around.tag in _BETWEEN:
        above = classes(around)
        highlighted = not _HIGHLIGHTED.isdisjoint(above)
        names += above if highlighted else []
        around = around.parent
    named = (name.partition("-")[2] for name in names if name.startswith(_LANGUAGE))
    return next(named, "mermaid" if "mermaid" in names else "").replace("`", ""), highlighted
