import re
import time

import markdown as python_markdown
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from mkdocs_ascribe.markdown.source import MarkdownSource


def rewrite_links(markdown, *resolvers):
    return MarkdownSource(markdown).with_links(*resolvers)


def has_h1(markdown):
    return MarkdownSource(markdown).has_h1


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
        ('[a](b.md "t) u")', '[a](+b.md "t) u")'),
        ('[a](b.md "t ( u")', '[a](+b.md "t ( u")'),
        ('[a](b.md "t\nu")', '[a](+b.md "t\nu")'),
        ("[a](<b)c.md>)", "[a](+b%29c.md)"),
        ("[a](b\\).md)", "[a](+b%29.md)"),
        ('[a](b.md "say "x" now")', '[a](+b.md "say "x" now")'),
        ('[a](b.md"t")', '[a](+b.md"t")'),
        ("[a](b.md\n(t)\n)", "[a](+b.md\n(t)\n)"),
        ("> [a](b.md\n> 't')", "> [a](+b.md\n> 't')"),
        ('[a](<b.md> "t")', '[a](+b.md "t")'),
        ("[a](b c.md)", "[a](+b%20c.md)"),
        ("[a](b c.md 't')", "[a](+b%20c.md 't')"),
        ("[a](it's.md) [c](d's.md)", "[a](+it's.md) [c](+d's.md)"),
        ("[a](b((c)).md)", "[a](+b%28%28c%29%29.md)"),
        ("[a [b] c](d.md)", "[a [b] c](+d.md)"),
        ("[x [a](b.md)", "[x [a](+b.md)"),
        ("x] [a](b.md)", "x] [a](+b.md)"),
        ("[a\\]](b.md)", "[a\\]](+b.md)"),
        ("[`]`](b.md)", "[`]`](+b.md)"),
        ("\\`[a](b.md)\\`", "\\`[a](+b.md)\\`"),
        ("\\\\[a](b.md)", "\\\\[a](+b.md)"),
        ("[a](b\\_c.md)", "[a](+b_c.md)"),
        ("[a](b.md?x&copy=1)", "[a](+b.md?x&copy=1)"),
        ("[a](b.md?x&amp;copy;)", "[a](+b.md?x&amp;copy;)"),
        ("[a](b.md)\r\n[c](d.md)\r[e](f.md)", "[a](+b.md)\r\n[c](+d.md)\r[e](+f.md)"),
        ("[<img src=b.png>](c.md)", "[<img src=+b.png>](+c.md)"),
        # 6.5: autolinks
        ("<https://x.example/a/>", "<+https://x.example/a/>"),
        # 4.7: reference definitions
        ("[a][r]\n\n[r]: b.md\n", "[a][r]\n\n[r]: +b.md\n"),
        ("   [r]:\tb.md 't'\n", "   [r]:\t+b.md 't'\n"),
        ("[r]: <b c.md> (t)\n", "[r]: +b%20c.md (t)\n"),
        ("[r]: b.md\r\n[s]: c.md\r\n", "[r]: +b.md\r\n[s]: +c.md\r\n"),
        ("[r]:\n  b.md\n", "[r]:\n  +b.md\n"),
        ("> [r]: b.md\n", "> [r]: +b.md\n"),
        ("- x\n\n    [r]: b.md\n", "- x\n\n    [r]: +b.md\n"),
        ("!!! note\n    [r]: b.md\n", "!!! note\n    [r]: +b.md\n"),
        ("- [r]: b.md\n", "- [r]: +b.md\n"),
        ("> - [r]:\n>   b.md\n", "> - [r]:\n>   +b.md\n"),
        ("[r]: b.md\n  'over\ntwo'\n", "[r]: +b.md\n  'over\ntwo'\n"),
        ("text\n[r]: b.md\n", "text\n[r]: +b.md\n"),
        ("[`r`]: b.md\n[s]: c.md\n", "[`r`]: +b.md\n[s]: +c.md\n"),
        # 6.6: raw HTML
        ('<a href="b.md">', '<a href="+b.md">'),
        ("<A class=x href='b.md?a&amp;b'>", "<A class=x href='+b.md?a&amp;b'>"),
        ("<A HREF='b.md'>", "<A HREF='+b.md'>"),
        ('<img\n  src = "b.png"\n/>', '<img\n  src = "+b.png"\n/>'),
        ("<a href=b.md>", "<a href=+b.md>"),
        ('<img alt=">" src="b.png">', '<img alt=">" src="+b.png">'),
        ('<a title="[x](y.md)" href=b.md>', '<a title="[x](y.md)" href=+b.md>'),
        ("<a href='b.md?a&amp;b=1'>", "<a href='+b.md?a&amp;b=1'>"),
        (
            '<div>\n<p><a href="b.md">\n\n[a](b.md)</p>\n</div>\n[c](d.md)',
            '<div>\n<p><a href="+b.md">\n\n[a](b.md)</p>\n</div>\n[c](+d.md)',
        ),
        (
            '<div class="grid cards" markdown>\n- [a](b.md)\n\n    [c](d.md)\n</div>',
            '<div class="grid cards" markdown>\n- [a](+b.md)\n\n    [c](+d.md)\n</div>',
        ),
        ("> <a\n> href='b.md'>", "> <a\n> href='+b.md'>"),
        ("<!-- x\n\ny --> [a](b.md)", "<!-- x\n\ny --> [a](+b.md)"),
        ("<!-- x [a](b.md)", "<!-- x [a](+b.md)"),
        ("<div>\n\n[a](b.md)", "<div>\n\n[a](+b.md)"),
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
        ("- - x\n\n        [a](b.md)\n", "- - x\n\n        [a](+b.md)\n"),
        ("- > x\n  > [a](b.md)\n", "- > x\n  > [a](+b.md)\n"),
        ("> - x\n>\n>     [a](b.md)\n", "> - x\n>\n>     [a](+b.md)\n"),
        ("- x\n\n    > y\n\n    [a](b.md)\n", "- x\n\n    > y\n\n    [a](+b.md)\n"),
        ("- a\n  - b\n\n    [a](b.md)\n", "- a\n  - b\n\n    [a](+b.md)\n"),
        ("- x\n\n\t[a](b.md)\n", "- x\n\n\t[a](+b.md)\n"),
        ("  [^1]:\n    [a](b.md)\n", "  [^1]:\n    [a](+b.md)\n"),
        ("/// note | [a](b.md)\n[c](d.md)\n///\n", "/// note | [a](+b.md)\n[c](+d.md)\n///\n"),
        ('!!! note "[a](b.md)"\n    x\n', '!!! note "[a](+b.md)"\n    x\n'),
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
        "```md\n- x\n  ```\n  [a](b.md)\n  ```\n```\n",
        "/// tab | T\n```\n[a](b.md)\n```\n///\n",
        "> - ```\n>   [a](b.md)\n>   ```\n",
        ">     [a](b.md)\n",
        "- x\n\n---\n\n    [a](b.md)\n",
        "T\n===\n    [a](b.md)\n",
        "<style>\n\n[a](b.md)\n</style>\n",
        "- <pre>\n  [a](b.md)\n\n  </pre>\n",
        "x <script>[a](b.md)</script>",
        "x <!-- [a](b.md) --> y",
        "[^1]: b.md\n",
        "[a]: b.md c\n",
        "x [a]: b.md\n",
        "[a](b\nc.md)",
        "[a] (b.md)",
        "[a]\n(b.md)",
        "<a href>",
        "<a href=''>",
        "<mailto:a@b.example> <a@b.example>",
        "x < y href='b.md'>",
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
        "1. ```\n   [a](b.md)\n   ```\n",
        "```\nx\n```\n    [a](b.md)\n",
        "# H\n    [a](b.md)\n",
        "<pre>\n[a](b.md)\n</pre>\n",
        "<script>\nx = a[0](b);\n</script>\n",
        "[Alice]: hello there\n",
        "\\[a](b.md)",
        "x](b.md)",
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
        "- ```\n  x\n\n",
        "- x\n\n    ```\n    y\n\n",
        "<pre>x</pre>\n",
        "<script>x</script>\n\n",
        "\\` ",
        "1. ```\n   x\n   ```\n\n",
        "> ```\n> x\n\n",
        "x\n\n    ```\n    y\n\n",
        "``` x `y` ",
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
        ("<h1>T</h1>\n", True),
        ("<div>\n<H1 class=x>T</H1></div>", True),
        ("`<h1>` <!-- <h1> -->", False),
        ("<!--\n<h1>\n-->\n\n    <h1>\n", False),
        ("```\nT\n===\n```\n", False),
        ("> # T\n", True),
        ('=== "T"\n', False),
        ("# #\n", False),
        ("T\n---\n", False),
        ("<!--\n# T\n-->\n", False),
    ],
)
def test_headings_of_the_first_level(markdown, found):
    assert has_h1(markdown) is found


def test_html_is_resolved_by_its_own_resolver():
    text = '[a](b.md) <a href="b.md">\n\n[r]: b.md\n'
    found = rewrite_links(text, lambda href: f"+{href}", lambda href: f"-{href}")
    assert found == '[a](+b.md) <a href="-b.md">\n\n[r]: +b.md\n'


@pytest.mark.parametrize(
    ("before", "new", "after"),
    [
        ("[a](b)", "x y&lt;<(\\", "[a](x%20y&amp;lt;%3C%28%5C)"),
        ("<img src=b>", "x?y=z", '<img src="x?y=z">'),
        ("<img src='b'>", "x'\"<&", "<img src='x&#x27;&quot;&lt;&amp;'>"),
        ("<https://b>", "x y>", "<x%20y%3E>"),
    ],
)
def test_what_a_resolver_gives_is_escaped(before, new, after):
    assert rewrite_links(before, lambda _: new) == after


def test_a_source_is_read_once_for_both():
    source = MarkdownSource("# T\n\n[a](b.md)\n")
    assert source.has_h1
    assert source.with_links(str.upper) == "# T\n\n[a](B.MD)\n"


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


@settings(max_examples=400, deadline=None)
@given(st.one_of(_WORDS, st.text()))
def test_the_same_targets_change_nothing(markdown):
    assert rewrite_links(markdown, lambda href: href) == markdown


# The last Python-Markdown for Python 3.10 ends a tag there.
_ANGLE = "" if "&gt;" in python_markdown.markdown('<img alt=">">') else ">"
_INLINE = st.sampled_from(
    ["word", "[a](%s)", "![a](%s)", '[a](%s "t")', '[a](%s "t) u")', "[a](%s 't (u')",
     '[a](%s\n"t")', "[a](<%s>)", "[a](<x %s>)", "[a](x %s)", "[a](x(1)%s)", "[a]( %s )",
     "[![i](%s)](%s)", "`[a](%s)`", "`` ` [a](%s) ``", "\\[a](%s)", "x](%s)", "**[a](%s)**",
     '<a href="%s">x</a>', "<img src='%s' alt=\"x\">", f'<img alt="{_ANGLE}" src="%s">',
     "<https://h/%s>", "<!-- [a](%s) -->", "[a [b]](%s)", "[`x]`](%s)", "\\`[a](%s)\\`",
     "[a](b\\)%s)", "[a](%s?a=1&amp;b=2)", "[over\ntwo](%s)", "[a] (%s)", "[a][r](%s)",
     '[a](%s"t")']
)  # fmt: skip
_PARAGRAPH = st.lists(_INLINE, min_size=1, max_size=3).map(" ".join)
_LINE = _PARAGRAPH.map(lambda text: text.replace("\n", " "))
_LEAF = st.one_of(
    _PARAGRAPH,
    _LINE.map("# {}".format),
    _LINE.map("- a\n- {}\n    - b".format),
    _LINE.map("Term\n\n:   {}".format),
    _LINE.map("|a|b|\n|-|-|\n|{}|x|".format),
    st.sampled_from(
        ["```\n[a](%s)\n\n[a](%s)\n```", "~~~ py\n[a](%s)\n```\n[a](%s)\n~~~",
         "    [a](%s)\n\n    [a](%s)", "[r%s]: %s"]
    ),
)  # fmt: skip


def _inside(first, others, text):
    """Put blocks into a container: what its first line, and what each other, begins with."""
    lines = text.split("\n")
    return "\n".join([first, *((others + line).rstrip() for line in lines)])


def _containers(blocks):
    some = st.lists(blocks, min_size=1, max_size=2).map("\n\n".join)
    marks = st.sampled_from(
        [("-   x\n", "    "), ("1.  x\n", "    "), ("!!! note", "    "), ('??? tip "T"\n', "    "),
         ('=== "T"\n', "    "), ("", "> ")]
    )  # fmt: skip
    return st.builds(lambda mark, text: _inside(*mark, text), marks, some)


_DOCUMENT = st.lists(st.recursive(_LEAF, _containers, max_leaves=5), max_size=4).map("\n\n".join)


@settings(max_examples=300, deadline=None)
@given(_DOCUMENT)
def test_the_links_are_those_of_python_markdown(document):
    # A definition's second block is code to Python-Markdown where the definition is in a container,
    # and a paragraph where it is not.
    assume(not re.search(r"(?m)^([ >]+):   .*\n[ >]*\n\1    ", document))
    # Two quotes with a blank line between are one to it: an indented block goes on in the first.
    assume(not re.search(r"(?m)^( *)>.*\n\s*\n\1>     ", document))
    numbers = iter(range(10000))
    document = re.sub("%s", lambda _: f"u{next(numbers)}.md", document)
    document = re.sub(r"(?m)^(.*)(\[r.*\]): (.*)$", r"\1[x]\2\n\1\n\1\2: \3", document)
    extensions = ["tables", "md_in_html", "def_list", "footnotes", "admonition"]
    extensions += ["pymdownx.superfences", "pymdownx.details", "pymdownx.tabbed"]
    page = LexborHTMLParser(python_markdown.markdown(document, extensions=extensions))
    values = [value for node in page.css("[href], [src]") for value in node.attributes.values()]
    theirs = set(re.findall(r"u\d+\.md", " ".join(filter(None, values))))
    assert set(re.findall(r"u\d+\.md", " ".join(seen(document)[1]))) == theirs


@pytest.mark.parametrize(
    "part",
    ["`", "``x", "[", "]", "(", ")", "\\", "![", "](", "[a](", "[a](b ", "[a]('", '[a](b "t',
     "[a](<", "[a](b\n'", "[r]: ", "[r]: b '\n", "<", "<a ", "<a x='", "<!--", "<div>\n", "<pre>\n",
     "<p></p>", ">", "> ", "- ", "- \n", "- - - ", "> - ", "```\n", "> ```\n", "    \n", "!!! x\n",
     "[^a]: ", ": ", "&", "#", "=\n", "\t", "\r"]
)  # fmt: skip
def test_the_time_is_linear(part):
    assert_linear((part * 200_000)[:200_000])


@pytest.mark.parametrize("filler", [" ", "x", "'", ' "', "(", "/", "\\", "=", "&", ":"])
@pytest.mark.parametrize(
    ("first", "last"),
    [("<a", ""), ("<a b", "c>"), ("<a b=", ""), ("<div", ""), ("[a](b", "c)"), ("[a](b '", ")"),
     ("[a](<b>", ")"), ("[r]: b", "c"), ("[r]:", ""), ("- ", ""), ("#", ""), ("`", "``")]
)  # fmt: skip
def test_the_time_is_linear_for_one_construct(first, filler, last):
    assert_linear(f"{first}{(filler * 100_000)[:100_000]}{last}")


@pytest.mark.parametrize(
    ("part", "last"), [("x <!-- a\n\n", "-->"), ("x <pre>\n\n", "</pre>"), ("x <a\n\n", ">")]
)
def test_the_time_is_linear_for_what_ends_late(part, last):
    assert_linear((part * 200_000)[:200_000] + last)


def assert_linear(text):
    began = time.process_time()
    source = MarkdownSource(text)
    assert source.has_h1 in (True, False)
    assert source.with_links(lambda href: href) == text
    assert time.process_time() - began < 5
