"""Plain text as CommonMark, escaped where a parser would read something else, and only there.

Readers of llms.txt that are no CommonMark parsers take the text as it stands, so each escape costs
them. The rules are those of the CommonMark specification, 0.31.2, and of 0.30 where they differ.
"""

from __future__ import annotations

import html.entities
import re
import string
import unicodedata
from typing import TYPE_CHECKING

from mkdocs_ascribe.text import collapse

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARKS = re.compile(r"[\\`*_<&\]]")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|([A-Za-z][A-Za-z0-9]*));")

# 6.5 and 6.6: tags, comments and the like, autolinks. What begins with "<!" or "<?" is taken for
# one up to any ">", since the two versions differ about comments. Compiled when a title has one.
_ANGLE = r"""<(?:
    [!?].*?>
    | /[A-Za-z][A-Za-z0-9-]*\s*>
    | [A-Za-z][A-Za-z0-9-]*
      (?:\s+[A-Za-z_:][A-Za-z0-9_.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*
      \s*/?>
    | [A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\x00-\x20]*>
    | [A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@
      [A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*>
)"""

# 4 and 5: what begins another block than a paragraph. Escaped a little too often, since only a
# site's description ever stands there.
_BLOCK_START = r"([][#>~=<*_`+-])\1*|[0-9]{1,9}(?=[.)](?:\s|$))"
_CLOSING_HASHES = re.compile(r"(?:^|(?<=\s))#+$")


def heading(level: int, text: str) -> str:
    """Give an ATX heading (4.2); hashes at its end are text."""
    line = _inline(collapse(text), " ", "\n")
    return f"{'#' * level} {_CLOSING_HASHES.sub(lambda hashes: chr(92) + hashes[0], line)}"


def quote_line(text: str) -> str:
    """Give a block quote (5.1) of one paragraph on one line."""
    line = _inline(collapse(text), " ", "\n")
    start = re.match(_BLOCK_START, line)
    if start is None:
        return f"> {line}"
    # All marks of a run, since the rest of it would mean another thing; of a number the full stop.
    escaped = re.sub("(.)", r"\\\1", start[0]) if start[1] else f"{start[0]}\\"
    return f"> {escaped}{line[start.end() :]}"


def link_line(title: str, address: str, description: str | None = None) -> str:
    """Give a list item (5.2) that is a link (6.3) with an optional description.

    Brackets in the title become parentheses, since simple readers end a title at the first one.
    """
    rest = f"]({_destination(address)})"
    if description:
        rest += f": {_inline(collapse(description), ' ', chr(10))}"
    text = collapse(title).translate(str.maketrans("[]", "()"))
    return f"- [{_inline(text, '[', rest)}{rest}"


def _destination(address: str) -> str:
    """Encode what would end a link's destination, or be read as an entity in it (RFC 3986, 2.1)."""
    encoded = re.sub(r"[][()<>\s]", lambda found: f"%{ord(found[0]):02X}", address)
    return _ENTITY.sub(lambda found: f"%26{found[0][1:]}", encoded)


def _inline(text: str, before: str, after: str) -> str:
    """Escape text between `before`, a character, and `after`, the rest of its line as written."""
    line = f"{before}{text}{after}"
    marked = {mark for mark in "*_" if _has_emphasis(text, before, after[0], mark)}
    if _has_code(text, after):
        marked.add("`")

    def written(found: re.Match[str]) -> str:
        special = found[0] in marked or _is_special(line, found.start() + 1)
        return f"\\{found[0]}" if special else found[0]

    return _MARKS.sub(written, text)


def _is_special(line: str, at: int) -> bool:
    """Say whether a parser would not read this character as itself, emphasis and code aside."""
    character, following = line[at], line[at + 1]
    if character == "\\":
        return following in string.punctuation
    if character == "]":
        return following == "("
    if character == "<":
        return re.compile(_ANGLE, re.VERBOSE).match(line, at) is not None
    if character == "&" and (entity := _ENTITY.match(line, at)):
        return entity[1] is None or f"{entity[1]};" in html.entities.html5
    return False


def _has_code(text: str, after: str) -> bool:
    """Say whether backticks of the text open a code span (6.1), which may end in what follows."""
    own = [len(run) for run in re.findall("`+", text)]
    others = {len(run) for run in re.findall("`+", after)}
    return len(set(own)) < len(own) or not others.isdisjoint(own)


def _has_emphasis(text: str, before: str, after: str, mark: str) -> bool:
    """Say whether two runs of a mark would be emphasis (6.2), by any common reading.

    The two versions differ about symbols, and some parsers take the end of a link's text for white
    space, others for the bracket that it is.
    """
    if text.count(mark) < 2:  # noqa: PLR2004 - one to open it, one to close it
        return False
    return any(
        _pairs(_runs(f"{before}{text}{end}", mark, symbols=symbols))
        for end in (after, " ")
        for symbols in (False, True)
    )


def _runs(line: str, mark: str, *, symbols: bool) -> Iterator[tuple[int, bool, bool]]:
    """Yield the length of each run of a mark, and whether it can open and close emphasis.

    `symbols` says whether every Unicode symbol counts as punctuation, as from 0.31 on.
    """
    for run in re.finditer(f"{re.escape(mark)}+", line):
        before, after = line[run.start() - 1], line[run.end()]
        word_before, word_after = (_is_word(c, symbols=symbols) for c in (before, after))
        left = not after.isspace() and (word_after or not word_before)
        right = not before.isspace() and (word_before or not word_after)
        if mark == "*":
            yield len(run[0]), left, right
        else:
            yield (
                len(run[0]),
                left and not (right and word_before),
                right and not (left and word_after),
            )


def _is_word(character: str, *, symbols: bool) -> bool:
    """Say whether a character is neither white space nor punctuation."""
    if character.isspace() or character in string.punctuation:
        return False
    return unicodedata.category(character)[0] not in ("PS" if symbols else "P")


def _pairs(runs: Iterator[tuple[int, bool, bool]]) -> bool:
    """Say whether any run closes an earlier one; rules 9 and 10 of 6.2 keep some apart."""
    openers: list[tuple[int, bool]] = []
    for length, opens, closes in runs:
        if closes:
            for opener, both in openers:
                apart = (both or opens) and (opener + length) % 3 == 0
                if not apart or (opener % 3 == 0 and length % 3 == 0):
                    return True
        if opens:
            openers.append((length, closes))
    return False
