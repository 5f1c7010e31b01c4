import pytest

from mkdocs_ascribe.lasting.redirects import Redirect
from mkdocs_ascribe.outputs.netlify_redirects import hiding_lines, redirects_file, unwritable

ORIGIN = "https://docs.example.com"
ROUTES = ["/", "/a/", "/a/b/", "/%C3%BC/", "/x.html"]


# S82 S86
def test_one_line_or_two_a_redirect():
    redirects = [
        Redirect("/go/x/", "/a/#b", kind="permalink", force=True),
        Redirect("/old/", "/a/"),
        Redirect("/%C3%BCber/(x),y/", "/%C3%BC/#%C3%A4"),
        Redirect("/away/", "https://e.org/?a=b#c"),
    ]
    assert redirects_file(redirects) == (
        "/go/x/ /a/#b 301!\n"
        "/old/ /a/ 301\n"
        "/über/(x),y/ /%C3%BC/#%C3%A4 301\n"
        "/%C3%BCber/(x),y/ /%C3%BC/#%C3%A4 301\n"
        "/away/ https://e.org/?a=b#c 301\n"
    )
    assert redirects_file([]) == ""


@pytest.mark.parametrize(
    ("route", "word"),
    [
        ("/a%20b/", "blank"),
        ("/a%C2%A0b/", "blank"),
        ("/a%E3%80%80b/", "blank"),
        ("/a%EF%BB%BFb/", "blank"),
        ("/:a/", "':'"),
        ("/a/%3Ab", "':'"),
        ("/a*", "'*'"),
        ("/*/a/", "'*'"),
        ("/a/%2A/", "'*'"),
        ("/.netlify/x/", "Netlify's own"),
        ("/a*b/c:d/(e),f/", None),
        ("/%C3%BC/100%25/", None),
    ],
)
def test_sources_that_netlify_cannot_hold(route, word):
    problem = unwritable(route)
    assert problem is None if word is None else word in problem


# redirects-own: as Netlify's own code was seen to answer.
@pytest.mark.parametrize(
    ("line", "pages"),
    [
        ("/a/ /x 301!", ["/a/"]),
        ("/a /x 301!", ["/a/"]),
        ("/a/* /x 302!", ["/a/", "/a/b/"]),
        ("/* /x 200!", ["/", "/a/", "/a/b/", "/x.html", "/ü/"]),
        ("* /x 301!", ["/", "/a/", "/a/b/", "/x.html", "/ü/"]),
        ("/a* /x 404!", ["/a/", "/a/b/"]),
        ("/:any /x 301!", ["/a/", "/x.html", "/ü/"]),
        ("/:any/* /x 301!", ["/a/", "/a/b/", "/x.html", "/ü/"]),
        ("/*/b /x 301!", ["/a/b/"]),
        ("a/b /x 301!", ["/a/b/"]),
        ("/ü/ /x 301!", ["/ü/"]),
        ("  /a/ /x 301! # why", ["/a/"]),
        (f"{ORIGIN}/a/* /x 301!", ["/a/", "/a/b/"]),
        ("/a/ /x 301", []),
        ("/a/ /x", []),
        ("/* /:splat 200!", []),
        ("/a/* /en/a/:splat 302! Language=de", []),
        ("/a/ id=:id /x/:id 301!", []),
        ("/A/ /x 301!", []),
        ("/%C3%BC/ /x 301!", []),
        ("/b/* /x 301!", []),
        ("http://docs.example.com/* https://docs.example.com/:splat 301!", []),
        ("https://www.example.com/* https://docs.example.com/:splat 301!", []),
        ("# /a/ /x 301!", []),
        ("/a/ 404!", []),
        ("", []),
    ],
)
def test_lines_that_hide_pages(line, pages):
    found = hiding_lines(f"# own\n{line}\r\n", ROUTES, ORIGIN)
    expected = [(2, line.strip(), min(pages), len(pages))] if pages else []
    assert [tuple(one) for one in found] == expected
