"""What the plugin has to know of themes: Material, the drawn trail, texts they do not escape."""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs_ascribe.html_head import escape

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

    from mkdocs_ascribe.records import PageRecord


def alternate_rel(config: MkDocsConfig) -> str:
    """Give the `rel` of the link to the Markdown version.

    Material's script looks for a sitemap.xml beside the target of every `link[rel=alternate]`,
    which would be a request for a missing file on each page view. With a blank behind the word
    its selector does not match, while the set of tokens (HTML, 2.3.7) is the same.
    """
    is_material = any(
        Path(folder).parts[-2:] == ("material", "templates") for folder in config.theme.dirs
    )
    return "alternate " if is_material else "alternate"


def draw_trail(env: Environment, context: Any) -> str:
    """Render the breadcrumbs partial, which a theme or a custom_dir may override."""
    return env.get_template("ascribe/breadcrumbs.html").render(context)


class EscapedTexts:
    """Hands a theme escaped texts while it renders one page.

    MkDocs' templates escape nothing: a quote or `>` in a title or description would end a tag, or
    the whole head, before our tags. Records are made already, so nothing else sees the change.
    """

    def __init__(self, page: Page, record: PageRecord, config: MkDocsConfig) -> None:
        """Put the escaped texts in place."""
        self._page, self._config = page, config
        self._meta: dict[str, object] = {}
        self._site_description = config.site_description
        for key, value in (("title", record.title), ("description", record.description)):
            if isinstance(page.meta.get(key), str) and value:
                self._meta[key] = page.meta[key]
                page.meta[key] = escape(value)
        if config.site_description:
            config.site_description = escape(config.site_description)

    def restore(self) -> None:
        """Put the texts back, for the pages and plugins that come after."""
        self._page.meta.update(self._meta)
        self._config.site_description = self._site_description


def mend_title(output: str, page: Page) -> str:
    """Escape a title that Material's `striptags` filter has unescaped into one that ends early."""
    title = html.unescape(str(page.title or ""))
    if "</title" not in title.lower():
        return output
    return output.replace(f"<title>{title}", f"<title>{escape(title)}", 1)
