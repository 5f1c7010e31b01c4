"""Blocks one after another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_BULLET = r"(?m)^(?P<number>)(?P<mark>[-+])(?= |$)"
_NUMBER = r"(?m)^(?P<number>[0-9]+)(?P<mark>[.)])(?= |$)"
_STARTS = {**dict.fromkeys("-+", _BULLET), **dict.fromkeys("0123456789", _NUMBER)}
_OTHER = {"-": "+", "+": "-", ".": ")", ")": "."}


def add(blocks: list[str], more: list[str]) -> None:
    """Append `more`, with another marker for a list right after a list.

    With the same one the two would be one list (CommonMark 5.3).
    """
    marker = _STARTS.get(more[0][:1]) if blocks and more else None
    if marker is not None:
        before, after = re.match(marker, blocks[-1]), re.match(marker, more[0])
        if before and after and before["mark"] == after["mark"]:
            more[0] = re.sub(marker, rf"\g<number>{_OTHER[after['mark']]}", more[0])
    blocks.extend(more)


def joined(blocks: Sequence[str]) -> str:
    """Return blocks as one, a blank line between each."""
    return "\n\n".join(blocks)
