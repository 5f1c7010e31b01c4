"""Addresses as authors write them, in ascribe.addresses and in front matter, read as routes."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urldefrag, urlsplit

from mkdocs_ascribe.addresses import encode_address, encode_path, parse_origin, unsafe_path
from mkdocs_ascribe.diagnostics import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mkdocs_ascribe.addresses import Site

# Those that MkDocs takes for pages; any other source is copied as it is.
_MARKDOWN = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
_ELSEWHERE = re.compile(r"https?://", re.IGNORECASE)


class ReadSource(NamedTuple):
    """The route of an old address, or what is wrong with it and what to do."""

    route: str
    problem: str = ""
    hint: str = ""


class ReadTarget(NamedTuple):
    """The route or absolute address of a target and its fragment, or what is wrong with it."""

    address: str
    fragment: str = ""
    problem: str = ""
    hint: str = ""


def is_elsewhere(address: str) -> bool:
    """Say whether an address begins with a scheme of the web, and so is no path."""
    return _ELSEWHERE.match(address) is not None


def address_key(route: str) -> str:
    """Give what is common to the routes that one file answers: hosts add a final slash."""
    path = unquote(route)
    return path.removesuffix("index.html" if path.endswith("/index.html") else "").rstrip("/")


def source_route(site: Site, source: str, *, directory_urls: bool) -> str:
    """Give the route that MkDocs' `File` gives a source, which may be gone."""
    stem = posixpath.splitext(source)[0]
    folder, name = posixpath.split(stem)
    is_index = name in ("index", "README")
    if not source.endswith(_MARKDOWN):
        path = source
    elif not directory_urls:
        path = posixpath.join(folder, "index.html" if is_index else f"{name}.html")
    else:
        path = folder if is_index else stem
        path = f"{path}/" if path else ""
    return site.route(path.replace("%", "%25"))


def _names_source(written: str) -> bool:
    """Say whether a text can be nothing but a page's source, whatever signs are in its name."""
    return not written.startswith("/") and written.endswith(_MARKDOWN)


def _split(written: str) -> tuple[str, str]:
    """Split a target from its section; a source's name may hold a # of its own."""
    if _names_source(written):
        return written, ""
    if written.startswith("/"):
        defragmented = urldefrag(written)
        return defragmented.url, defragmented.fragment
    path, mark, fragment = written.rpartition("#")
    return (path, fragment) if mark else (written, "")


class AddressReader:
    """Reads sources and targets of one site.

    `known` has the route of each source that is, or was once recorded.
    """

    def __init__(self, site: Site, known: Mapping[str, str], *, directory_urls: bool) -> None:
        """Take what the site has."""
        self._site = site
        self._known = known
        self._directory_urls = directory_urls

    def source(self, text: str) -> ReadSource:
        """Read an address from the host's root, or a source's path, that leads on."""
        written = self._own_path(text.strip())
        if known := self._known.get(written):
            return ReadSource(known)
        if is_elsewhere(written):
            problem = f"the old address {quoted(text)} is on another site"
            return ReadSource("", problem, "write a path from the host's root")
        if ("#" in written or "?" in written) and not _names_source(written):
            problem = f"the old address {quoted(text)} has a section or a query"
            hint = "write the page's address alone: browsers do not send a section to the host"
            return ReadSource("", problem, hint)
        route = encode_path(written) if written.startswith("/") else self._of_source(written)
        path = unquote(route).removeprefix("/").removesuffix("/")
        if unsafe := unsafe_path(path) if path else None:
            problem = f"the old address {quoted(text)} {unsafe}"
            return ReadSource("", problem, "write it as a browser shows it")
        if not route.startswith(self._site.base_path):
            problem = f"the old address {route} is not under the base path, {self._site.base_path}"
            hint = "write the base path too; what is outside of it is for the host to redirect"
            return ReadSource("", problem, hint)
        return ReadSource(route)

    def target(self, text: str) -> ReadTarget:
        """Read a source's path, an address from the host's root, or one of another site."""
        written = self._own_path(text.strip())
        if known := self._known.get(written):
            return ReadTarget(known)
        if is_elsewhere(written):
            address, fragment = urldefrag(encode_address(written))
            return ReadTarget(address, fragment)
        path, fragment = _split(written)
        fragment = urldefrag(encode_address(f"#{fragment}")).fragment
        if path.startswith("/"):
            return ReadTarget(encode_path(path), fragment)
        if path and unsafe_path(path.removeprefix("./")) is None:
            return ReadTarget(self._of_source(path), fragment)
        problem = f"{quoted(text)} is no source's path and no address"
        hint = "write a path under the content root, or an address that begins with /"
        return ReadTarget("", "", problem, hint)

    def _of_source(self, source: str) -> str:
        source = source.removeprefix("./")
        known = self._known.get(source)
        return known or source_route(self._site, source, directory_urls=self._directory_urls)

    def _own_path(self, written: str) -> str:
        """Make a whole address of this site a path from the host's root."""
        if not is_elsewhere(written):
            return written
        try:
            parts = urlsplit(written)
        except ValueError:
            return written
        if parse_origin(f"{parts.scheme}://{parts.netloc}") != self._site.origin:
            return written
        query = f"?{parts.query}" if parts.query else ""
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        return f"{parts.path or '/'}{query}{fragment}"
