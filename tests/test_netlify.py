from textwrap import dedent
from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mkdocs_ascribe.headers import HeaderRule
from mkdocs_ascribe.outputs.netlify import case_clashes, headers_file, missing_lines, overlaps


def rule(path, robots=None, *, link=True):
    headers = {"Content-Type": "text/markdown; charset=utf-8"}
    if link:
        headers["Link"] = f'<https://e.com{path.removesuffix(".md")}/>; rel="canonical"'
    if robots:
        headers["X-Robots-Tag"] = robots
    return HeaderRule(path, headers)


def own_file(text):
    return dedent(text).lstrip("\n")


# S77 S78
def test_one_exact_path_a_rule():
    rules = [rule("/a.md"), rule("/b.md", "nosnippet"), rule("/llms.txt", "noindex", link=False)]
    assert headers_file(rules) == own_file(
        """
        /b.md
          Link: <https://e.com/b/>; rel="canonical"
          X-Robots-Tag: nosnippet
        /llms.txt
          X-Robots-Tag: noindex
        /a.md
          Link: <https://e.com/a/>; rel="canonical"
        """
    )


# S88
def test_nothing_to_send_no_text():
    assert headers_file([]) == ""
    assert headers_file([rule("/a.md", link=False)]) == ""


# SPEC 7.3: a segment that begins with ":" or holds "*" would be a pattern.
@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("/:a/b:c.md", "/%3Aa/b:c.md"),
        ("/a*b/*.md", "/a%2Ab/%2A.md"),
        ("/%3Aa/%2A.md", "/%3Aa/%2A.md"),
        ("/%C3%BCber%20uns.md", "/%C3%BCber%20uns.md"),
        ("/a(b),c.md", "/a(b),c.md"),
    ],
)
def test_a_path_is_no_pattern(path, line):
    assert headers_file([rule(path)]).split("\n")[0] == line


# S84 b70
def test_the_own_file_lacks_lines():
    own = own_file(
        """
        # ours
        /*
          X-Frame-Options: DENY
        /b.md
          link: <https://e.com/b/>; rel="canonical"
          X-Robots-Tag: nosnippet
        /c.md
          X-ROBOTS-TAG:noindex
        """
    )
    rules = [rule("/a.md"), rule("/b.md", "noindex"), rule("/c.md", "noindex")]
    lacking = missing_lines(own, rules)
    assert lacking == own_file(
        """
        /b.md
          X-Robots-Tag: noindex
        /c.md
          Link: <https://e.com/c/>; rel="canonical"
        /a.md
          Link: <https://e.com/a/>; rel="canonical"
        """
    )
    assert missing_lines(own + lacking, rules) == ""


# S84: as Netlify reads them.
@pytest.mark.parametrize(
    "own",
    [
        "\ufeff/a.md\r\n\tx-robots-tag :  noindex\r\n",
        "/b.md\n/a.md\n# note\n\n   X-Robots-Tag: noindex",
        "/a.md\n  X-Robots-Tag: all\n/a.md\n  x-robots-tag: noindex\n",
    ],
)
def test_the_own_file_has_the_line(own):
    assert missing_lines(own, [rule("/a.md", "noindex", link=False)]) == ""


@pytest.mark.parametrize(
    "own",
    [
        "/A.md\n  X-Robots-Tag: noindex\n",
        "/*.md\n  X-Robots-Tag: noindex\n",
        "X-Robots-Tag: noindex\n/a.md\n",
        "/a.md\n  X-Robots-Tag: noindex\n  X-Robots-Tag: nofollow\n",
        "/a.md\n  X-Robots-Tag: noindex\n/a.md\n  x-robots-tag: all\n",
        "/a.md\n  # X-Robots-Tag: noindex\n",
        "/a.md\n  X-Robots-Tag\n",
        "/a.md\n  X-Robots-Tag:\n",
    ],
)
def test_the_own_file_lacks_the_line(own):
    lines = "/a.md\n  X-Robots-Tag: noindex\n"
    assert missing_lines(own, [rule("/a.md", "noindex", link=False)]) == lines


# SPEC 7.1: headers-overlap.
@pytest.mark.parametrize(
    ("line", "reached"),
    [
        ("/*", True),
        ("/guide/*", True),
        ("/GUIDE/:page", True),
        ("/guide/in*ll.md", True),
        ("/guide/install.md/", True),
        ("/Guide/Install.md", True),
        ("/guide/install.*", True),
        ("/:any", False),
        ("/guide/:a/:b", False),
        ("/guide/install", False),
        ("/guide/*.html", False),
        ("/guide/(*", False),
        ("/", False),
    ],
)
def test_patterns_that_reach_our_paths(line, reached):
    own = f"{line}\n  x-robots-tag: noindex\n  Cache-Control: no-cache\n  Link: </x>; rel=y\n"
    path = "/guide/install.md"
    expected = [(line, "x-robots-tag", path), (line, "Link", path)] if reached else []
    assert overlaps(own, [rule(path)]) == expected


# SPEC 7.1: an exact rule counts where ours says nothing of the header.
def test_own_rules_for_our_paths():
    rules = [rule("/a.md"), rule("/b.md", "noindex")]
    own = headers_file(rules) + "/a.md\n  X-Robots-Tag: noindex\n/*\n  X-Frame-Options: DENY\n"
    assert overlaps(own, rules) == [("/a.md", "X-Robots-Tag", "/a.md")]


# SPEC 7.3: host-case.
def test_paths_that_differ_in_case():
    rules = [rule("/a.md"), rule("/A.md"), rule("/%C3%A9.md"), rule("/%C3%89.md"), rule("/b.md")]
    assert case_clashes(rules) == [("/A.md", "/a.md")]
    assert case_clashes([rule("/a.md", link=False), rule("/A.md", link=False)]) == []


SEGMENT = st.text(
    st.one_of(
        st.sampled_from(":*#,()% üÜé日\\\"'[]{}|^$.?!&+"),
        st.characters(exclude_categories=["Cs"], exclude_characters="/"),
    ),
    min_size=1,
)
PATHS = st.lists(
    st.lists(SEGMENT, min_size=1, max_size=3).map(lambda parts: f"/{quote('/'.join(parts))}.md"),
    unique_by=str.lower,
    max_size=8,
)


# S78 S84: whatever the names of the pages, our own file is read back as it was meant.
@given(PATHS, st.lists(st.sampled_from([None, "noindex", "nosnippet"]), min_size=8, max_size=8))
def test_round_trip(paths, robots):
    rules = [rule(path, value) for path, value in zip(paths, robots, strict=False)]
    text = headers_file(rules)
    assert text.isascii()
    assert [line for line in text.split("\n") if line.startswith("/")] == sorted(
        (found.path for found in rules),
        key=lambda path: ("X-Robots-Tag" not in dict_of(rules)[path], path),
    )
    assert missing_lines(text, rules) == ""
    assert overlaps(text, rules) == []
    assert case_clashes(rules) == []


# S84: without one of the rules, exactly its lines are missing.
@given(PATHS)
def test_each_rule_is_missed(paths):
    assume(paths)
    rules = [rule(path) for path in paths]
    assert missing_lines(headers_file(rules[1:]), rules) == headers_file(rules[:1])


# Each line matches its own path and no other, by Netlify's own way of matching.
@given(PATHS)
def test_each_line_reaches_its_own_path_alone(paths):
    for path in paths:
        others = [rule(other) for other in paths if other != path]
        assert overlaps(f"{path}\n  Link: x\n", others) == []


def dict_of(rules):
    return {found.path: found.headers for found in rules}
