"""The headers of `mkdocs serve`: WSGI middleware (PEP 3333) around its own server."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    import sys
    from collections.abc import Callable, Iterable, Mapping

    if sys.version_info >= (3, 11):
        from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment
    else:
        from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HeadersByPath = dict[str, dict[str, str]]


def by_decoded_path(rules: Iterable[tuple[str, Mapping[str, str]]]) -> HeadersByPath:
    """Index rules by the path as WSGI servers decode it."""
    return {unquote(path): dict(headers) for path, headers in rules}


def with_headers(app: WSGIApplication, current: Callable[[], HeadersByPath]) -> WSGIApplication:
    """Wrap an application so that each path of ours is answered with its headers.

    `current` gives the mapping of the newest build. It is asked when the answer starts, since the
    server holds a request until a running rebuild is over. What else it serves gains nothing but
    `Cache-Control: no-cache`, so that a browser sees an edit.
    """

    def wrapped(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        # PEP 3333: the server hands over the decoded path as Latin-1.
        path = environ.get("PATH_INFO", "").encode("latin-1").decode("utf-8", "replace")

        def start(status, headers, exc_info=None):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202
            ours = current().get(path, {}) if status.startswith("200") else {}
            ours = {**ours, "Cache-Control": "no-cache"}
            replaced = {name.lower() for name in ours}
            kept = [(name, value) for name, value in headers if name.lower() not in replaced]
            return start_response(status, [*kept, *ours.items()], exc_info)

        return app(environ, start)

    return wrapped
