"""redirects.json: the addresses that lead to another one, for a server or a deploy step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

from mkdocs_ascribe.json_text import json_chunks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mkdocs_ascribe.lasting.redirects import Redirect

# Not a class: `from` is a word of Python's.
RedirectEntry = TypedDict(
    "RedirectEntry",
    {
        "from": str,
        "to": str,
        "status": int,
        "kind": Literal["move", "permalink"],
        "force": bool,
    },
)


class RedirectsJson(TypedDict):
    """The file; `schemas/redirects.schema.json` says the same."""

    format: str
    version: int
    redirects: Iterable[RedirectEntry]


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
