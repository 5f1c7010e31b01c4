"""How a target is read from and written into a Markdown source."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Literal

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
# What would end a target, or begin something else in it.
_UNSAFE = re.compile(r"[\x00-\x20\x7f()<>\\\"`\[\]]")
# HTML, 13.1.2.3: what an unquoted value cannot hold; CommonMark's tags say the same.
_UNQUOTED = re.compile(r"[\s\"'=<>`]")


class Link(NamedTuple):
    """A target in the source: where it is, what it means, and in which form it is written."""

    start: int
    end: int
    href: str
    form: Literal["target", "autolink", "quoted", "unquoted"]

    @property
    def in_html(self) -> bool:
        """Whether it is an attribute of raw HTML."""
        return self.form in ("quoted", "unquoted")


def read_target(target: str) -> str:
    """Give the address that a Markdown target means (CommonMark 0.31, 2.4, 2.5)."""
    if "\\" in target:
        target = _ESCAPED.sub(r"\1", target)
    return read_value(target)


def read_value(value: str) -> str:
    """Give what a text with character references means.

    A reference without its semicolon is none: `?a=1&copy=2` holds no sign of copyright.
    """
    if "&" not in value:
        return value
    return _ENTITY.sub(lambda found: html.unescape(found[0]), value)


def written(href: str, link: Link, markdown: str) -> str:
    """Write an address in the form in which the link has its own."""
    if not link.in_html:
        safe = _UNSAFE.sub(lambda found: f"%{ord(found[0]):02X}", href)
        return _ENTITY.sub(lambda found: f"&amp;{found[0][1:]}", safe)
    escaped = html.escape(href)
    if link.form == "unquoted" and (
        _UNQUOTED.search(escaped) or markdown[link.end : link.end + 1] == "/"
    ):
        return f'"{escaped}"'
    return escaped
