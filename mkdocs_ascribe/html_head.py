"""Find the tags of a finished page's head, and edit them in place; all other bytes stay."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

# HTML, 4.2: what may stand in a head. Anything else ends a head whose tags were left out.
_METADATA = {"base", "link", "meta", "noscript", "script", "style", "template", "title"}
# Their text is not parsed for tags: title by HTML's own rule, which html.parser learned late.
_TEXT = {"script", "style", "title"}
# What stands in these is no tag of the page.
_INERT = {"noscript", "template"}


class Tag(NamedTuple):
    """A tag of the head with its place in the page; `text` is what a title or script holds."""

    name: str
    attributes: dict[str, str]
    start: int
    end: int
    text: str = ""


class Head(NamedTuple):
    """A page's head: `insert_at` is where further tags belong."""

    insert_at: int
    tags: list[Tag]


class Edit(NamedTuple):
    """Put `text` in the place of the bytes from `start` to `end`."""

    start: int
    end: int
    text: str


def apply_edits(page: str, edits: Iterable[Edit]) -> str:
    """Apply edits that do not overlap, in one pass over the page."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        parts += (page[at : edit.start], edit.text)
        at = edit.end
    return "".join((*parts, page[at:]))


def scan_head(page: str) -> Head | None:
    """Find the head of a page; None for what is no HTML document, which is then left as it is.

    Handles minified and upper-case tags, unquoted attributes, `</head>` in comments and scripts,
    and documents that leave the head's own tags out.
    """
    scanner = _Scanner(page)
    try:
        scanner.feed(page)
        scanner.close()
    except _HeadEndError:
        pass
    except AssertionError:  # html.parser gives up on some broken declarations.
        return None
    return scanner.found()


class _HeadEndError(Exception):
    """The head is over; nothing behind it is looked at."""


class _Scanner(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=False)
        self.page = page
        self.line_starts = [0]
        self.head_start: int | None = None
        self.implied_start: int | None = None
        self.inert: str | None = None
        self.text_end = 0
        self.tags: list[Tag] = []

    def found(self) -> Head | None:
        if self.head_start is None:
            return None
        # Behind the title, where no broken markup of a layout has closed the head yet, and never
        # before the charset, which must stand in the first 1,024 bytes (HTML, 4.2.5.4).
        marks = [tag.end for tag in self.tags if tag.name == "title" or "charset" in tag.attributes]
        return Head(max((self.head_start, *marks)), self.tags)

    def position(self) -> int:
        """Give where in the page the parser stands; it counts lines by line feeds alone."""
        line, column = self.getpos()
        while len(self.line_starts) < line:
            self.line_starts.append(self.page.index("\n", self.line_starts[-1]) + 1)
        return self.line_starts[line - 1] + column

    def handle_decl(self, decl: str) -> None:
        if decl.lower().startswith("doctype html"):
            self.implied_start = self.position() + len(decl) + len("<!>")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start = self.position()
        end = start + len(self.get_starttag_text() or "")
        if tag == "html":
            self.implied_start = end
        elif tag == "head":
            self.head_start = end
        elif tag == "body" or (tag not in _METADATA and self.inert is None):
            self.finish()
        else:
            if self.head_start is None:
                if self.implied_start is None:
                    self.finish()
                self.head_start = self.implied_start
            self.metadata(tag, attrs, start, end)

    def metadata(self, tag: str, attrs: list[tuple[str, str | None]], start: int, end: int) -> None:
        if self.inert is not None:
            return
        if tag in _INERT:
            self.inert = tag
            return
        text = ""
        if tag in _TEXT:
            self.set_cdata_mode(tag)
            closing = re.compile(f"</{tag}[\\s/>]", re.IGNORECASE).search(self.page, end)
            if closing is None:
                raise _HeadEndError
            text = self.page[end : closing.start()]
            end = self.page.find(">", closing.start()) + 1 or len(self.page)
            self.text_end = end
        attributes = {name: value or "" for name, value in reversed(attrs)}
        self.tags.append(Tag(tag, attributes, start, end, text))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # HTML knows no self-closing script or title: the slash says nothing.
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == self.inert:
            self.inert = None
        elif tag in ("head", "html", "body"):
            self.finish()

    def handle_data(self, data: str) -> None:
        # Text that is no title's or script's ends a head, and begins the body (HTML, 13.2.6.4.4).
        if data.strip() and self.inert is None and self.position() >= self.text_end:
            self.finish()

    def handle_entityref(self, name: str) -> None:
        self.handle_data(name)

    def handle_charref(self, name: str) -> None:
        self.handle_data(name)

    def finish(self) -> None:
        """End the scan; a document whose head is left out and empty still has one."""
        if self.head_start is None and self.implied_start is not None:
            self.head_start = self.implied_start
        raise _HeadEndError


def text_of(markup: str) -> str:
    """Give the text of a title's or an attribute's markup, white space collapsed."""
    return " ".join(html.unescape(markup).split())


def escape(text: str) -> str:
    """Escape a text for an attribute in double quotes or for a title, white space collapsed."""
    return html.escape(" ".join(text.split()), quote=True).replace("&#x27;", "'")
