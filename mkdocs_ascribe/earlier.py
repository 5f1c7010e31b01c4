"""pages.json of an earlier build, read back into records.

It is read where a build does not make all records anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.json_reading import UnreadableError, read_json
from mkdocs_ascribe.listing import Listing, Resolution
from mkdocs_ascribe.records import Alternate, Breadcrumb, Image, PageRecord

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mkdocs_ascribe.documents import PageEntry, PagesJson


class EarlierPages(NamedTuple):
    """What an earlier build said: the site, its name and description, the records by route."""

    site: Site
    name: str
    description: str | None
    records: Mapping[str, PageRecord]


def read_pages(text: str) -> EarlierPages | None:
    """Read pages.json; None for what is not the file that this version writes.

    `dest_uri` is not in the file, and `concealed` is told from the rule that decided.
    """
    try:
        document: PagesJson = read_json(text, "pages")
    except UnreadableError:
        return None
    about = document["site"]
    site = Site(about["origin"], about["basePath"])
    entries = list(document["pages"])
    if not all(entry["breadcrumbs"] for entry in entries):
        return None  # Every trail that is written ends in the page itself.
    records = {entry["route"]: _record(site, entry) for entry in entries}
    return EarlierPages(site, about["name"], about["description"], records)


def _record(site: Site, entry: PageEntry) -> PageRecord:
    listing = Listing[entry["listing"].upper()]
    trail = tuple(
        Breadcrumb(step["title"], step["route"], site.url(step["route"]))
        for step in entry["breadcrumbs"]
    )
    route, image, markdown = entry["route"], entry["image"], entry["markdown"]
    record = PageRecord(
        source=entry["source"],
        route=route,
        dest_uri="",
        # The last step of a trail is the page itself, by its label.
        label=trail[-1].title,
        canonical=entry["canonical"],
        markdown=markdown,
        title=entry["title"],
        head_title=entry["headTitle"],
        description=entry["description"],
        image=Image(image["src"], image["alt"], image["width"], image["height"]) if image else None,
        images=tuple(entry["images"]),
        alternates=tuple(Alternate(one["hreflang"], one["route"]) for one in entry["alternates"]),
        type=entry["type"],
        listing=listing,
        listing_from=entry["listingFrom"],
        robots=entry["robots"],
        in_sitemap=entry["sitemap"],
        breadcrumbs=trail,
        lastmod=entry["lastmod"],
        size=entry["size"],
        own_address=site.absolute(route),
        private=site.is_private(route),
        # A listed page without a Markdown version only lists others.
        is_view=markdown is None and listing is Listing.LISTED,
    )
    return record._replace(concealed=resolution_of(record).concealed)


def resolution_of(record: PageRecord) -> Resolution:
    """Give the effective listing that a record tells, and whether navigation leaves the page out.

    The rule for the whole site conceals nothing; where it decided, no stricter one did.
    """
    concealed = record.listing is Listing.UNLISTED and record.listing_from != "site"
    return Resolution(record.listing, record.listing_from, record.type, concealed)


def differences(earlier: EarlierPages, site: Site, name: str, description: str | None) -> list[str]:
    """Name what has changed of the site's own values, which stand in the head of every page."""
    now = {"site": site, "name": name, "description": description}
    return [what for what, value in now.items() if getattr(earlier, what) != value]
