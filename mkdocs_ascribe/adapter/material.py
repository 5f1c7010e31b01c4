"""Material's blog and tags: which pages it makes, told without importing it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page


def is_view(page: Page, config: MkDocsConfig) -> bool:
    """Say whether a page is a view that Material made: archive, category, pagination, tags.

    Such a page only lists others, so it has no Markdown version. The blog's own index page, which
    has a source, is none.
    """
    return _is_blog_view(page, config) or _lists_tags(page, config)


def _is_blog_view(page: Page, config: MkDocsConfig) -> bool:
    blog = any(
        cls.__name__ == "View" and cls.__module__.startswith("material.plugins.blog")
        for cls in type(page).__mro__
    )
    path = page.file.abs_src_path
    return blog and not (path and Path(path).is_relative_to(config.docs_dir))


def _lists_tags(page: Page, config: MkDocsConfig) -> bool:
    for plugin in config.plugins.values():
        listings = getattr(getattr(plugin, "listings", None), "data", ())
        if any(getattr(listing, "page", None) is page for listing in listings):
            return True
    return False
