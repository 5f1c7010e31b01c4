"""The links in the text of a Markdown source (CommonMark 0.31, 6; Python-Markdown's targets)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.source.html_tags import RAW_TAGS, TagReader
from mkdocs_ascribe.markdown.source.written import Link, read_target, read_value

if TYPE_CHECKING:
    from mkdocs_ascribe.markdown.source.blocks import Blocks, Span

# Each begins with a character, which the engine looks for fast.
_TOKEN = re.compile(r"\\.|``*|\[|\]|<", re.DOTALL)
_TAG_TOKEN = re.compile("<")
_TICKS = re.compile("`+")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}://[^\s<>]*)>")
_TITLE = r"(?:\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\))"
_PLAIN = re.compile(r"\(([^\s()<>\"'\\]+)\)")
_BRACKETED = re.compile(
    rf"\(\s*(<(?:\\.|[^<>\\\n])*>)(?:\s+{_TITLE}|\s*(?:\"[^\"]*\"|'[^']*'))?\s*\)", re.DOTALL
)
_IN_TARGET = re.compile(r"\\.|[()\"'\n]", re.DOTALL)
_REST = re.compile(rf"{_TITLE}\s*\)", re.DOTALL)
_REST_BELOW = re.compile(rf"\s*(?:{_TITLE}\s*)?\)", re.DOTALL)
_QUOTE_BEHIND_BLANK = re.compile(r"(?<=\s)'")
_DEEPEST = 32
# No definition stands deeper in its line.
_WIDEST = 400
_DEFINITION = re.compile(
    r":[ \t]*(?:\n[ \t]*)?(<[^<>\n]*>|[^\s<]\S*)"
    rf"(?:(?:[ \t]+|[ \t]*\n[ \t]*)(?:\"[^\n]*\"|'[^\n]*'|\([^\n]*\)|{_TITLE}))?[ \t]*$",
    re.MULTILINE | re.DOTALL,
)


def _may_link(text: str, span: Span) -> bool:
    """Say whether a paragraph has what every link has, whatever else is in it."""
    start, end, _ = span
    return (
        text.find("](", start, end) >= 0
        or text.find("<", start, end) >= 0
        or text.find("]:", start, end) >= 0
    )


class Found:
    """The links of a source in their order, and whether a tag of a first heading is in it."""

    def __init__(self) -> None:
        """Begin with none."""
        self.links: list[Link] = []
        self.has_h1 = False


def find_links(blocks: Blocks) -> Found:
    """Find the links in the spans of a source."""
    finder = _Finder(blocks.text)
    for span in blocks.spans:
        if span.is_html:
            finder.tags_of(span)
        elif _may_link(blocks.text, span):
            finder.links_of(span)
    return finder.found


class _Finder:
    def __init__(self, text: str) -> None:
        self.found = Found()
        self._text = text
        self._tags = TagReader(text)
        self._add = self.found.links.append

    def links_of(self, span: Span) -> None:
        """Find links in a paragraph: one pass, with a stack of the brackets that are open."""
        text, end = self._text, span.end
        at = span.start
        brackets: list[int] = []
        closers: dict[int, list[int]] | None = None
        for token in _TOKEN.finditer(text, at, end):
            start = token.start()
            if start < at:
                continue
            first = text[start]
            if first == "`":
                if closers is None:
                    closers = self._closing_ticks(span)
                at = self._behind_code(token, closers)
            elif first == "<":
                at = self._markup(start, end) or at
            elif first == "]":
                if brackets:
                    at = self._behind_bracket(brackets.pop(), token.end(), end) or at
            elif first != "\\":
                brackets.append(token.end())

    def tags_of(self, span: Span) -> None:
        """Find the addresses in raw HTML."""
        at = span.start
        for token in _TAG_TOKEN.finditer(self._text, at, span.end):
            if token.start() >= at:
                at = self._markup(token.start(), span.end) or at

    def _closing_ticks(self, span: Span) -> dict[int, list[int]]:
        """Give the places of the runs of backticks by their length, the last one first."""
        places: dict[int, list[int]] = {}
        for run in _TICKS.finditer(self._text, span.start, span.end):
            places.setdefault(run.end() - run.start(), []).append(run.start())
        for starts in places.values():
            starts.reverse()
        return places

    @staticmethod
    def _behind_code(run: re.Match[str], closers: dict[int, list[int]]) -> int:
        """Give the end of the code that a run begins; a run that has no equal is text."""
        length = run.end() - run.start()
        starts = closers.get(length, [])
        while starts and starts[-1] < run.end():
            starts.pop()
        return starts[-1] + length if starts else run.end()

    def _markup(self, at: int, end: int) -> int | None:
        """Read what begins with `<`: a comment, an autolink or a tag; give its end."""
        text = self._text
        if text.startswith("<!--", at):
            return self._tags.comment_end(at + len("<!--"), end)
        if autolink := _AUTOLINK.match(text, at, end):
            self._add(Link(*autolink.span(1), read_value(autolink[1]), "autolink"))
            return autolink.end()
        tag = self._tags.start_tag(at, end)
        if tag is None:
            return None
        self.found.has_h1 = self.found.has_h1 or tag.name == "h1"
        if tag.name in RAW_TAGS:
            return self._tags.raw_end(tag.end, end, tag.name) or tag.end
        for address in tag.addresses:
            if href := read_value(text[address.start : address.end]):
                self._add(Link(address.start, address.end, href, address.form))
        return tag.end

    def _behind_bracket(self, opened: int, at: int, end: int) -> int | None:
        """Read the target behind a closing bracket; give the end of what was read."""
        following = self._text[at : min(at + 1, end)]
        if following == "(":
            return self._inline_target(at, end)
        if following == ":":
            return self._definition(opened, at, end)
        return None

    def _inline_target(self, at: int, end: int) -> int | None:
        text = self._text
        if plain := _PLAIN.match(text, at, end):
            self._add(Link(*plain.span(1), read_target(plain[1]), "target"))
            return plain.end()
        if bracketed := _BRACKETED.match(text, at, end):
            if href := read_target(bracketed[1][1:-1].strip()):
                self._add(Link(*bracketed.span(1), href, "target"))
            return bracketed.end()
        found = self._spaced_target(at + 1, end)
        if found is None:
            return None
        stop, close = found
        raw = _without_title(text[at + 1 : stop])
        target = raw.strip()
        if "\n" in target:
            return None
        if target:
            # Blanks around a target go with it, those before a title stay.
            behind = at + 1 + len(raw if stop + 1 == close else raw.rstrip())
            self._add(Link(at + 1, behind, read_target(target), "target"))
        return close

    def _spaced_target(self, at: int, end: int) -> tuple[int, int] | None:
        """Find where a target ends, and where the parenthesis around it does.

        Parentheses in a target are balanced; blanks may be in it, as Python-Markdown allows.
        """
        text = self._text
        depth = 0
        for token in _IN_TARGET.finditer(text, at, end):
            start = token.start()
            mark = text[start]
            if mark == "\\":
                continue
            if depth == 0 and (rest := self._rest(mark, at, start, end)):
                return start, rest
            if mark == "(":
                depth += 1
            elif mark == ")" and depth == 0:
                return start, start + 1
            elif mark == ")":
                depth -= 1
            elif mark == "\n" and text[at:start].strip():
                return None
            if depth > _DEEPEST:
                return None
        return None

    def _rest(self, mark: str, at: int, start: int, end: int) -> int | None:
        """Give the end of a title and the closing parenthesis, where they begin here."""
        text = self._text
        if mark == "\n":
            rest = _REST_BELOW.match(text, start, end) if text[at:start].strip() else None
        elif mark != ")" and start > at and text[start - 1].isspace():
            rest = _REST.match(text, start, end)
        else:
            rest = None
        return rest.end() if rest else None

    def _definition(self, opened: int, at: int, end: int) -> int | None:
        """Read a reference definition: alone on its line, with a title or nothing behind it."""
        text = self._text
        label = text[opened : at - 1]
        before = f"\n{text[max(0, opened - 1 - _WIDEST) : opened - 1]}".rstrip(" \t")
        if label.startswith("^") or "[" in label or not before.endswith("\n"):
            return None
        found = _DEFINITION.match(text, at, end)
        if not found:
            return None
        start, stop = found.span(1)
        raw = found[1]
        bare = raw[1:-1].strip() if raw.startswith("<") and raw.endswith(">") else raw
        if bare:
            self._add(Link(start, stop, read_target(bare), "target"))
        return found.end()


def _without_title(target: str) -> str:
    """Leave out a title of Python-Markdown's: with quotes inside, or with no blank before.

    The blanks behind a target stay, those behind a title are left out.
    """
    bare = target.rstrip()
    start, last = -1, bare[-1:]
    if last == '"':
        start = bare.find(last)
    elif last == "'":
        found = _QUOTE_BEHIND_BLANK.search(bare)
        start = found.start() if found else -1
    elif last == ")":
        start = bare.rfind("(")
        if not bare[:start][-1:].isspace():
            start = -1
    return bare[:start].rstrip() if 0 <= start < len(bare) - 1 else target
