"""Moves and permalinks: chains to their end, and every fault with the line that has it."""

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from mkdocs.structure.files import File

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import Addresses, Move, Permalink, Recorded
from mkdocs_ascribe.lasting.chains import End, Step, follow
from mkdocs_ascribe.lasting.moves import Places, resolve_addresses
from mkdocs_ascribe.lasting.redirects import forwarding_file
from mkdocs_ascribe.lasting.sections import sections_of
from mkdocs_ascribe.lasting.written import address_key, source_route

ORIGIN = "https://e.com"
CONTENT = '<h1 id="new">New</h1><h2 id="part">Part</h2><p id="here">x</p><h2 id="zwei-ä">Zwei</h2>'
SOURCES = {
    "index.md": "",
    "new.md": "new/",
    "guide/index.md": "guide/",
    "über uns.md": "%C3%BCber%20uns/",
    "notes/C#.md": "notes/C%23/",
    "files/a.pdf": "files/a.pdf",
}


def places(base="/", sources=SOURCES, *, directory_urls=True, files=("files/a.pdf", "x.html")):
    site = Site(ORIGIN, base)
    return Places(
        site,
        {source: site.route(url) for source, url in sources.items()},
        frozenset(site.route(url) for source, url in sources.items() if source.endswith(".md")),
        frozenset(site.route(name) for name in files),
        directory_urls,
        lambda route: sections_of(CONTENT) if route.endswith(("/", ".html")) else None,
    )


def resolve(*entries, others=(), recorded=(), where=None, prefix="go/"):
    """Resolve moves, given as pairs, and permalinks; each has its number from 1 as its line."""
    moves, permalinks = [], []
    for line, entry in enumerate(entries, start=1):
        if isinstance(entry, Permalink):
            permalinks.append(Permalink(entry.key, entry.target, entry.help, line=line))
        else:
            moves.append(Move(*entry, line=line))
    addresses = Addresses("a", tuple(moves), tuple(permalinks), tuple(recorded))
    return resolve_addresses(addresses, others, prefix, where or places())


def leads(*entries, **options):
    resolved, found = resolve(*entries, **options)
    assert found == []
    return {one.source: one.target for one in resolved.redirects}


def faults(*entries, **options):
    resolved, found = resolve(*entries, **options)
    return [(one.name, one.line) for one in found], resolved


# S82: from and to are sources or addresses, base path included.
@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (("/old/", "/new/"), ("/old/", "/new/")),
        (("/old", "/new"), ("/old", "/new/")),
        (("/old/index.html", "/new/index.html"), ("/old/index.html", "/new/")),
        (("old.md", "new.md"), ("/old/", "/new/")),
        (("./a/index.md", "./new.md"), ("/a/", "/new/")),
        (("a/README.md", "index.md"), ("/a/", "/")),
        (("/old.html", "new.md"), ("/old.html", "/new/")),
        (("/old/", "new.md#part"), ("/old/", "/new/#part")),
        (("/old/", "/new/#here"), ("/old/", "/new/#here")),
        (("/old/", "new.md#zwei-ä"), ("/old/", "/new/#zwei-%C3%A4")),
        (("/old/", "/files/a.pdf"), ("/old/", "/files/a.pdf")),
        (("/alt/ü/", "über uns.md"), ("/alt/%C3%BC/", "/%C3%BCber%20uns/")),
        (("/alt/%C3%BC/", "/über uns/"), ("/alt/%C3%BC/", "/%C3%BCber%20uns/")),
        (("a b,(c).md", "new.md"), ("/a%20b,(c)/", "/new/")),
        (("100%.md", "new.md"), ("/100%25/", "/new/")),
        (("/old/", "notes/C#.md"), ("/old/", "/notes/C%23/")),
        (("/old/", "notes/C#.md#part"), ("/old/", "/notes/C%23/#part")),
        (("F#.md", "new.md"), ("/F%23/", "/new/")),
        (("/old/", "https://other.org/ä?b=c#d"), ("/old/", "https://other.org/%C3%A4?b=c#d")),
        (("https://e.com/old/", "https://E.com:443/new/"), ("/old/", "/new/")),
        (("img/old.png", "/files/a.pdf"), ("/img/old.png", "/files/a.pdf")),
    ],
)
def test_a_move(move, expected):
    assert leads(move) == dict([expected])


def test_under_a_base_path():
    where = places("/docs/")
    assert leads(("old.md", "new.md"), ("/docs/b/", "/docs/new/"), where=where) == {
        "/docs/old/": "/docs/new/",
        "/docs/b/": "/docs/new/",
    }


def test_flat_addresses():
    sources = {"new.md": "new.html", "a/index.md": "a/index.html"}
    where = places(sources=sources, directory_urls=False)
    assert leads(("old.md", "new.md"), ("b/index.md", "a/index.md"), where=where) == {
        "/old.html": "/new.html",
        "/b/index.html": "/a/index.html",
    }
    # Hosts answer /new with new.html.
    assert faults(("/new", "a/index.md"), where=where)[0] == [("redirect-hides-page", 1)]


# SPEC 8: an old source whose address was recorded is known by that address.
def test_a_recorded_source():
    recorded = [Recorded("/blog/2020/01/02/post/", "blog/post.md")]
    assert leads(("blog/post.md", "new.md"), recorded=recorded) == {
        "/blog/2020/01/02/post/": "/new/"
    }


# S82: where it leads now; the section is the latest that is named (RFC 9110, 10.2.2).
def test_chains_point_to_the_end():
    assert leads(
        ("/a/", "/b/#part"), ("/b", "/c/"), ("c.md", "/d/"), ("/d/", "new.md"), ("/e/", "/b/")
    ) == {
        "/a/": "/new/#part",
        "/b": "/new/",
        "/c/": "/new/",
        "/d/": "/new/",
        "/e/": "/new/",
    }
    assert leads(("/a/", "/b/#gone"), ("/b/", "new.md#part"))["/a/"] == "/new/#part"


# S86
def test_loops_are_named_once_and_nothing_of_them_is_written():
    found, resolved = faults(
        ("/z/", "/a/"), ("/a/", "/b/"), ("/b/", "/c/"), ("/c/", "/a/"), ("/ok/", "new.md")
    )
    assert found == [("redirect-loop", 2)]
    assert [one.source for one in resolved.redirects] == ["/ok/"]
    message = resolve(("/a/", "/b/"), ("/b/", "/a/"))[1][0]
    assert "/a/ to /b/ to /a/" in str(message)


@pytest.mark.parametrize("move", [("/a", "/a/"), ("/a/", "/a/index.html"), ("new.md", "/new")])
def test_a_move_of_nothing_but_the_slash(move):
    assert faults(move)[0] == [("redirect-loop", 1)]


# S86: each fault names its line.
@pytest.mark.parametrize(
    ("move", "name"),
    [
        (("new.md", "guide/index.md"), "redirect-hides-page"),
        (("/new/index.html", "guide/index.md"), "redirect-hides-page"),
        (("/x.html", "new.md"), "redirect-hides-page"),
        (("/files/a.pdf", "new.md"), "redirect-hides-page"),
        (("/", "new.md"), "redirect-hides-page"),
        (("/old/", "gone.md"), "redirect-target"),
        (("/old/", "/gone/"), "redirect-target"),
        (("/old/", "../new.md"), "redirect-target"),
        (("/old/", "#part"), "redirect-target"),
        (("/old/", "new.md#gone"), "redirect-target"),
        (("/old/#part", "new.md"), "redirect-source"),
        (("/old/?a=b", "new.md"), "redirect-source"),
        (("old.md#part", "new.md"), "redirect-source"),
        (("/a//b/", "new.md"), "redirect-source"),
        (("/a/../b/", "new.md"), "redirect-source"),
        (("/a\\b/", "new.md"), "redirect-source"),
        (("/a%00b/", "new.md"), "redirect-source"),
        (("/a\tb/", "new.md"), "redirect-source"),
        (("https://other.org/a/", "new.md"), "redirect-source"),
        (("../a.md", "new.md"), "redirect-source"),
    ],
)
def test_a_fault(move, name):
    found, resolved = faults(("/ok/", "new.md"), move)
    assert found == [(name, 2)]
    assert [one.source for one in resolved.redirects] == ["/ok/"]


def test_a_source_outside_of_the_base_path():
    found, _ = faults(("/old/", "new.md"), ("/docs", "new.md"), where=places("/docs/"))
    assert found == [("redirect-source", 1), ("redirect-source", 2)]


@pytest.mark.parametrize("twin", ["/old", "old.md", "/old/index.html", "/%6Fld/"])
def test_two_entries_for_one_source(twin):
    _, found = resolve(("/old/", "new.md"), (twin, "guide/index.md"))
    assert [(one.name, one.line) for one in found] == [("redirect-source", 2)]
    assert "by ascribe.addresses:1" in found[0].message


def test_a_dead_target_is_said_once_for_a_whole_chain():
    found, resolved = faults(("/a/", "/b/"), ("/b/", "/c/"), ("/c/", "gone.md"))
    assert found == [("redirect-target", 3)]
    assert resolved.redirects == ()


# S86 S89: permalinks are forced past their own forwarding page, not past a page.
def test_permalinks():
    resolved, found = resolve(
        Permalink("connect", "new.md#part"), ("/go/old/", "/go/connect/"), Permalink("x", "/new/")
    )
    assert found == []
    assert [(one.source, one.target, one.kind, one.force) for one in resolved.redirects] == [
        ("/go/connect/", "/new/#part", "permalink", True),
        ("/go/old/", "/new/#part", "move", False),
        ("/go/x/", "/new/", "permalink", True),
    ]
    where = places(sources={**SOURCES, "go/connect.md": "go/connect/"})
    assert faults(Permalink("connect", "new.md"), where=where)[0] == [("redirect-hides-page", 1)]
    assert faults(Permalink("a", "new.md"), Permalink("a", "new.md"))[0] == [("redirect-source", 2)]
    assert leads(Permalink("ä", "new.md"), prefix="s/t/") == {"/s/t/%C3%A4/": "/new/"}


# permalink-target names both.
@pytest.mark.parametrize("target", ["new.md#gone", "/new/#here", "new.md#Part"])
def test_a_permalink_to_a_section_that_no_heading_bears(target):
    _, (found,) = resolve(Permalink("connect", target))
    assert (found.name, found.line) == ("permalink-target", 1)
    assert "'connect'" in found.message
    assert f"'{target.partition('#')[2]}'" in found.message
    assert "#part" in found.hint


# S75
def test_help_entries():
    resolved, found = resolve(
        Permalink("b", "new.md#part", help=True),
        Permalink("a", "new.md", help=True),
        Permalink("c", "/z/#part", help=True),
        ("/z/", "guide/index.md"),
    )
    assert found == []
    assert [(one.key, one.page, one.target, one.section) for one in resolved.help] == [
        ("a", "/new/", "/new/", None),
        ("b", "/new/", "/new/#part", "part"),
        ("c", "/guide/", "/guide/#part", "part"),
    ]
    entry = resolved.help[0]
    assert (entry.json_route, entry.markdown_route) == ("/go/a.json", "/go/a.md")
    for target in ("https://other.org/", "/files/a.pdf"):
        assert faults(Permalink("a", target, help=True))[0] == [("permalink-target", 1)]
    where = places(files=("go/a.json",))
    found, resolved = faults(Permalink("a", "new.md", help=True), where=where)
    assert found == [("redirect-hides-page", 1)]
    assert resolved.help == ()


# mkdocs-redirects' maps: forced, since its stubs lie there; sections are its own affair.
def test_stubbed_moves():
    others = [Move("old.md", "new.md#gone", "mkdocs.yml", 7, stubbed=True)]
    resolved, found = resolve(others=others)
    assert found == []
    (one,) = resolved.redirects
    assert (one.source, one.target, one.force, one.stubbed) == ("/old/", "/new/#gone", True, True)


SEGMENTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="/\\?#"),
    min_size=1,
    max_size=6,
).filter(lambda text: text.strip() == text and text.isprintable() and text not in (".", ".."))


# Any old source gives the address that a page of that name has.
@given(SEGMENTS, SEGMENTS)
@example("0", "...")
@example("0", "README")
def test_any_name(folder, name):
    source = f"{folder}/{name}.md"
    route = source_route(Site(ORIGIN), source, directory_urls=True)
    where = places(sources={"new.md": "new/"}, files=())
    assert leads((source, "new.md"), where=where) == {route: "/new/"}
    page = File(source, "docs", "site", use_directory_urls=True)
    assert forwarding_file(Site(ORIGIN), route) == page.dest_uri


@pytest.mark.parametrize(
    ("route", "name"),
    [
        ("/a/", "a/index.html"),
        ("/a", "a/index.html"),
        ("/a.html", "a.html"),
        ("/v1.2", "v1.2/index.html"),
        ("/v1.2/", "v1.2/index.html"),
        ("/%C3%BC/", "ü/index.html"),
        ("/feed.xml", None),
        ("/a.md", None),
    ],
)
def test_where_a_forwarding_page_lies(route, name):
    assert forwarding_file(Site(ORIGIN), route) == name


STEPS = st.dictionaries(st.integers(0, 12).map(str), st.integers(0, 15).map(str), max_size=12)


# The chain of each start, walked by hand, is what `follow` gives.
@given(STEPS)
def test_follow_is_what_walking_gives(targets):
    ends, loops = follow({key: Step(target) for key, target in targets.items()})
    for start in targets:
        at, walked = start, []
        while at in targets and at not in walked:
            walked.append(at)
            at = targets[at]
        assert ends.get(start) == (None if at in walked else End(walked[-1], ""))
    for loop in loops:
        assert [targets[key] for key in loop] == [*loop[1:], loop[0]]
    assert len({key for loop in loops for key in loop}) == sum(map(len, loops))


def test_keys_of_addresses():
    assert {address_key(route) for route in ("/a", "/a/", "/a/index.html", "/%61/")} == {"/a"}
    assert {address_key(route) for route in ("/", "/index.html")} == {""}


def cost(count, make):
    entries = make(count)
    best = 9.0
    for _ in range(3):
        before = time.process_time()
        resolved, found = resolve(*entries)
        best = min(best, time.process_time() - before)
    assert found == []
    assert len(resolved.redirects) == count
    return best


# Moving 1,000 pages costs linear time, in one chain too.
@pytest.mark.parametrize(
    "make",
    [
        lambda count: [(f"old/{n}.md", "new.md") for n in range(count)],
        lambda count: (
            [(f"/{n}/", f"/{n + 1}/") for n in range(count - 1)] + [(f"/{count - 1}/", "new.md")]
        ),
    ],
    ids=["apart", "one chain"],
)
def test_a_thousand_moves_cost_linear_time(make):
    assert cost(8_000, make) < 8 * 2.5 * cost(1_000, make)
    assert cost(1_000, make) < 0.5
