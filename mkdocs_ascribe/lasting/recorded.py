"""Addresses that were published: which of them are gone, and the file's part that records them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.config import Recorded, parse_addresses
from mkdocs_ascribe.diagnostics import Diagnostic
from mkdocs_ascribe.lasting.written import address_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_NOTE = "# Published so far. Written by `mkdocs-ascribe addresses record`; commit it."
_HEADER = r"\s*\[\[\s*address\s*\]\]\s*(?:#.*)?$"
_PAIR = r"""\s*(?:route|source)\s*=\s*(?:"(?:\\.|[^"\\])*"|'[^']*')\s*(?:#.*)?$"""


class Proposal(NamedTuple):
    """A move that a lost address needs, and why it is that one; its text is ready to paste."""

    route: str
    target: str
    reason: str

    def __str__(self) -> str:
        """Give the `[[move]]` part with a comment above it."""
        move = f"[[move]]\nfrom = {_toml(self.route)}\nto = {_toml(self.target)}\n"
        reason = "".join(sign if sign.isprintable() else "?" for sign in self.reason)
        return f"# {reason}\n{move}"


class RewriteError(Exception):
    """A file whose recorded part cannot be told from the rest; the message is one line."""


def lost_addresses(
    recorded: Iterable[Recorded], pages: Iterable[str], leading: Iterable[str]
) -> list[Recorded]:
    """Give the recorded addresses where there is no page any more and nothing that leads on.

    `pages` are the routes of the pages, `leading` those of moves and permalinks.
    """
    kept = {address_key(route) for route in (*pages, *leading)}
    return [one for one in recorded if address_key(one.route) not in kept]


def address_lost(lost: Recorded, file: str, hint: str, details: str = "") -> Diagnostic:
    """Say that a recorded address is gone."""
    message = f"{lost.route}, once {lost.source}, is gone and no move leads on from it"
    return Diagnostic("address-lost", message, hint, file, lost.line, details)


def merged(recorded: Iterable[Recorded], pages: Mapping[str, str]) -> list[Recorded]:
    """Give every address that was ever published, by route, with the latest source of its page.

    `pages` has the source of each page by its route.
    """
    sources = {one.route: one.source for one in recorded} | dict(pages)
    return [Recorded(route, source) for route, source in sorted(sources.items())]


def proposed(
    lost: Iterable[Recorded],
    renamed: Mapping[str, str],
    titles: Mapping[str, str],
    by_title: Mapping[str, Sequence[str]],
) -> dict[str, Proposal]:
    """Give the move that can be seen for each lost address, by its route.

    `renamed` has the present source of each that git renamed, `titles` the last title of others,
    `by_title` the sources of pages that are new. A title that two of those have tells nothing.
    """
    found = {}
    for one in lost:
        title = titles.get(one.source, "")
        if target := renamed.get(one.source):
            found[one.route] = Proposal(one.route, target, f"git renamed {one.source}")
        elif title and len(alike := by_title.get(title, ())) == 1:
            reason = f"the title of {one.source} was {title}"
            found[one.route] = Proposal(one.route, alike[0], reason)
    return found


def rewritten(text: str, recorded: Iterable[Recorded], file: str) -> str:
    """Give the file's text with its recorded part replaced, or appended where there is none.

    All else stays as its author wrote it: comments, order, line ends. Raises RewriteError where
    the text has a fault, or says something else afterwards.
    """
    before, faults = parse_addresses(text, file)
    if faults:
        raise RewriteError(str(faults[0]))
    newline = "\r\n" if "\r\n" in text else "\n"
    part = "\n".join(
        f"[[address]]\nroute = {_toml(one.route)}\nsource = {_toml(one.source)}\n"
        for one in recorded
    ).replace("\n", newline)
    kept, at = _without_recorded(text)
    if at is None:
        head = "".join(kept)
        if head and not head.endswith("\n"):
            head += newline
        gap = newline if head.strip() else ""
        result = f"{head}{gap}{_NOTE}{newline}{part}"
    else:
        tail = "".join(kept[at:])
        gap = newline if tail.strip() and not tail.startswith(("\n", "\r\n")) else ""
        result = "".join(kept[:at]) + part + gap + tail
    after, faults = parse_addresses(result, file)
    same = [(one.source, one.target) for one in after.moves] == [
        (one.source, one.target) for one in before.moves
    ] and [(one.key, one.target, one.help) for one in after.permalinks] == [
        (one.key, one.target, one.help) for one in before.permalinks
    ]
    if faults or not same:
        raise RewriteError(f"{file}: the recorded part is not written as [[address]] tables")
    return result


def _without_recorded(text: str) -> tuple[list[str], int | None]:
    """Give the lines outside of the `[[address]]` parts, and where the first of those stood."""
    kept: list[str] = []
    at: int | None = None
    within = False
    for line in text.splitlines(keepends=True):
        if re.match(_HEADER, line):
            if at is None:
                at = len(kept)
            else:
                # Blank lines between two recorded parts are ours.
                while len(kept) > at and not kept[-1].strip():
                    kept.pop()
            within = True
        elif within and re.match(_PAIR, line):
            continue
        else:
            within = False
            kept.append(line)
    return kept, at


def _toml(text: str) -> str:
    """Write a TOML string; the escapes of its basic strings are those of JSON and a few more."""
    escaped = "".join(_escaped(text))
    return f'"{escaped}"'


def _escaped(text: str) -> Iterator[str]:
    for character in text:
        if character in '"\\':
            yield f"\\{character}"
        elif character.isprintable():
            yield character
        else:
            yield f"\\U{ord(character):08x}"
