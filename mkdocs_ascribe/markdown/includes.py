"""Sources that are not yet what a reader sees, since the build puts other text into them."""

from __future__ import annotations

import re

from mkdocs_ascribe.markdown.source import code_lines

# pymdownx.snippets looks into code blocks too; a semicolon before the mark keeps it as it stands.
_SNIPPET = re.compile(r"^[ \t]*-{1,}8<-{1,}(?:[ \t]|$)", re.MULTILINE)
# mkdocstrings and autodoc plugins alike: `::: package.module`.
_AUTODOC = re.compile(r"^[ ]{0,3}:::[ \t]+\S", re.MULTILINE)


def includes_other_text(markdown: str) -> bool:
    """Say whether a source asks for snippets or for documentation from code."""
    if _SNIPPET.search(markdown):
        return True
    return _AUTODOC.search(markdown) is not None and any(
        not is_code and _AUTODOC.match(line) for is_code, line in code_lines(markdown)
    )
