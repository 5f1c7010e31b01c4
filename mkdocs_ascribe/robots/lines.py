"""Lines of robots.txt: checked, and taken apart into groups (RFC 9309, 2.2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.diagnostics import did_you_mean, quoted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

DIRECTIVES = (
    "User-agent",
    "Allow",
    "Disallow",
    "Sitemap",
    "Crawl-delay",
    "Host",
    "Clean-param",
    "Request-rate",
    "Content-Signal",
    "Content-Usage",
    "License",
)
_NAMES = {name.lower(): name for name in DIRECTIVES}

RULES = ("Allow", "Disallow")
"""What RFC 9309 calls rules: the lines that say what may be fetched, each with a path."""

COMMENT = "#"
EVERYONE = "*"

# These speak for the whole file, whatever group they stand in: RFC 9309, 2.2.4 for Sitemap, its
# operator's documentation for Host, the RSL standard for License.
_OUTSIDE = ("Sitemap", "Host", "License")
_LINE_BREAKS = r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]"


class Group(NamedTuple):
    """User agents and the lines that hold for them, comments included."""

    agents: list[str]
    lines: list[tuple[str, str]]


class OwnLines(NamedTuple):
    """The lines before the first User-agent line, the groups, and what belongs to no group.

    A line is its directive and its value; a comment is "#" and its text.
    """

    everyone: list[tuple[str, str]]
    groups: list[Group]
    outside: list[tuple[str, str]]


def split_line(line: str) -> tuple[str, str] | None:
    """Give a line's directive, in its usual spelling, and its value; None for any other line.

    The text after a `#` is a comment (RFC 9309, 2.2) and is left out. So is the version after
    a user agent's name, which only some parsers cut off.
    """
    stripped = line.strip()
    if stripped.startswith(COMMENT):
        return COMMENT, stripped.removeprefix(COMMENT).strip()
    name, colon, value = stripped.partition(COMMENT)[0].partition(":")
    directive = _NAMES.get(name.strip().lower())
    if not colon or directive is None:
        return None
    if directive == "User-agent":
        value = value.partition("/")[0]
    return directive, value.strip()


def line_faults(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong, and what to do, for each line that cannot go into robots.txt."""
    for line in lines:
        if re.search(_LINE_BREAKS, line):
            yield (
                f"crawlers.lines: {quoted(line)} holds a line break",
                "make each line an entry of its own",
            )
            continue
        if not line.strip():
            continue
        found = split_line(line)
        if found is None:
            name = line.partition(":")[0].strip()
            hint = did_you_mean(name.capitalize(), DIRECTIVES)
            yield f"crawlers.lines: {quoted(line)} is no robots.txt directive", hint
        elif found[0] == "User-agent" and not found[1]:
            yield f"crawlers.lines: {quoted(line)} names no crawler", "name it, or write *"
        elif found[0] in RULES and found[1] and found[1][0] not in "/*":
            yield (
                f"crawlers.lines: the path of {quoted(line)} does not begin with a slash",
                f"write {found[0]}: /{found[1]}",
            )


def parse_lines(lines: Iterable[str]) -> OwnLines:
    """Take lines apart; those that are no directive are passed over.

    A group ends at a User-agent line that follows a line of the group, not at a blank line or a
    comment (RFC 9309, 2.2). Comments right above a User-agent line are of the group below them.
    """
    own = OwnLines([], [], [])
    current = own.everyone
    agents_open = False
    comments: list[tuple[str, str]] = []
    for line in lines:
        found = split_line(line)
        if found is not None and found[0] == COMMENT:
            comments.append(found)
            continue
        if found is not None and found[0] == "User-agent" and not agents_open:
            own.groups.append(Group([], []))
            current = own.groups[-1].lines
            agents_open = True
        current += comments
        comments = []
        if found is None:
            continue
        if found[0] == "User-agent":
            own.groups[-1].agents.append(found[1])
        elif found[0] in _OUTSIDE:
            own.outside.append(found)
        else:
            agents_open = False
            current.append(found)
    current += comments
    return own


def lines_for(agent: str, groups: Iterable[Group]) -> list[tuple[str, str]]:
    """Give the lines of all groups that name an agent: RFC 9309, 2.2.1 makes them one group."""
    return [
        line
        for group in groups
        if agent.lower() in (name.lower() for name in group.agents)
        for line in group.lines
    ]


def merge_groups(groups: Iterable[Group], apart: Collection[str]) -> list[Group]:
    """Give groups in which each agent but `*` stands once, with the lines of all its groups.

    Names are compared without case, and the first spelling stays. Agents stay together when they
    stand in the same groups and are either all or none of `apart`, which is lower-case.
    """
    spelling: dict[str, str] = {}
    stands_in: dict[str, list[int]] = {}
    numbered = list(groups)
    for number, group in enumerate(numbered):
        for agent in group.agents:
            spelling.setdefault(agent.lower(), agent)
            numbers = stands_in.setdefault(agent.lower(), [])
            if number not in numbers:
                numbers.append(number)
    merged: dict[tuple[bool, tuple[int, ...]], Group] = {}
    for agent, numbers in stands_in.items():
        if agent == EVERYONE:
            continue
        lines = [line for number in numbers for line in numbered[number].lines]
        group = merged.setdefault((agent in apart, tuple(numbers)), Group([], lines))
        group.agents.append(spelling[agent])
    return list(merged.values())
