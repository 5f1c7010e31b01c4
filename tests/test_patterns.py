"""Ascribe's path patterns, against a matcher that knows nothing of regular expressions."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mkdocs_ascribe.patterns import matches, pattern_fault


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("a.md", "a.md"),
        ("*", "a.md"),
        ("*.md", ".md"),
        ("a*c.md", "abbc.md"),
        ("?.md", "é.md"),
        ("internal/*", "internal/a.md"),
        ("internal/**", "internal/a.md"),
        ("internal/**/**", "internal"),
        ("**/**/a.md", "a.md"),
        ("internal/**", "internal/index.md"),
        ("internal/**", "internal/a/b/c.md"),
        ("internal/**/*.md", "internal/a.md"),
        ("internal/**/*.md", "internal/a/b.md"),
        ("**", "a.md"),
        ("**", "a/b.md"),
        ("**/a.md", "a.md"),
        ("**/a.md", "x/y/a.md"),
        ("a/**/b.md", "a/b.md"),
        ("a/**/b.md", "a/x/y/b.md"),
        ("**/x/**", "a/x/b/c.md"),
        ("a**.md", "abc.md"),
        ("{a,b}.md", "b.md"),
        ("{internal,drafts}/**", "drafts/a/b.md"),
        ("{internal/**,drafts/*.md}", "internal/a/b.md"),
        ("{internal/**,drafts/*.md}", "drafts/a.md"),
        ("x{,/**}/a.md", "x/a.md"),
        ("x{,/**}/a.md", "x/y/z/a.md"),
        ("{a,{b,c}d}.md", "cd.md"),
        ("{a}.md", "a.md"),
        ("{,a}.md", ".md"),
        (r"\*.md", "*.md"),
        (r"\{a,b\}.md", "{a,b}.md"),
        (r"{a\,b,c}.md", "a,b.md"),
        (r"a\/**\/b", "a/b"),
        ("a\\", "a\\"),
        ("{a,b", "{a,b"),
        ("{a,{b}", "{a,b"),
        ("a}b", "a}b"),
        ("a,b.md", "a,b.md"),
        ("[a].md", "[a].md"),
        ("a+(b)|c.$", "a+(b)|c.$"),
        ("internal/**", "internal/"),  # as an address, for the option `sitemap.exclude`
        ("a*", "a\nb"),
        # A path begins at one folder, with a slash before it or without.
        ("/a/*.md", "a/b.md"),
        ("./a.md", "a.md"),
        ("//a.md", "a.md"),
        ("/**/a.md", "a.md"),
        ("{/a,./b}/**", "b/c.md"),
        ("{,/}a.md", "a.md"),
        (r"\/a.md", "a.md"),
        ("/", ""),
        # What a star takes is not tried again, so the first fit has to be the best.
        ("*ab*b", "xabb"),
        ("*a?*a", "aaba"),
        ("a*a", "aa"),
        ("***a***b***", "xaxbx"),
        ("**/a/**/b/a/**", "b/a/b/b/a"),
        ("**/a*/b/**/b", "ac/x/ac/b/b"),
        ("**/*1/**/1*/**", "11/11"),
    ],
)
def test_matches(pattern, path):
    assert matches(pattern, path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("a.md", "A.md"),
        ("a.md", "axmd"),
        ("a.md", "a.md\n"),
        ("*", "a/b.md"),
        ("?", "/"),
        ("a?c", "a/c"),
        ("internal/*", "internal/a/b.md"),
        ("internal/**", "internal-tools/index.md"),  # b25
        ("internal/**", "guide/internal/parts.md"),  # b25
        ("internal", "internal/a.md"),
        ("**/a.md", "xa.md"),
        ("a/**/b.md", "ab.md"),
        ("a/**/b.md", "a/xb.md"),
        ("a**/b.md", "a/x/b.md"),
        ("**a.md", "x/a.md"),
        ("a,**", "a,b/c.md"),
        ("x{**/a,b}", "x/y/a"),
        (r"\*.md", "a.md"),
        (r"\**.md", "a*.md"),
        ("{a,b}.md", "{a,b}.md"),
        ("{a,b}.md", "ab.md"),
        (r"\{a,b}.md", "a.md"),
        ("[ab].md", "a.md"),
        ("a//b", "a/b"),
        (r"\./a", "a"),
        ("a*a", "a"),
        ("*ab*b*", "ab"),
        ("**/a/**/b/**", "b/a"),
    ],
)
def test_does_not_match(pattern, path):
    assert not matches(pattern, path)


def test_open_braces_take_no_time():
    assert matches("{" * 60 + "a", "{" * 60 + "a")


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 12 + "*b", "a" * 40),
        ("*a" * 400 + "*b", "a" * 2000),
        ("*?" * 400 + "b", "a" * 2000),
        ("**/a/" * 12 + "b", "a/" * 60 + "c"),
        ("**/*a*a/" * 12 + "b", "aaa/" * 60 + "c"),
        ("**/*a*a/" * 12 + "**/b", "aaa/" * 60 + "c"),
        ("{*a,*b}" * 9 + "c", "ab" * 100),
        ("{*a*,*b*}" * 9 + "/**/c", "abab/" * 100),
        ("{a,b}" * 22, "a" * 21),
    ],
)
def test_no_pattern_takes_long(pattern, path):
    begun = time.process_time()
    assert not matches(pattern, path)
    assert time.process_time() - begun < 5


def test_braces_of_many_levels():
    assert matches("{" * 3000 + "a" + "}" * 3000, "a")


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("{" + ",".join(map(str, range(1000))) + "}", "999"),
        ("{a,b}" * 9, "abababaab"),
        ("{a,b,c,d,e,f,g,h,i,j}" * 3, "jaj"),
        ("{a,{b,{c,d}}}{," + ",".join("x" * one for one in range(1, 250)) + "}", "dxx"),
    ],
)
def test_as_many_alternatives_as_one_may_write(pattern, path):
    assert pattern_fault(pattern, of_files=True) is None
    assert matches(pattern, path)
    problem, hint = pattern_fault(f"{{{pattern},0}}{{x,y}}", of_files=True)
    assert problem == "stands for more than 1,000 patterns"
    assert hint == "write several patterns, with fewer braces in each"


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("a//b", "has a segment that is empty or made of dots"),
        ("https://docs.example.com/a/", "has a segment that is empty or made of dots"),
        ("../a.md", "has a segment that is empty or made of dots"),
        ("a/./b.md", "has a segment that is empty or made of dots"),
        ("a/..", "has a segment that is empty or made of dots"),
        ("{../a,b//c}/d", "has a segment that is empty or made of dots"),
        ("", "names no file"),
        ("/", "names no file"),
        ("internal/", "names no file"),
        ("{a,b}/", "names no file"),
    ],
)
def test_a_pattern_that_matches_nothing(pattern, problem):
    found = pattern_fault(pattern, of_files=True)
    assert found is not None
    assert found[0] == problem
    is_address = pattern_fault(pattern, of_files=False) is None
    assert is_address == (problem == "names no file")


@pytest.mark.parametrize("pattern", ["{../a,b}/c", "{a//,b}.md", "...", "**", "*/**", ".a/..b"])
def test_a_pattern_that_may_match(pattern):
    assert pattern_fault(pattern, of_files=True) is None


def expand(pattern):
    """Write out the innermost braces first, until none is left."""
    closing = pattern.find("}")
    while closing >= 0:
        opening = pattern.rfind("{", 0, closing)
        if opening >= 0:
            before, after = pattern[:opening], pattern[closing + 1 :]
            inner = pattern[opening + 1 : closing].split(",")
            return [plain for one in inner for plain in expand(before + one + after)]
        closing = pattern.find("}", closing + 1)
    return [pattern]


def hide_escapes(pattern):
    hidden, rest = "", pattern
    while rest:
        if rest[0] == "\\" and len(rest) > 1:
            escaped = rest[1] if rest[1] == "/" else chr(0xE000 + ord(rest[1]))
            hidden, rest = hidden + escaped, rest[2:]
        else:
            hidden, rest = hidden + rest[0], rest[1:]
    return hidden


def one_segment(pattern, text):
    if not pattern:
        return not text
    if pattern[0] == "*":
        return one_segment(pattern[1:], text) or bool(text and one_segment(pattern, text[1:]))
    literal = chr(ord(pattern[0]) - 0xE000) if ord(pattern[0]) >= 0xE000 else pattern[0]
    return (
        bool(text)
        and (pattern[0] == "?" or literal == text[0])
        and one_segment(pattern[1:], text[1:])
    )


def segments_match(patterns, segments):
    if not patterns:
        return not segments
    if patterns[0] == "**":
        return segments_match(patterns[1:], segments) or bool(
            segments and segments_match(patterns, segments[1:])
        )
    return (
        bool(segments)
        and one_segment(patterns[0], segments[0])
        and segments_match(patterns[1:], segments[1:])
    )


def relative(plain):
    plain = plain[2:] if plain[:2] == "./" else plain
    while plain[:1] == "/":
        plain = plain[1:]
    return plain


def oracle(pattern, path):
    return any(
        segments_match(relative(plain).split("/"), path.split("/"))
        for plain in expand(hide_escapes(pattern))
    )


PIECES = st.sampled_from(["a", "b", ".", "*", "?", "**", "/", "/**", "**/", "{", ",", "}", "\\"])
FILES = st.lists(st.text("ab.*{,", min_size=1, max_size=3), min_size=1, max_size=4).map("/".join)
PATHS = FILES | FILES.map(lambda path: f"{path}/")


@given(st.lists(PIECES, max_size=9).map("".join), PATHS)
@example("a/**", "a")
@example("{**,b}/a", "b/a")
@example("{a,**}", "a/b")
@example("**/**/a", "a")
@example("**/**", "a/")
@settings(max_examples=300, deadline=None)
def test_agrees_with_the_oracle(pattern, path):
    assert matches(pattern, path) == oracle(pattern, path)


# Stars, letters and slashes alone match often enough to show what a wrong first fit would miss.
@given(
    st.lists(st.sampled_from(["a", "b", "*", "?", "/**/"]), max_size=9).map("".join),
    st.lists(st.text("ab", min_size=1, max_size=5), min_size=1, max_size=5).map("/".join),
)
@settings(max_examples=300, deadline=None)
def test_the_first_fit_is_the_best(pattern, path):
    assert matches(pattern, path) == oracle(pattern, path)


@given(st.lists(PIECES, max_size=9).map("".join), FILES, st.booleans())
@example("a//b", "a", True)  # noqa: FBT003 - of_files
@settings(max_examples=150, deadline=None)
def test_what_is_said_to_match_nothing_does(pattern, path, of_files):
    path = path if of_files else f"{path}/"
    if pattern_fault(pattern, of_files=of_files) and {".", ".."}.isdisjoint(path.split("/")):
        assert not matches(pattern, path)


@given(st.text(max_size=30), st.text(max_size=30))
@settings(deadline=None)
def test_no_pattern_raises(pattern, path):
    assert matches(pattern, path) in (True, False)
