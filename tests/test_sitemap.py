import gzip
import itertools
import tracemalloc
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import Project
from mkdocs_ascribe.entries import Entry, entries, extra_routes, in_sitemap, too_long
from mkdocs_ascribe.gzipped import gzipped
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.outputs.sitemap import MAX_BYTES, MAX_URLS, sitemap_files
from mkdocs_ascribe.records import PageRecord
from mkdocs_ascribe.settings import Settings, SitemapSettings, SiteModel

ORIGIN = "https://docs.example.com"
NS = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
IMAGE = "{http://www.google.com/schemas/sitemap-image/1.1}"


def site_model(base_path="/", origin=ORIGIN, **sitemap):
    settings = Settings("Loom", sitemap=SitemapSettings(**sitemap))
    return SiteModel(Site(origin, base_path), Project(), settings)


def page(route, **fields):
    address = ORIGIN + route
    record = PageRecord(
        source=f"{route.strip('/') or 'index'}.md",
        route=route,
        dest_uri="",
        label="A page",
        canonical=address,
        own_address=address,
    )
    return record._replace(**fields)


def written(model, records=(), extra=()):
    """Give the text of each file by its name, and see that every name comes once."""
    found = [
        (name, "".join(chunks))
        for name, chunks in sitemap_files(model, entries(model, list(records), extra))
    ]
    assert len(dict(found)) == len(found)
    return dict(found)


def locs(text):
    return [loc.text for loc in etree.fromstring(text.encode()).iter(f"{NS}loc")]


def listed(model, records=(), extra=()):
    return [entry.loc.removeprefix(ORIGIN) for entry in entries(model, list(records), extra)]


def refused(*arguments):
    return [diagnostic.file for diagnostic in too_long(*arguments)]


def addresses(count):
    return (Entry(f"{ORIGIN}/page-{number}/") for number in range(count))


# S59 S108 S109 S120
def test_one_urlset_of_absolute_addresses_without_dates():
    records = [page("/"), page("/b/"), page("/a/")]
    assert written(site_model(), records) == {
        "sitemap.xml": '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        "<url><loc>https://docs.example.com/</loc></url>\n"
        "<url><loc>https://docs.example.com/a/</loc></url>\n"
        "<url><loc>https://docs.example.com/b/</loc></url>\n"
        "</urlset>\n"
    }


# S58 S128 b09 b11
def test_the_files_and_their_addresses_are_under_the_base_path():
    model = site_model("/product/docs/", max_urls=1)
    files = written(model, [page("/product/docs/"), page("/product/docs/setup/")])
    assert locs(files["sitemap.xml"]) == [
        f"{ORIGIN}/product/docs/sitemap-1.xml",
        f"{ORIGIN}/product/docs/sitemap-2.xml",
    ]
    assert locs(files["sitemap-1.xml"]) == [f"{ORIGIN}/product/docs/"]


# S60 S116 S133
@pytest.mark.parametrize(
    "fields",
    [
        {"listing": Listing.UNLISTED},
        {"robots": "noindex"},
        {"in_sitemap": False},
        {"private": True},
        {"canonical": "https://elsewhere.example/a/"},
    ],
)
def test_a_page_that_is_not_for_search_is_no_entry(fields):
    record = page("/a/", **fields)
    assert listed(site_model(), [page("/"), record]) == ["/"]
    assert not in_sitemap(site_model(), record)


# S12
def test_an_unquoted_page_is_an_entry():
    assert listed(site_model(), [page("/a/", listing=Listing.UNQUOTED)]) == ["/a/"]


# S61
def test_addresses_without_a_record_stand_in_their_order():
    records = [page("/b/"), page("/")]
    assert listed(site_model(), records, ["/c.html", "/a.html"]) == [
        "/",
        "/a.html",
        "/b/",
        "/c.html",
    ]


# S55 S61
def test_exclude_takes_out_pages_and_other_addresses():
    model = site_model("/docs/", exclude=("guide/*/", "/über uns/", "./old.html"))
    records = [
        page("/docs/guide/"),
        page("/docs/guide/install/"),
        page("/docs/guide/install/linux/"),
        page(f"/docs/{quote('über uns')}/"),
    ]
    assert listed(model, records, ["/docs/old.html", "/docs/new.html"]) == [
        "/docs/guide/",
        "/docs/guide/install/linux/",
        "/docs/new.html",
    ]
    assert [in_sitemap(model, record) for record in records] == [True, False, True, False]
    assert extra_routes(model, records, ["/docs/old.html", "/docs/new.html"]) == ["/docs/new.html"]


def test_exclude_takes_out_the_home_page():
    assert listed(site_model("/docs/", exclude=("/",)), [page("/docs/"), page("/docs/a/")]) == [
        "/docs/a/"
    ]


# S13: what lists files of the site does not list pages that are kept out.
def test_a_record_decides_for_its_address():
    records = [page("/a/", listing=Listing.UNLISTED), page("/b/")]
    assert listed(site_model(), records, ["/a/", "/b/", "/c.html"]) == ["/b/", "/c.html"]
    assert extra_routes(site_model(), records, ["/a/", "/b/", "/c.html"]) == ["/c.html"]


# S92
def test_folders_with_an_underscore_are_not_public():
    assert listed(site_model("/docs/"), [], ["/docs/_ascribe/x.html", "/docs/a_b.html"]) == [
        "/docs/a_b.html"
    ]


# S64
def test_no_origin_no_file():
    model = site_model(origin=None)
    assert written(model, [page("/", canonical=None, own_address=None)], ["/a.html"]) == {}


# S109
def test_an_address_that_is_too_long_is_left_out_and_said():
    fits = page("/" + "a" * (2_048 - len(ORIGIN) - 2) + "/")
    long = page("/" + "b" * (2_048 - len(ORIGIN) - 1) + "/", source="b.md")
    hidden = long._replace(route=long.route[:-1] + "c/", listing=Listing.UNLISTED)
    model, extra = site_model(), ["/" + "c" * 2_048 + ".html"]
    assert len(fits.canonical) == 2_048
    assert listed(model, [fits, long, hidden], extra) == [fits.route]
    assert refused(model, [fits, long, hidden], extra) == ["b.md", ""]
    assert not in_sitemap(model, long)
    assert extra_routes(model, [], extra) == []
    assert str(too_long(model, [long])[0]) == (
        f"b.md: the address '{long.canonical[:59]}... has 2049 characters; shorten its names: "
        "a sitemap takes 2048 of them, so the address is left out (loc-too-long)"
    )


# S121 b01
def test_percent_encoding_and_xml_escaping_are_two_steps():
    record = page("/" + quote("日本 & 'a' 100%/") + "b'\"<&>/")
    text = written(site_model(), [record])["sitemap.xml"]
    assert (
        "<loc>https://docs.example.com/%E6%97%A5%E6%9C%AC%20%26%20%27a%27%20100%25/"
        "b&apos;&quot;&lt;&amp;&gt;/</loc>"
    ) in text
    assert locs(text) == [record.canonical]


# S94 S110 S117
def test_lastmod_is_written_where_it_is_known():
    records = [page("/a/", lastmod="2026-11-30"), page("/b/")]
    assert (
        "<url><loc>https://docs.example.com/a/</loc><lastmod>2026-11-30</lastmod></url>\n"
        "<url><loc>https://docs.example.com/b/</loc></url>\n"
    ) in written(site_model(lastmod="frontmatter"), records)["sitemap.xml"]


# S114 S130
def test_images_are_written_when_asked_for():
    image = f"{ORIGIN}/a%20b.png?x=1&y=2"
    record = page("/a/", images=(image, image, f"{ORIGIN}/c.svg"))
    text = written(site_model(images=True), [record])["sitemap.xml"]
    assert 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"' in text
    assert (
        "<image:image><image:loc>https://docs.example.com/a%20b.png?x=1&amp;y=2</image:loc>"
        "</image:image>"
        "<image:image><image:loc>https://docs.example.com/c.svg</image:loc></image:image></url>"
    ) in text
    assert "image" not in written(site_model(), [record])["sitemap.xml"]


# Google takes 1,000 images a page.
def test_images_are_limited():
    record = page("/", images=tuple(f"{ORIGIN}/{number}.png" for number in range(1_001)))
    assert len(locs_of_images(written(site_model(images=True), [record])["sitemap.xml"])) == 1_000


def locs_of_images(text):
    return [loc.text for loc in etree.fromstring(text.encode()).iter(f"{IMAGE}loc")]


# S95 S111 S113 S124 S126 S127
def test_an_index_of_numbered_files_above_the_limit():
    model = site_model(max_urls=2, lastmod="frontmatter")
    records = [
        page("/a/", lastmod="2026-11-30"),
        page("/b/", lastmod="2026-11-30T23:30:00-02:00"),
        page("/c/", lastmod="2026-01-02"),
        page("/d/"),
        page("/e/"),
    ]
    files = written(model, records)
    assert list(files) == ["sitemap-1.xml", "sitemap-2.xml", "sitemap-3.xml", "sitemap.xml"]
    assert files["sitemap.xml"] == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        "<sitemap><loc>https://docs.example.com/sitemap-1.xml</loc>"
        "<lastmod>2026-11-30T23:30:00-02:00</lastmod></sitemap>\n"
        "<sitemap><loc>https://docs.example.com/sitemap-2.xml</loc>"
        "<lastmod>2026-01-02</lastmod></sitemap>\n"
        "<sitemap><loc>https://docs.example.com/sitemap-3.xml</loc></sitemap>\n"
        "</sitemapindex>\n"
    )
    children = [locs(files[f"sitemap-{number}.xml"]) for number in (1, 2, 3)]
    assert [len(child) for child in children] == [2, 2, 1]
    assert list(itertools.chain(*children)) == [record.canonical for record in records]


# S124: a date and a time are compared as moments.
@pytest.mark.parametrize(
    ("dates", "newest"),
    [
        (["2026-11-30", "2026-11-30T00:00:01Z"], "2026-11-30T00:00:01Z"),
        (["2026-11-30T01:00:00+02:00", "2026-11-30"], "2026-11-30"),
        (["2026-11-30T01:00:00+00:00", "2026-11-30T02:00:00+02:00"], "2026-11-30T01:00:00+00:00"),
    ],
)
def test_the_newest_date_of_a_file(dates, newest):
    found = [Entry(f"{ORIGIN}/{number}/", date) for number, date in enumerate([*dates, None, None])]
    *_, (name, chunks) = sitemap_files(site_model(max_urls=2), found)
    assert name == "sitemap.xml"
    assert "".join(chunks).count(f"<lastmod>{newest}</lastmod>") == 1


# S111
@pytest.mark.parametrize(("count", "files"), [(MAX_URLS, 1), (MAX_URLS + 1, 3)])
def test_the_protocol_limits_the_entries_of_a_file(count, files):
    assert (MAX_URLS, MAX_BYTES) == (50_000, 50 * 1024 * 1024)
    assert len(list(sitemap_files(site_model(max_urls=10**9), addresses(count)))) == files


# S111 S125
def test_the_bytes_of_a_file_are_limited():
    found = [Entry(f"{ORIGIN}/日本/{number:03}/") for number in range(100)]
    files = {
        name: "".join(chunks)
        for name, chunks in sitemap_files(site_model(), found, max_bytes=2_000)
    }
    sizes = [len(text.encode()) for name, text in files.items() if name != "sitemap.xml"]
    assert len(sizes) > 1
    assert max(sizes) <= 2_000
    # No file ends before the next entry would have been too much.
    assert min(sizes[:-1]) > 2_000 - len(f"<url><loc>{found[0].loc}</loc></url>\n".encode())
    assert sum(text.count("<url>") for text in files.values()) == 100


# SPEC 7.2: memory does not grow with the number of addresses.
def test_files_are_made_while_the_addresses_come():
    found = addresses(250_000)
    tracemalloc.start()
    files = sitemap_files(site_model(), found)
    name, chunks = next(files)
    assert (name, next(found).loc) == ("sitemap-1.xml", f"{ORIGIN}/page-50001/")
    assert sum(map(len, chunks)) > 2_000_000
    rest = [name for name, chunks in files if sum(map(len, chunks))]
    assert rest == [*(f"sitemap-{number}.xml" for number in (2, 3, 4, 5)), "sitemap.xml"]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 30 * 1024 * 1024


# S46 S112 b46
def test_gzip_is_the_same_for_the_same_input():
    chunks = [b"<urlset>", b"", b"x" * 100_000, b"</urlset>"]
    packed = b"".join(gzipped(chunks))
    assert gzip.decompress(packed) == b"".join(chunks)
    assert packed == b"".join(gzipped(iter(chunks)))
    # RFC 1952: no flag (so no file name), no time, no name of the system that built it.
    assert packed[:10] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


# S112
@given(st.lists(st.binary()))
def test_gzip_unpacks_to_its_input(chunks):
    assert gzip.decompress(b"".join(gzipped(chunks))) == b"".join(chunks)


# The rows of the table of mistakes, S140, that an output can make.


def test_mistake_wrong_namespace_or_root_element():
    files = written(site_model(max_urls=1), [page("/a/"), page("/b/")])
    roots = [etree.fromstring(text.encode()).tag for text in files.values()]
    assert roots == [f"{NS}urlset", f"{NS}urlset", f"{NS}sitemapindex"]


def test_mistake_raw_ampersand():
    assert "/R&amp;D/" in written(site_model(), [page("/R&D/")])["sitemap.xml"]


def test_mistake_relative_address():
    files = written(site_model(), [page("/a/")], ["/b.html"])
    assert all(loc.startswith("https://") for loc in locs(files["sitemap.xml"]))


def test_mistake_address_listed_twice():
    assert listed(site_model(), [page("/a/")], ["/a/", "/b.html", "/b.html"]) == ["/a/", "/b.html"]


def test_mistake_private_address():
    records = [page("/a/", listing=Listing.UNLISTED), page("/_b/", private=True)]
    assert written(site_model(), records, ["/a/", "/_c.html"]) == {}


# b45
def test_mistake_date_of_the_build():
    assert "lastmod" not in written(site_model(lastmod="git"), [page("/a/")])["sitemap.xml"]


def test_mistake_more_than_a_file_may_hold():
    assert len(list(sitemap_files(site_model(), addresses(50_001)))) == 3


def test_mistake_index_names_a_missing_child():
    files = written(site_model(max_urls=1), [page(f"/{name}/") for name in "abcde"])
    named = [loc.rpartition("/")[2] for loc in locs(files["sitemap.xml"])]
    assert [*named, "sitemap.xml"] == list(files)


def test_mistake_address_of_another_origin_or_path():
    records = [page("/docs/a/", canonical="https://other.example/docs/a/"), page("/b/")]
    assert listed(site_model("/docs/"), records, ["/c.html", "/docs/d.html"]) == ["/docs/d.html"]


def test_mistake_empty_file():
    assert written(site_model()) == {}
