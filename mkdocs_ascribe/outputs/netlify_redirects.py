"""Netlify's `_redirects`: ours, and the lines of the site's own that hide its pages.

Reading and matching follow Netlify's own code (@netlify/redirect-parser, netlify-redirector): the
source is compared with the decoded path of the request, with regard to case and without regard to
a final slash. A segment that begins with ":" stands for any, one that is a star for any number of
them, and a star at the end for whatever follows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mkdocs_ascribe.lasting.redirects import Redirect

# What separates the words of a line there: JavaScript's white space.
_BLANKS = re.compile(r"[\s\ufeff]+")
_FORCED = r"([1-5][0-9]{2})!+"
# Source, target and status.
_WORDS = 3
_ADDRESS = r"(?i)(https?)://([^/]+)(/.*)?"


class OwnLine(NamedTuple):
    """A line of the site's own that hides pages: its number, its text, and the first page."""

    number: int
    text: str
    page: str
    pages: int


def redirects_file(redirects: Iterable[Redirect]) -> str:
    """Give `_redirects`: a line for the decoded source, one more for the encoded where they differ.

    A forced rule counts although a file, such as a permalink's forwarding page, lies there.
    """
    lines = []
    for redirect in redirects:
        status = f"{redirect.status}{'!' if redirect.force else ''}"
        sources = dict.fromkeys((unquote(redirect.source), redirect.source))
        lines += [f"{source} {redirect.target} {status}\n" for source in sources]
    return "".join(lines)


def unwritable(route: str) -> str | None:
    """Say what keeps a route from being the source of a rule; None when nothing does."""
    path = unquote(route)
    if _BLANKS.search(path):
        return "holds a blank, which separates the words of a rule"
    if "/:" in path:
        return "has a segment that begins with ':', which stands for any"
    if path.rstrip("/").endswith("*") or "/*/" in path:
        return "has a '*' that stands for whatever follows"
    if path.startswith("/.netlify"):
        return "begins with /.netlify, which is Netlify's own"
    return None


def hiding_lines(own: str, routes: Iterable[str], origin: str | None) -> list[OwnLine]:
    """Find the lines of the site's own `_redirects` that hide pages.

    Only a forced line does: else the page's file is sent. One with a condition or a query hides a
    page from some readers alone, which is what it is for; one for another host hides none.
    """
    by_key = {_key(path): path for path in map(unquote, routes)}
    found = []
    for number, text in enumerate(own.removeprefix("\ufeff").split("\n"), start=1):
        path = _forced_source(text, origin)
        if path is None:
            continue
        if "*" in path or "/:" in path:
            pattern = _pattern(path)
            hidden = [page for key, page in by_key.items() if pattern.fullmatch(key)]
        else:
            hidden = [by_key[_key(path)]] if _key(path) in by_key else []
        if hidden:
            found.append(OwnLine(number, text.strip(), min(hidden), len(hidden)))
    return found


def _forced_source(text: str, origin: str | None) -> str | None:
    """Give the path that a line leads on from whatever file is there; None for any other line."""
    words = list(_words(text))
    # More words would be a query, before the target, or conditions, behind the status.
    if len(words) != _WORDS or not _is_target(words[1]):
        return None
    source, target, status = words
    forced = re.fullmatch(_FORCED, status)
    if forced is None or (forced[1] == "200" and target == source.replace("*", ":splat")):
        return None
    if address := re.fullmatch(_ADDRESS, source):
        if f"{address[1]}://{address[2]}".lower() != origin:
            return None
        source = address[3] or "/"
    return source if source.startswith("/") else f"/{source}"


def _words(text: str) -> Iterator[str]:
    for word in _BLANKS.split(text.strip().strip("\ufeff")):
        if not word or word.startswith("#"):
            return
        yield word


def _is_target(word: str) -> bool:
    return word.startswith("/") or re.match(_ADDRESS, word) is not None


def _key(path: str) -> str:
    return path.rstrip("/") or "/"


def _pattern(path: str) -> re.Pattern[str]:
    segments = path.strip("/").split("/")
    return re.compile("".join(map(_segment, segments, range(1 - len(segments), 1))), re.DOTALL)


def _segment(segment: str, from_last: int) -> str:
    if segment == "*":
        return "(?:/.*)?"
    if segment.startswith(":"):
        return "/[^/]+"
    if segment.endswith("*") and not from_last:
        return f"/{re.escape(segment[:-1])}.*"
    return f"/{re.escape(segment)}"
