"""The text of a page's Markdown version, from what MkDocs has of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.adapter import material
from mkdocs_ascribe.outputs.markdown import rendered_version, source_version, with_posts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mkdocs.structure.pages import Page

    from mkdocs_ascribe.markdown.links import LinkTargets
    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel


class Source(NamedTuple):
    """A page's Markdown, and one with all its fences, those of snippets and docstrings too."""

    body: str
    fences: str


def version_text(
    page: Page,
    source: Source,
    records: Mapping[str, PageRecord],
    model: SiteModel,
    targets: LinkTargets,
) -> str:
    """Give the text, from the content that is shown or from the Markdown source.

    `records` are all so far by route; the index page of a blog lists its posts. A source that
    includes other text than its own is no version of what readers see, so the content is taken.
    """
    record = records[model.site.route(page.url)]
    if model.settings.rendered or _includes_other_text(source.body):
        text = rendered_version(page.content or "", source.fences, record, targets)
    else:
        text = source_version(source.body, record, targets)
    posts = [records[model.site.route(one.url)] for one in material.posts_of(page)]
    return with_posts(text, posts, model)


def _includes_other_text(body: str) -> bool:
    from mkdocs_ascribe.markdown.includes import includes_other_text

    return includes_other_text(body)
