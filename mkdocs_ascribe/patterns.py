r"""Ascribe's path patterns.

`*` and `?` within a segment, `**` for zero or more whole segments, `{a,b}`, and `\` as escape.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_ANY_SEGMENTS = ["*", "*"]
_SIGN = re.compile(r"\\.|.", re.DOTALL)


@functools.cache
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Translate a pattern for paths with `/` into a regular expression for `fullmatch`.

    Matching is case-sensitive. `**` counts only as a whole segment and stands for zero or more of
    them; elsewhere two stars are one. `{a,b}` means the same as the two patterns written out. An
    open brace without its partner stands for itself.
    """
    signs = tuple("/" if sign == r"\/" else sign for sign in _SIGN.findall(pattern))
    written_out = dict.fromkeys(_written_out(signs, _partners(signs)))
    return re.compile("|".join(_translate(plain) for plain in written_out), re.DOTALL)


def matches(pattern: str, path: str) -> bool:
    """Say whether the whole path matches the pattern."""
    return compile_pattern(pattern).fullmatch(path) is not None


def _partners(signs: tuple[str, ...]) -> dict[int, list[int]]:
    """Give, for each open brace that is closed, its commas' places and its partner's."""
    partners: dict[int, list[int]] = {}
    waiting: list[list[int]] = []
    for at, sign in enumerate(signs):
        if sign == "{":
            waiting.append([at])
        elif sign == "," and waiting:
            waiting[-1].append(at)
        elif sign == "}" and waiting:
            opened, *ends = waiting.pop()
            partners[opened] = [*ends, at]
    return partners


def _written_out(
    signs: tuple[str, ...], partners: dict[int, list[int]], start: int = 0, end: int | None = None
) -> Iterator[tuple[str, ...]]:
    """Give every pattern without braces that the signs from `start` to `end` stand for."""
    end = len(signs) if end is None else end
    group = next((at for at in range(start, end) if at in partners), None)
    if group is None:
        yield signs[start:end]
        return
    ends = partners[group]
    rests = list(_written_out(signs, partners, ends[-1] + 1, end))
    for begin, stop in zip([group, *ends], ends, strict=False):
        for alternative in _written_out(signs, partners, begin + 1, stop):
            for rest in rests:
                yield (*signs[start:group], *alternative, *rest)


def _translate(signs: tuple[str, ...]) -> str:
    segments: list[list[str]] = [[]]
    for sign in signs:
        if sign == "/":
            segments.append([])
        else:
            segments[-1].append(sign)
    # Zero or more segments, twice in a row, are zero or more.
    segments = [
        one
        for one, before in zip(segments, [[], *segments], strict=False)
        if not one == before == _ANY_SEGMENTS
    ]
    expression = ""
    for number, segment in enumerate(segments, start=1):
        last = number == len(segments)
        if segment != _ANY_SEGMENTS:
            expression += "".join(map(_one, segment)) + ("" if last else "/")
        elif not last:
            expression += "(?:[^/]+/)*"
        elif expression.endswith("/"):
            expression = f"{expression[:-1]}(?:/.*)?"
        else:
            expression += ".*"
    return expression


def _one(sign: str) -> str:
    wild = {"*": "[^/]*", "?": "[^/]"}
    return wild.get(sign) or re.escape(sign[1:] or sign)
