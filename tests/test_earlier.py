"""pages.json read back: what was written comes out, and nothing but that file is taken."""

import contextlib
import functools
import json
import operator

import pytest
from jsonschema import Draft202012Validator

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import Project
from mkdocs_ascribe.earlier import differences, read_pages, resolution_of
from mkdocs_ascribe.json_reading import UnreadableError, read_json
from mkdocs_ascribe.lasting.redirects import Redirect
from mkdocs_ascribe.listing import Listing, Resolution
from mkdocs_ascribe.outputs.pages_json import pages_json
from mkdocs_ascribe.outputs.redirects_json import redirects_json
from mkdocs_ascribe.packaged import packaged_schema
from mkdocs_ascribe.records import Alternate, Breadcrumb, Image, PageRecord
from mkdocs_ascribe.settings import Settings, SiteModel

SITE = Site("https://docs.example.com", "/docs/")
ADDRESS = "https://docs.example.com/docs/%C3%BCber/"
FULL = PageRecord(
    source="über.md",
    route="/docs/%C3%BCber/",
    dest_uri="",
    label="Über uns",
    canonical=ADDRESS,
    own_address=ADDRESS,
    markdown="/docs/%C3%BCber.md",
    title="Über uns",
    head_title="Über uns · Loom",
    description='Who "we" are',
    image=Image("https://docs.example.com/card.png", "A card", 1200, 630),
    images=("https://docs.example.com/docs/a.png",),
    alternates=(Alternate("de", "/docs/%C3%BCber/"), Alternate("en", "/docs/about/")),
    type="about",
    listing=Listing.UNQUOTED,
    listing_from="type about",
    robots="nosnippet",
    breadcrumbs=(
        Breadcrumb("Start", "/docs/", ""),
        Breadcrumb("Über uns", "/docs/%C3%BCber/", "%C3%BCber/"),
    ),
    lastmod="2026-11-30",
    size=512,
)
BARE = PageRecord(
    source="a.md",
    route="/docs/a/",
    dest_uri="",
    label="A",
    canonical="https://docs.example.com/docs/a/",
    own_address="https://docs.example.com/docs/a/",
    breadcrumbs=(Breadcrumb("A", "/docs/a/", "a/"),),
    is_view=True,
)


def text(*records):
    model = SiteModel(SITE, Project(), Settings("Loom", "About Loom."))
    return "".join(pages_json(model, list(records), sitemap=True, llms=True))


@pytest.mark.parametrize(
    "record",
    [
        FULL,
        BARE,
        FULL._replace(listing=Listing.LISTED, listing_from=None, robots=None, type=None),
        FULL._replace(
            listing=Listing.UNLISTED,
            listing_from="page",
            robots="noindex",
            in_sitemap=False,
            concealed=True,
        ),
        FULL._replace(listing=Listing.UNLISTED, listing_from="site", in_sitemap=False),
        BARE._replace(route="/docs/_x/", private=True, in_sitemap=False, own_address=None),
    ],
)
def test_what_is_written_is_read(record):
    if record.private:
        address = "https://docs.example.com/docs/_x/"
        trail = (Breadcrumb("A", "/docs/_x/", "_x/"),)
        record = record._replace(own_address=address, canonical=address, breadcrumbs=trail)
    earlier = read_pages(text(record))
    assert earlier.records == {record.route: record}
    assert (earlier.site, earlier.name, earlier.description) == (SITE, "Loom", "About Loom.")


def test_the_rule_for_the_whole_site_conceals_nothing():
    record = FULL._replace(listing=Listing.UNLISTED, listing_from="site")
    assert resolution_of(record) == Resolution(Listing.UNLISTED, "site", "about")
    record = record._replace(listing_from="folder in/")
    assert resolution_of(record).concealed


def broken(change):
    document = json.loads(text(FULL))
    change(document)
    return json.dumps(document)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "null",
        "{}",
        '{"format": "ascribe-pages"',
        broken(lambda data: data.update(version=2)),
        broken(lambda data: data.update(format="ascribe-nav")),
        broken(lambda data: data.pop("site")),
        broken(lambda data: data["pages"][0].pop("alternates")),
        broken(lambda data: data["pages"][0].update(listing="hidden")),
        broken(lambda data: data["pages"][0].update(breadcrumbs=[])),
        broken(lambda data: data["pages"][0].update(breadcrumbs=[{"title": "x"}])),
        broken(lambda data: data["pages"][0].update(route=None)),
        broken(lambda data: data["pages"].append("x")),
        broken(lambda data: data["site"].pop("name")),
        broken(lambda data: data["site"].update(name=None)),
        broken(lambda data: data["site"].update(basePath="docs")),
        broken(lambda data: data.update(version=True)),
        "[" * 100_000,
        broken(lambda data: data["pages"][0].update(title="x")).replace('"x"', "[" * 100_000),
    ],
)
def test_any_other_file_is_none(content):
    assert read_pages(content) is None


REDIRECTS = "".join(redirects_json([Redirect("/docs/old/", "/docs/a/#x", force=True)]))
LOST = object()
ODD = (None, True, 5, -1, 1.5, "", "x", "/x", [], [5], ["/x"], {}, {"x": 1}, LOST)


def places(value, at=()):
    """Yield the keys that lead to each value of a document."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*at, key)
        if isinstance(item, (dict, list)):
            yield from places(item, (*at, key))


def changed(written, place, value):
    document = json.loads(written)
    holder = functools.reduce(operator.getitem, place[:-1], document)
    if value is LOST:
        holder.pop(place[-1])
    else:
        holder[place[-1]] = value
    return document


def is_read(document, name):
    with contextlib.suppress(UnreadableError):
        return read_json(json.dumps(document), name) == document
    return False


@pytest.mark.parametrize(("name", "written"), [("pages", text(FULL)), ("redirects", REDIRECTS)])
def test_what_is_read_is_what_the_schema_permits(name, written):
    """Each value of a document in turn is replaced by others, or lost."""
    validator = Draft202012Validator(packaged_schema(name))
    told = set()
    for place in places(json.loads(written)):
        for value in ODD:
            document = changed(written, place, value)
            valid = validator.is_valid(document)
            assert is_read(document, name) == valid, (place, value)
            told.add(valid)
            if name == "pages":
                usable = valid and all(page["breadcrumbs"] for page in document["pages"])
                assert (read_pages(json.dumps(document)) is not None) == usable, (place, value)
        # A key that the schema does not know, and text that no file can hold.
        if isinstance(place[-1], str):
            assert not is_read(changed(written, (*place[:-1], "unknown"), None), name), place
        assert not is_read(changed(written, place, "\ud800"), name), place
    assert told == {True, False}


def test_differences_name_what_stands_in_every_head():
    earlier = read_pages(text(FULL))
    assert differences(earlier, SITE, "Loom", "About Loom.") == []
    assert differences(earlier, Site(SITE.origin), "Loom", "About Loom.") == ["site"]
    assert differences(earlier, SITE, "Weft", None) == ["name", "description"]
