"""Help entries: one section of a page for a product to show, as JSON and as Markdown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from mkdocs_ascribe.lasting.help_entries import HelpText


class HelpJson(TypedDict):
    """The file; `schemas/help.schema.json` says the same."""

    format: str
    version: int
    key: str
    title: str
    address: str
    markdown: str


def help_json(entry: HelpText) -> str:
    """Give an entry as JSON (RFC 8259)."""
    document: HelpJson = {
        "format": "ascribe-help",
        "version": 1,
        "key": entry.key,
        "title": entry.title,
        "address": entry.address,
        "markdown": entry.markdown,
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def help_markdown(entry: HelpText) -> str:
    """Give an entry as CommonMark: the section as it stands, then where it is from."""
    # An autolink (CommonMark 0.31, 6.5) needs a scheme; without an origin the address is a path.
    address = entry.address
    source = f"<{address}>" if "://" in address else f"[{address}]({address})"
    return f"{entry.markdown.rstrip()}\n\nSource: {source}\n"
