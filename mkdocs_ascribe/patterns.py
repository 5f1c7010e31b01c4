r"""Ascribe's path patterns.

`*` and `?` within a segment, `**` for zero or more whole segments, `{a,b}`, and `\` as escape.
"""

from __future__ import annotations

import functools
import re

_WHOLE_SEGMENTS = re.compile(r"\*\*(/|$)")


@functools.cache
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Translate a pattern for paths with `/` into a regular expression for `fullmatch`.

    Matching is case-sensitive. `**` counts only as a whole segment and stands for zero or more of
    them; elsewhere two stars are one. An open brace without its partner stands for itself.
    """
    expression, _ = _translate(pattern, 0, in_braces=False)
    return re.compile(expression, re.DOTALL)


def matches(pattern: str, path: str) -> bool:
    """Say whether the whole path matches the pattern."""
    return compile_pattern(pattern).fullmatch(path) is not None


def _translate(pattern: str, at: int, *, in_braces: bool) -> tuple[str, int]:
    """Translate from `at` to the end, or to the comma or brace that ends an alternative."""
    parts: list[str] = []
    while at < len(pattern):
        character = pattern[at]
        if in_braces and character in ",}":
            break
        at_segment = at == 0 or pattern[at - 1] in "/{,"
        if character == "*" and at_segment and (whole := _WHOLE_SEGMENTS.match(pattern, at)):
            parts.append("(?:[^/]+/)*" if whole[1] else ".*")
            at = whole.end()
        elif character == "*":
            parts.append("[^/]*")
            at += 1
        elif character == "?":
            parts.append("[^/]")
            at += 1
        elif character == "{" and (group := _alternatives(pattern, at)):
            parts.append(group[0])
            at = group[1]
        else:
            escaped = character == "\\" and at + 1 < len(pattern)
            at += escaped
            parts.append(re.escape(pattern[at]))
            at += 1
    return "".join(parts), at


def _alternatives(pattern: str, at: int) -> tuple[str, int] | None:
    """Translate `{a,b}` at an open brace; None when no brace closes it."""
    alternatives = []
    while at < len(pattern) and pattern[at] != "}":
        expression, at = _translate(pattern, at + 1, in_braces=True)
        alternatives.append(expression)
    return (f"(?:{'|'.join(alternatives)})", at + 1) if at < len(pattern) else None
