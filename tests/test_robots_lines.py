import pytest

from mkdocs_ascribe.robots.lines import (
    Group,
    line_faults,
    lines_for,
    merge_groups,
    parse_lines,
    split_line,
)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Disallow: /a/", ("Disallow", "/a/")),
        ("  disallow : /a/  # why", ("Disallow", "/a/")),
        ("USER-AGENT: GPTBot", ("User-agent", "GPTBot")),
        ("User-agent: GPTBot/1.1", ("User-agent", "GPTBot")),
        ("Disallow:", ("Disallow", "")),
        ("Sitemap: https://e.com/a.xml", ("Sitemap", "https://e.com/a.xml")),
        ("Content-Signal: ai-train=no", ("Content-Signal", "ai-train=no")),
        ("#  a note ", ("#", "a note")),
        ("Noindex: /a/", None),
        ("Disallow /a/", None),
        ("", None),
    ],
)
def test_a_line_is_split_into_directive_and_value(line, expected):  # S19
    assert split_line(line) == expected


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("Dissalow: /a", "is no robots.txt directive", "did you mean 'Disallow'?"),
        ("Disallow: a/", "does not begin with a slash", "write Disallow: /a/"),
        ("Disallow: /a\rAllow: /", "holds a line break", "make each line an entry of its own"),
        ("Disallow: /a\u2028", "holds a line break", "make each line an entry of its own"),
        ("User-agent:", "names no crawler", "name it, or write *"),
        ("User-agent: /1.0", "names no crawler", "name it, or write *"),
        ("\ufeffDisallow: /a", "is no robots.txt directive", "did you mean 'Disallow'?"),
    ],
)
def test_a_line_that_cannot_be_written_is_named(line, message, hint):  # S19
    ((said, next_step),) = line_faults([line])
    assert message in said
    assert next_step == hint


def test_comments_blank_lines_and_patterns_have_no_fault():
    assert not list(line_faults(["", "  ", "# note", "Allow: *.css$", "Disallow:"]))


def test_lines_before_the_first_agent_are_everyones():  # S68
    own = parse_lines(["# drafts", "Disallow: /drafts/", "User-agent: A", "Disallow: /"])
    assert own.everyone == [("#", "drafts"), ("Disallow", "/drafts/")]
    assert own.groups == [Group(["A"], [("Disallow", "/")])]


def test_a_group_ends_at_an_agent_after_a_rule_and_not_at_a_blank_line():  # S69
    own = parse_lines(["User-agent: A", "", "User-agent: B", "", "Allow: /x", "User-agent: C"])
    assert own.groups == [Group(["A", "B"], [("Allow", "/x")]), Group(["C"], [])]


def test_lines_of_no_group_are_taken_out_and_close_none():  # S129
    own = parse_lines(["User-agent: A", "Sitemap: s", "Host: h", "User-agent: B", "License: l"])
    assert own.groups == [Group(["A", "B"], [])]
    assert own.outside == [("Sitemap", "s"), ("Host", "h"), ("License", "l")]


def test_comments_right_above_an_agent_belong_to_its_group():
    own = parse_lines(
        ["Disallow: /a/", "# behind", "", "# above", "User-agent: A", "# between", "User-agent: B"]
    )
    assert own.everyone == [("Disallow", "/a/"), ("#", "behind")]
    assert own.groups == [Group(["A", "B"], [("#", "above"), ("#", "between")])]


def test_the_groups_of_one_agent_are_one():
    groups = [Group(["A", "B"], [("Disallow", "/1")]), Group(["a", "*"], [("Disallow", "/2")])]
    assert lines_for("A", groups) == [("Disallow", "/1"), ("Disallow", "/2")]
    assert lines_for("*", groups) == [("Disallow", "/2")]
    assert merge_groups(groups, ()) == [
        Group(["A"], [("Disallow", "/1"), ("Disallow", "/2")]),
        Group(["B"], [("Disallow", "/1")]),
    ]


def test_agents_stay_together_unless_some_are_apart():
    groups = [Group(["A", "B", "C", "b"], [("Disallow", "/1")])]
    assert [group.agents for group in merge_groups(groups, ())] == [["A", "B", "C"]]
    assert [group.agents for group in merge_groups(groups, {"b"})] == [["A", "C"], ["B"]]
