"""Where links in Markdown versions lead: absolute, and to Markdown where a page offers it."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urldefrag, urljoin

from mkdocs_ascribe.addresses import encode_address
from mkdocs_ascribe.listing import Listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mkdocs_ascribe.addresses import Site
    from mkdocs_ascribe.records import PageRecord

# RFC 3986, 3.1: a scheme, or an address that only lacks one, leads away from the page.
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")


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
        self._markdown = {
            unquote(record.route): record.markdown
            for record in records
            if record.markdown and record.listing is not Listing.UNLISTED
        }

    def from_page(self, href: str, route: str) -> str:
        """Resolve a link as it stands in the built page at `route`."""
        if href.startswith("#"):
            return href
        page = self._site.absolute(route) or route
        address = href if _ELSEWHERE.match(href) else urljoin(page, href)
        return self._offered(encode_address(address))

    def from_source(self, href: str, src_uri: str, route: str) -> str:
        """Resolve a link as it stands in a page's source.

        MkDocs takes a relative link as a path between source files; what names none is left to
        the browser, which resolves it at the page's address.
        """
        path, fragment = urldefrag(href)
        if not path or _ELSEWHERE.match(href):
            return self.from_page(href, route)
        folder = "" if path.startswith("/") else posixpath.dirname(src_uri)
        target = posixpath.normpath(posixpath.join(folder, unquote(path).lstrip("/")))
        if target not in self._sources:
            return self.from_page(href, route)
        found = self._site.route(self._sources[target])
        return self.from_page(f"{found}#{fragment}" if fragment else found, route)

    def _offered(self, address: str) -> str:
        """Give the Markdown version of one of our pages that offers one, the fragment kept."""
        base, fragment = urldefrag(address)
        if not self._site.origin or not base.startswith(f"{self._site.origin}/"):
            return address
        path = unquote(base.removeprefix(self._site.origin))
        # A static host answers a folder with its index.html, and many add the final slash.
        for route in (path, path.removesuffix("index.html"), f"{path}/"):
            if markdown := self._markdown.get(route):
                found = f"{self._site.origin}{markdown}"
                return f"{found}#{fragment}" if fragment else found
        return address


def relinked(markdown: str, old: str, new: str) -> str:
    """Lead every link to one absolute address to another, its fragment kept."""
    return re.sub(rf"""{re.escape(old)}(?=[\s)>#?"'\]]|$)""", lambda _: new, markdown)
