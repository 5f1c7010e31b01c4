"""Front matter that MkDocs drops without a word, so that none of it publishes a page by mistake."""

from __future__ import annotations

import re
from itertools import dropwhile, takewhile
from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.diagnostics import Diagnostic, quoted
from mkdocs_ascribe.listing import Listing

if TYPE_CHECKING:
    from collections.abc import Mapping

# But for one these are no patterns yet, which are compiled where a page needs them; few do.
# MultiMarkdown, as MkDocs reads it, needs no blank after a key's colon.
_KEY = r"""\s{0,3}["']?[\w-]+["']?\s*:"""
_KEY_LINE = rf"{_KEY}(\s|$)|\s*[\w-]+\s*="
_BEGINNING = re.compile(rf"[\ufeff\u200b\s]*(?:<!--|---|\+\+\+|{_KEY})")
# Tools put licences before everything else, where MkDocs wants the front matter.
_COMMENTS = r"(?s)(?:[\ufeff\u200b\s]*<!--.*?-->)*"
# YAML's lines of dashes, and TOML's `+++`, which MkDocs does not know.
_OPENING = r"\s{0,3}(-{3,}|\+{3})\s*(?:#.*)?$"
# The first word of a line is `listing`, or it is once the marks of YAML before it are gone; what
# stands after a # is left out by its author.
_LISTING_LINE = (
    r"""(?i)[\s"'\ufeff\u200b]*listing\b(?!-)|(?:[\s{?-]*|\{.*,\s*)["']?listing["']?\s*:"""
)
_BLOCK_LINES = 60


def may_begin(source: str) -> bool:
    """Say whether a page's source may begin with front matter; that of most pages does not."""
    return _BEGINNING.match(source) is not None


def unread_lines(
    source: str, meta: Mapping[str, object], own_meta: Mapping[str, object], file: str
) -> list[Diagnostic]:
    """Find front matter in a page's source that MkDocs dropped without a word.

    `meta` is `page.meta`, `own_meta` is what MkDocs itself reads of this source. A line that
    begins with `listing` and has no effect is an error: it would publish a page that was meant to
    be kept out. So is all but the last of several, since YAML takes the last without a word.
    """
    block = _leading_block(source)
    written = [(number, line) for number, line in block.lines if re.match(_LISTING_LINE, line)]
    is_read = "listing" in own_meta or meta.get("listing") == Listing.UNLISTED.word
    unread = [] if is_read else written
    if "listing" in own_meta and block.fence:
        *earlier, last = [one for one in written if one[1].startswith("listing:")] or [(0, "")]
        unread = [one for one in earlier if one[1].split() != last[1].split()]
    if unread:
        number, line = unread[0]
        return [
            Diagnostic(
                "listing-unread",
                f"MkDocs does not read this line: {quoted(line.strip())}",
                "write 'listing: unlisted' once between two lines of --- at the top of the file, "
                "and check that the block is valid YAML",
                file,
                number,
            )
        ]
    if own_meta or not block.fence or block.is_text():
        return []
    return [
        Diagnostic(
            "front-matter-invalid",
            "MkDocs drops this front matter, since it is no valid YAML between two lines of ---",
            "check colons, quotes and indentation, that a line after the closing --- exists, and "
            "that nothing stands before the first",
            file,
            block.lines[0][0],
        )
    ]


class _Block(NamedTuple):
    """The numbered lines in which an author would have written front matter.

    `fence` is the line of marks that opens it, "" where none does.
    """

    lines: list[tuple[int, str]]
    fence: str
    closed: bool

    def is_text(self) -> bool:
        """Say whether a rule opens the page, and not front matter: MkDocs rightly reads text."""
        inner = [line.strip() for _, line in self.lines[1:]]
        if not self.closed and inner and not inner[0]:
            return True
        paragraph = takewhile(bool, dropwhile(lambda line: not line, inner))
        first = next((line for line in paragraph if not line.startswith("#")), "")
        return not re.match(_KEY_LINE, first)


def _leading_block(source: str) -> _Block:
    """Find the block: to the closing fence or, without fences, to the first blank line."""
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    before = re.match(_COMMENTS, text)
    at = before.end() if before else 0
    block: list[tuple[int, str]] = []
    fence, closed = "", False
    closing = {"---", "..."}
    for number, written in enumerate(text[at:].split("\n"), start=1 + text.count("\n", 0, at)):
        line = written if block else written.lstrip("\ufeff\u200b")
        if not block:
            if not line.strip():
                continue
            if opening := re.match(_OPENING, line):
                fence = opening[1]
                closing.add(fence)  # Who opens with more dashes closes with as many.
            elif not re.match(_KEY, line):
                break
        elif line.rstrip(" \t") in closing if fence else not line.strip():
            closed = True
            break
        block.append((number, line))
        if len(block) == _BLOCK_LINES:
            break
    return _Block(block, fence, closed)
