"""The posts of a blog's index, for the Markdown version of that page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.commonmark import link_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mkdocs_ascribe.records import PageRecord


def with_posts(body: str, posts: Iterable[PageRecord]) -> str:
    """Give a page's Markdown with a list of posts behind it, one line each, in their order.

    The links are the posts' own addresses; whoever resolves the links of the page turns them into
    those of the Markdown versions.
    """
    lines = [
        link_line(record.label, record.own_address or record.route, record.description)
        for record in posts
    ]
    return "\n".join([body.rstrip("\n"), "", *lines, ""]) if lines else body
