"""What holds for every page: words and code are kept, Markdown is stable, no HTML raises."""

from __future__ import annotations

import re
import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from quality import judge, leftovers, parser, read_html, read_markdown
from rendering import to_html

from mkdocs_ascribe.markdown.rendered import to_markdown
from mkdocs_ascribe.markdown.rendered.fences import source_fences

WORDS = st.text("abcxyzäß漢字", min_size=1, max_size=6)
# What is text in HTML and could be syntax in Markdown.
MARKS = st.sampled_from(
    [
        *"\\`*_[]<>&~$#+-=|!().:;,'\"{}^",
        "**",
        "__",
        "~~",
        "1.",
        "2)",
        "---",
        "[x]",
        "](",
        "![",
        "&amp;",
        "<b>",
    ]
)
PROSE = st.lists(st.one_of(WORDS, MARKS, st.just(" ")), min_size=1, max_size=12).map("".join)

CODE = (
    st.lists(st.text("ab `~#<>&*_|\\", max_size=12), min_size=1, max_size=4)
    .map("\n".join)
    .filter(str.strip)
)


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def shown(text: str) -> str:
    """Return text as a browser shows it."""
    return re.sub(r"[ \t\n\r\f]+", " ", text).strip(" ")


def read_text(markdown: str) -> str:
    """Return the text that a CommonMark parser reads, as HTML shows it."""
    inline = [token for token in parser().parse(markdown) if token.type == "inline"]
    return shown(
        " ".join("".join(child.content for child in token.children or []) for token in inline)
    )


def identity(url: str) -> str:
    return url


@given(PROSE)
@example("a\\")
@example("1\\. a")
@example("__init__")
@example("a\n***")
@example("| a |\n|---|")
def test_text_is_read_back(text: str) -> None:
    assert read_text(to_markdown(f"<p>{escaped(text)}</p>", link=identity).text) == shown(text)


@given(st.lists(PROSE, min_size=1, max_size=4))
def test_lines_are_read_back(lines: list[str]) -> None:
    """A hard break may begin a line with anything, and it is still the same paragraph."""
    markdown = to_markdown(f"<p>{'<br>'.join(map(escaped, lines))}</p>", link=identity).text
    inline = [token for token in parser().parse(markdown) if token.type != "inline"]
    assert [token.type for token in inline] in ([], ["paragraph_open", "paragraph_close"])
    text = "".join(
        child.content or " " for token in parser().parse(markdown) for child in token.children or []
    )
    assert shown(text) == shown(" ".join(lines))


@given(st.sampled_from(["li", "h2", "td", "dt", "summary", "figcaption"]), PROSE)
def test_text_is_read_back_in(tag: str, text: str) -> None:
    around = {
        "li": "<ul><li>{}</li></ul>",
        "h2": "<h2>{}</h2>",
        "td": "<table><tr><td>{}</td></tr></table>",
        "dt": "<dl><dt>{}</dt><dd>d</dd></dl>",
        "summary": "<details><summary>{}</summary></details>",
        "figcaption": "<figure><figcaption>{}</figcaption></figure>",
    }[tag]
    markdown = to_markdown(around.format(escaped(text)), link=identity).text
    assert read_text(markdown) == shown(f"{text} d" if tag == "dt" else text)


# Dollars aside: parsers disagree on whether math or a code span comes first.
SPANS = st.recursive(
    PROSE.map(lambda text: escaped(text.replace("$", ""))),
    lambda inside: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>",
        st.sampled_from(["strong", "em", "del", "code", "span", "sub", "mark", 'a href="x"']),
        st.lists(inside, min_size=1, max_size=3),
    ),
    max_leaves=6,
)


@given(st.lists(SPANS, min_size=1, max_size=4).map("".join))
def test_inline_markup_keeps_the_text(html: str) -> None:
    html = re.sub(r'</a href="x">', "</a>", html)
    markdown = to_markdown(f"<p>{html}</p>", link=identity).text
    text = shown(
        re.sub(r"<[^>]*>", "", html).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    )
    read = re.sub(r"</?(?:strong|em|del|sub|mark)>|<!-- -->", "", read_text(markdown))
    assert read.replace(" ", "") == re.sub(
        r"</?(?:strong|em|del|sub|mark)>|<!-- -->", "", text
    ).replace(" ", "")


@given(
    CODE, st.sampled_from(["<pre><code>{}\n</code></pre>", "<ul><li>a<pre>\n{}\n</pre></li></ul>"])
)
def test_code_is_read_back(code: str, around: str) -> None:
    markdown = to_markdown(around.format(escaped(code)), link=identity).text
    assert read_markdown(markdown).code == [f"{code}\n"]


@given(st.text("ab `\\*", min_size=1, max_size=12).filter(str.strip))
def test_code_spans_are_read_back(code: str) -> None:
    markdown = to_markdown(f"<p>a <code>{code}</code> b</p>", link=identity).text
    spans = [
        child
        for token in parser().parse(markdown)
        for child in token.children or []
        if child.type == "code_inline"
    ]
    assert [span.content for span in spans] == [code]


BLOCKS = st.recursive(
    st.one_of(
        st.lists(WORDS, min_size=1, max_size=8).map(" ".join),
        st.builds("{} **{}** and *{}* `{}` [{}](x.md)".format, WORDS, WORDS, WORDS, WORDS, WORDS),
        st.builds("## {}".format, WORDS),
        st.builds("```py\n{} = 1\n\n    {}\n```".format, WORDS, WORDS),
        st.builds("| {} | {} |\n|---|:-:|\n| {} | `{}` |".format, WORDS, WORDS, WORDS, WORDS),
        st.just("---"),
    ),
    lambda inside: st.builds(
        lambda opening, first, parts: (
            opening[0]
            + first
            + "\n\n"
            + "\n\n".join(re.sub("(?m)^(?=.)", opening[1], part) for part in parts)
        ),
        st.sampled_from(
            [
                ("- ", "    "),
                ("1. ", "    "),
                ("> ", "> "),
                ("!!! note\n    ", "    "),
                ('=== "t"\n    ', "    "),
                ('??? tip "w"\n    ', "    "),
            ]
        ),
        WORDS,
        st.lists(inside, min_size=1, max_size=3),
    ),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(BLOCKS, min_size=1, max_size=4).map("\n\n".join))
def test_words_and_code_survive_the_way_through_html(source: str) -> None:
    html = to_html(source)
    markdown = to_markdown(html, link=identity, source=source).text
    result = judge(html, markdown)
    assert (result.words, result.code, result.links, result.leftovers) == (1, 1, 1, {})


@settings(max_examples=60, deadline=None)
@given(
    st.lists(BLOCKS, min_size=1, max_size=3)
    .map("\n\n".join)
    .filter(lambda source: "!!!" not in source and "???" not in source)
)
def test_markdown_is_stable(source: str) -> None:
    once = to_markdown(to_html(source), link=identity).text
    assert to_markdown(parser().render(once), link=identity).text == once


TAGS = [
    *(
        "p",
        "div",
        "section",
        "span",
        "a",
        "b",
        "em",
        "del",
        "q",
        "sub",
        "sup",
        "code",
        "pre",
        "ul",
        "ol",
        "li",
        "custom",
    ),
    *(
        "table",
        "thead",
        "tr",
        "td",
        "th",
        "caption",
        "dl",
        "dt",
        "dd",
        "details",
        "summary",
        "blockquote",
        "h1",
        "h3",
    ),
    *(
        "br",
        "hr",
        "img",
        "svg",
        "math",
        "script",
        "style",
        "template",
        "textarea",
        "select",
        "option",
        "button",
        "input",
    ),
    *("label", "figure", "figcaption", "iframe", "video"),
]
ATTRIBUTES = (
    "",
    ' class="admonition note"',
    ' class="tabbed-set tabbed-alternate"',
    ' class="tabbed-labels"',
    ' class="tabbed-content"',
    ' class="highlight"',
    ' class="highlighttable"',
    ' class="arithmatex"',
    ' class="footnote"',
    ' id="fn:1"',
    ' href="x"',
    ' src="y"',
    ' class="footnote-ref" href="#fn:1"',
    ' class="toc"',
    " hidden",
    ' colspan="9999" rowspan="x"',
    ' start="²"',
    ' class="doc-md-description"',
    ' type="checkbox"',
    ' style="text-align: center"',
    " class",
    " href",
    " src=''",
    ' class="katex"',
)
SOUP = st.lists(
    st.one_of(
        st.builds("<{}{}>".format, st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES)),
        st.builds("</{}>".format, st.sampled_from(TAGS)),
        st.text(string.printable, max_size=8),
        st.sampled_from(
            ["<!--", "-->", "<![CDATA[", "<", "&", "\0", "\ud800", "\\(a^2\\)", "<tr", "<a href='"]
        ),
    ),
    max_size=30,
).map("".join)


@settings(max_examples=300)
@example('<svg class="rich-terminal"><text x="nan" y="inf" textLength="1e-300">a</text></svg>')
@example('<svg class="rich-terminal"><text x="1e300" y="x" textLength="-1">a</text></svg>')
@given(st.one_of(st.text(), SOUP))
@example("<ul><ol><dl><table><tr><td>" * 3)
def test_no_html_raises(html: str) -> None:
    assert isinstance(to_markdown(html, link=identity).text, str)


@given(st.text(string.printable), st.text())
def test_no_markdown_raises(one: str, other: str) -> None:
    assert isinstance(source_fences(one + "```" + other), list)


@pytest.mark.parametrize(
    "tag", ["div", "span", "b", "ul><li", "blockquote", "table><tr><td", "details", "a href=x"]
)
def test_deep_nesting(tag: str) -> None:
    """Text far below any sane depth is still text, on one line, and no recursion gives out."""
    assert "deepest" in to_markdown(f"<{tag}>" * 5000 + "deepest", link=identity).text


def test_judge_sees_what_is_lost() -> None:
    html = '<p>one two three</p><pre>x</pre><img src="a.png"><a href="b">four</a>'
    assert judge(html, "one three [four](b)").words < 1
    assert judge(html, "one two three four").code == 0
    assert judge(html, "one two three four").images == 0
    assert judge(html, "one two three four").links == 0
    assert read_html(html).words == ["one", "two", "three", "x", "four"]


@pytest.mark.parametrize(
    ("markdown", "name"),
    [
        ("!!! note\n    x", "!!!"),
        ('=== "Tab"', "==="),
        ('--8<-- "x.md"', "--8<--"),
        ("::: loom", ":::"),
        ("text {: .class }", "{: "),
        ("# Title ¶", "permalink"),
        ("![x](data:image/png;base64,AA)", "base64"),
        ("<div>x</div>", "HTML"),
    ],
)
def test_judge_sees_leftovers(markdown: str, name: str) -> None:
    assert name in leftovers("<p>x</p>", markdown)
    assert leftovers("<p>x</p>", f"```\n{markdown}\n```") == {}
