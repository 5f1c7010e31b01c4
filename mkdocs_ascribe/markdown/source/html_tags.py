"""The tags of raw HTML in a Markdown source, read without going over a character twice."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

# Python-Markdown's elements that begin a block of raw HTML at a line's start.
BLOCK_TAGS = frozenset(
    [
        "address", "article", "aside", "blockquote", "body", "canvas", "center",
        "colgroup", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption",
        "figure", "footer", "form", "group", "h1", "h2", "h3", "h4", "h5", "h6",
        "header", "hgroup", "hr", "html", "iframe", "legend", "li", "main", "map",
        "math", "menu", "nav", "noscript", "object", "ol", "option", "output", "p",
        "pre", "progress", "script", "section", "style", "summary", "table", "tbody",
        "td", "textarea", "tfoot", "th", "thead", "tr", "ul", "video",
    ]
)  # fmt: skip
RAW_TAGS = frozenset(("pre", "script", "style", "textarea"))
"""Elements whose content is no Markdown, nor are there links in it to resolve."""

_NAME = re.compile(r"<([A-Za-z][A-Za-z0-9:-]*)")
_ATTRIBUTE = re.compile(
    r"[\s/]*([^\s\"'<>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>`]+)))?"
)
_TAG_END = re.compile(r"[\s/]*>")
_COMMENT_END = re.compile(r"--!?>")
_ADDRESSES = frozenset(("href", "src"))
# The group of an attribute's value that has no quotes.
_UNQUOTED = 4


class Address(NamedTuple):
    """The value of an href or src in the source."""

    start: int
    end: int
    form: Literal["quoted", "unquoted"]


class Tag(NamedTuple):
    """A start tag."""

    name: str
    end: int
    addresses: list[Address]
    is_markdown: bool
    is_closed: bool


class TagReader:
    """Reads tags at places of one text that are asked for in order."""

    def __init__(self, text: str) -> None:
        """Begin with nothing known."""
        self._text = text
        # How far what was looked for in vain is known not to be.
        self._missing: dict[str, int] = {}
        self._patterns: dict[str, re.Pattern[str]] = {"<!--": _COMMENT_END}

    def start_tag(self, at: int, end: int) -> Tag | None:
        """Read the start tag at a `<`; None where there is none."""
        text = self._text
        named = _NAME.match(text, at, end)
        if not named:
            return None
        at = named.end()
        addresses: list[Address] = []
        is_markdown = False
        while attribute := _ATTRIBUTE.match(text, at, end):
            name = attribute[1].lower()
            group = attribute.lastindex or 1
            if name in _ADDRESSES and group > 1:
                form: Literal["quoted", "unquoted"] = "unquoted" if group == _UNQUOTED else "quoted"
                addresses.append(Address(*attribute.span(group), form))
            is_markdown = is_markdown or name == "markdown"
            at = attribute.end()
        closing = _TAG_END.match(text, at, end)
        if not closing:
            return None
        is_closed = text[closing.end() - 2] == "/"
        return Tag(named[1].lower(), closing.end(), addresses, is_markdown, is_closed)

    def comment_end(self, at: int, end: int) -> int | None:
        """Give the end of the comment whose first mark ends here, if it has one."""
        return self._find("<!--", "", at, end)

    def raw_end(self, at: int, end: int, name: str) -> int | None:
        """Give the end of an element whose content is no HTML, if it has one."""
        return self._find(name, rf"</{name}\s*>", at, end)

    def element_end(self, at: int, name: str) -> int | None:
        """Give the end of the element whose start tag ends here, if it has one."""
        either = self._pattern(f"<{name}", rf"<(?:(/){name}\s*>|{name}(?=[\s>]))")
        if f"<{name}" in self._missing:
            return None
        depth = 1
        for found in either.finditer(self._text, at):
            depth += -1 if found[1] else 1
            if depth == 0:
                return found.end()
        self._missing[f"<{name}"] = len(self._text)
        return None

    def _find(self, key: str, pattern: str, at: int, end: int) -> int | None:
        if end <= self._missing.get(key, -1):
            return None
        found = self._pattern(key, pattern).search(self._text, at, end)
        if found is None:
            self._missing[key] = end
            return None
        return found.end()

    def _pattern(self, key: str, pattern: str) -> re.Pattern[str]:
        known = self._patterns.get(key)
        if known is None:
            known = self._patterns[key] = re.compile(pattern, re.IGNORECASE)
        return known
