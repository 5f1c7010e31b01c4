"""Addresses that lead to another one, as every host's rules and redirects.json say them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Redirect:
    """One old or permanent address and where it leads now.

    `source` is a percent-encoded path from the host's root, base path included; `target` is one
    too, with an optional fragment, or an absolute address. `force` makes it count where a file
    lies at the old address too.
    """

    source: str
    target: str
    status: int = 301
    kind: Literal["move", "permalink"] = "move"
    force: bool = False
