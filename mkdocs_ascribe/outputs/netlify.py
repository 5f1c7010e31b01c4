"""Netlify's `_headers`: ours, and what the site's own lacks or sets on our paths.

Reading and matching follow Netlify's own code (@netlify/headers-parser). A path is a pattern when
a segment begins with ":" or holds "*", it matches without regard to case or a final slash, and it
is compared with the percent-encoded path of the request.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mkdocs_ascribe.headers import HeaderRule

# Netlify sends the type of a .md or .txt file itself, with its charset.
_SENT_BY_NETLIFY = "Content-Type"
_OURS = ("link", "x-robots-tag")


class _Block(NamedTuple):
    """One path line of a `_headers` file and the headers under it, as Netlify joins them."""

    path: str
    headers: dict[str, str]


def headers_file(rules: Iterable[HeaderRule]) -> str:
    """Give `_headers`: one exact path a rule; "" when there is nothing to send.

    Rules that keep a file out of search come first, so that a limit of the host's would cost
    those last.
    """
    return "".join(_rule_text(path, headers) for path, headers in _sent(rules))


def missing_lines(own: str, rules: Iterable[HeaderRule]) -> str:
    """Give the lines that the site's own `_headers` lacks, "" when it has all of them.

    It has a header when a rule for the same path gives it the same value; names are compared
    without case. A later rule for a path overrides an earlier one.
    """
    present: dict[str, dict[str, str]] = {}
    for block in _blocks(own):
        found = present.setdefault(block.path, {})
        found.update((name.lower(), value) for name, value in block.headers.items())
    lines = []
    for path, headers in _sent(rules):
        found = present.get(path, {})
        lacking = {
            name: value
            for name, value in headers.items()
            if found.get(name.lower()) != _joined(value)
        }
        if lacking:
            lines.append(_rule_text(path, lacking))
    return "".join(lines)


def overlaps(own: str, rules: Iterable[HeaderRule]) -> list[tuple[str, str, str]]:
    """Name the rules of the site's own that set Link or X-Robots-Tag on a path of ours.

    Each is its path line, the header and the first of our paths that it reaches. A rule for one
    of our paths alone counts where we send no such header.
    """
    sent = dict(_sent(rules))
    ours = {path: {name.lower() for name in headers} for path, headers in sent.items()}
    found = []
    for block in _blocks(own):
        names = [name for name in block.headers if name.lower() in _OURS]
        if not names:
            continue
        if block.path in ours:
            reached = [(name, block.path) for name in names if name.lower() not in ours[block.path]]
        else:
            pattern = _pattern(block.path)
            path = next((path for path in ours if pattern and pattern.match(path)), None)
            reached = [(name, path) for name in names if path is not None]
        found += [(block.path, name, path) for name, path in reached]
    return found


def case_clashes(rules: Iterable[HeaderRule]) -> list[tuple[str, str]]:
    """Name the pairs of paths that differ in nothing but case, which Netlify takes for one."""
    first: dict[str, str] = {}
    pairs = [(first.setdefault(path.lower(), path), path) for path, _ in _sent(rules)]
    return [(earlier, path) for earlier, path in pairs if earlier != path]


def _sent(rules: Iterable[HeaderRule]) -> list[tuple[str, dict[str, str]]]:
    """Give the path and the headers of every rule that Netlify needs, in the file's order."""
    found = []
    for rule in rules:
        headers = {k: v for k, v in rule.headers.items() if k != _SENT_BY_NETLIFY}
        if headers:
            found.append((_exact(rule.path), headers))
    return sorted(found, key=lambda pair: ("X-Robots-Tag" not in pair[1], pair[0]))


def _exact(path: str) -> str:
    """Encode what would make a percent-encoded path a pattern (RFC 3986, 2.1)."""
    return path.replace("*", "%2A").replace("/:", "/%3A")


def _rule_text(path: str, headers: Mapping[str, str]) -> str:
    return f"{path}\n" + "".join(f"  {name}: {value}\n" for name, value in headers.items())


def _blocks(text: str) -> list[_Block]:
    """Read a `_headers` file; a line that Netlify refuses is left out, as there."""
    blocks: list[_Block] = []
    for line in (line.strip() for line in text.removeprefix("\ufeff").split("\n")):
        name, _, value = (part.strip() for part in line.partition(":"))
        if line.startswith("/"):
            blocks.append(_Block(line, {}))
        elif blocks and name and value and not line.startswith("#"):
            headers = blocks[-1].headers
            joined = f"{headers[name]}, {value}" if name in headers else value
            headers[name] = _joined(joined)
    return blocks


def _joined(value: str) -> str:
    """Write a value as Netlify sends it: split at commas, and joined again."""
    return ", ".join(part.strip() for part in value.split(","))


def _pattern(path: str) -> re.Pattern[str] | None:
    """Translate a path line as Netlify does; None for one that it cannot compile."""
    parts = [part for part in (part.rstrip() for part in path.split("/")) if part]
    expression = "/".join(map(_part, parts))
    try:
        return re.compile(f"/{expression}/?$", re.IGNORECASE)
    except re.error:
        return None


def _part(part: str) -> str:
    if part.startswith(":"):
        return "([^/]+)"
    if part == "*":
        return "?(.*)"
    # Netlify does not escape the rest of a segment that holds a star.
    return part.replace("*", "(.*)") if "*" in part else re.escape(part)
