"""The project's own lines of robots.txt: checked, and taken apart into groups (RFC 9309, 2.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mkdocs_ascribe.diagnostics import did_you_mean, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
_PATHS = ("Allow", "Disallow")

# These speak for the whole file, whatever group they stand in: RFC 9309, 2.2.4 for Sitemap, its
# operator's documentation for Host, the RSL standard for License.
_OUTSIDE = ("Sitemap", "Host", "License")
_LINE_BREAKS = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(slots=True)
class Group:
    """User agents and the lines that hold for them, comments included."""

    agents: list[str] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class OwnLines:
    """The lines before the first User-agent line, the groups, and what belongs to no group.

    A line is its directive and its value; a comment is "#" and its text.
    """

    everyone: list[tuple[str, str]] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    outside: list[tuple[str, str]] = field(default_factory=list)


def split_line(line: str) -> tuple[str, str] | None:
    """Give a line's directive, in its usual spelling, and its value; None for any other line.

    The text after a `#` is a comment (RFC 9309, 2.2) and is left out.
    """
    stripped = line.strip()
    if stripped.startswith("#"):
        return "#", stripped.removeprefix("#").strip()
    name, colon, value = stripped.partition("#")[0].partition(":")
    directive = _NAMES.get(name.strip().lower())
    return (directive, value.strip()) if colon and directive else None


def line_faults(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong, and what to do, for each line that cannot go into robots.txt."""
    for line in lines:
        if _LINE_BREAKS.search(line):
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
        elif found[0] in _PATHS and found[1] and found[1][0] not in "/*":
            yield (
                f"crawlers.lines: the path of {quoted(line)} does not begin with a slash",
                f"write {found[0]}: /{found[1]}",
            )


def parse_lines(lines: Iterable[str]) -> OwnLines:
    """Take apart lines that have no faults; blank lines and comments between agents close nothing.

    RFC 9309 ends a group at a User-agent line that follows a rule, not at a blank line.
    """
    own = OwnLines()
    agents_open = False
    for line in lines:
        found = split_line(line)
        if found is None:
            continue
        directive, value = found
        if directive == "User-agent":
            if not agents_open:
                own.groups.append(Group())
                agents_open = True
            own.groups[-1].agents.append(value)
        elif directive in _OUTSIDE:
            own.outside.append(found)
        else:
            agents_open = agents_open and directive == "#"
            (own.groups[-1].lines if own.groups else own.everyone).append(found)
    return own
