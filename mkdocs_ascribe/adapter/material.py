"""Material's blog and tags: which pages it makes, and what of them concealed pages must not be in.

Told without importing Material, which a site with another theme does not have. `concealed` are
pages that are unlisted by more than the rule for the whole site.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import InclusionLevel

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

# A listing of tags is asked for in a comment, or by the older mark. A comment without an end is
# text, and searched for no end: that would look through all behind each of many.
_COMMENT_END = "-->"
_COMMENT = f"(?s)<!--.*?{_COMMENT_END}"
_NO_TEXT = r"(?m)^(?:\[TAGS\][ \t]*|#[^\n]*)$"


def is_view(page: Page, config: MkDocsConfig, body: str) -> bool:
    """Say whether a page is a view that Material made: archive, category, pagination, tags.

    Such a page only lists others, so it has no Markdown version. The blog's own index page, which
    has a source, is none, and neither is a page whose `body`, the source without front matter, has
    text of its own beside a listing of tags.
    """
    if _is_view(page):
        return not _has_source(page, config)
    return _lists_tags(page, config) and not has_text(body)


def has_text(markdown: str) -> bool:
    """Say whether there is text beside comments, headings and a listing of tags."""
    before, end, after = markdown.rpartition(_COMMENT_END)
    return bool(re.sub(_NO_TEXT, "", re.sub(_COMMENT, "", before + end) + after).strip())


def _is_view(page: object) -> bool:
    return any(
        cls.__name__ == "View" and cls.__module__.startswith("material.plugins.blog")
        for cls in type(page).__mro__
    )


def _has_source(page: Page, config: MkDocsConfig) -> bool:
    path = page.file.abs_src_path
    return bool(path and Path(path).is_relative_to(config.docs_dir))


def _lists_tags(page: Page, config: MkDocsConfig) -> bool:
    for plugin in config.plugins.values():
        listings = getattr(getattr(plugin, "listings", None), "data", ())
        if any(getattr(listing, "page", None) is page for listing in listings):
            return True
    return False


def posts_of(page: Page) -> list[Page]:
    """Give the posts of a blog's index page or of any other view; a page has none."""
    return list(getattr(page, "posts", ())) if _is_view(page) else []


def prune_blogs(config: MkDocsConfig, concealed: Iterable[Page]) -> list[Page]:
    """Take concealed posts out of every view, and give the views that are left without a use.

    These are views that Material made for concealed posts alone, and numbered pages behind the
    last that posts still fill. They are not built, and what leads to them is for the caller to
    take out of the navigation. Material renders the excerpts of a view's posts in on_page_context,
    from the list that is changed here.
    """
    hidden = {id(page) for page in concealed}
    gone: list[Page] = []
    for plugin in config.plugins.values():
        blog: Any = getattr(plugin, "blog", None)
        if not hidden or not _is_view(blog):
            continue
        posts = list(blog.posts)
        for view in _views(blog):
            gone += _prune_view(plugin, view, hidden, config)
        _unlink_views([post for post in posts if id(post) in hidden], gone)
    for page in gone:
        page.file.inclusion = InclusionLevel.EXCLUDED
    return gone


def _views(view: Any) -> Iterator[Any]:
    yield view
    for inner in view.views:
        yield from _views(inner)


def _prune_view(
    plugin: Any, view: Any, hidden: Collection[int], config: MkDocsConfig
) -> list[Page]:
    """Prune the posts of one view, which its numbered pages share, and give the pages that go."""
    if not any(id(post) in hidden for post in view.posts):
        return []
    view.posts[:] = [post for post in view.posts if id(post) not in hidden]
    surplus = []
    if view.pages:
        step = plugin._config_pagination_per_page(view)  # noqa: SLF001 - it has no public name
        needed = max(1, -(-len(view.posts) // step))
        surplus = view.pages[needed:]
        view.pages[needed:] = []
    for page in surplus:
        page.pages = []
    gone = surplus if view.posts else [*surplus, view]
    # A page whose text the site's author wrote stays, as a page without posts.
    return [page for page in gone if not _has_source(page, config)]


def _unlink_views(posts: Iterable[Any], gone: Collection[Page]) -> None:
    """Take views that are not built from what concealed posts, still built, link to."""
    urls = {view.url for view in gone}
    for post in posts:
        post.categories = [one for one in post.categories if one not in gone]
        for author in post.authors:
            if author.url in urls:
                author.url = None


class TagPruning:
    """Keeps concealed pages out of what Material's tags plugin makes of the tags it collected."""

    def __init__(self, config: MkDocsConfig, concealed: Iterable[Page]) -> None:
        """Take the pages out, before the tags plugin fills its listings and tags.json."""
        self._config = config
        self._concealed = list(concealed)
        self._taken: list[tuple[dict[str, Any], str, Any]] = []
        for plugin in config.plugins.values():
            mappings = getattr(getattr(plugin, "mappings", None), "data", None)
            if isinstance(mappings, dict):
                self._taken += [
                    (mappings, page.url, mappings.pop(page.url))
                    for page in self._concealed
                    if page.url in mappings
                ]

    def restore(self) -> None:
        """Let concealed pages show their own tags again, once the listings are filled.

        The tags of all other pages no longer lead to a listing that stands in a concealed page.
        """
        for mappings, url, mapping in self._taken:
            mappings[url] = mapping
        for plugin in self._config.plugins.values():
            listings = getattr(getattr(plugin, "listings", None), "data", None)
            if isinstance(listings, set):
                listings -= {one for one in listings if one.page in self._concealed}
