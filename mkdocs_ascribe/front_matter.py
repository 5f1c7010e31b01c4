"""What a page's front matter says to this plugin.

MkDocs reads the front matter, never this module: values come from `page.meta`.
"""

import datetime as dt
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from mkdocs_ascribe.diagnostics import Diagnostic, did_you_mean, quoted
from mkdocs_ascribe.listing import LISTING_WORDS, Listing, parse_listing
from mkdocs_ascribe.text import collapse

_Value = TypeVar("_Value")

# Compiled where a page has a date, which few have.
_DATE = r"(?a)(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?\s*([Zz]|[+-]\d\d:\d\d)?)?"

# How like `listing` a key must be to be taken for it, as difflib counts: `listings`, `list`.
_NEAR = 0.7

# The rules of robots that are one word: without commas between them they are still several.
_ROBOTS_WORDS = frozenset(
    ("all", "index", "follow", "none", "noindex", "nofollow", "nosnippet", "noarchive")
)


class FrontMatter(NamedTuple):
    """A page's own values, as text; None where it sets none that can be used."""

    title: str | None = None
    description: str | None = None
    robots: str | None = None
    canonical: str | None = None
    image: str | None = None
    lastmod: str | None = None
    sitemap: bool = True
    moved_from: tuple[str, ...] = ()


def read_listing(meta: Mapping[str, object], file: str) -> tuple[Listing | None, list[Diagnostic]]:
    """Read `listing`, the one strict key: anything but its three words is an error."""
    if "listing" not in meta:
        return None, _misspelt(meta, file)
    listing = parse_listing(meta["listing"])
    if listing is not None:
        return listing, []
    return None, [
        Diagnostic(
            "listing-invalid",
            f"listing: {quoted(meta['listing'])} is not one of {', '.join(LISTING_WORDS)}",
            did_you_mean(meta["listing"], LISTING_WORDS),
            file,
        )
    ]


def _misspelt(meta: Mapping[str, object], file: str) -> list[Diagnostic]:
    """Find a key that looks like `listing` and says that the page is to be kept out."""
    strict = [key for key, value in meta.items() if (parse_listing(value) or 0) > Listing.LISTED]
    if not strict:
        return []
    import difflib  # Few pages have such a value, and hardly one under another key.

    found = difflib.get_close_matches("listing", [str(key).lower() for key in strict], 1, _NEAR)
    return [
        Diagnostic(
            "listing-unread",
            f"front matter says {meta[key]} under the key {quoted(key)}, which is not read",
            f"write 'listing: {meta[key]}'",
            file,
        )
        for key in strict
        if str(key).lower() in found
    ]


def read_type(meta: Mapping[str, object]) -> str | None:
    """Read `type`, which names a declared content type; what is no text can name none."""
    value = meta.get("type")
    if value is None:
        return None
    try:
        return _text(value)
    except ValueError:
        return quoted(value)


def read_front_matter(
    meta: Mapping[str, object], file: str
) -> tuple[FrontMatter, list[Diagnostic]]:
    """Read every key but `listing` and `type`; what cannot be used is a warning and is left out."""
    diagnostics: list[Diagnostic] = []

    def read(key: str, reader: Callable[[object], _Value | None], wanted: str) -> _Value | None:
        value = meta.get(key)
        if value is None:
            return None
        try:
            return reader(value)
        except ValueError:
            problem = f"{key}: {quoted(value)} cannot be used"
            diagnostics.append(Diagnostic("front-matter-invalid", problem, f"write {wanted}", file))
            return None

    quotes = "a text, in quotes where YAML would read it as something else"
    front = FrontMatter(
        title=read("title", _text, quotes),
        description=read("description", _text, quotes),
        robots=read("robots", _robots, "directives such as noindex, separated by commas"),
        canonical=read("canonical", _text, quotes),
        image=read("image", _text, quotes),
        lastmod=read("lastmod", _w3c_date, "a date such as 2026-11-30"),
        moved_from=read("moved-from", _texts, "an old address or source's path, or a list of them")
        or (),
        sitemap=read("sitemap", _switch, "false to leave the page out of sitemap.xml") is not False,
    )
    return front, diagnostics


def _text(value: object) -> str | None:
    """Take a scalar as text, an empty one as missing."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float, dt.date)):
        raise ValueError  # noqa: TRY004 - a reader says "cannot be used" in one way
    # YAML's escapes can write half of a surrogate pair, which no file can hold.
    return collapse(str(value).encode("utf-8", "replace").decode("utf-8")) or None


def _robots(value: object) -> str | None:
    words = value if isinstance(value, list) else [value]
    if not all(isinstance(word, str) for word in words):
        raise ValueError
    return join_robots(*words)


def _texts(value: object) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    texts = tuple(one.strip() for one in values if isinstance(one, str))
    if len(texts) < len(values) or "" in texts:
        raise ValueError
    return texts


def _switch(value: object) -> bool:
    if isinstance(value, str):  # MultiMarkdown knows texts alone.
        value = {"true": True, "false": False}.get(value.lower())
    if not isinstance(value, bool):
        raise ValueError  # noqa: TRY004 - as above
    return value


def _w3c_date(value: object) -> str:
    """Write a date as the W3C's note on dates asks: with an offset wherever there is a time."""
    if isinstance(value, str):
        found = re.fullmatch(_DATE, value.strip())
        if found is None:
            raise ValueError
        day, time, seconds, zone = found.groups()
        zone = "+00:00" if zone in ("Z", "z") else zone or ""
        value = dt.datetime.fromisoformat(f"{day}T{time or '00:00'}{seconds or ':00'}{zone}")
    if isinstance(value, dt.datetime):
        if value.time() == dt.time() and value.tzinfo is None:
            return value.date().isoformat()
        zone = value.tzinfo or dt.timezone.utc
        return value.replace(tzinfo=zone, microsecond=0).isoformat()
    if isinstance(value, dt.date):
        return value.isoformat()
    raise ValueError


def join_robots(*values: str | None) -> str | None:
    """Join robots rules to the strictest of them, each once, noindex and nosnippet first.

    `index`, `follow` and `all` are the defaults, so they say nothing; `none` is noindex, nofollow.
    """
    rules: dict[str, None] = {}
    for value in values:
        for part in (value or "").split(","):
            words = part.lower().split()
            for rule in words if _ROBOTS_WORDS.issuperset(words) else [" ".join(words)]:
                rules.update(dict.fromkeys(("noindex", "nofollow") if rule == "none" else (rule,)))
    said = [rule for rule in rules if rule not in ("", "index", "follow", "all")]
    return ", ".join(sorted(said, key=lambda rule: rule not in ("noindex", "nosnippet"))) or None
