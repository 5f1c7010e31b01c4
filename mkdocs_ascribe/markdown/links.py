"""Where links in Markdown versions lead: absolute, and to Markdown where a page offers it."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit

from mkdocs_ascribe.addresses import encode_address, parse_origin
from mkdocs_ascribe.listing import Listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mkdocs_ascribe.addresses import Site
    from mkdocs_ascribe.records import PageRecord

# RFC 3986, 3.1: a scheme, or an address that only lacks one, leads away from the page.
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
# An encoded slash is none between folders.
_SLASH = "(?i)%2f"
_ORIGIN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*")
_PARTS = re.compile(r"([^?#]*)(.*)", re.DOTALL)


class LinkTargets:
    """Resolves links of pages; made once for a site whose origin is known.

    `records` are all pages; `sources` has the url of each file that is built or copied, by its
    path in the sources.
    """

    def __init__(
        self, site: Site, records: Iterable[PageRecord], sources: Mapping[str, str]
    ) -> None:
        """Index the pages that offer a Markdown version."""
        self._site = site
        self._sources = sources
        # The Markdown version of each page, None where it offers none.
        self._pages = {
            _decoded(record.route): (
                record.markdown if record.listing is not Listing.UNLISTED else None
            )
            for record in records
        }
        self._spellings: dict[str, bool] = {}
        # Many links of a page go to one other page, to one section or another.
        self._led = lru_cache(maxsize=1_000)(self._lead)
        origin = site.origin
        self._scheme = origin[: origin.index("//")] if origin is not None else ""

    def from_page(self, href: str, route: str) -> str:
        """Resolve a link as it stands in the built page at `route`.

        What is no address that a browser could follow stays as it is written.
        """
        if href.startswith("#"):
            return href
        address, mark, fragment = href.partition("#")
        try:
            led = self._led(address, route)
        except ValueError:
            return href
        return f"{led}{encode_address(mark + fragment)}" if mark else led

    def from_source(self, href: str, src_uri: str, route: str) -> str:
        """Resolve a link as it stands in a page's source.

        MkDocs takes a relative link as a path between source files; what names none is left to
        the browser, which resolves it at the page's address.
        """
        path = re.split("[?#]", href, maxsplit=1)[0]
        if not path or _ELSEWHERE.match(href):
            return self.from_page(href, route)
        folder = "" if path.startswith("/") else posixpath.dirname(src_uri)
        target = posixpath.normpath(posixpath.join(folder, unquote(path).lstrip("/")))
        if target not in self._sources:
            return self.from_page(href, route)
        return self.from_page(self._site.route(self._sources[target]) + href[len(path) :], route)

    def _lead(self, address: str, route: str) -> str:
        if _ELSEWHERE.match(address):
            # What lacks a scheme has the page's own.
            whole = self._scheme + address if address.startswith("//") else address
        else:
            whole = urljoin(self._site.absolute(route) or route, address)
        return self._offered(encode_address(whole))

    def _offered(self, address: str) -> str:
        """Give the Markdown version of one of our pages that offers one.

        Query and fragment are kept.
        """
        origin = self._site.origin
        if origin is None:
            return address
        is_own = address.startswith(f"{origin}/")
        length = len(origin) if is_own else self._own_length(address, origin)
        parts = _PARTS.match(address, length) if length else None
        if parts is None:
            return address
        path = parts[1] or "/"
        if "/." in path:  # Browsers resolve dots also in an address that is written out.
            path = urlsplit(urljoin(origin, path)).path
        return f"{origin}{self._version(path)}{parts[2]}"

    def _own_length(self, address: str, origin: str) -> int:
        """Give the length of the site's own origin in one of its spellings; 0 of another's."""
        found = _ORIGIN.match(address)
        if found is None:
            return 0
        spelling = found[0]
        own = self._spellings.get(spelling)
        if own is None:
            own = self._spellings[spelling] = parse_origin(spelling) == origin
        return found.end() if own else 0

    def _version(self, path: str) -> str:
        """Give the path of the Markdown version of the page that a static host answers with.

        A folder is answered with its index.html; many hosts add the final slash, or `.html`.
        """
        plain = _decoded(path)
        folder = plain.removesuffix("index.html") if plain.endswith("/index.html") else plain
        index = f"{folder}index.html" if folder.endswith("/") else f"{folder}/index.html"
        for route in (plain, folder, f"{folder}/", index, f"{plain}.html"):
            if route in self._pages:
                return self._pages[route] or path
        return path


def _decoded(path: str) -> str:
    return unquote(re.sub(_SLASH, "%252F", path)) if "%" in path else path


def relinked(markdown: str, moved: Mapping[str, str]) -> str:
    """Lead every link to an absolute address of `moved` to the one it has there.

    Query and fragment are kept.
    """

    def led(found: re.Match[str]) -> str:
        address, end = found[0], len(found[0])
        while end > 0:
            if (new := moved.get(address[:end])) is not None:
                return new + address[end:]
            end = address.rfind(")", 0, end)  # It ends a link, or is of the address.
        return address

    return re.sub(r"""https?://(?:\[[^][]*\])?[^\s>#?"'\]]+""", led, markdown)
