import pytest

from mkdocs_ascribe.markdown.includes import includes_other_text


@pytest.mark.parametrize(
    ("markdown", "includes"),
    [
        ('--8<-- "note.md"\n', True),
        ('text\n\n    -8<- "note.md"\n', True),
        ("--8<--\nnote.md\n--8<--\n", True),
        ('```\n--8<-- "note.md"\n```\n', True),  # snippets are put into code too
        (';--8<-- "note.md"\n', False),
        ("a --8<-- b\n", False),
        ("::: package.module\n    options: {}\n", True),
        ("text\n\n::: package.module\n", True),
        ("```\n::: package.module\n```\n", False),
        ("    ::: package.module\n", False),
        ("::: \n", False),
        ("Plain text.\n", False),
    ],
)  # S99, b59
def test_includes_other_text(markdown, includes):
    assert includes_other_text(markdown) is includes
