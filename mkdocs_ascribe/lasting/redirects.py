"""Addresses that lead to another one, as every host's rules and redirects.json say them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from mkdocs_ascribe.addresses import Site

# An ending of a file that a host sends as something else than HTML: /feed.xml, but not /v1.2.
_OTHER_FILE = r"\.(?!html?$)[A-Za-z][A-Za-z0-9]{0,4}$"


class Redirect(NamedTuple):
    """One old or permanent address and where it leads now.

    `source` is a percent-encoded path from the host's root, base path included; `target` is one
    too, with an optional fragment, or an absolute address. `force` makes it count where a file
    lies at the old address too. `stubbed` says that another plugin's file lies there.
    """

    source: str
    target: str
    status: int = 301
    kind: Literal["move", "permalink"] = "move"
    force: bool = False
    stubbed: bool = False


def forwarding_file(site: Site, route: str) -> str | None:
    """Give the path in the built site of the page that can lead on from a route.

    None where a host would not send a file of that name as HTML.
    """
    path = site.file_of(route)
    if path.endswith((".html", ".htm")):
        return path
    return None if re.search(_OTHER_FILE, path) else f"{path}/index.html"
