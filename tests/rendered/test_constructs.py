"""Every construct: a sample, its Markdown, and what a parser reads in that.

The Markdown is what a careful reader would write for the sample. The expected files were read line
by line before they were committed. To add a construct, write its sample into ``constructs``, run
``python tests/rendered/test_constructs.py NAME`` and read what it wrote.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest
from mdit_py_plugins.tasklists import tasklists_plugin
from quality import judge, parser
from rendering import CONSTRUCTS, Construct, construct, construct_paths

from mkdocs_ascribe.markdown.rendered import to_markdown

if TYPE_CHECKING:
    from pathlib import Path

# Samples whose HTML shows, or hides, on purpose what an outside reader of the HTML cannot know.
NOT_JUDGED = {
    "keys-no-separator.md": "keys that only styles keep apart",
    "math-html.html": "formulas that MathML spells out in elements",
    "math-notebook.html": "code that a notebook's button copies, in an element of its own",
    "old-forms.html": "source listings that old versions fold without a class for it",
    "permalinks.html": "permalinks of any class",
    "tables-with-code.html": "a table written block by block, each column's heading at its blocks",
    "terminals.html": "terminals whose lines a script or a drawing puts together",
    "toclink.md": "headings that link to themselves",
}


def expected_path(path: Path) -> Path:
    return path.with_name(f"{path.stem}.expected.md")


@pytest.fixture(params=construct_paths(), ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    sample: Path = request.param
    return sample


def test_as_expected(path: Path) -> None:
    assert construct(path).markdown().text == expected_path(path).read_text(encoding="utf-8")


def test_another_parser_reads_the_same(path: Path) -> None:
    if path.name in NOT_JUDGED:
        pytest.skip(NOT_JUDGED[path.name])
    sample = construct(path)
    result = judge(sample.html, sample.markdown().text)
    assert (result.words, result.code, result.images, result.links, result.leftovers) == (
        1,
        1,
        1,
        1,
        {},
    )


def test_languages_are_info_strings(path: Path) -> None:
    """Nothing but one word follows a fence's marks.

    A title or an attribute list there would be leftover syntax.
    """
    for token in parser().parse(construct(path).markdown().text):
        if token.type == "fence":
            assert len(token.info.split()) <= 1


def test_stable(path: Path) -> None:
    """What a parser makes of the Markdown gives the same Markdown again.

    So its structure is what was meant. Alerts, math and footnotes are GitHub's own; the parser here
    has no HTML for them that the writer would know.
    """
    expected = expected_path(path).read_text(encoding="utf-8")
    if path.stem.startswith(("math", "footnotes")) or "> [!" in expected:
        pytest.skip("syntax that the parser does not share")
    html = parser().use(tasklists_plugin).render(expected)
    assert to_markdown(html, link=lambda url: url).text == expected


def test_no_expected_file_is_left_over() -> None:
    expected = {expected_path(path) for path in construct_paths()}
    assert expected == set(CONSTRUCTS.glob("*.expected.md"))


@pytest.mark.parametrize(
    ("html", "has_h1"),
    [
        ("<h1>A</h1>", True),
        ("<div><h1>A</h1></div>", True),
        ("<h1></h1><h2>B</h2>", False),
        ("<pre># A</pre>", False),
    ],
)
def test_has_h1(html: str, has_h1: bool) -> None:  # noqa: FBT001 - a parameter of the test
    assert Construct(html, "").markdown().has_h1 is has_h1


def test_paragraphs_that_look_like_lists_are_none() -> None:
    """Digits of other scripts mark no list, so the second needs no other marker."""
    one = "\N{ARABIC-INDIC DIGIT ONE}"
    html = f"<p>{one}. a</p><p>{one}. b</p>"
    assert Construct(html, "").markdown().text == f"{one}. a\n\n{one}. b\n"


def test_addresses_are_the_callers() -> None:
    html = (
        '<p><a href="a.md#b">x</a> <code><a href="c">y</a></code> <img src="d.png#only-light"> '
        '<iframe src="e"></iframe><video src="f" title="g"></video></p>'
        '<a href="h"><div>i</div></a>'
        '<p><a href="#none"></a><a href="https://j/k">https://j/k</a>'
        '<a class="footnote-ref" href="#fn:1">1</a> <code>href="l"</code></p>'
    )
    seen: list[str] = []

    def link(url: str) -> str:
        seen.append(url)
        return f"https://example.com/{len(seen)}"

    assert to_markdown(html, link=link).text == (
        "[x](https://example.com/1) [`y`](https://example.com/2) "
        "![](https://example.com/3) <https://example.com/4>"
        "[g](https://example.com/5)\n\n[i](https://example.com/6)\n\n"
        '[https://j/k](https://example.com/7)[^1] `href="l"`\n'
    )
    assert seen == ["a.md#b", "c", "d.png", "e", "f", "h", "https://j/k"]


if __name__ == "__main__":
    for one in construct_paths():
        if one.stem in sys.argv[1:] or sys.argv[1:] == ["--all"]:
            expected_path(one).write_text(construct(one).markdown().text, encoding="utf-8")
