"""What is read of the fences in a page's source, and which of them a code block gets."""

from __future__ import annotations

import pytest

from mkdocs_ascribe.markdown.rendered import to_markdown
from mkdocs_ascribe.markdown.rendered.fences import Fence, source_fences


@pytest.mark.parametrize(
    ("info", "language", "title"),
    [
        ("py", "py", ""),
        (' py title="a b.py" linenums="1"', "py", "a b.py"),
        ("py title='single'", "py", "single"),
        ("c++ hl_lines='1'", "c++", ""),
        ('{ .yaml .annotate title="mkdocs.yml" }', "yaml", "mkdocs.yml"),
        ("{.sh .no-copy}", "sh", ""),
        ("{ python }", "python", ""),
        ('{ title="only" }', "", "only"),
        ('title="only"', "", "only"),
        ("", "", ""),
    ],
)
def test_header(info: str, language: str, title: str) -> None:
    assert source_fences(f"```{info}\nx\n```") == [Fence(language, title, "x")]


@pytest.mark.parametrize(
    ("source", "fences"),
    [
        ("~~~ sh\n```\n~~~", [Fence("sh", "", "```")]),
        (
            "````md\n```py\nx\n```\n````\n```a\n```",
            [Fence("md", "", "```py\nx\n```"), Fence("a", "", "")],
        ),
        ("    ```py\n    a\n        b\n    ```", [Fence("py", "", "a\n    b")]),
        ("\t```py\n\ta\n\t```", [Fence("py", "", "a")]),
        ("> ```py\n> a\n>\n> b\n> ```", [Fence("py", "", "a\n\nb")]),
        ("- ```py\n  a\n  ```", [Fence("py", "", "a")]),
        ("1. x\n\n    ``` py\n    a\n    ```\n", [Fence("py", "", "a")]),
        ("```py\r\na\r\n```\r\n", [Fence("py", "", "a")]),
        ("```py\nnever closed", []),
        ("```code``` in a line\n```py\na\n```", [Fence("py", "", "a")]),
        ("text ```py\na\n```", []),
        ("no fence", []),
    ],
)
def test_places(source: str, fences: list[Fence]) -> None:
    assert source_fences(source) == fences


def test_the_same_text_is_taken_in_order_and_other_text_by_itself() -> None:
    fences = [("first", "same"), ('other title="t"', "else"), ("second", "same")]
    source = "\n".join(f"```{info}\n{text}\n```" for info, text in fences)
    html = "<pre><code>{}\n</code></pre>"
    page = "".join(html.format(text) for text in ["same", "same", "same", "unknown", "else"])
    assert to_markdown(page, link=str, source=source).text == (
        "```first\nsame\n```\n\n```second\nsame\n```\n\n```second\nsame\n```\n\n"
        "```\nunknown\n```\n\n**t**\n\n```other\nelse\n```\n"
    )


def test_what_the_html_says_stands() -> None:
    html = '<div class="language-py highlight"><pre><code>x\n</code></pre></div>'
    source = '```js title="title"\nx\n```'
    assert to_markdown(html, link=str, source=source).text == "```py\nx\n```\n"


def test_many_open_fences_are_read_in_one_pass() -> None:
    assert source_fences("```py\n" * 1 + "~~~x\n" * 50_000) == []
