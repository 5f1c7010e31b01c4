import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.markdown.links import LinkTargets, relinked
from mkdocs_ascribe.records import PageRecord

HOST = "https://docs.example.com"


def targets(base="/", host=HOST, **more):
    """The links of a site: home, a page, a folder with its index, a hidden page, a view."""
    site = Site(host, base)
    pages = {
        "index.md": "",
        "a.md": "a/",
        "b/index.md": "b/",
        "b/c.md": "b/c/",
        "b/README.md": "readme/",
        "ü b.md": "%C3%BC%20b/",
        "flat.md": "flat.html",
        "hidden.md": "hidden/",
        "view.md": "view/",
        **more,
    }
    records = [
        PageRecord(
            source,
            site.route(url),
            "",
            source,
            markdown=None if source == "view.md" else site.markdown_route(site.route(url)),
            listing=Listing.UNLISTED if source == "hidden.md" else Listing.LISTED,
        )
        for source, url in pages.items()
    ]
    return LinkTargets(site, records, {**pages, "i.png": "i.png", "b/f.pdf": "b/f.pdf"})


@pytest.mark.parametrize(
    ("href", "found"),
    [
        ("a.md", "/a.md"),
        ("./a.md", "/a.md"),
        ("a.md#s", "/a.md#s"),
        ("index.md", "/index.md"),
        ("b/index.md", "/b.md"),
        ("b/c.md#s-1", "/b/c.md#s-1"),
        ("b/README.md", "/readme.md"),
        ("%C3%BC%20b.md", "/%C3%BC%20b.md"),
        ("ü b.md", "/%C3%BC%20b.md"),
        ("flat.md", "/flat.md"),
        ("hidden.md", "/hidden/"),
        ("hidden.md#s", "/hidden/#s"),
        ("view.md", "/view/"),
        ("i.png", "/i.png"),
        ("b/f.pdf#page=2", "/b/f.pdf#page=2"),
        ("/a.md", "/a.md"),
        ("/b/f.pdf", "/b/f.pdf"),
        # MkDocs leaves these to the browser, at the page's own address.
        ("../a/", "/a.md"),
        ("../b/c/", "/b/c.md"),
        ("/a/", "/a.md"),
        ("/a", "/a.md"),
        ("/a/index.html#s", "/a.md#s"),
        ("/nowhere/", "/nowhere/"),
        ("missing.md", "/x/missing.md"),
        ("../../../../up.md", "/up.md"),
        # The site's own address written out.
        (f"{HOST}/a/", "/a.md"),
        (f"{HOST}/a/#s", "/a.md#s"),
        (f"{HOST}/hidden/", "/hidden/"),
        (f"{HOST}/", "/index.md"),
        (HOST, "/index.md"),
        ("HTTPS://Docs.Example.com/a/", "/a.md"),
        ("//docs.example.com/a/", "/a.md"),
        ("//DOCS.example.com", "/index.md"),
        ("https://docs.example.com:443/a/#s", "/a.md#s"),
        (f"{HOST}/ü b/", "/%C3%BC%20b.md"),
        (f"{HOST}?q=1#s", "/index.md?q=1#s"),
        (f"{HOST}/b/../a/./", "/a.md"),
        (f"{HOST}/a/?x=1", "/a.md?x=1"),
        ("//docs.example.com/i.png", "/i.png"),
        ("HTTPS://docs.example.com/hidden/", "/hidden/"),
        # What a static host answers with.
        ("/flat.html", "/flat.md"),
        ("/flat", "/flat.md"),
        ("/hidden", "/hidden"),
        ("/hidden/index.html#s", "/hidden/index.html#s"),
        ("/b/index.html?x", "/b.md?x"),
        ("/aindex.html", "/aindex.html"),
        ("/a%2F", "/a%2F"),
        ("/%61/", "/a.md"),
        ("a.md?x=1", "/a.md?x=1"),
        ("b/f.pdf?x=1&y=a b", "/b/f.pdf?x=1&y=a%20b"),
        ("?x=1", "/x/?x=1"),
        ("./b/../a.md", "/a.md"),
        ("/b/c.md", "/b/c.md"),
        ("/b/c/", "/b/c.md"),
        ("b", "/x/b"),
    ],
)  # S32, b58
def test_from_a_source(href, found):
    assert targets().from_source(href, "x.md", "/x/") == HOST + found


@pytest.mark.parametrize(
    ("href", "found"),
    [
        ("c.md", "/b/c.md"),
        ("../a.md", "/a.md"),
        ("index.md", "/b.md"),
        (".", "/b.md"),
        ("f.pdf", "/b/f.pdf"),
    ],
)
def test_from_a_source_in_a_folder(href, found):
    assert targets().from_source(href, "b/index.md", "/b/") == HOST + found


@pytest.mark.parametrize(
    ("href", "from_b", "from_c"),
    [
        ("", "/b.md", "/b/c.md"),
        ("?x=1", "/b.md?x=1", "/b/c.md?x=1"),
        ("../a/#s", "/a.md#s", "/b/a/#s"),
        ("../a/#t", "/a.md#t", "/b/a/#t"),
        ("../#s t", "/index.md#s%20t", "/b.md#s%20t"),
    ],
)
def test_a_link_is_seen_from_its_page(href, from_b, from_c):
    found = targets()
    for _ in range(2):
        assert found.from_page(href, "/b/") == HOST + from_b
        assert found.from_page(href, "/b/c/") == HOST + from_c


def test_a_query_behind_a_source():  # MkDocs resolves it, and keeps the query
    found = targets().from_source("a.md?x=1#s", "x.md", "/x/")
    assert found in (f"{HOST}/a/?x=1#s", f"{HOST}/a.md?x=1#s")


@pytest.mark.parametrize("href", ["../secret.md", "../../etc/passwd", "b/../../x.md"])
def test_a_link_out_of_the_docs_folder_is_the_browsers(href):
    assert targets().from_source(href, "a.md", "/a/").startswith(f"{HOST}/")


@pytest.mark.parametrize(
    "href",
    [
        "https://else.example/a/",
        "mailto:a@b.example",
        "tel:+1",
        "javascript:void(0)",
        "data:image/png;base64,AA==",
        "#section",
        "https://docs.example.com.evil.example/a/",
        "http://docs.example.com/a/",
        "https://docs.example.com:8443/a/",
    ],
)
def test_what_leads_elsewhere_stays(href):
    assert targets().from_source(href, "x.md", "/x/") == href
    assert targets().from_page(href, "/x/") == href


def test_under_a_base_path():
    links = targets("/docs/")
    assert links.from_source("a.md", "x.md", "/docs/x/") == f"{HOST}/docs/a.md"
    assert links.from_source("index.md", "x.md", "/docs/x/") == f"{HOST}/docs/index.md"
    assert links.from_page("../", "/docs/x/") == f"{HOST}/docs/index.md"
    assert links.from_page("/a/", "/docs/x/") == f"{HOST}/a/"
    assert links.from_page("/", "/docs/x/") == f"{HOST}/"


def test_an_address_that_only_lacks_a_scheme_is_whole_in_markdown():
    links = targets()
    assert links.from_page("//cdn.example.org/x", "/x/") == "https://cdn.example.org/x"
    assert links.from_source("//cdn.example.org/x", "x.md", "/x/") == "https://cdn.example.org/x"
    assert links.from_page("//[bad#x", "/x/") == "https://[bad#x"


def test_without_an_origin():
    links = targets(host=None)
    assert links.from_page("//cdn.example.org/x", "/x/") == "//cdn.example.org/x"
    assert links.from_source("a.md", "x.md", "/x/") == "/a/"


@pytest.mark.parametrize(
    ("href", "found"),
    [("x/y z?q=ä", "/x/x/y%20z?q=%C3%A4"), ("%zz", "/x/%25zz"), ("a%2Fb", "/x/a%2Fb")],
)
def test_addresses_are_encoded_once(href, found):
    assert targets().from_page(href, "/x/") == HOST + found


@pytest.mark.parametrize(
    "href", ["http://[bad#x", "http://[bad/#x", "http://[::g]/", "HTTPS://h:port/"]
)
def test_a_broken_address_stays(href):
    assert targets().from_source(href, "x.md", "/x/") == href
    assert targets().from_page(href, "/x/") == href


def test_without_directory_urls():
    links = targets(**{"index.md": "index.html", "b/index.md": "b/index.html"})
    for href in ("/", "/index.html", "index.md", HOST):
        assert links.from_source(href, "x.md", "/x.html") == f"{HOST}/index.md"
    for href in ("b/", "b", "b/index.html", "b/index.md"):
        assert links.from_source(href, "x.md", "/x.html") == f"{HOST}/b/index.md"


def test_a_host_that_is_not_ascii():
    links = targets(host="https://xn--dcs-gna.example")
    assert links.from_page("https://dócs.example/a/", "/x/") == "https://xn--dcs-gna.example/a.md"


@given(st.text(st.sampled_from("ab/.#?:%&()<> \n\0ü@\\;=,")))
def test_nothing_raises(href):
    assert isinstance(targets().from_source(href, "b/c.md", "/b/c/"), str)
    assert isinstance(targets().from_page(href, "/b/c/"), str)


@pytest.mark.parametrize(
    ("text", "led"),
    [
        ("[a](https://x.org/a.md)", "[a](https://x.org/a/)"),
        (
            "[a](https://x.org/a.md#b) <https://x.org/a.md?c>",
            "[a](https://x.org/a/#b) <https://x.org/a/?c>",
        ),
        ('[a](https://x.org/a.md "t")', '[a](https://x.org/a/ "t")'),
        ("[a](https://x.org/a(b).md)", "[a](https://x.org/ab/)"),
        ("(https://x.org/a.md)\nhttps://x.org/a.md", "(https://x.org/a/)\nhttps://x.org/a/"),
        ("[a](https://x.org/a.mdx) [b](https://x.org/da.md)", None),
        ("[a](http://[::1]:8000/a.md)", "[a](http://[::1]:8000/a/)"),
        ("https://", None),
    ],
)
def test_relinked(text, led):
    moved = {
        "https://x.org/a.md": "https://x.org/a/",
        "https://x.org/a(b).md": "https://x.org/ab/",
        "http://[::1]:8000/a.md": "http://[::1]:8000/a/",
    }
    assert relinked(text, moved) == (text if led is None else led)
