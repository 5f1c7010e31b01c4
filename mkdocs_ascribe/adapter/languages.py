"""static-i18n: it builds a site once per language within one build, with one config object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mkdocs.utils import meta as mkdocs_meta

from mkdocs_ascribe.front_matter import read_listing, read_type
from mkdocs_ascribe.listing import resolve
from mkdocs_ascribe.navigation import NavItem
from mkdocs_ascribe.records import Alternate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import File
    from mkdocs.structure.pages import Page

    from mkdocs_ascribe.addresses import Site
    from mkdocs_ascribe.listing import ListingRules, Resolution


def alternates_of(page: Page, site: Site) -> tuple[Alternate, ...]:
    """Give a page's versions in all languages, its own included; none where it is the only one."""
    files: dict[str, File] = getattr(page.file, "alternates", {})
    if len(files) < 2:  # noqa: PLR2004 - itself and another
        return ()
    return tuple(
        Alternate(locale.replace("_", "-"), site.route(file.url))
        for locale, file in sorted(files.items())
    )


def drop_concealed_alternates(
    pages: Iterable[Page], rules: ListingRules, resolutions: Mapping[str, Resolution]
) -> None:
    """Let no page lead to an unlisted version of itself in another language.

    Theme and sitemap offer what `file.alternates` names. Of a language that is not built yet the
    source tells the listing.
    """
    for page in pages:
        files: dict[str, File] = getattr(page.file, "alternates", {})
        for locale, file in list(files.items()):
            if file.dest_uri == page.file.dest_uri:
                continue
            known = resolutions.get(file.dest_uri) or _from_source(file, rules)
            if known.concealed:
                del files[locale]


def _from_source(file: File, rules: ListingRules) -> Resolution:
    try:
        _, meta = mkdocs_meta.get_data(file.content_string)
    except (OSError, ValueError):
        meta = {}
    # What is wrong with the front matter is said when its language is built.
    own, _ = read_listing(meta, file.src_uri)
    resolution, _ = resolve(rules, file.src_uri, own, read_type(meta))
    return resolution


def under_language(items: tuple[NavItem, ...], config: MkDocsConfig) -> tuple[NavItem, ...]:
    """Put the navigation of a language that is not the default under its name."""
    plugin: Any = config.plugins.get("i18n")
    if plugin is None or getattr(plugin, "is_default_language_build", True):
        return items
    return (NavItem(title=plugin.current_language_config.name, children=items),)


def forget_alternates(config: MkDocsConfig) -> None:
    """Let the next template that is rendered not show the languages of the page before it.

    static-i18n writes a page's versions over those of the home pages, as an attribute that nobody
    clears: the 404 page of the next language would lead to the last page of this one.
    """
    vars(config.extra).pop("alternate", None)
