"""The table: which construct is written by which function.

To support one more, write a function and add a line.

A key is ``tag.class``, ``.class`` or ``tag``. An element's rule is that of the first of its classes
that has one (with its tag before without), else that of its tag. An element without one shows its
content.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.rendered import (
    blocks,
    codeblocks,
    containers,
    emphasis,
    inline,
    links,
    media,
    tables,
    terminals,
    tex,
)
from mkdocs_ascribe.markdown.rendered.rule_types import Block, Inline

if TYPE_CHECKING:
    from mkdocs_ascribe.markdown.rendered.rule_types import Rule


def _each(keys: str, rule: Rule) -> dict[str, Rule]:
    return dict.fromkeys(keys.split(), rule)


_TRANSPARENT = Inline(inline.transparent)

RULES: dict[str, Rule] = {
    # Text
    **_each("h1 h2 h3 h4 h5 h6", Block(blocks.heading)),
    # mkdocstrings' headings of parameters, which its styles put on the parameter's own line
    **_each(".doc-heading-parameter .doc-heading-type_parameter", _TRANSPARENT),
    **_each(
        "p div section article aside header footer main nav hgroup address search",
        Block(blocks.container),
    ),
    **_each(
        "center figure form fieldset legend dialog select option optgroup", Block(blocks.container)
    ),
    "hr": Block(blocks.rule),
    "blockquote": Block(blocks.quote),
    **_each("ul menu dir", Block(blocks.unordered)),
    "ol": Block(blocks.ordered),
    "dl": Block(blocks.definitions),
    "figcaption": Block(blocks.caption),
    "div.footnote": Block(blocks.footnotes),
    "div.toc": Block(blocks.table_of_contents),
    "table": Block(tables.table),
    # Parts of the above, which their rules write; elsewhere they are blocks like any other
    **_each("li dt dd summary caption thead tbody tfoot tr th td", Block(blocks.container)),
    # Boxes with a label
    ".admonition": Block(containers.admonition),
    "details": Block(containers.details),
    ".tabbed-set": Block(containers.tabs),
    # Code
    **_each("pre div.mermaid", Block(codeblocks.block)),
    **_each("table.highlighttable table.codehilitetable", Block(blocks.container)),
    **_each("td.linenos .linenodiv", Inline(inline.nothing)),
    "span.filename": Inline(emphasis.strong),
    "svg.rich-terminal": Block(terminals.drawn),
    "div.termy": Block(terminals.played),
    **_each("code tt samp", Inline(inline.code)),
    # Math
    **_each("div.arithmatex pre.arithmatex", Block(tex.display)),
    **_each("span.arithmatex span.katex-display span.katex", Inline(tex.inline)),
    "math": Inline(tex.mathml),
    "script": Inline(tex.script),
    # Within a line
    **_each("strong b span.doc-section-title", Inline(emphasis.strong)),
    **_each("em i dfn var cite", Inline(emphasis.emphasis)),
    **_each("del s strike", Inline(emphasis.deleted, emphasis.deleted_blocks)),
    "a": Inline(links.link, links.linked),
    "a.footnote-ref": Inline(links.footnote_reference),
    "a.toclink": _TRANSPARENT,
    "br": Inline(inline.line_break),
    "sub": Inline(inline.html("sub")),
    "sup": Inline(inline.superscript),
    "mark": Inline(inline.html("mark")),
    "ins": Inline(inline.html("ins")),
    "q": Inline(inline.between('"', '"')),
    "span.critic": Inline(inline.between(" (", ")")),
    **_each("span.keys kbd.keys", Inline(inline.keys)),
    "input": Inline(inline.checkbox),
    ".doc-md-description": Inline(inline.description),
    # What is no text
    "img": Inline(media.image),
    "svg": Inline(media.drawing),
    **_each("iframe embed object", Inline(media.frame)),
    **_each("video audio", Inline(media.player)),
    # Marks of the theme, and what a reader does not see
    **_each(
        "a.headerlink a.footnote-backref a.anchorjs-link a.anchor-link a.md-content__button",
        Inline(inline.nothing),
    ),
    # What a notebook's button copies: its code, once more
    **_each(".clipboard-copy-txt clipboard-copy", Inline(inline.nothing)),
    **_each(".task-list-indicator .MathJax_Preview", Inline(inline.nothing)),
    ".md-source-file": Block(blocks.nothing),
    **_each(
        "style template noscript noembed noframes head title link meta base", Inline(inline.nothing)
    ),
    **_each("source track param area col colgroup", Inline(inline.nothing)),
}


@lru_cache(maxsize=4096)
def find(tag: str, classes: str | None) -> Rule:
    """Return the rule for an element, from its tag and its ``class`` attribute."""
    for name in (classes or "").split():
        rule = RULES.get(f"{tag}.{name}") or RULES.get(f".{name}")
        if rule is not None:
            return rule
    return RULES.get(tag, _TRANSPARENT)
