"""redirects.json: the addresses that lead to another one, for a server or a deploy step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.json_text import json_chunks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mkdocs_ascribe.documents import RedirectsJson
    from mkdocs_ascribe.lasting.redirects import Redirect


def redirects_json(redirects: Iterable[Redirect]) -> Iterator[str]:
    """Yield redirects.json in chunks, sorted by the address that leads on."""
    document: RedirectsJson = {
        "format": "ascribe-redirects",
        "version": 1,
        "redirects": (
            {
                "from": redirect.source,
                "to": redirect.target,
                "status": redirect.status,
                "kind": redirect.kind,
                "force": redirect.force,
            }
            for redirect in sorted(redirects, key=lambda redirect: redirect.source)
        ),
    }
    return json_chunks(document)
