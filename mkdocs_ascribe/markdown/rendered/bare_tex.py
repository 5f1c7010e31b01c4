"""TeX in MathJax's own brackets within plain text, where no element marks it."""

from __future__ import annotations

import re

from mkdocs_ascribe.markdown.rendered import escape

_BARE_TEX = r"\\\((?P<inline>(?:[^\\]|\\[^()])+)\\\)|\\\[(?P<display>(?:[^\\]|\\[^\[\]])+)\\\]"
# What tells TeX from a pattern that someone forgot to mark as code.
_TEX_LIKE = r"[\\^_={}<>+]|^\s*\w\s*$"


def may_have_tex(plain: str) -> bool:
    """Return whether an opening bracket of TeX is in `plain`."""
    return "\\(" in plain or "\\[" in plain


def prose_and_tex(plain: str, *, in_link: bool, in_cell: bool) -> str:
    """Return text as Markdown, and the TeX in it as math."""
    pieces: list[str] = []
    start = 0
    for match in re.finditer(_BARE_TEX, plain):
        tex = match["inline"] or match["display"]
        if re.search(_TEX_LIKE, tex):
            before = escape.collapse(plain[start : match.start()])
            pieces += (
                escape.text(before, in_link=in_link, dollars=True),
                escape.math(tex, display=match["inline"] is None, in_cell=in_cell),
            )
            start = match.end()
    pieces.append(escape.text(escape.collapse(plain[start:]), in_link=in_link, dollars=True))
    return "".join(pieces)
