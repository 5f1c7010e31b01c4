"""headers.json: what a server or a deploy step has to send with each file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.json_text import json_chunks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mkdocs_ascribe.documents import HeadersJson
    from mkdocs_ascribe.headers import HeaderRule


def headers_json(rules: Iterable[HeaderRule]) -> Iterator[str]:
    """Yield headers.json in chunks, in the order of the rules."""
    document: HeadersJson = {
        "format": "ascribe-headers",
        "version": 1,
        "headers": ({"path": rule.path, "headers": dict(rule.headers)} for rule in rules),
    }
    return json_chunks(document)
