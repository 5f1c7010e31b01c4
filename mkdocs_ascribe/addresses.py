"""Address arithmetic: origin, base path, routes, canonical addresses, Markdown addresses.

A *route* is a page's percent-encoded path from the host's root, base path included. A *url* is
MkDocs' own: relative to the built site, without a leading slash, "" for the home page.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import quote, unquote, urljoin, urlsplit

_DEFAULT_PORTS = {"http": 80, "https": 443}

# RFC 3986, 3.3: the characters of a path segment that need no escape, and the slash between
# segments; 3.2.2, 3.4 and 3.5 for what else an address has.
_PATH_SAFE = "/:@!$&'()*+,;=~-._"
_ADDRESS_SAFE = f"{_PATH_SAFE}?#[]"
_PERCENT = r"%([0-9A-Fa-f]{2})?"
# What encoding would leave as it is, as most addresses are: far faster asked than done.
_CLEAN = {
    safe: re.compile(f"[A-Za-z0-9{re.escape(safe)}]*") for safe in (_PATH_SAFE, _ADDRESS_SAFE)
}

MAX_NAME = 255
"""So many bytes has the longest name on the file systems in use (NAME_MAX in POSIX)."""

# What a host can hold once its labels are encoded; colons for the addresses of RFC 3986, 3.2.2.
_HOST = re.compile(r"[a-z0-9._-]+|[0-9a-f:.]+")
_LABEL_LENGTH = 63  # RFC 1035, 2.3.4
_ADDRESS_HOST = r"^((?:[A-Za-z][A-Za-z0-9+.-]*:)?//(?:[^/?#@]*@)?)([^/?#@:\[\]]+)"


class Site(NamedTuple):
    """Where a site is published.

    `origin` is scheme and host, without a final slash, or None when it is not known;
    `base_path` begins and ends with a slash.
    """

    origin: str | None
    base_path: str = "/"

    def route(self, url: str) -> str:
        """Give the route of a url of MkDocs'."""
        return self.base_path + encode_path(url.removeprefix("./"))

    def url(self, route: str) -> str:
        """Give the url, relative to the built site, of one of the site's routes."""
        return route.removeprefix(self.base_path)

    def absolute(self, route: str) -> str | None:
        """Give the absolute address of a route, or None when the origin is not known."""
        return None if self.origin is None else self.origin + route

    def is_private(self, route: str) -> bool:
        """Say whether a route is no public page: by custom a folder that begins with "_" is not."""
        return self.url(route).startswith("_")

    def is_root(self, route: str) -> bool:
        """Say whether a route is the host's root, which is where a site's name is read."""
        return route in ("/", "/index.html")

    def markdown_route(self, route: str) -> str:
        """Give the route of a page's Markdown version.

        The final slash becomes `.md`, `.html` becomes `.md`, the base path gets `index.md`.
        """
        if route == self.base_path:
            return f"{route}index.md"
        if route.endswith("/"):
            return f"{route[:-1]}.md"
        return f"{route.removesuffix('.html')}.md"

    def file_of(self, route: str) -> str:
        """Give the path in the built site of the file that a static host answers a route with."""
        path = unquote(self.url(route))
        return f"{path}index.html" if path.endswith("/") or not path else path


def unsafe_path(path: str) -> str | None:
    """Say what keeps a decoded path from being an address of its own; None when nothing does."""
    if not path.isprintable():
        return "holds a character that no address shows"
    if "\\" in path:
        return "holds a backslash"
    if not path or any(segment in ("", ".", "..") for segment in path.split("/")):
        return "has a segment that is empty or made of dots"
    return None


def long_name(path: str) -> str | None:
    """Say that a path has a name that no file can have; None when it has none."""
    if any(len(name.encode("utf-8", "surrogatepass")) > MAX_NAME for name in path.split("/")):
        return f"has a name of more than {MAX_NAME} bytes, too long for a file"
    return None


def encode_path(path: str) -> str:
    """Percent-encode a path once: what is encoded already stays as it is (RFC 3986, 2.1)."""
    return _encode(path, _PATH_SAFE)


def encode_address(address: str) -> str:
    """Percent-encode an absolute address once, its query and fragment included (RFC 3986, 2).

    A host that is not ASCII is encoded by labels (IDNA), not by percent signs.
    """
    if not address.isascii():
        address = re.sub(
            _ADDRESS_HOST,
            lambda found: found[1] + (_encode_host(found[2]) or found[2]),
            address,
            count=1,
        )
    return _encode(address, _ADDRESS_SAFE)


def absolute_address(base: str | None, value: str) -> str | None:
    """Give the address that a value means, seen from `base`; None where it is none of the web's."""
    try:
        address = encode_address(urljoin(base or "", value))
        parts = urlsplit(address)
    except ValueError:
        return None
    return address if parts.scheme in ("http", "https") and parts.netloc else None


def _encode(text: str, safe: str) -> str:
    """Encode once, in the normal form of RFC 3986, 6.2.2.1; a percent sign alone is text."""
    if _CLEAN[safe].fullmatch(text):
        return text
    quoted = quote(text, safe=f"{safe}%")  # What is encoded already is not encoded again.
    return re.sub(_PERCENT, lambda found: found[0].upper() if found[1] else "%25", quoted)


def _encode_host(host: str) -> str | None:
    if host.isascii():  # Far faster than the codec, which a page's many links would ask.
        *labels, last = map(len, host.split("."))
        fits = all(0 < length <= _LABEL_LENGTH for length in labels) and last <= _LABEL_LENGTH
        return host if fits else None
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return None


def parse_origin(value: str) -> str | None:
    """Give `scheme://host[:port]` in its normal form, or None when the value is no origin.

    The host is lower-cased and its non-ASCII labels are encoded (IDNA), a default port is left
    out. A path other than "/", a query, a fragment or a user name make it no origin.
    """
    value = value.strip()
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        return None
    if not value.isprintable():  # urlsplit leaves line breaks out without a word.
        return None
    if parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
        return None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        return None
    host = _encode_host(parts.hostname)
    if host is None or not _HOST.fullmatch(host):
        return None
    if ":" in host:
        host = f"[{host}]"
    suffix = "" if port in (None, _DEFAULT_PORTS[parts.scheme]) else f":{port}"
    return f"{parts.scheme}://{host}{suffix}"


def parse_base_path(path: str) -> str:
    """Give a base path with one slash at each end, percent-encoded."""
    inner = "/".join(segment for segment in path.split("/") if segment)
    return encode_path(f"/{inner}/") if inner else "/"


def parse_site_url(site_url: str | None) -> Site | None:
    """Read MkDocs' `site_url`; None when it is not set or is no http address."""
    if not site_url:
        return None
    try:
        parts = urlsplit(site_url)
    except ValueError:
        return None
    origin = parse_origin(f"{parts.scheme}://{parts.netloc}")
    return Site(origin, parse_base_path(parts.path)) if origin else None
