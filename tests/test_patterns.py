"""Ascribe's path patterns, against a matcher that knows nothing of regular expressions."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mkdocs_ascribe.patterns import matches


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
    ],
)
def test_does_not_match(pattern, path):
    assert not matches(pattern, path)


def test_open_braces_take_no_time():
    assert matches("{" * 60 + "a", "{" * 60 + "a")


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


def oracle(pattern, path):
    return any(
        segments_match(plain.split("/"), path.split("/")) for plain in expand(hide_escapes(pattern))
    )


PIECES = st.sampled_from(["a", "b", ".", "*", "?", "**", "/", "/**", "**/", "{", ",", "}", "\\"])
PATHS = st.lists(st.text("ab.*{,", min_size=1, max_size=3), min_size=1, max_size=4).map("/".join)


@given(st.lists(PIECES, max_size=9).map("".join), PATHS)
@example("a/**", "a")
@example("{**,b}/a", "b/a")
@example("{a,**}", "a/b")
@example("**/**/a", "a")
@settings(max_examples=150, deadline=None)
def test_agrees_with_the_oracle(pattern, path):
    assert matches(pattern, path) == oracle(pattern, path)


@given(st.text(max_size=30), st.text(max_size=30))
@settings(deadline=None)
def test_no_pattern_raises(pattern, path):
    assert matches(pattern, path) in (True, False)
