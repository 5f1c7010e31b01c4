"""The sections of a page, by the ids in its HTML, and their Markdown."""

from textwrap import dedent

import markdown
import pytest

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.lasting.help_entries import HelpText, help_text
from mkdocs_ascribe.lasting.moves import HelpEntry
from mkdocs_ascribe.lasting.section_text import atx_heading, section_markdown
from mkdocs_ascribe.lasting.sections import Heading, sections_of, words_of
from mkdocs_ascribe.outputs.help import help_json, help_markdown
from mkdocs_ascribe.records import PageRecord

SOURCE = """\
# Guide

Opening.

## Install

One.

```sh
# Install
## Install
```

    ## Install

### On `Windows` & <kbd>co</kbd> {#win}

Two [link](x.md).

## Use *it* [now](y.md)

Three.

Setext
------

Four.

## Install

Five.

##Tight##

Six.
"""


def sections(text=SOURCE):
    extensions = ["toc", "fenced_code", "attr_list", "tables"]
    configs = {"toc": {"permalink": True}}
    return sections_of(markdown.markdown(text, extensions=extensions, extension_configs=configs))


def test_headings_by_id():
    found = sections()
    assert {key: (one.title, one.level, one.nth) for key, one in found.headings.items()} == {
        "guide": ("Guide", 1, 0),
        "install": ("Install", 2, 0),
        "win": ("On Windows & co", 3, 0),
        "use-it-now": ("Use it now", 2, 0),
        "setext": ("Setext", 2, 0),
        "install_1": ("Install", 2, 1),
        "tight": ("Tight", 2, 0),
    }
    assert found.ids == set(found.headings)


def test_other_ids_and_anchors_in_headings():
    found = sections_of('<h2><a id="a"></a>A</h2><p id="b">x</p><a name="c"></a><h3>No id</h3>')
    assert found.headings == {"a": Heading("A", 2)}
    assert found.ids == {"a", "b", "c"}


# As a browser reads it, and alike in every Python.
@pytest.mark.parametrize(
    ("content", "headings", "ids"),
    [
        ("<![foo[ x ]]><h2 id=a>A</h2>", {"a": Heading("A", 2)}, {"a"}),
        ("<![if x]><?php x ?><h2 id=a>A</h2>", {"a": Heading("A", 2)}, {"a"}),
        ("<h2 id=a>A<h3 id=b>B", {"a": Heading("A", 2), "b": Heading("B", 3)}, {"a", "b"}),
        (
            "<h2 id=a>A<div><h3 id=b>B</h3></div>C</h2>",
            {"a": Heading("AC", 2), "b": Heading("B", 3)},
            {"a", "b"},
        ),
        ("<h2 id=a>A<!-- x --> &amp; <p id=c>B</p></h2>", {"a": Heading("A & B", 2)}, {"a", "c"}),
        ("<h2 id>A</h2><h2 id='' name=x>A</h2><a id=b name=c>", {}, {"b"}),
        ("<h2 id=a id=b>A</h2>", {"a": Heading("A", 2)}, {"a"}),
        ("<h2>A<a class='x headerlink' id=b>#</a></h2>", {"b": Heading("A", 2)}, {"b"}),
        (
            "<h2>A</h2><h2 id=b>A</h2><h1 id=c>A",
            {"b": Heading("A", 2, 1), "c": Heading("A", 1)},
            {"b", "c"},
        ),
        ("<h2 id=a>A</h2><textarea><p id=b></textarea>", {"a": Heading("A", 2)}, {"a"}),
        ("<svg><g id='a'/></svg>", {}, {"a"}),
        ("", {}, set()),
    ],
)
def test_html_of_any_kind(content, headings, ids):
    assert sections_of(content) == (headings, ids)


# What a heading says in HTML and in Markdown are the same words.
@pytest.mark.parametrize(
    ("shown", "written"),
    [
        ("Foobarbaz", "foo[bar](x)baz"),
        ("a c", '[a](x "t (u)") c'),
        ("a c", "[a](x_(y)) c"),
        ("a c", "[a][b] c"),
        ("a b c e", "[a [b] c](d) e"),
        ("A", "![i](x.png) a"),
        ("b", "[![i](x.png)](y) b"),
        ("a[1]", "a\\[1\\]"),
        ("a![1]", "a!\\[1\\]"),
        ("f[0](x) z", "`f[0](x)` z"),
        ("f[0](x) z", "f\\[0\\]\\(x) z"),
        ("a](b c", "a]\\(b c"),
        ("AT&T", "AT&amp;T"),
        (f"a &#{'9' * 5_000}; b", f"a `&#{'9' * 5_000};` b"),
    ],
)
def test_words_of_a_heading(shown, written):
    assert words_of(shown) == words_of(written) != ""


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("# A", (1, "A")),
        ("   ###  A  b  ## ", (3, "A  b")),
        ("##A##", (2, "A##")),
        ("# A #b", (1, "A #b")),
        ("## ##", (2, "")),
        ("#", (1, "")),
        ("    # A", None),
        ("####### A", None),
        ("A # b", None),
    ],
)
def test_headings_of_hashes(line, heading):
    assert atx_heading(line) == heading


# S75: the section of each heading, cut where the next of its level begins.
@pytest.mark.parametrize(
    ("identity", "first", "last"),
    [
        ("guide", "# Guide", "Six."),
        ("install", "## Install", "Two [link](x.md)."),
        ("win", "### On `Windows` & <kbd>co</kbd> {#win}", "Two [link](x.md)."),
        ("use-it-now", "## Use *it* [now](y.md)", "Three."),
        ("setext", "Setext", "Four."),
        ("install_1", "## Install", "Five."),
        ("tight", "##Tight##", "Six."),
    ],
)
def test_the_markdown_of_a_section(identity, first, last):
    text = section_markdown(SOURCE, identity, sections().headings[identity])
    lines = text.split("\n")
    assert (lines[0], lines[-2], lines[-1]) == (first, last, "")
    assert text in SOURCE


def test_a_heading_that_the_markdown_lacks():
    assert section_markdown("# Guide\n\nText.\n", "macro", Heading("Macro", 2)) is None
    assert section_markdown("# Guide\n", "guide_1", Heading("Guide", 1, 1)) is None


def entry(section, heading):
    target = f"/guide/#{section}" if section else "/guide/"
    return HelpEntry("connect", "/go/connect/", "/guide/", target, section, heading)


RECORD = PageRecord("guide.md", "/guide/", "guide/index.html", "Guide")


# S75
def test_a_help_entry():
    made = entry("setext", Heading("Setext", 2))
    text, found = help_text(made, RECORD, f"> Index.\n\n{SOURCE}", Site("https://e.com"))
    assert found == []
    assert text == HelpText(
        "connect", "Setext", "https://e.com/guide/#setext", "Setext\n------\n\nFour.\n"
    )
    assert help_json(text) == dedent(
        """\
        {
          "format": "ascribe-help",
          "version": 1,
          "key": "connect",
          "title": "Setext",
          "address": "https://e.com/guide/#setext",
          "markdown": "Setext\\n------\\n\\nFour.\\n"
        }
        """
    )
    assert help_markdown(text) == (
        "Setext\n------\n\nFour.\n\nSource: <https://e.com/guide/#setext>\n"
    )


def test_a_help_entry_for_a_whole_page():
    text, found = help_text(entry(None, None), RECORD, SOURCE, Site(None))
    assert found == []
    assert (text.title, text.address, text.markdown) == ("Guide", "/guide/", SOURCE)
    assert help_markdown(text).endswith("\n\nSource: [/guide/](/guide/)\n")


def test_a_section_that_is_not_in_the_markdown():
    made = entry("macro", Heading("Macro", 2))
    text, (found,) = help_text(made, RECORD, SOURCE, Site(None))
    assert text.markdown == SOURCE
    assert (found.name, found.file) == ("page-unreadable", "guide.md")
    assert "'connect'" in found.message
    assert "'macro'" in found.message
