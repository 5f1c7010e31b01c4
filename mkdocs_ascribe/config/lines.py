"""Find the line of a key in a TOML text, for messages; tomli does not keep it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE = re.compile(rf"\s*\[\[?\s*({_KEY})\s*\]")
_ASSIGNMENT = re.compile(rf"\s*({_KEY})\s*=")
_INLINE_KEY = re.compile(rf"[{{,]\s*({_KEY})\s*=")
_MULTILINE = re.compile(r"'''|\"\"\"")


def key_lines(text: str) -> dict[tuple[str, ...], int]:
    """Give the line, from 1, of each table and key, keys of inline tables included.

    The text is TOML that tomli has read. A key that is not found here has no entry, and
    `line_of` then gives the line of the nearest table around it.
    """
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    closing = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if closing:
            closing = "" if closing in line else closing
            continue
        if header := _TABLE.match(line):
            table = _parts(header[1])
            found.setdefault(table, number)
            continue
        if assignment := _ASSIGNMENT.match(line):
            key = table + _parts(assignment[1])
            found.setdefault(key, number)
            rest = line[assignment.end() :]
            for inline in _INLINE_KEY.finditer(rest):
                found.setdefault(key + _parts(inline[1]), number)
            quotes = _MULTILINE.findall(rest)
            if len(quotes) % 2:
                closing = quotes[-1]
    return found


def line_of(lines: Mapping[tuple[str, ...], int], path: tuple[str, ...]) -> int:
    """Give the line of a key, or of the nearest table around it; 0 when none is known."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 0)


def _parts(key: str) -> tuple[str, ...]:
    return tuple(
        part[1:-1].replace('\\"', '"').replace("\\\\", "\\") if part[0] == '"' else part.strip("'")
        for part in re.findall(_PART, key)
    )
