"""The blocks of raw HTML in a Markdown source: where one begins, and where it ends."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.source.html_tags import BLOCK_TAGS, RAW_TAGS, TagReader

if TYPE_CHECKING:
    from mkdocs_ascribe.markdown.source.html_tags import Tag

_BEGIN = re.compile(r"[ \t]*<(?:!--|(/?)([A-Za-z][A-Za-z0-9-]*)(?=[\s/>]|$))", re.MULTILINE)
_BLANK_LINE = re.compile(r"\n[ \t]*(?:\n|\Z)")


class HtmlBlocks:
    """Reads blocks of HTML at places of one source that are asked for in order.

    What it is asked about is what `begin` gave: the two groups are a slash and the tag's name, the
    latter None for a comment.
    """

    def __init__(self, source: str) -> None:
        """Begin with nothing known."""
        self._source = source
        self._tags = TagReader(source)

    def begin(self, at: int) -> re.Match[str] | None:
        """Match the tag or comment that stands here, if one does."""
        return _BEGIN.match(self._source, at)

    def end(self, begun: re.Match[str], *, only_raw: bool) -> int | None:
        """Give the end of the block that a tag or comment begins; None where it begins none.

        With `only_raw` no elements count but those whose content is no HTML.
        """
        name, size = (begun[2] or "").lower(), len(self._source)
        if not name:
            return self._tags.comment_end(begun.end(), size)
        if begun[1] or name not in BLOCK_TAGS:
            return None
        if name in RAW_TAGS:
            return self._tags.raw_end(begun.end(), size, name) or size
        tag = None if only_raw else self._tag(begun)
        return None if tag is None or tag.is_markdown else self._element_end(tag)

    def is_line_of_tags(self, begun: re.Match[str], line_end: int) -> bool:
        """Say whether a line begins or ends a block of HTML that has Markdown in it."""
        if not begun[2] or begun[2].lower() not in BLOCK_TAGS:
            return False
        if begun[1]:
            return True
        tag = self._tag(begun)
        return tag is not None and tag.is_markdown and tag.end <= line_end

    def _element_end(self, tag: Tag) -> int:
        if tag.is_closed or tag.name == "hr":
            return tag.end
        if end := self._tags.element_end(tag.end, tag.name):
            return end
        blank = _BLANK_LINE.search(self._source, tag.end)
        return blank.start() if blank else len(self._source)

    def _tag(self, begun: re.Match[str]) -> Tag | None:
        return self._tags.start_tag(begun.start(2) - 1 - len(begun[1]), len(self._source))
