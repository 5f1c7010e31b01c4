import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_ascribe.markdown_source import has_h1, rewrite_links


def fault(reason, *case):
    """A case that the package does not hold yet."""
    return pytest.param(*case, marks=pytest.mark.xfail(reason=reason))


def seen(markdown):
    """Give the targets that were resolved, and the text with each of them marked."""
    targets = []

    def resolve(href):
        targets.append(href)
        return f"+{href}"

    return rewrite_links(markdown, resolve), targets


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # CommonMark 0.31, 6.3: inline links
        ("[a](b.md)", "[a](+b.md)"),
        ("![a](b.png)", "![a](+b.png)"),
        ("[a]( b.md )", "[a](+b.md)"),
        ("[a](b.md 't')", "[a](+b.md 't')"),
        ('[a](b.md "t")', '[a](+b.md "t")'),
        ("[a](b.md (t))", "[a](+b.md (t))"),
        ('[a](b.md\n"t")', '[a](+b.md\n"t")'),
        ("[a](b(c).md)", "[a](+b%28c%29.md)"),
        ("[a](<b c.md>)", "[a](+b%20c.md)"),
        ("[a](b.md?x=1&amp;y#z)", "[a](+b.md?x=1&y#z)"),
        ("[a](#z)", "[a](+#z)"),
        ("[![i](x.png)](b.md)", "[![i](+x.png)](+b.md)"),
        ("[`code`](b.md)", "[`code`](+b.md)"),
        ("**[a](b.md)**[c](d.md)", "**[a](+b.md)**[c](+d.md)"),
        ("[a](b.md){ .button }", "[a](+b.md){ .button }"),
        ("[over\ntwo lines](b.md)", "[over\ntwo lines](+b.md)"),
        fault("a parenthesis in a title", '[a](b.md "t) u")', '[a](+b.md "t) u")'),
        fault("a parenthesis in a title", '[a](b.md "t ( u")', '[a](+b.md "t ( u")'),
        fault("a title over two lines", '[a](b.md "t\nu")', '[a](+b.md "t\nu")'),
        fault("a parenthesis in angle brackets", "[a](<b)c.md>)", "[a](+b%29c.md)"),
        fault("an escaped parenthesis", "[a](b\\).md)", "[a](+b%29.md)"),
        # 4.7: reference definitions
        ("[a][r]\n\n[r]: b.md\n", "[a][r]\n\n[r]: +b.md\n"),
        ("   [r]:\tb.md 't'\n", "   [r]:\t+b.md 't'\n"),
        ("[r]: <b c.md> (t)\n", "[r]: +b%20c.md (t)\n"),
        ("[r]: b.md\r\n[s]: c.md\r\n", "[r]: +b.md\r\n[s]: +c.md\r\n"),
        fault("a target on the next line", "[r]:\n  b.md\n", "[r]:\n  +b.md\n"),
        fault("a definition in a quote", "> [r]: b.md\n", "> [r]: +b.md\n"),
        fault("a definition in a list", "- x\n\n    [r]: b.md\n", "- x\n\n    [r]: +b.md\n"),
        fault(
            "a definition in an admonition",
            "!!! note\n    [r]: b.md\n",
            "!!! note\n    [r]: +b.md\n",
        ),
        # 6.6: raw HTML
        ('<a href="b.md">', '<a href="+b.md">'),
        ("<A class=x href='b.md?a&amp;b'>", "<A class=x href='+b.md?a&amp;b'>"),
        fault("an upper-case attribute", "<A HREF='b.md'>", "<A HREF='+b.md'>"),
        ('<img\n  src = "b.png"\n/>', '<img\n  src = "+b.png"\n/>'),
        fault("an unquoted attribute", "<a href=b.md>", "<a href=+b.md>"),
        fault(
            "a bracket in an attribute", '<img alt=">" src="b.png">', '<img alt=">" src="+b.png">'
        ),
        # Containers of Python-Markdown
        ("> [a](b.md)\n", "> [a](+b.md)\n"),
        ("- x\n\n    [a](b.md)\n", "- x\n\n    [a](+b.md)\n"),
        ("1. x\n\n    - y\n\n        [a](b.md)\n", "1. x\n\n    - y\n\n        [a](+b.md)\n"),
        ("!!! note\n\n    [a](b.md)\n", "!!! note\n\n    [a](+b.md)\n"),
        ('??? note "t"\n    [a](b.md)\n', '??? note "t"\n    [a](+b.md)\n'),
        ('=== "Tab"\n\n    [a](b.md)\n', '=== "Tab"\n\n    [a](+b.md)\n'),
        ("Term\n:   [a](b.md)\n\n    [c](d.md)\n", "Term\n:   [a](+b.md)\n\n    [c](+d.md)\n"),
        ("[^1]: [a](b.md)\n\n    [c](d.md)\n", "[^1]: [a](+b.md)\n\n    [c](+d.md)\n"),
        ("| [a](b.md) | x |\n|---|---|\n", "| [a](+b.md) | x |\n|---|---|\n"),
        ("text\n    [a](b.md)\n", "text\n    [a](+b.md)\n"),
    ],
)  # S32, b58
def test_links_are_resolved(before, after):
    assert seen(before)[0] == after


@pytest.mark.parametrize(
    "code",
    [
        "```\n[a](b.md)\n```\n",
        '```py title="[a](b.md)"\n[r]: b.md\n```\n',
        "~~~\n[a](b.md)\n```\n[a](b.md)\n~~~\n",
        "````\n```\n[a](b.md)\n```\n[a](b.md)\n````\n",
        "``` { .py .annotate }\n[a](b.md) # (1)!\n```\n",
        "```\n[a](b.md)\n",
        "- x\n\n    ```\n    [a](b.md)\n    ```\n",
        "- ```\n  [a](b.md)\n  ```\n",
        "> ```\n> [a](b.md)\n> ```\n",
        "!!! note\n\n    ```\n    [a](b.md)\n\n    [a](b.md)\n    ```\n",
        '=== "T"\n\n    ~~~ {.py}\n    [a](b.md)\n    ~~~\n',
        "x\n\n    [a](b.md)\n\n    [a](b.md)\n",
        "x\n\n\t[a](b.md)\n",
        "!!! note\n\n        [a](b.md)\n",
        "- x\n\n        [a](b.md)\n",
        "`[a](b.md)`",
        "`` [a](b.md) ` ``",
        "`over\n[a](b.md)\ntwo`",
        "<!-- [a](b.md) -->",
        '<!--\n[r]: b.md\n<a href="b.md">\n-->',
        "\\`x\\` \\[a\\](b.md)",
        "[x] [y] (z)",
        "[a]()",
        "[a](<>)",
        "[a](b",
        "*[HTML]: b.md\n",
        '<a data-href="b.md" id="href">',
        fault("a fence in a numbered list", "1. ```\n   [a](b.md)\n   ```\n"),
        fault("indented code behind a fence", "```\nx\n```\n    [a](b.md)\n"),
        fault("indented code behind a heading", "# H\n    [a](b.md)\n"),
        fault("pre", "<pre>\n[a](b.md)\n</pre>\n"),
        fault("a script", "<script>\nx = a[0](b);\n</script>\n"),
        fault("prose that begins like a definition", "[Alice]: hello there\n"),
        fault("an escaped bracket", "\\[a](b.md)"),
        fault("no opening bracket", "x](b.md)"),
    ],
)  # S32, b60
def test_what_is_no_link_stays_byte_for_byte(code):
    assert seen(code) == (code, [])
    assert seen(f"[l](m.md)\n\n{code}")[0] == f"[l](+m.md)\n\n{code}"


@pytest.mark.parametrize(
    "code",
    [
        "```\nx\n```\n",
        "~~~\n```\n~~~\n",
        "- ```\n  x\n  ```\n",
        "x\n\n    code\n\n",
        "<!-- x -->\n",
        "`` a ` b `` ",
        "\\` ",
        fault("a fence in a numbered list", "1. ```\n   x\n   ```\n\n"),
        fault("a quote ends its fence", "> ```\n> x\n\n"),
        fault("a fence in indented code", "x\n\n    ```\n    y\n\n"),
        fault("a run of backticks that nothing closes", "``` x `y` "),
    ],
)
def test_a_link_behind_code_is_a_link(code):
    text = f"{code}[a](b.md) `x`"
    assert seen(text) == (f"{code}[a](+b.md) `x`", ["b.md"])


@pytest.mark.parametrize(
    ("markdown", "found"),
    [
        ("# T\n", True),
        ("x\n\n# T #\n", True),
        ("T\n=\n", True),
        ("T\r\n===\r\n", True),
        ("#\tT", True),
        ("## T\n", False),
        ("```\n# T\n```\n", False),
        ("x\n\n    # T\n", False),
        ("\n===\n", False),
        ("#!shebang\n", True),
        ("", False),
        pytest.param("<h1>T</h1>\n", True, marks=pytest.mark.xfail(reason="an HTML heading")),
        pytest.param("<!--\n# T\n-->\n", False, marks=pytest.mark.xfail(reason="a comment")),
    ],
)
def test_headings_of_the_first_level(markdown, found):
    assert has_h1(markdown) is found


_WORDS = st.lists(
    st.sampled_from(
        ["a", " ", "\n", "\n\n", "    ", "\t", "`", "```", "~~~", "- ", "1. ", "> ", "!!! x", "# ",
         "[", "]", "(", ")", "!", "\\", "<", ">", "<!--", "-->", "<a ", "href=", '"', "'", ":", "^",
         "\r\n", "\u2028", "\0", "日", "&amp;", "<pre>", ".md", "=", "*", "_"]
    )
).map("".join)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(st.one_of(_WORDS, st.text()))
def test_nothing_raises_and_nothing_is_lost(markdown):
    """Between the targets that were resolved, all text stays in its place."""
    text, targets = seen(markdown)
    if not targets:
        assert text == markdown
    has_h1(markdown)


@settings(max_examples=300, deadline=None)
@given(_WORDS)
def test_no_target_no_change(markdown):
    if not re.search(r"\]\(|\]:|(?:href|src)\s*=", markdown):
        assert rewrite_links(markdown, str.upper) == markdown
