"""Renders a construct as MkDocs with Material would.

That is Python-Markdown with the extensions that Material documents.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import markdown
import yaml
from material.extensions import emoji
from pymdownx import slugs, superfences

from mkdocs_ascribe.markdown.rendered import Rendered, to_markdown

CONSTRUCTS = Path(__file__).parent / "constructs"

EXTENSIONS = {
    "abbr": {},
    "admonition": {},
    "attr_list": {},
    "def_list": {},
    "footnotes": {},
    "md_in_html": {},
    "tables": {},
    "toc": {"permalink": True},
    "pymdownx.arithmatex": {"generic": True},
    "pymdownx.betterem": {},
    "pymdownx.blocks.caption": {},
    "pymdownx.caret": {},
    "pymdownx.critic": {},
    "pymdownx.details": {},
    "pymdownx.emoji": {"emoji_index": emoji.twemoji, "emoji_generator": emoji.to_svg},
    "pymdownx.highlight": {
        "anchor_linenums": True,
        "line_spans": "__span",
        "pygments_lang_class": True,
    },
    "pymdownx.inlinehilite": {},
    "pymdownx.keys": {},
    "pymdownx.magiclink": {
        "normalize_issue_symbols": True,
        "repo_url_shorthand": True,
        "user": "acme",
        "repo": "loom",
    },
    "pymdownx.mark": {},
    "pymdownx.smartsymbols": {},
    "pymdownx.snippets": {},
    "pymdownx.superfences": {
        "custom_fences": [
            {"name": "mermaid", "class": "mermaid", "format": superfences.fence_code_format}
        ]
    },
    "pymdownx.tabbed": {"alternate_style": True, "slugify": slugs.slugify(case="lower")},
    "pymdownx.tasklist": {"custom_checkbox": True},
    "pymdownx.tilde": {},
}


@dataclass(frozen=True)
class Construct:
    """A sample: its content HTML and the Markdown source it was made from.

    The source is empty for plain HTML.
    """

    html: str
    source: str

    def markdown(self) -> Rendered:
        """Return the sample's Markdown, links as they stand."""
        return to_markdown(self.html, link=lambda url: url, source=self.source)


def to_html(source: str, changes: dict[str, dict[str, object] | None] | None = None) -> str:
    """Return the HTML of `source`.

    `changes` are options by extension, None leaving an extension out.
    """
    configs: dict[str, dict[str, object]] = {
        name: dict(options) for name, options in EXTENSIONS.items()
    }
    for name, options in (changes or {}).items():
        if options is None:
            configs.pop(name, None)
        else:
            configs[name] = {**configs.get(name, {}), **options}
    return markdown.markdown(source, extensions=list(configs), extension_configs=configs)


def construct(path: Path) -> Construct:
    """Return a sample file.

    HTML is taken as it is, Markdown with the options in its first block, if it has one.
    """
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        return Construct(text, "")
    changes = None
    if text.startswith("---\n"):
        head, _, text = text.removeprefix("---\n").partition("\n---\n")
        changes = yaml.safe_load(head)
    return Construct(to_html(text, changes), text)


def construct_paths() -> list[Path]:
    """Return all samples."""
    return sorted(path for path in CONSTRUCTS.iterdir() if not path.name.endswith(".expected.md"))
