"""The headers of `mkdocs serve`, and Markdown for those who ask: WSGI middleware (PEP 3333)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from mkdocs_ascribe.accept import prefers_markdown

if TYPE_CHECKING:
    import sys
    from collections.abc import Callable, Iterable, Mapping

    from mkdocs_ascribe.headers import HeaderRule
    from mkdocs_ascribe.records import PageRecord

    if sys.version_info >= (3, 11):
        from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment
    else:
        from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Served(NamedTuple):
    """What one build has for the server, by the paths as WSGI servers decode them.

    `headers` are the headers of a file, `markdown` is the path of a page's Markdown version.
    """

    headers: Mapping[str, Mapping[str, str]] = {}
    markdown: Mapping[str, str] = {}


def served(rules: Iterable[HeaderRule], records: Iterable[PageRecord]) -> Served:
    """Index a build's headers and Markdown versions for `answering`."""
    return Served(
        {unquote(rule.path): rule.headers for rule in rules},
        {unquote(record.route): unquote(record.markdown) for record in records if record.markdown},
    )


def answering(app: WSGIApplication, current: Callable[[], Served]) -> WSGIApplication:
    """Wrap an application so that each path is answered with its headers.

    A page's address gives its Markdown version to a client that would rather have it. `current`
    gives what the newest build has: it is asked again when an answer starts, since the server
    holds a request until a running rebuild is over. Every answer has `Cache-Control: no-cache`,
    so that a browser sees an edit.
    """

    def wrapped(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        # PEP 3333: the server hands over the decoded path as Latin-1.
        path = environ.get("PATH_INFO", "").encode("latin-1").decode("utf-8", "replace")
        markdown = current().markdown.get(path)
        if markdown and prefers_markdown(environ.get("HTTP_ACCEPT", "")):
            path = markdown
            environ = {**environ, "PATH_INFO": path.encode().decode("latin-1")}

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            ours = dict(current().headers.get(path, {})) if status.startswith("200") else {}
            ours["Cache-Control"] = "no-cache"
            if markdown:
                ours["Vary"] = "Accept"
            replaced = {name.lower() for name in ours}
            kept = [(name, value) for name, value in headers if name.lower() not in replaced]
            return start_response(status, [*kept, *ours.items()], exc_info)

        return app(environ, start)

    return wrapped
