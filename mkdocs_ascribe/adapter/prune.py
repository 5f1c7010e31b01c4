"""Take concealed pages out of navigation, site search and feeds.

`concealed` are pages that are unlisted by more than the rule for the whole site.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mkdocs.structure.nav import Section

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page


def prune_navigation(nav: Navigation, pages: Iterable[Page], concealed: Collection[Page]) -> None:
    """Take concealed pages out of the sidebar and of every page's previous and next.

    `pages` are all pages that are built: blog posts have neighbours without being in the
    navigation. `nav.homepage` stays, since the logo leads there.
    """
    if not concealed:
        return
    hidden = {id(page) for page in concealed}
    nav.items = _visible(nav.items, hidden)
    nav.pages = [page for page in nav.pages if id(page) not in hidden]
    links = [
        (page, _neighbour(page, "previous_page", hidden), _neighbour(page, "next_page", hidden))
        for page in pages
    ]
    for page, previous_page, next_page in links:
        alone = id(page) in hidden
        page.previous_page = None if alone else previous_page
        page.next_page = None if alone else next_page


def _neighbour(page: Page, direction: str, hidden: Collection[int]) -> Page | None:
    neighbour: Page | None = getattr(page, direction)
    passed = {id(page)}
    while neighbour is not None and id(neighbour) in hidden:
        # A page that the navigation has twice is its own neighbour.
        if id(neighbour) in passed:
            return None
        passed.add(id(neighbour))
        neighbour = getattr(neighbour, direction)
    return neighbour


def _visible(items: Iterable[Any], hidden: Collection[int]) -> list[Any]:
    visible: list[Any] = []
    for item in items:
        had_children = bool(item.children)
        if had_children:
            item.children = _visible(item.children, hidden)
        if had_children and not item.children and not item.is_page:
            continue
        if id(item) not in hidden:
            visible.append(item)
        elif item.children:
            visible.append(_plain_section(item))
    return visible


def _plain_section(item: Any) -> Section:
    """Give a section without its page: section-index makes one object of the two."""
    section = Section(str(item.title), list(item.children or ()))
    section.parent = item.parent
    for child in section.children:
        child.parent = section
    return section


def leave_out_of_search(page: Page) -> None:
    """Keep a page from Material's search index, which asks front matter for it."""
    search = page.meta.get("search")
    page.meta["search"] = {**(search if isinstance(search, dict) else {}), "exclude": True}


def prune_search_index(config: MkDocsConfig, urls: Collection[str]) -> None:
    """Take pages out of MkDocs' built-in search index, which knows no exclusion."""
    for plugin in config.plugins.values():
        index: Any = getattr(plugin, "search_index", None)
        entries = getattr(index, "_entries", None)
        if isinstance(entries, list):
            entries[:] = [one for one in entries if one["location"].partition("#")[0] not in urls]


def prune_feeds(config: MkDocsConfig, pages: Iterable[Page]) -> None:
    """Take pages out of what mkdocs-rss-plugin has collected for its feeds."""
    paths = {page.file.abs_src_path for page in pages}
    for plugin in config.plugins.values():
        collected: Any = getattr(plugin, "pages_to_filter", None)
        if isinstance(collected, list):
            collected[:] = [one for one in collected if str(one.abs_path) not in paths]
