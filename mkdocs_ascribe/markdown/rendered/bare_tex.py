r"""TeX within plain text, where no element marks it.

MathJax finds it by itself: in its brackets, in ``$$``, as an environment that begins and ends, and
in notebooks, where Jupyter has it look for them, between single dollars.
"""

from __future__ import annotations

import re

from mkdocs_ascribe.markdown.rendered import escape

_BARE_TEX = (
    r"\\\((?P<inline>(?:[^\\]|\\[^()])+)\\\)"
    r"|\\\[(?P<display>(?:[^\\]|\\[^\[\]])+)\\\]"
    r"|\$\$(?P<double>(?:[^$\\]|\\.)+)\$\$"
    # With an end in sight: many that nothing ends must not be looked through to the end each.
    r"|(?P<environment>\\begin\{(?P<name>[a-z]+\*?)\}.{1,2000}?\\end\{(?P=name)\})"
)
_BETWEEN_DOLLARS = r"|(?<!\\)\$(?P<single>(?:[^$\\]|\\.)+)\$"
# What tells TeX from a pattern that someone forgot to mark as code.
_TEX_LIKE = r"[\\^_={}<>+]|^\s*\w\s*$"


def may_have_tex(plain: str) -> bool:
    """Return whether an opening mark of TeX is in `plain`; a single dollar is asked for apart."""
    return "\\(" in plain or "\\[" in plain or "$$" in plain or "\\begin{" in plain


def prose_and_tex(plain: str, *, in_link: bool, in_cell: bool, notebook: bool) -> str:
    """Return text as Markdown, and the TeX in it as math.

    In a notebook what is between two dollars is math, and a dollar after a backslash is none.
    """

    def prose(text: str) -> str:
        text = escape.collapse(text.replace("\\$", "$") if notebook else text)
        return escape.text(text, in_link=in_link, dollars=True)

    pieces: list[str] = []
    start = 0
    for match in re.finditer(_BARE_TEX + _BETWEEN_DOLLARS * notebook, plain):
        kind = match.lastgroup or ""
        tex = match[kind]
        # A price is followed by a blank sooner or later, a formula's last character never is.
        if re.search(_TEX_LIKE, tex) or (kind == "single" and tex.strip() == tex):
            pieces += (
                prose(plain[start : match.start()]),
                escape.math(tex, display=kind not in ("inline", "single"), in_cell=in_cell),
            )
            start = match.end()
    pieces.append(prose(plain[start:]))
    return "".join(pieces)
