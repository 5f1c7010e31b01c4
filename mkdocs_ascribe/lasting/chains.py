"""Steps from address to address, followed to their ends in linear time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Step(NamedTuple):
    """One step: where it leads, and the fragment it names, "" for none."""

    target: str
    fragment: str = ""


class End(NamedTuple):
    """The end of a chain: where its last step begins, and the fragment that a browser shows.

    That is the one which the latest step names, since a redirect without a fragment keeps the
    fragment of the address it leads on from (RFC 9110, 10.2.2).
    """

    last: str
    fragment: str


def follow(steps: Mapping[str, Step]) -> tuple[dict[str, End], list[list[str]]]:
    """Give the end of every chain by where it begins, and the loops, each from its first step on.

    A chain that runs into a loop has no end. Each step is taken once.
    """
    ends: dict[str, End | None] = {}
    loops = []
    for start in steps:
        path: list[str] = []
        places: dict[str, int] = {}
        at = start
        while at in steps and at not in ends and at not in places:
            places[at] = len(path)
            path.append(at)
            at = steps[at].target
        if at in places:
            loop = path[places[at] :]
            loops.append(loop)
            ends.update(dict.fromkeys(path))
            continue
        end = ends.get(at)
        dead = at in ends and end is None
        for one in reversed(path):
            if not dead:
                fragment = end.fragment if end else ""
                end = End(end.last if end else one, fragment or steps[one].fragment)
            ends[one] = end
    return {start: end for start, end in ends.items() if end is not None}, loops
