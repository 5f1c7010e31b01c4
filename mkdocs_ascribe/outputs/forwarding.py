"""Forwarding pages: HTML that leads on, for hosts that cannot redirect and for permalinks."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from mkdocs_ascribe.json_text import script_json

if TYPE_CHECKING:
    from mkdocs_ascribe.addresses import Site
    from mkdocs_ascribe.lasting.redirects import Redirect


def forwarding_page(site: Site, redirect: Redirect) -> str:
    """Give the page: no search engine lists it, its canonical is the target, and it moves on.

    It names no title, since the target may be a page that nothing else names. The refresh has a
    path from the host's root, so that a copy of the site on another host stays there.
    """
    target = redirect.target
    page, _, section = target.partition("#")
    canonical = site.absolute(page) if page.startswith("/") else page
    shown = html.escape(target)
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        "<title>This page has moved</title>",
        '<meta name="robots" content="noindex">',
    ]
    if canonical:
        lines.append(f'<link rel="canonical" href="{html.escape(canonical)}">')
    if not section:
        # A redirect of a host's keeps query and section, a refresh does not.
        script = f"location.replace({script_json(target)}+location.search+location.hash)"
        lines.append(f"<script>{script}</script>")
    lines += [
        f'<meta http-equiv="refresh" content="0; url={shown}">',
        "</head>",
        "<body>",
        f'<p>This page has moved to <a href="{shown}">{shown}</a>.</p>',
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"
