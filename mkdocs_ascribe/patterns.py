r"""Ascribe's path patterns.

`*` and `?` within a segment, `**` for zero or more whole segments, `{a,b}`, and `\` as escape. No
pattern takes long: braces have a limit, and what a star has taken is not tried again.
"""

from __future__ import annotations

import functools
import itertools
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_ALTERNATIVES = 1_000
"""So many patterns without braces may one with braces stand for."""

_ANY_SEGMENTS = "**"
_SIGN = re.compile(r"\\.|.", re.DOTALL)
_END = r"(?=/|\Z)"
_MATCHES_NOTHING = "(?!)"


def matches(pattern: str, path: str) -> bool:
    """Say whether the whole path matches the pattern."""
    return compile_pattern(pattern).fullmatch(path) is not None


@functools.cache
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Translate a pattern for paths with `/` into a regular expression for `fullmatch`.

    Matching is case-sensitive. A slash or `./` at the beginning adds nothing, since every path is
    relative to one folder. `**` counts only as a whole segment and stands for zero or more of them;
    elsewhere two stars are one. `{a,b}` means the same as the two patterns written out. An open
    brace without its partner stands for itself. With more than `MAX_ALTERNATIVES` nothing matches.
    """
    names = (f"_{number}" for number in itertools.count())
    written_out = _written_out(pattern)
    if written_out is None:
        return re.compile(_MATCHES_NOTHING)
    expressions = (_translate(_segments(plain), names) for plain in dict.fromkeys(written_out))
    return re.compile("|".join(expressions), re.DOTALL)


def pattern_fault(pattern: str, *, of_files: bool) -> tuple[str, str] | None:
    """Say why a pattern can match nothing, and what to do; None where it may match.

    `of_files` says that it is for files: their paths do not end with a slash, as addresses do.
    """
    written_out = _written_out(pattern)
    if written_out is None:
        problem = f"stands for more than {MAX_ALTERNATIVES:,} patterns"
        return problem, "write several patterns, with fewer braces in each"
    parted = [_segments(plain) for plain in written_out]
    if all("" in one[:-1] or "." in one or ".." in one for one in parted):
        return "has a segment that is empty or made of dots", "write a path such as internal/**"
    if of_files and not any(one[-1] for one in parted):
        return "names no file", "write ** behind a folder for all that is in it"
    return None


def from_root(path: str) -> str:
    """Drop the slash or `./` at the beginning of a path that is relative to one folder anyway."""
    return path.removeprefix("./").lstrip("/")


def _written_out(pattern: str) -> list[str] | None:
    """Give every pattern without braces that this one stands for; None when they are too many."""
    signs = ["/" if sign == r"\/" else sign for sign in _SIGN.findall(pattern)]
    marks = _group_marks(signs)
    # What stands before each open group, and the alternatives of it so far.
    outer: list[tuple[list[str], list[str]]] = []
    current = [""]
    start = 0
    for at in sorted(marks):
        text = "".join(signs[start:at])
        current = [one + text for one in current]
        start = at + 1
        if signs[at] == "{":
            outer.append((current, []))
            current = [""]
            continue
        before, alternatives = outer[-1]
        alternatives += current
        if len(before) * len(alternatives) > MAX_ALTERNATIVES:
            return None
        current = [""]
        if signs[at] == "}":
            outer.pop()
            current = [one + other for one in before for other in alternatives]
    text = "".join(signs[start:])
    return [one + text for one in current]


def _group_marks(signs: Sequence[str]) -> set[int]:
    """Give the places of the braces that have a partner, and of the commas between them."""
    marks: set[int] = set()
    waiting: list[list[int]] = []
    for at, sign in enumerate(signs):
        if sign == "{":
            waiting.append([at])
        elif sign == "," and waiting:
            waiting[-1].append(at)
        elif sign == "}" and waiting:
            marks.update(waiting.pop(), [at])
    return marks


def _segments(plain: str) -> list[str]:
    return from_root(plain).split("/")


def _translate(segments: Sequence[str], names: Iterator[str]) -> str:
    """Translate a pattern without braces: runs of segments, with `**` between them.

    Only the first run and the last are bound to an end of the path. Of one between, the first place
    where it fits is the best one, since it leaves the most to what follows.
    """
    runs: list[list[str]] = [[]]
    for segment in segments:
        if segment == _ANY_SEGMENTS:
            runs.append([])
        else:
            runs[-1].append(_translate_segment(segment, names))
    first, *others = runs
    if not others:
        return "/".join(first)
    *inner, last = others
    parts = ["/".join(first)] if first else []
    parts += [_once(f"(?:[^/]+/)*?{'/'.join(run)}{_END}", names) for run in inner if run]
    if last:
        return "/".join([*parts, "(?:[^/]+/)*" + "/".join(last)])
    return "/".join(parts) + "(?:/.*)?" if parts else ".*"


def _translate_segment(segment: str, names: Iterator[str]) -> str:
    """Translate one segment: literal pieces, with stars between them that work as `**` does."""
    pieces = [""]
    for sign in _SIGN.findall(segment):
        if sign == "*":
            pieces.append("")
        else:
            pieces[-1] += "[^/]" if sign == "?" else re.escape(sign[1:] or sign)
    first, *others = pieces
    if not others:
        return first
    *inner, last = others
    found = "".join(_once(f"[^/]*?{piece}", names) for piece in inner if piece)
    return f"{first}{found}[^/]*{last}"


def _once(expression: str, names: Iterator[str]) -> str:
    """Let what an expression has matched stand: Python 3.10 has no atomic groups."""
    name = next(names)
    return f"(?=(?P<{name}>{expression}))(?P={name})"
