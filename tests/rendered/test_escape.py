"""The least that must be escaped, and no more.

A reader of the Markdown reads text, not backslashes.
"""

from __future__ import annotations

import pytest

from mkdocs_ascribe.markdown.rendered import escape


@pytest.mark.parametrize(
    "plain",
    [
        "snake_case and a__b", "2 * 3 * 4", "a < b & c > d", "AT&T", "[brackets] stay", "C:\\new",
        "wow!", "$5 and $6", "about ~5 to ~6", "#1, 50% (of) {x}", "a | b", "1.5", "--option",
        "key: value",
    ],
)  # fmt: skip
def test_left_alone(plain: str) -> None:
    assert escape.paragraph(escape.text(f"a {plain} b")) == f"a {plain} b"


@pytest.mark.parametrize(
    ("plain", "markdown"),
    [
        ("*a*", "\\*a\\*"),
        ("__init__", "\\_\\_init\\_\\_"),
        ("<b>", "\\<b>"),
        ("&amp;", "\\&amp;"),
        ("[a](b)", "[a]\\(b)"),
        ("[^1]", "\\[^1]"),
        ("~~a~~", "\\~\\~a\\~\\~"),
        ("`a`", "\\`a\\`"),
        ("\\*", "\\\\\\*"),
    ],
)
def test_escaped(plain: str, markdown: str) -> None:
    assert escape.text(plain) == markdown


@pytest.mark.parametrize(
    ("url", "written"),
    [
        ("a b.md", "a%20b.md"),
        ("a(b).md", "a(b).md"),
        ("a(b.md", "<a(b.md>"),
        ("a)b(", "<a)b(>"),
        ("", "<>"),
        ("ä.md?x=1&y#z", "ä.md?x=1&y#z"),
        ('a<b>|"', "a%3Cb%3E%7C%22"),
        ("100%25", "100%25"),
    ],
)  # fmt: skip
def test_address(url: str, written: str) -> None:
    assert escape.address(url) == written


@pytest.mark.parametrize(
    ("code", "span"),
    [
        ("a", "`a`"),
        ("`", "`` ` ``"),
        ("a``b", "`a``b`"),
        ("a`b``c", "```a`b``c```"),
        (" a ", "`  a  `"),
        (" a", "` a`"),
        ("a\nb", "`a b`"),
        (" ", ""),
    ],
)
def test_code_span(code: str, span: str) -> None:
    assert escape.code_span(code) == span


def test_math_in_a_cell_has_no_pipe() -> None:
    assert (
        escape.math("\\|x\\| + |y|", display=False, in_cell=True)
        == "$\\Vert x\\Vert + \\vert y\\vert$"
    )


def test_prefixed_leaves_no_blank_at_a_line_end() -> None:
    assert escape.prefixed("a\n\nb", "> ", "> ") == "> a\n>\n> b"
    assert escape.prefixed("", "- ", "  ") == "-"
