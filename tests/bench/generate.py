"""Write a documentation site of any size, the same for the same number of pages.

A page has about 17 KB of content HTML on Material: prose, lists, tables, admonitions, tabs, code.
On the theme `bare`, which has no navigation, the rest of a build costs half as much, and no more a
page on a large site than on a small one: what the plugin adds shows there on a noisy machine too.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

WORDS = [
    *("index", "cache", "build", "token", "server", "client", "socket", "buffer", "parser"),
    *("record", "layout", "anchor", "signal", "worker", "thread", "module", "branch", "commit"),
    *("deploy", "region", "bucket", "stream", "filter", "policy", "schema", "column", "cursor"),
    *("header", "gateway", "session", "replica", "shard", "quota", "latency", "retry", "backoff"),
]
PAGES_A_FOLDER = 25

MKDOCS = """\
site_name: Bench
site_url: https://bench.example/docs/
docs_dir: docs
theme: {theme}
plugins:
  - search
{plugin}
markdown_extensions:
  - admonition
  - attr_list
  - tables
  - footnotes
  - toc: {{permalink: true}}
  - pymdownx.details
  - pymdownx.highlight
  - pymdownx.superfences
  - pymdownx.tabbed: {{alternate_style: true}}
"""
THEMES = {
    "material": "{name: material, font: false, features: [navigation.prune, navigation.tabs]}",
    "bare": "{name: null, custom_dir: theme}",
}
MAIN = """\
<!doctype html>
<html><head><meta charset="utf-8"><title>{{ page.title }}</title></head>
<body>{{ page.content }}</body></html>
"""
ASCRIBE = """\
[consumer]
host = "netlify"

# Unlisted pages would leave the navigation, and the build would cost less than without the plugin.
[listing]
folders = { "part-1/" = "unquoted" }

[crawlers]
training = "disallow"
lines = "Disallow: /private/"
"""


def sentence(rng: random.Random, words: int) -> str:
    text = " ".join(rng.choice(WORDS) for _ in range(words))
    return f"{text.capitalize()}."


def section(rng: random.Random, number: int, others: list[str]) -> str:
    link = rng.choice(others)
    code = "\n".join(f"    {rng.choice(WORDS)} = {rng.randrange(100)}" for _ in range(6))
    items = "\n".join(f"- {sentence(rng, 8)}" for _ in range(5))
    rows = "\n".join(f"| `{rng.choice(WORDS)}` | {sentence(rng, 5)} |" for _ in range(5))
    prose = "\n\n".join(sentence(rng, 40) for _ in range(3))
    return (
        f"## {sentence(rng, 3)[:-1]} {number}\n\n{prose} See [the page]({link}).\n\n{items}\n\n"
        f"```python\ndef {rng.choice(WORDS)}():\n{code}\n```\n\n"
        f"| Name | Meaning |\n| --- | --- |\n{rows}\n\n"
        f"!!! warning\n    {sentence(rng, 20)}\n\n"
        f'=== "One"\n    {sentence(rng, 12)}\n\n=== "Two"\n    {sentence(rng, 12)}\n'
    )


def generate(folder: Path, pages: int, *, plugin: str, theme: str = "material") -> Path:
    """Write the site, with `plugin` as the last of its plugins, and give its mkdocs.yml."""
    docs = folder / "docs"
    (folder / "theme").mkdir(parents=True)
    (folder / "theme" / "main.html").write_text(MAIN, encoding="utf-8")
    names = [f"part-{n // PAGES_A_FOLDER}/page-{n}.md" for n in range(pages - 1)]
    for number, name in enumerate(["index.md", *names]):
        rng = random.Random(number)
        depth = "../" if "/" in name else ""
        others = [f"{depth}{one}" for one in rng.sample(names, min(20, len(names)))]
        body = "\n".join(section(rng, n, others) for n in range(5))
        title = f"{sentence(rng, 3)[:-1]} {number}"
        path = docs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f"---\ndescription: {sentence(rng, 12)}\n---\n\n# {title}\n\n{body}", encoding="utf-8"
        )
    (folder / "ascribe.toml").write_text(ASCRIBE, encoding="utf-8")
    config = folder / "mkdocs.yml"
    config.write_text(MKDOCS.format(plugin=plugin, theme=THEMES[theme]), encoding="utf-8")
    return config
