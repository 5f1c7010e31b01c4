"""Front matter, as MkDocs' own reader gives it, and what that reader drops without a word."""

import datetime as dt
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mkdocs.utils.meta import get_data

from mkdocs_ascribe.front_matter import (
    FrontMatter,
    join_robots,
    read_front_matter,
    read_listing,
    read_type,
)
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.text import collapse
from mkdocs_ascribe.unread import may_begin, unread_lines


def meta_of(source):
    """Read a page as MkDocs does: the mark left out, line endings made one, then its parser."""
    text = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return get_data(text)[1]


def findings(source, meta=None):
    own = meta_of(source)
    found = unread_lines(source, own if meta is None else meta, own, "a.md")
    return [(one.name, one.line) for one in found]


# ---------------------------------------------------------------- what MkDocs drops (SPEC 3)

READ = {
    "plain": "---\nlisting: unlisted\n---\n\n# A\n",
    "CRLF and a mark": "\ufeff---\r\nlisting: unlisted\r\n---\r\n\r\n# A\r\n",  # b77
    "dots": "---\ntitle: A\nlisting: unlisted\n...\n\n# A\n",  # b80
    "MultiMarkdown": "title: A\nlisting: unlisted\n\n# A\n",  # b80
    "MultiMarkdown, capital": "Listing: unlisted\n\n# A\n",
    "MultiMarkdown, no blank": "listing:unlisted\n\n# A\n",
    "no blank line after it": "---\nlisting: unlisted\n---\n# A\n",
    "blanks after the dashes": "--- \t\nlisting: unlisted\n---  \n# A\n",
    "quoted key": '---\n"listing": unlisted\n---\n# A\n',
    "flow mapping": "---\n{listing: unlisted}\n---\n# A\n",
    "document start inside": "---\n---\nlisting: unlisted\n---\n",
    "old Mac": "---\rlisting: unlisted\r---\r",
}


@pytest.mark.parametrize("source", READ.values(), ids=READ)
def test_what_mkdocs_reads_is_no_finding(source):  # S14
    assert read_listing(meta_of(source), "a.md") == (Listing.UNLISTED, [])
    assert findings(source) == []


DROPPED = {
    "closing dashes at the end, no newline": ("---\nlisting: unlisted\n---", 2),
    "the same with CRLF": ("---\r\ntitle: A\r\nlisting: unlisted\r\n---", 3),
    "unclosed": ("---\nlisting: unlisted\n\n# A\n\nText.\n", 2),
    "unclosed, later a rule": ("---\nlisting: unlisted\ntitle: A: B\n\n# A\n\n---\n\nText.\n", 2),
    "no colon": ("---\nlisting unlisted\n---\n# A\n", 2),
    "no colon, after a key": ("---\ntitle: A\nlisting unlisted\n---\n# A\n", 3),
    "an equals sign": ("---\nlisting = unlisted\n---\n# A\n", 2),
    "full-width colon": ("---\ntitle: A\nlisting\uff1aunlisted\n---\n# A\n", 3),
    "no blank after the colon": ("---\nlisting:unlisted\n---\n# A\n", 2),
    "blank first line": ("\n---\nlisting: unlisted\n---\n# A\n", 3),
    "blank first lines": ("\n  \n\n---\ntitle: A\nlisting: unlisted\n---\n# A\n", 6),
    "blank first line, MultiMarkdown": ("\ntitle: A\nlisting: unlisted\n\n# A\n", 3),
    "four dashes": ("----\nlisting: unlisted\n----\n# A\n", 2),
    "four dashes, three after": ("----\nlisting: unlisted\n---\n# A\n", 2),
    "four dashes at the end": ("---\ntitle: A\n----\nlisting: unlisted\n---\n# A\n", 4),
    "dashes set in": (" ---\nlisting: unlisted\n---\n# A\n", 2),
    "broken YAML": ("---\nlisting: unlisted\ntitle: Plan: two: costs\n---\n# A\n", 2),  # b78
    "broken YAML before it": ("---\ntitle: 'A\nlisting: unlisted\n---\n# A\n", 3),
    "a tab": ("---\ntitle: A\n\tlisting: unlisted\n---\n# A\n", 3),
    "capital": ("---\ntitle: A\nListing: unlisted\n---\n# A\n", 3),
    "capitals": ("---\nLISTING: unlisted\n---\n# A\n", 2),
    "quoted, capital": ('---\n"Listing": unlisted\n---\n# A\n', 2),
    "nested": ("---\nmeta:\n  listing: unlisted\n---\n# A\n", 3),
    "a list": ("---\n- listing: unlisted\n---\n# A\n", 2),
    "broken flow mapping": ("---\n{listing: unlisted\n---\n# A\n", 2),
    "a blank no one sees": ("---\n\u00a0listing: unlisted\n---\n# A\n", 2),
    "a mark inside": ("title: A\n\ufefflisting: unlisted\n\n# A\n", 2),
    "two marks": ("\ufeff\ufeff---\nlisting: unlisted\n---\n# A\n", 2),
    "MultiMarkdown, no colon": ("title: A\nlisting unlisted\n\n# A\n", 2),
    "MultiMarkdown, blank before the colon": ("title: A\nlisting : unlisted\n\n# A\n", 2),
    "MultiMarkdown, first key without blank": ("title:A\nlisting unlisted\n\n# A\n", 2),
    "MultiMarkdown, key not ASCII": ("größe: 1\nlisting: unlisted\n\n# A\n", 2),
    "a comment before it": ("<!-- (c) -->\n---\nlisting: unlisted\n---\n# A\n", 3),
    "comments before it": (
        "\n<!-- (c)\n\nMe -->\n\n<!-- x --> ---\ntitle: A\nlisting: unlisted\n---\n",
        8,
    ),
    "a comment before MultiMarkdown": ("<!-- (c) -->\nlisting: unlisted\n\n# A\n", 2),
    "a space no one sees before it": ("\u200b---\nlisting: unlisted\n---\n# A\n", 2),
    "TOML": ("+++\ntitle = 'A'\nlisting = 'unlisted'\n+++\n# A\n", 3),
    "line 60 of an unclosed block": ("---\n" + "a: b\n" * 58 + "listing: unlisted\n", 60),
}


@pytest.mark.parametrize(("source", "line"), DROPPED.values(), ids=DROPPED)
def test_a_dropped_listing_is_an_error(source, line):  # SPEC 3, "Fail closed"
    assert "listing" not in meta_of(source)
    assert may_begin(source)
    assert findings(source) == [("listing-unread", line)]


@pytest.mark.parametrize(
    "source",
    [
        "",
        "\n",
        "\ufeff",
        "---",
        "---\n",
        "---\n---\n",
        "---\n{}\n---\n# A\n",
        "---\n# nothing yet\n---\n# A\n",
        "# A\n\nlisting: unlisted is what you write.\n",
        "A listing: unlisted, of course.\n",
        "Listing files is easy.\n",
        "Note: see the listing of files.\n\nListing: all.\n",
        "title: A\n\nlisting: unlisted\n",
        "---\ntitle: A\n---\nlisting: unlisted\n",
        "---\n# listing: unlisted\ntitle: A\n---\n# A\n",
        "---\nlisting-style: square\nlistings: 3\nlisting_page: a\n---\n# A\n",
        "---\ntitle: A\ndescription: Not a listing, a page.\n---\n# A\n",
        "```yaml\n---\nlisting: unlisted\n---\n```\n",  # b60
        "    ---\n    listing: unlisted\n    ---\n",
        "| a | b |\n|---|---|\n| listing | c |\n",
        "a | b\n--- | ---\nlisting: | unlisted\n",
        "***\n\nlisting: unlisted\n",
        "<!-- listing: unlisted -->\n# A\n",
        "<!-- never closed\n---\nlisting: unlisted\n---\n",
        "<!-- (c) -->\n---\n\nText of a page.\n",
        "+++\n\nText.\n",
        # A page that opens with a rule (SPEC 3).
        "---\n\n# A\n\nText.\n",
        "---\n\nText of a page.\n\n---\n\nMore text.\n",
        "---\nText right below.\n",
        "---\n\nNote: read this first.\n\nMore text.\n",
        "---\n\n# A\n\nNote: read this first.\n\n---\n",
        "---\n| a | b |\n|---|---|\n",
    ],
)
def test_text_is_no_finding(source):  # b60
    assert findings(source) == []


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("---\ntitle: Plan: two: costs\n---\n# A\n", 1),  # b78
        ("---\ntitle: A\n---", 1),
        ("---\ntitle: A\n\n# A\n", 1),
        ("---\n# a comment\ntitle: Plan: two\n---\n# A\n", 1),
        ("---\n\ntitle: Plan: two\n---\n# A\n", 1),
        ("\n\n---\ntitle: A\n---\n# A\n", 3),
        ("----\ntitle: A\n----\n# A\n", 1),
        ("---\ntítulo: Plan: two\n---\n# A\n", 1),
        ("---\ntags: [a\n---\n# A\n", 1),
        ("---\r\ntitle: A: B\r\n---\r\n# A\r\n", 1),
    ],
)
def test_other_dropped_front_matter_is_a_warning(source, line):  # b78
    assert meta_of(source) == {}
    assert findings(source) == [("front-matter-invalid", line)]


def test_a_listing_from_elsewhere_is_enough():
    # Material's meta plugin gives every page of a folder a listing.
    source = "---\nlisting unlisted\n---\n# A\n"
    assert findings(source, {"listing": "unlisted"}) == []


def test_the_line_of_an_unread_listing_is_shown():
    source = "---\ntitle: A\nListing: unlisted\n---\n"
    own = meta_of(source)
    assert [str(one) for one in unread_lines(source, own, own, "guide/a.md")] == [
        (
            "guide/a.md:3: MkDocs does not read this line: 'Listing: unlisted'; "
            "write 'listing: unlisted' once between two lines of --- at the top of the file, "
            "and check that the block is valid YAML (listing-unread)"
        )
    ]


def leading_block(source):
    """Give the lines of the leading block by the words of SPEC 3."""
    lines = re.split(r"\r\n|\r|\n", source.removeprefix("\ufeff"))
    while lines and not lines[0].strip():
        lines.pop(0)
    if not lines:
        return []
    if lines[0].rstrip(" \t") == "---":
        ends = ("---", "...")
    elif re.match(r"[A-Za-z0-9_-]+: \S", lines[0]):
        ends = ("",)
    else:
        return []
    block = lines[:1]
    for line in lines[1:60]:
        if line.strip() in ends:
            break
        block.append(line)
    return block


LINES = st.sampled_from(
    [
        "---",
        "--- ",
        "----",
        "...",
        "",
        " ",
        "listing: unlisted",
        "listing: listed",
        "Listing: unlisted",
        "listing:",
        "listing:unlisted",
        "  listing: unlisted",
        "title: A",
        "title: A: B",
        "title: 'A",
        "a:",
        "- b",
        "# A",
        "Text.",
        "\tx",
        "|",
        "&a *b",
        "!!python/name:os.system",
        "{a: [",
    ]
)
SOURCES = st.builds(
    lambda mark, lines, ending, last: mark + ending.join(lines) + last,
    st.sampled_from(["", "", "\ufeff"]),
    st.lists(LINES | st.text(st.characters(exclude_categories=["Cs"]), max_size=6), max_size=9),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from(["", "\n", "\n\n"]),
)


@given(SOURCES)
@example("---\n" * 2 + "listing: unlisted\n")
@example("---\ntitle: A\n----\nlisting: unlisted\n---\n")
@settings(max_examples=200, deadline=None)
def test_no_listing_line_is_lost(source):  # SPEC 3, "Fail closed"
    meta = meta_of(source)
    names = [name for name, _ in findings(source)]
    assert len(names) <= 1
    assert may_begin(source) or not names
    if any(re.match(r"\s*listing\s*:", line, re.IGNORECASE) for line in leading_block(source)):
        assert "listing" in meta or names == ["listing-unread"]
    if "listing" in meta:
        assert "listing-unread" not in names


@given(st.text(st.characters(exclude_categories=["Cs"])))
@settings(deadline=None)
def test_no_source_raises(source):
    meta = meta_of(source)
    findings(source)
    assert read_listing(meta, "a.md")[0] in (None, *Listing)
    assert isinstance(read_front_matter(meta, "a.md")[0], FrontMatter)


# ---------------------------------------------------------------- listing and type


@pytest.mark.parametrize(
    ("word", "listing"),
    [
        ("listed", Listing.LISTED),
        ("unquoted", Listing.UNQUOTED),
        ("unlisted", Listing.UNLISTED),
        ("'unlisted'", Listing.UNLISTED),
    ],
)
def test_listing(word, listing):  # S11 S12 S13 S14
    assert read_listing(meta_of(f"---\nlisting: {word}\n---\n"), "a.md") == (listing, [])


@pytest.mark.parametrize("key", ["listings", "lsting", "lisitng", "Listing", "list", "LISTINGS"])
@pytest.mark.parametrize("value", ["unlisted", "unquoted"])
def test_a_key_that_looks_like_it_is_an_error(key, value):
    listing, (found,) = read_listing({"title": "A", key: value}, "a.md")
    assert listing is None
    assert str(found) == (
        f"a.md: front matter says {value} under the key '{key}', which is not read; "
        f"write 'listing: {value}' (listing-unread)"
    )


@pytest.mark.parametrize(
    "meta",
    [
        {"visibility": "unlisted"},
        {"listings": "listed"},
        {"listings": ["unlisted"]},
        {"listing": "unlisted", "listings": "unlisted"},
        {1: "unlisted", None: "unquoted"},
    ],
)
def test_other_keys_may_say_so(meta):
    assert read_listing(meta, "a.md")[1] == []


def test_no_listing():
    assert read_listing({"title": "A"}, "a.md") == (None, [])


@pytest.mark.parametrize(
    ("word", "shown", "hint"),
    [
        ("", "None", "permitted: listed, unquoted, unlisted"),
        ("''", "''", "permitted: listed, unquoted, unlisted"),
        ("unlited", "'unlited'", "did you mean 'unlisted'?"),
        ("Unlisted", "'Unlisted'", "did you mean 'unlisted'?"),
        ("'unlisted '", "'unlisted '", "did you mean 'unlisted'?"),
        ("noindex", "'noindex'", "permitted: listed, unquoted, unlisted"),
        ("no", "False", "permitted: listed, unquoted, unlisted"),
        ("0", "0", "permitted: listed, unquoted, unlisted"),
        ("[unlisted]", "['unlisted']", "permitted: listed, unquoted, unlisted"),
        ('"a\\nb"', "'a\\nb'", "permitted: listed, unquoted, unlisted"),
        (f"0x{'f' * 5000}", "a very long int", "permitted: listed, unquoted, unlisted"),
    ],
)
def test_any_other_listing_is_an_error(word, shown, hint):  # SPEC 2.3
    listing, found = read_listing(meta_of(f"---\nlisting: {word}\n---\n"), "guide/a.md")
    assert listing is None
    assert [str(one) for one in found] == [
        (
            f"guide/a.md: listing: {shown} is not one of listed, unquoted, unlisted; {hint} "
            "(listing-invalid)"
        )
    ]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("runbook", "runbook"),
        ("' run  book '", "run book"),
        ("2024", "2024"),
        ("", None),
        ("''", None),
        ("[runbook]", "['runbook']"),  # so that it is named as an undeclared type
        ("yes", "True"),
        (f"0x{'f' * 5000}", "a very long int"),
    ],
)
def test_type(value, name):  # SPEC 2.3
    assert read_type(meta_of(f"---\ntype: {value}\n---\n")) == name


# ---------------------------------------------------------------- the other keys


def read(yaml):
    front, found = read_front_matter(meta_of(f"---\n{yaml}\n---\n"), "a.md")
    return front, [one.message for one in found]


def test_nothing_said():
    assert read_front_matter({}, "a.md") == (FrontMatter(), [])


@pytest.mark.parametrize(
    ("value", "title"),
    [
        ("A page", "A page"),
        ("2024", "2024"),  # b67
        ("1.50", "1.5"),
        ("2024-05-01", "2024-05-01"),  # b81
        ("2024-05-01 10:00:00", "2024-05-01 10:00:00"),
        ("", None),  # b67
        ("''", None),
        ("' \t'", None),
        ("|\n  Two\n  lines", "Two lines"),  # b66
        ("'a\u00a0 b'", "a b"),
        ('"Arrays [1] and ] more"', "Arrays [1] and ] more"),  # b66
        ('"R&D <fast> | slow"', "R&D <fast> | slow"),  # b66
        ("'None'", "None"),
    ],
)
@pytest.mark.parametrize("key", ["title", "description", "image", "canonical"])
def test_scalars_are_text(key, value, title):  # SPEC 2.3
    front, found = read(f"{key}: {value}")
    assert getattr(front, key) == title
    assert found == []


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("yes", "True"),  # b67
        ("[a, b]", "['a', 'b']"),
        ("{a: 1}", "{'a': 1}"),
        ("!!binary aGk=", "b'hi'"),
        (f"0x{'f' * 5000}", "a very long int"),
    ],
)
@pytest.mark.parametrize("key", ["title", "description", "image", "canonical"])
def test_what_is_no_text_is_a_warning(key, value, shown):  # SPEC 2.3
    front, found = read(f"{key}: {value}")
    assert front == FrontMatter()
    assert found == [f"{key}: {shown} cannot be used"]


def test_a_warning_names_file_and_key():
    _, found = read_front_matter({"title": ["a"], "sitemap": "no"}, "guide/a.md")
    assert [str(one) for one in found] == [
        (
            "guide/a.md: title: ['a'] cannot be used; "
            "write a text, in quotes where YAML would read it as something else "
            "(front-matter-invalid)"
        ),
        (
            "guide/a.md: sitemap: 'no' cannot be used; "
            "write false to leave the page out of sitemap.xml (front-matter-invalid)"
        ),
    ]


@pytest.mark.parametrize(
    ("value", "robots"),
    [
        ("noindex", "noindex"),
        ("NoIndex, Follow", "noindex"),
        ("[nofollow, noindex]", "noindex, nofollow"),
        ("none", "noindex, nofollow"),
        ("noindex nofollow", "noindex, nofollow"),
        ("index, follow", None),
        ("all", None),
        ("''", None),
        ("max-snippet:20, noindex", "noindex, max-snippet:20"),
        ("'max-snippet: 20'", "max-snippet: 20"),
        ("noindex,,noindex", "noindex"),
    ],
)
def test_robots(value, robots):  # SPEC 3
    front, found = read(f"robots: {value}")
    assert front.robots == robots
    assert found == []


@pytest.mark.parametrize("value", ["no", "{noindex: true}", "[noindex, 1]", "2024-05-01"])
def test_robots_that_is_no_text(value):
    front, found = read(f"robots: {value}")
    assert front.robots is None
    assert len(found) == 1


@pytest.mark.parametrize(
    ("values", "joined"),
    [
        ((), None),
        ((None, None), None),
        (("nosnippet", None), "nosnippet"),
        (("nosnippet", "noindex"), "nosnippet, noindex"),
        (("noindex", "noindex, noarchive"), "noindex, noarchive"),
        (("noarchive", "index", "noindex"), "noindex, noarchive"),
        (("max-snippet: 20", "none"), "noindex, max-snippet: 20, nofollow"),
    ],
)
def test_join_robots(values, joined):  # SPEC 5.3
    assert join_robots(*values) == joined


@pytest.mark.parametrize(
    ("value", "lastmod"),
    [
        ("2024-05-01", "2024-05-01"),
        ("'2024-05-01'", "2024-05-01"),
        ("2024-05-01 00:00:00", "2024-05-01"),
        ("2024-05-01 10:00:00", "2024-05-01T10:00:00+00:00"),  # b81
        ("2024-05-01T10:00:00Z", "2024-05-01T10:00:00+00:00"),
        ("2024-05-01T10:00:00+02:00", "2024-05-01T10:00:00+02:00"),
        ("'2024-05-01T10:00:00+02:00'", "2024-05-01T10:00:00+02:00"),
        ("'2024-05-01 10:00'", "2024-05-01T10:00:00+00:00"),
        ("'2024-05-01T10:00:00.5Z'", "2024-05-01T10:00:00+00:00"),
        ("'2024-05-01T00:00:00Z'", "2024-05-01T00:00:00+00:00"),
        ("", None),
    ],
)
def test_lastmod(value, lastmod):  # S94 S110
    front, found = read(f"lastmod: {value}")
    assert front.lastmod == lastmod
    assert found == []


@pytest.mark.parametrize(
    "value",
    [
        *("yesterday", "2024", "'2024-13-01'", "'2024-05-01T25:00'", "'20240501'"),
        *("'2024-W18-3'", "[2024-05-01]", "yes", "01.05.2024"),
    ],
)
def test_lastmod_that_is_no_date(value):  # S94: never a false one
    front, found = read(f"lastmod: {value}")
    assert front.lastmod is None
    assert len(found) == 1


def test_lastmod_of_a_hook():
    stamp = dt.datetime(2024, 5, 1, 10, 0, 0, 7, tzinfo=dt.timezone(dt.timedelta(hours=-3)))
    front, _ = read_front_matter({"lastmod": stamp}, "a.md")
    assert front.lastmod == "2024-05-01T10:00:00-03:00"


@pytest.mark.parametrize(
    ("source", "sitemap"),
    [
        ("---\nsitemap: false\n---\n", False),
        ("---\nsitemap: true\n---\n", True),
        ("---\nsitemap:\n---\n", True),
        ("title: A\nsitemap: false\n\n", False),  # b80: MultiMarkdown has texts alone
        ("title: A\nsitemap: True\n\n", True),
        ("---\ntitle: A\n---\n", True),
    ],
)
def test_sitemap(source, sitemap):
    front, found = read_front_matter(meta_of(source), "a.md")
    assert front.sitemap is sitemap
    assert found == []


@pytest.mark.parametrize("value", ["maybe", "0", "[false]", "{exclude: true}"])
def test_sitemap_that_is_no_switch(value):
    front, found = read(f"sitemap: {value}")
    assert front.sitemap is True
    assert len(found) == 1


YAML_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates()
    | st.datetimes() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=4,
)  # fmt: skip
KEYS = ["listing", "type", "title", "description", "robots", "canonical", "image", "lastmod"]


@given(st.dictionaries(st.sampled_from([*KEYS, "sitemap", "other"]), YAML_VALUES))
@settings(max_examples=60, deadline=None)
def test_no_value_raises(meta):  # b67 b81
    front, found = read_front_matter(meta, "a.md")
    _, more = read_listing(meta, "a.md")
    assert read_type(meta) is None or isinstance(read_type(meta), str)
    for diagnostic in found + more:
        assert len(str(diagnostic).splitlines()) == 1
    for key in KEYS[2:]:
        value = getattr(front, key)
        assert value is None or (isinstance(value, str) and value == collapse(value) != "")


@pytest.mark.parametrize(
    ("text", "collapsed"),
    [("", ""), (" a ", "a"), ("a\n b\t\tc", "a b c"), ("a\u2028b\u00a0c", "a b c")],
)
def test_collapse(text, collapsed):
    assert collapse(text) == collapsed


def test_half_a_surrogate_pair_is_no_text():  # S7: records are written as UTF-8
    front, found = read_front_matter({"title": "a \ud800 b"}, "a.md")
    assert (front.title, found) == ("a ? b", [])
