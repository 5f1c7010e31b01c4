"""What can be wrong, and how it is said: names, levels, one line each."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_ascribe.diagnostics import (
    CHECKS,
    Diagnostic,
    Level,
    did_you_mean,
    levelled,
    quoted,
    some_of,
)


@pytest.mark.parametrize(
    ("diagnostic", "line"),
    [
        (
            Diagnostic("rule-unused", "it is wrong", "mend it", "ascribe.toml", 3),
            "ascribe.toml:3: it is wrong; mend it (rule-unused)",
        ),
        (
            Diagnostic("rule-unused", "it is wrong", file="ascribe.toml"),
            "ascribe.toml: it is wrong (rule-unused)",
        ),
        (Diagnostic("sitemap-no-site", "it is wrong"), "it is wrong (sitemap-no-site)"),
        (
            Diagnostic("robots-own", "it is kept", file="robots.txt", details="a\nb\n"),
            "robots.txt: it is kept (robots-own)\na\nb",
        ),
        (
            Diagnostic("rule-unused", "a\nb\u2028c\x00", "d\re", "f\ng.md", 1),
            r"f\ng.md:1: a\nb\u2028c\x00; d\re (rule-unused)",
        ),
        (
            Diagnostic("title-duplicate", "the title 'é\u3000ガ\u00a0😀'", file="ü.md"),
            "ü.md: the title 'é\u3000ガ\u00a0😀' (title-duplicate)",
        ),
    ],
)
def test_a_diagnostic_is_one_line(diagnostic, line):  # SPEC 10
    assert str(diagnostic) == line


@given(st.text(), st.text(), st.text(st.characters(exclude_characters="\\")))
def test_whatever_it_holds(message, hint, file):  # SPEC 10
    assert len(str(Diagnostic("rule-unused", message, hint, file)).splitlines()) == 1
    assert str(Diagnostic("rule-unused", message, hint, file)).encode()


def test_names_are_kebab_case_and_levels_those_of_the_spec():  # SPEC 10
    assert not [name for name in CHECKS if not re.fullmatch(r"[a-z]+(-[a-z]+)+", name)]
    assert not [name for name, check in CHECKS.items() if check.level is Level.OFF]
    assert not [name for name, check in CHECKS.items() if not check.meaning]


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("config-invalid", Level.ERROR),
        ("consumer-mismatch", Level.ERROR),
        ("listing-invalid", Level.ERROR),
        ("listing-looser", Level.ERROR),  # S17
        ("listing-unread", Level.ERROR),
        ("type-ambiguous", Level.ERROR),
        ("robots-line-invalid", Level.ERROR),
        ("type-unknown", Level.ADVICE),
        ("type-unused", Level.ADVICE),
        ("rule-unused", Level.WARNING),
        ("front-matter-invalid", Level.WARNING),
        ("address-shared", Level.WARNING),
        ("address-case", Level.WARNING),
        ("robots-elsewhere", Level.WARNING),
        ("sitemap-no-site", Level.WARNING),  # S64
        ("headers-unserved", Level.WARNING),  # S33
        ("listing-disallowed", Level.WARNING),  # S27
        ("crawlers-disallowed", Level.ADVICE),  # S24 S25
        ("title-missing", Level.ADVICE),
        ("title-duplicate", Level.ADVICE),
        ("description-missing", Level.ADVICE),
        ("description-too-long", Level.ADVICE),
        ("http-origin", Level.ADVICE),  # S120
    ],
)
def test_level(name, level):  # SPEC 10
    assert CHECKS[name].level is level


ERROR = Diagnostic("listing-looser", "e", file="b.md")
WARNING = Diagnostic("rule-unused", "w", file="a.md", line=2)
ADVICE = Diagnostic("title-missing", "a", file="a.md", line=1)


def test_levels_and_order():
    assert levelled([ERROR, WARNING, ADVICE], {}) == [
        (Level.ADVICE, ADVICE),
        (Level.WARNING, WARNING),
        (Level.ERROR, ERROR),
    ]


def test_one_diagnostic_is_said_once():
    assert levelled([ADVICE, WARNING, ADVICE], {}) == [
        (Level.ADVICE, ADVICE),
        (Level.WARNING, WARNING),
    ]


@pytest.mark.parametrize("level", [Level.ADVICE, Level.WARNING, Level.ERROR])
def test_checks_set_a_level(level):  # S35
    assert levelled([ADVICE], {"title-missing": level}) == [(level, ADVICE)]
    assert levelled([WARNING], {"rule-unused": level}) == [(level, WARNING)]


def test_off_is_not_said():
    assert levelled([ADVICE, WARNING], {"title-missing": Level.OFF}) == [(Level.WARNING, WARNING)]


@pytest.mark.parametrize("level", Level)
def test_the_level_of_an_error_is_fixed(level):  # SPEC 10
    assert levelled([ERROR], {"listing-looser": level}) == [(Level.ERROR, ERROR)]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a", "'a'"),
        ("it's", '"it\'s"'),
        ("a\nb", "'a\\nb'"),
        ("ü", "'ü'"),
        (None, "None"),
        (True, "True"),
        (["a\nb"], "['a\\nb']"),
        ("x" * 58, f"'{'x' * 58}'"),
        ("x" * 59, f"'{'x' * 59}..."),
        pytest.param(16**5000, "a very long int", id="long"),
    ],
)
def test_quoted(value, shown):
    assert quoted(value) == shown


def test_quoted_keeps_to_one_line():
    class Odd:
        def __str__(self):
            return "a\nb"

    assert quoted(Odd()) == "a\\nb"


@pytest.mark.parametrize(
    ("value", "permitted", "hint"),
    [
        ("listd", ["listed", "unlisted"], "did you mean 'listed'?"),
        ("xyz", ["listed", "unlisted"], "permitted: listed, unlisted"),
        ("", ["a"], "permitted: a"),
        ("a", [], ""),
        (True, ["true"], "permitted: true"),
        pytest.param(16**5000, ["a"], "permitted: a", id="long"),
        ("b", iter(["a", "c"]), "permitted: a, c"),
    ],
)
def test_did_you_mean(value, permitted, hint):
    assert did_you_mean(value, permitted) == hint


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ("a", "a"),
        ("abc", "a, b, c"),
        ("abcd", "a, b, c and 1 more"),
        ("abcdef", "a, b, c and 3 more"),
    ],
)
def test_some_of(names, text):
    assert some_of(list(names)) == text
