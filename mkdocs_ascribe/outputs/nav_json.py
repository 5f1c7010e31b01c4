"""nav.json: the navigation that a site's reader sees, order and labels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.json_text import json_chunks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mkdocs_ascribe.documents import NavEntry, NavJson
    from mkdocs_ascribe.navigation import NavItem


def nav_json(nav: Iterable[NavItem]) -> Iterator[str]:
    """Yield nav.json in chunks."""
    document: NavJson = {
        "format": "ascribe-nav",
        "version": 1,
        "nav": (_entry(item) for item in nav),
    }
    return json_chunks(document)


def _entry(item: NavItem) -> NavEntry:
    children = [_entry(child) for child in item.children]
    if item.href is None:
        return {"title": item.title, "route": item.route, "children": children}
    return {"title": item.title, "route": item.route, "href": item.href, "children": children}
