"""Languages of code blocks that the HTML does not name, from wherever their fences stand."""

import pytest

from tests.features.compare import assert_as_plain

FILES = {
    "ascribe.toml": "",
    "docs/index.md": (
        '# Home\n\n=== "Tab"\n\n    ```py\n    --8<-- "code.txt"\n    ```\n\n::: lm_b\n'
    ),
    "docs/a.md": '# A\n\n--8<-- "part.txt"\n\n```js\nsame\n```\n\n```css\nsame\n```\n',
    "docs/b.md": "# B\n\n```\nsame\n```\n",
    "code.txt": "included = 1\n",
    "part.txt": "```rust\nlet part = 1;\n```\n",
    "lm_b.py": '"""B.\n\n```sh\nin a docstring\n```\n"""\n',
}
CONFIG = {
    "site_url": "https://docs.example.com/",
    "theme": {"name": "material", "font": False},
    "plugins": ["search", {"mkdocstrings": {"handlers": {"python": {"paths": ["."]}}}}],
    "markdown_extensions": [
        "pymdownx.highlight",
        "pymdownx.superfences",
        "pymdownx.snippets",
        {"pymdownx.tabbed": {"alternate_style": True}},
    ],
}


@pytest.mark.parametrize("kind", ["rendered", "source"])
def test_includes_and_docstrings(site, kind):
    built = site(FILES, plugin={"markdown": kind}, **CONFIG, strict=True)
    home = built.read("index.md")
    assert "```py\nincluded = 1\n```" in home
    assert "```sh\nin a docstring\n```" in home
    page = built.read("a.md")
    assert "```rust\nlet part = 1;\n```" in page
    assert page.index("```js\nsame\n```") < page.index("```css\nsame\n```")
    assert "```\nsame\n```" in built.read("b.md")


def test_pages_are_as_without_us(site):
    ours = site(FILES, plugin={"agents_note": "none"}, **CONFIG)
    assert_as_plain(ours, site(FILES, plugin=False, **CONFIG))
