import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from mkdocs_ascribe.html_head import Edit, apply_edits, escape, scan_head, text_of

PAGE = "<!doctype html><html><head>{}</head><body><title>no</title></body></html>"


def tags(page):
    head = scan_head(page)
    return [(tag.name, page[tag.start : tag.end]) for tag in head.tags]


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        ("<title>T</title>", [("title", "<title>T</title>")]),
        ("<TITLE>T</TITLE>", [("title", "<TITLE>T</TITLE>")]),
        ("<title>a</titles>b</title >", [("title", "<title>a</titles>b</title >")]),
        ("<title><!-- </head> --></title>", [("title", "<title><!-- </head> --></title>")]),
        ("<title><meta name=x></title>", [("title", "<title><meta name=x></title>")]),
        ("<META NAME=robots CONTENT=all>", [("meta", "<META NAME=robots CONTENT=all>")]),
        ("<meta name=a content='>'>", [("meta", "<meta name=a content='>'>")]),
        ("<link\n rel=x\n href=y\n>", [("link", "<link\n rel=x\n href=y\n>")]),
        ("<meta name=x />", [("meta", "<meta name=x />")]),
        ("<!-- </head> --><meta name=x>", [("meta", "<meta name=x>")]),
        ("<!-- <meta name=x> -->", []),
        (
            "<script>'</head><title>'</script><base>",
            [("script", "<script>'</head><title>'</script>"), ("base", "<base>")],
        ),
        ("<style>a{}/*<meta>*/</style>", [("style", "<style>a{}/*<meta>*/</style>")]),
        (
            "<noscript><meta name=robots></noscript><base>",
            [("noscript", "<noscript><meta name=robots></noscript>"), ("base", "<base>")],
        ),
        ("<template><title>x</title></template><base>", [("base", "<base>")]),
        ("\r\n<title>\u2028\r\nT</title>", [("title", "<title>\u2028\r\nT</title>")]),
        ("<base>\u2028<title>T</title>", [("base", "<base>")]),
        ("<base></br><meta name=x>", [("base", "<base>")]),
        ("<title>T</title a='>'><base>", [("title", "<title>T</title a='>'>"), ("base", "<base>")]),
        ("<template><textarea></template></textarea></template><base>", [("base", "<base>")]),
        ("<!--[if IE]><meta name=x><![endif]--><base>", [("base", "<base>")]),
        ("<!--> <!---> <!-- </head> --!><meta name=x>", [("meta", "<meta name=x>")]),
        ("</p></ x></><?x?><!x><base>", [("base", "<base>")]),
        ("<base><meta name='x>", [("base", "<base>")]),
        ("<title>T</titl", [("title", "<title>T</titl</head><body><title>no</title>")]),
        ("<script>never closed", []),
    ],
)  # S49
def test_tags_by_position(markup, found):
    assert tags(PAGE.format(markup)) == found


@pytest.mark.parametrize(
    ("page", "insert_after"),
    [
        ("<html><head><meta charset=utf-8><title>T</title><base></head>", "</title>"),
        ("<html><head><title>T</title><meta charset=utf-8></head>", "utf-8>"),
        ("<html><head></head><body>", "<head>"),
        ("<head><noscript><IMG src=x></noscript><title>T</title>", "<head>"),
        ("<head><meta charset=x><noscript><img></noscript><title>T</title>", "charset=x>"),
        ("<head><noscript><link href=x></noscript><title>T</title>", "</title>"),
        ("<html><head>\u00a0<title>T</title>", "<head>"),
        ("<head><title>T</title><meta http-equiv='Content-Type' content='a; charset=b'>", "=b'>"),
        ("<!DOCTYPE HTML><title>T</title><p>x", "</title>"),
        ("<!doctype html><p>x<title>no</title>", "html>"),
        ("<!doctype html><html><body><title>no</title>", "<html>"),
        ("<html lang=en><meta name=x><div><title>no</title></div>", "<html lang=en>"),
        ("<head><title>T</title>", "</title>"),
        ("\ufeff<!doctype html><head><title>T</title>", "</title>"),
        ("<!doctype html><meta name=x><head></head>", "html>"),
    ],
)
def test_where_tags_are_added(page, insert_after):
    assert scan_head(page).insert_at == page.index(insert_after) + len(insert_after)


@pytest.mark.parametrize(
    "page", ["", "text", "<p>a</p>", "{}", "<?xml version='1.0'?><urlset/>", "a</head>b"]
)
def test_what_is_no_document_has_no_head(page):
    assert scan_head(page) is None


def test_attributes_as_a_browser_reads_them():
    (tag,) = scan_head(PAGE.format('<META Name=A name=b content="x &amp; y" flag>')).tags
    assert tag.attributes == {"name": "A", "content": "x & y", "flag": ""}


@pytest.mark.parametrize(
    ("written", "attributes"),
    [
        ("a = 1 b\n=\n'2' c=\"3\"d=4/", {"a": "1", "b": "2", "c": "3", "d": "4/"}),
        ("a=b=c =d e/f", {"a": "b=c", "=d": "", "e": "", "f": ""}),
        ("a=it's b=''", {"a": "it's", "b": ""}),
        ("a=", {"a": ""}),
    ],
)
def test_attributes_in_odd_spellings(written, attributes):
    (tag,) = scan_head(PAGE.format(f"<meta {written}>")).tags
    assert tag.attributes == attributes


def test_an_explicit_head_ends_where_the_body_begins():  # HTML 4.2.1: </head> may be left out
    page = "<html><head><title>T</title><p>text<svg><title>Icon</title></svg>"
    head = scan_head(page)
    assert [page[tag.start : tag.end] for tag in head.tags] == ["<title>T</title>"]
    assert head.insert_at == page.index("<p>")


def test_text_ends_a_head():
    page = "<html><head><title>T</title>stray<meta name=robots content=all></head>"
    assert [tag.name for tag in scan_head(page).tags] == ["title"]


def test_edits_leave_all_else():
    page = "0123456789"
    edits = [Edit(8, 10, ""), Edit(2, 4, "ab"), Edit(4, 4, "+")]
    assert apply_edits(page, edits) == "01ab+4567"
    assert apply_edits(page, []) == page


def test_escape_and_text_are_inverse():  # S49
    assert escape(' a "b"  <c> & \n d\'s ') == "a &quot;b&quot; &lt;c&gt; &amp; d's"
    assert text_of("a &lt;b&gt;\n &amp;amp; c") == "a <b> &amp; c"
    assert text_of(escape('<a & "b">')) == '<a & "b">'


_PIECES = st.lists(
    st.sampled_from(
        [
            "<!doctype html>", "<html>", "<head>", "</head>", "<body>", "<HEAD >", "<title>",
            "</title>", "<title/>", "<meta name=robots content=noindex>", "<meta charset=utf-8>",
            "<meta name='description' content=\"a > b\">", "<link rel=canonical href=/x>",
            "<script>", "</script>", "<script/>", "<!--", "-->", "<!-->", "<![CDATA[", "]]>", "<!",
            "<![if x]>", "<!x", "<?x", "</", "<", ">", '"', "'", "=", "\u2028", "\r\n", "\n", "\0",
            "<template>", "</template>", "<noscript>", "</noscript>", "<p>", "<svg>", "x", "&amp",
            "&#", "<meta", "</title", "<style>", "</STYLE>", "\ud800", "é",
        ]
    )
).map("".join)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.one_of(_PIECES, st.text(string.printable)))
def test_tag_soup_never_raises(page):
    head = scan_head(page)
    if head is None:
        return
    assert 0 <= head.insert_at <= len(page)
    ends = [0]
    for tag in head.tags:
        assert ends[-1] <= tag.start < tag.end <= len(page)
        assert page[tag.start : tag.start + 1 + len(tag.name)].lower() == f"<{tag.name}"
        ends.append(tag.end)
    # Never within a tag that is replaced.
    assert not any(tag.start < head.insert_at < tag.end for tag in head.tags)


@settings(max_examples=500, deadline=None)
@given(_PIECES.filter(lambda page: not re.search("[\0\ud800]|noscript", page)))
def test_tags_are_those_that_a_parser_finds(page):
    page = f"<!doctype html><html><head>{page}"
    found = [(tag.name, tag.attributes) for tag in scan_head(page).tags]
    theirs = [
        (node.tag, {name: value or "" for name, value in node.attributes.items()})
        for node in LexborHTMLParser(page).head.iter()
        if node.tag in ("base", "link", "meta", "script", "style", "title")
    ]
    # A browser puts tags behind </head> into it, and closes a script that nothing ends.
    assert found == theirs[: len(found)]
