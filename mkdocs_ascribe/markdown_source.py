"""Change the links of a Markdown source and leave all else, code above all, byte for byte."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_FENCE = re.compile(r"\s*(?:[-*+>]\s+)*(`{3,}(?!.*`)|~{3,})")
# A deeper line behind one of these is its content; behind any other it is indented code.
_CONTAINER = re.compile(r"\s*(?:[-*+]|\d+[.)]|!!!|\?\?\?\+?|===[+!]?|\[\^[^\]]+\]:|:|///)(?:\s|$)")
_INLINE = re.compile(
    r"(?P<kept>\\.|(?P<ticks>`+)(?!`)(?:(?!\n\s*\n).)*?(?<!`)(?P=ticks)(?!`)|<!--.*?-->)"
    r"|(?P<open>\]\()"
    r"|(?P<definition>^[ ]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*)(?P<target><[^<>\n]*>|[^\s<]\S*)"
    r"|(?P<attribute><[A-Za-z][^<>]*?\s(?:href|src)\s*=\s*)(?P<quote>[\"'])(?P<value>.*?)(?P=quote)",
    re.DOTALL | re.MULTILINE,
)
_TITLE = re.compile(r"\s+(?:\"[^\n]*\"|'[^\n]*'|\([^()\n]*\))\s*$")
_ATX_H1 = re.compile(r"#(?!#)[ \t]*\S")
_SETEXT_H1 = re.compile(r"=+\s*$")


def rewrite_links(markdown: str, resolve: Callable[[str], str]) -> str:
    """Give the Markdown with every link's target resolved.

    Inline links, images, reference definitions and the href and src of raw HTML count; fenced,
    indented and inline code and comments do not (CommonMark 0.31, 4.4, 4.5, 6.1).
    """
    return "".join(
        part if is_code else _rewrite_prose(part, resolve) for is_code, part in _blocks(markdown)
    )


def has_h1(markdown: str) -> bool:
    """Say whether the Markdown has a heading of the first level, in ATX or setext form."""
    for is_code, part in _blocks(markdown):
        before = ""
        for line in () if is_code else part.split("\n"):
            if _ATX_H1.match(line) or (before.strip() and _SETEXT_H1.match(line)):
                return True
            before = line
    return False


def _blocks(markdown: str) -> Iterator[tuple[bool, str]]:
    """Split into runs of lines that are code and runs that are not; joined they are the whole."""
    run: list[str] = []
    code = False
    for is_code, line in code_lines(markdown):
        if is_code != code and run:
            yield code, "".join(run)
            run = []
        code = is_code
        run.append(line)
    yield code, "".join(run)


def code_lines(markdown: str) -> Iterator[tuple[bool, str]]:
    """Yield each line with its end, and whether it is code (CommonMark 0.31, 4.4 and 4.5)."""
    closing = ""
    containers = [0]
    blank, in_code = True, False
    for line in markdown.splitlines(keepends=True):
        if closing:
            yield True, line
            bare = line.strip().lstrip(">").strip()
            if bare.startswith(closing) and not bare.strip(closing[0]):
                closing = ""
            blank = False
            continue
        if fence := _FENCE.match(line):
            closing = fence[1]
            yield True, line
            continue
        if not line.strip():
            blank = True
            yield in_code, line
            continue
        indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        while len(containers) > 1 and indent < containers[-1]:
            containers.pop()
        in_code = indent >= containers[-1] + 4 and (blank or in_code)
        if not in_code and _CONTAINER.match(line):
            containers.append(indent + 1)
        yield in_code, line
        blank = False


def _rewrite_prose(prose: str, resolve: Callable[[str], str]) -> str:
    parts: list[str] = []
    at = 0
    for match in _INLINE.finditer(prose):
        if match.start() < at or match["kept"]:
            continue
        if match["open"]:
            end = _closing_parenthesis(prose, match.end())
            if end is None:
                continue
            start = match.end()
            target = prose[start:end]
            title = _TITLE.search(target)
            rest = title[0] if title else ""
            new = _markdown_target(target[: len(target) - len(rest)].strip(), resolve) + rest
        elif match["definition"]:
            start, end = match.span("target")
            new = _markdown_target(match["target"], resolve)
        else:
            start, end = match.span("value")
            new = html.escape(resolve(html.unescape(match["value"])))
        parts += (prose[at:start], new)
        at = end
    return "".join((*parts, prose[at:]))


def _closing_parenthesis(prose: str, at: int) -> int | None:
    """Find the parenthesis that ends a target; a blank line ends every inline construct."""
    depth = 0
    for position in range(at, len(prose)):
        character = prose[position]
        if character == "(":
            depth += 1
        elif character == ")" and depth == 0:
            return position
        elif character == ")":
            depth -= 1
        elif character == "\n" and prose.startswith("\n\n", position):
            return None
    return None


def _markdown_target(target: str, resolve: Callable[[str], str]) -> str:
    bare = target[1:-1] if target.startswith("<") and target.endswith(">") else target
    if not bare:
        return target
    resolved = resolve(html.unescape(bare))
    return resolved.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
