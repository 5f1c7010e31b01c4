"""Addresses: one function each for encoding, routes and Markdown versions, as MkDocs has them."""

from urllib.parse import quote, unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page

from mkdocs_ascribe.addresses import (
    Site,
    encode_address,
    encode_path,
    parse_base_path,
    parse_origin,
    parse_site_url,
)

ORIGIN = "https://docs.example.com"

SOURCES = [
    "index.md",
    "guide/index.md",
    "guide/install.md",
    "api/README.md",
    "über uns.md",  # b01
    "日本語/ガイド.md",  # b01
    "100% sure.md",  # b01
    "a&b.md",  # b01
    "%41.md",
    'it\'s "quoted".md',
    "a, b; c.md",
    "f(x)=[y]{z}.md",
    "plus+at@tilde~.md",
    "who?.md",
    "c#.md",
    "a:b.md",
    "http:x.md",
    "-._/..a/.b.md",
    "release-1.0.md",
    "page.html.md",
    "index/index.md",
    "<b>|`^.md",
    "e\u0301.md",
    "😀.md",
]
SITE_URLS = [
    ORIGIN,
    f"{ORIGIN}/",
    f"{ORIGIN}/manual",  # b09
    f"{ORIGIN}/product/docs/",  # b11
    "http://localhost:8000/a/",
    "https://xn--bcher-kva.example/",
]


def mkdocs_page(src_uri, site_url, *, directories):
    file = File(src_uri, "docs", "site", use_directory_urls=directories)
    return Page(None, file, {"site_url": site_url})


@pytest.mark.parametrize("directories", [True, False])  # b15
@pytest.mark.parametrize("site_url", SITE_URLS)
@pytest.mark.parametrize("src_uri", SOURCES)
def test_canonical_is_that_of_mkdocs(src_uri, site_url, directories):  # S120 S122 b01 b09 b11 b15
    page = mkdocs_page(src_uri, site_url, directories=directories)
    site = parse_site_url(site_url)
    route = site.route(page.url)
    assert site.absolute(route) == page.canonical_url
    assert route == page.abs_url
    assert route.isascii()
    assert site.file_of(route) == page.file.dest_uri


NAMES = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="/\\\0"), min_size=1, max_size=8
).filter(lambda name: name not in (".", ".."))


@given(st.lists(NAMES, min_size=1, max_size=3), st.sampled_from(SITE_URLS), st.booleans())
@settings(max_examples=100, deadline=None)
def test_every_name_goes_there_and_back(names, site_url, directories):  # S121 b01
    page = mkdocs_page("/".join(names) + ".md", site_url, directories=directories)
    site = parse_site_url(site_url)
    route = site.route(page.url)
    assert site.absolute(route) == page.canonical_url
    assert site.file_of(route) == page.file.dest_uri
    assert site.base_path + site.url(route) == route
    assert site.route(site.url(route)) == route


@pytest.mark.parametrize(
    ("url", "route"),
    [
        ("./", "/docs/"),
        ("", "/docs/"),
        ("index.html", "/docs/index.html"),
        ("a/b/", "/docs/a/b/"),
        ("a/b.html", "/docs/a/b.html"),
        ("100%25%20sure/", "/docs/100%25%20sure/"),
        ("%C3%BCber%20uns/", "/docs/%C3%BCber%20uns/"),
    ],
)
def test_route(url, route):
    assert Site(ORIGIN, "/docs/").route(url) == route


@pytest.mark.parametrize(
    ("base", "route", "markdown"),
    [
        ("/", "/", "/index.md"),  # b16
        ("/docs/", "/docs/", "/docs/index.md"),  # b16
        ("/", "/index.html", "/index.md"),
        ("/", "/guide/", "/guide.md"),  # S29 b16
        ("/", "/guide/install/", "/guide/install.md"),
        ("/", "/guide/install.html", "/guide/install.md"),  # b15
        ("/", "/guide/index.html", "/guide/index.md"),
        ("/docs/", "/docs/a/b/", "/docs/a/b.md"),
        ("/", "/page.html/", "/page.html.md"),
        ("/", "/release-1.0/", "/release-1.0.md"),
        ("/", "/%C3%BCber%20uns/", "/%C3%BCber%20uns.md"),
        ("/a.html/", "/a.html/", "/a.html/index.md"),
    ],
)
def test_markdown_route(base, route, markdown):
    assert Site(ORIGIN, base).markdown_route(route) == markdown


@pytest.mark.parametrize("directories", [True, False])
def test_markdown_routes_are_never_nameless(directories):  # b16
    site = Site(ORIGIN, "/")
    routes = [
        site.markdown_route(site.route(mkdocs_page(src, ORIGIN, directories=directories).url))
        for src in SOURCES
        # docs/index/index.md is a collision, which is a diagnostic of its own.
        if src != "index/index.md"
    ]
    assert len(set(routes)) == len(routes)
    assert not [route for route in routes if route.endswith("/.md")]


def test_absolute_needs_an_origin():  # S10
    assert Site(None, "/docs/").absolute("/docs/a/") is None
    assert Site(ORIGIN, "/docs/").absolute("/docs/a/") == "https://docs.example.com/docs/a/"


@pytest.mark.parametrize(
    ("route", "is_root"), [("/", True), ("/index.html", True), ("/docs/", False), ("/a/", False)]
)
def test_is_root(route, is_root):  # S46
    assert Site(ORIGIN).is_root(route) is is_root


@pytest.mark.parametrize(
    ("route", "is_private"),
    [
        ("/docs/_drafts/a/", True),
        ("/docs/_a.html", True),
        ("/docs/a/_b/", False),
        ("/docs/", False),
    ],
)
def test_is_private(route, is_private):  # S92
    assert Site(ORIGIN, "/docs/").is_private(route) is is_private


@pytest.mark.parametrize(
    ("value", "origin"),
    [
        ("https://docs.example.com", "https://docs.example.com"),
        ("https://docs.example.com/", "https://docs.example.com"),  # b10
        (" https://docs.example.com ", "https://docs.example.com"),
        ("HTTPS://Docs.Example.COM", "https://docs.example.com"),
        ("https://docs.example.com:443", "https://docs.example.com"),
        ("http://docs.example.com:80/", "http://docs.example.com"),
        ("http://docs.example.com:443", "http://docs.example.com:443"),
        ("https://docs.example.com:8443", "https://docs.example.com:8443"),
        ("https://docs.example.com:", "https://docs.example.com"),
        ("http://localhost:8000", "http://localhost:8000"),
        ("http://127.0.0.1", "http://127.0.0.1"),
        ("http://[::1]:8000/", "http://[::1]:8000"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("https://BÜCHER.example", "https://xn--bcher-kva.example"),
        ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
        ("https://日本語。example", "https://xn--wgv71a119e.example"),
        ("https://under_score.example", "https://under_score.example"),
    ],
)
def test_origin(value, origin):
    assert parse_origin(value) == origin


@pytest.mark.parametrize(
    "value",
    [
        "",
        "docs.example.com",
        "//docs.example.com",
        "https://",
        "https:///path",
        "ftp://docs.example.com",
        "javascript:alert(1)",
        "https://docs.example.com/docs",  # S138
        "https://docs.example.com/docs/",
        "https://docs.example.com?token=secret",  # S138
        "https://docs.example.com/?a",
        "https://docs.example.com#top",
        "https://user@docs.example.com",  # S138
        "https://user:password@docs.example.com",  # S138
        "https://docs.example.com:port",
        "https://docs.example.com:99999",
        "https://docs..example.com",
        "https://docs example.com",
        "https://docs\n.example.com",
        "https://docs\t.example.com",
        'https://docs.example.com"><script>',
        "https://docs.example.com\\evil",
        "https://ex%61mple.com",
        "https://*.example.com",
        "http://[::1",
        "http://::1]",
        f"https://{'a' * 64}ü.example",
    ],
)
def test_no_origin(value):
    assert parse_origin(value) is None


@given(st.text(max_size=20).map("https://{}".format) | st.text(max_size=30))
@settings(deadline=None)
def test_origin_has_one_form(value):
    origin = parse_origin(value)
    assert origin is None or (origin.isascii() and parse_origin(origin) == origin)


@pytest.mark.parametrize(
    ("path", "base"),
    [
        ("", "/"),
        ("/", "/"),
        ("//", "/"),  # b10
        ("/docs", "/docs/"),  # b09
        ("docs/", "/docs/"),
        ("/product//docs/", "/product/docs/"),  # b10 b11
        ("/über uns/", "/%C3%BCber%20uns/"),
        ("/%c3%bcber%20uns/", "/%C3%BCber%20uns/"),
        ("/100%/", "/100%25/"),
    ],
)
def test_base_path(path, base):
    assert parse_base_path(path) == base
    assert parse_base_path(base) == base


@pytest.mark.parametrize(
    ("site_url", "site"),
    [
        ("https://docs.example.com", Site(ORIGIN, "/")),
        ("https://docs.example.com/manual", Site(ORIGIN, "/manual/")),  # b09
        ("https://Docs.example.com:443/manual/", Site(ORIGIN, "/manual/")),
        ("http://127.0.0.1:8000/", Site("http://127.0.0.1:8000", "/")),
        ("https://bücher.example/ä/", Site("https://xn--bcher-kva.example", "/%C3%A4/")),
        ("https://docs.example.com/a?b#c", Site(ORIGIN, "/a/")),
        (None, None),
        ("", None),
        ("docs.example.com", None),
        ("/docs/", None),
        ("https://user:password@docs.example.com/", None),  # S138
        ("http://[::1", None),
        ("ftp://docs.example.com/", None),
    ],
)
def test_site_url(site_url, site):
    assert parse_site_url(site_url) == site


@pytest.mark.parametrize(
    ("path", "encoded"),
    [
        ("über uns", "%C3%BCber%20uns"),
        ("100% sure", "100%25%20sure"),
        ("100%25", "100%25"),
        ("%zz%", "%25zz%25"),
        ("%e2%82%ac", "%E2%82%AC"),
        ("a&b,(c)='d'", "a&b,(c)='d'"),
        ('<"a">', "%3C%22a%22%3E"),
        ("a?b#c", "a%3Fb%23c"),
    ],
)
def test_encode_path(path, encoded):  # S121
    assert encode_path(path) == encoded


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_encode_path_once(path):  # S121
    encoded = encode_path(path)
    assert encoded.isascii()
    assert encode_path(encoded) == encoded
    assert encode_path(quote(path)) == quote(path)
    if "%" not in path:
        assert unquote(encoded) == path


@pytest.mark.parametrize(
    ("address", "encoded"),
    [
        ("https://a.example/ü?q=ä&b=1#ö", "https://a.example/%C3%BC?q=%C3%A4&b=1#%C3%B6"),
        ("https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC"),
        ("https://me@bücher.example:80/", "https://me@xn--bcher-kva.example:80/"),
        ("//bücher.example/x", "//xn--bcher-kva.example/x"),
        ("https://[::1]/ü", "https://[::1]/%C3%BC"),
        ("https://a.example/x//bücher.example/", "https://a.example/x//b%C3%BCcher.example/"),
        ("https://a.example/50%", "https://a.example/50%25"),
        ("/a b/#ü", "/a%20b/#%C3%BC"),
        ("mailto:ü@a.example", "mailto:%C3%BC@a.example"),
        ("#a//bü.example", "#a//b%C3%BC.example"),
    ],
)
def test_encode_address(address, encoded):
    assert encode_address(address) == encoded
    assert encode_address(encoded) == encoded


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
@settings(deadline=None)
def test_encode_address_once(rest):
    encoded = encode_address(f"https://{rest}")
    assert encoded.isascii()
    assert encode_address(encoded) == encoded
