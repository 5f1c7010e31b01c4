"""The plugin's options in mkdocs.yml."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mkdocs.config import base
from mkdocs.config import config_options as c
from mkdocs.config.base import ValidationError

from mkdocs_ascribe.diagnostics import Diagnostic, did_you_mean, quoted
from mkdocs_ascribe.patterns import pattern_fault
from mkdocs_ascribe.records import Image
from mkdocs_ascribe.settings import MAX_URLS, Settings, SitemapSettings
from mkdocs_ascribe.text import collapse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig


class _Title(c.OptionallyRequired[Any]):
    """A template, or a function given by `!!python/name`."""

    def run_validation(self, value: object) -> object:
        if isinstance(value, str) or callable(value):
            return value
        raise ValidationError(
            "Expected a text with {title} and {site_name}, or a function by !!python/name"
        )


class _OneOf(c.OptionallyRequired[str]):
    """One of several words; a fault names the nearest."""

    def __init__(self, *words: str) -> None:
        """Take the words, the first of which is the default."""
        super().__init__(default=words[0])
        self.words = words

    def run_validation(self, value: object) -> str:
        if isinstance(value, str) and value in self.words:
            return value
        message = f"{quoted(value)} is not one of {', '.join(self.words)}"
        raise ValidationError(f"{message}; {did_you_mean(value, self.words)}")


class CardOptions(base.Config):
    """The image of link previews."""

    src = c.Optional(c.Type(str))
    """The image, from the host's root or absolute."""
    alt = c.Optional(c.Type(str))
    """What it shows."""
    width = c.Optional(c.Type(int))
    """Its width in pixels."""
    height = c.Optional(c.Type(int))
    """Its height in pixels."""


class SitemapOptions(base.Config):
    """What sitemap.xml lists, and how."""

    exclude = c.ListOfItems(c.Type(str), default=[])
    """Patterns of addresses, after the base path, to leave out."""
    include = c.ListOfItems(c.Type(str), default=[])
    """Patterns of HTML files that are copied as they are, to list."""
    lastmod = _OneOf("none", "git", "frontmatter")
    """Where dates come from: none, the page's last commit, or its front matter."""
    max_urls = c.Type(int, default=MAX_URLS)
    """Above this number sitemap.xml becomes an index of several files; at most 50,000."""
    images = c.Type(bool, default=False)
    """Whether each page's images are listed too."""


class AscribeOptions(base.Config):
    """All options; the docs' reference is generated from these descriptions."""

    enabled = c.Type(bool, default=True)
    """Whether the plugin does anything at all."""
    config = c.Optional(c.Type(str))
    """The path of ascribe.toml, relative to mkdocs.yml. Left out: the one beside mkdocs.yml."""
    title = c.Optional(_Title())
    """A page's whole title, from {title} and {site_name}, or a function of (title, record).

    Left out: the theme's own title stays."""
    home_title = c.Optional(c.Type(str))
    """The home page's whole title. Left out: it is made as every other page's."""
    name = c.Optional(c.Type(str))
    """The site's name. Left out: site_name."""
    card = c.SubConfig(CardOptions)
    """The image of link previews, for pages that set none. Left out: no image."""
    breadcrumbs = c.Type(bool, default=False)
    """Whether the trail is drawn above each page's content."""
    agents_note = _OneOf("hidden", "visible", "none")
    """How the sentence that leads agents to llms.txt and the Markdown version is shown."""
    agents_note_text = c.Optional(c.Type(str))
    """Another sentence, with {llms} and {markdown} where the links go.

    Left out: a sentence in English."""
    descriptions = _OneOf("frontmatter", "first-paragraph")
    """Where the description of a page comes from whose front matter has none."""
    markdown = _OneOf("rendered", "source")
    """What Markdown versions are made from: the page as it is rendered, or its source."""
    llms_full = c.Type(bool, default=False)
    """Whether llms-full.txt, all Markdown versions in one file, is written too."""
    sitemap = c.SubConfig(SitemapOptions)
    """What sitemap.xml lists, and how."""
    preview = c.Type(bool, default=False)
    """Whether this is a deploy that nobody should index."""


_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_PLACEHOLDERS = {
    "title": ("title", "site_name"),
    "home_title": ("title", "site_name"),
    "agents_note_text": ("llms", "markdown"),
}


def option_faults(options: AscribeOptions) -> list[Diagnostic]:
    """Give what MkDocs' own validation of plugin options lets through.

    It only warns of an unknown option, which would silently leave a page as it was.
    """
    found = list(_unknown(options, ""))
    found += _unknown(options.card, "card.")
    if options.card.src is None and any(value is not None for value in options.card.values()):
        found.append(_fault("card has no src", "write the image's address, or leave card out"))
    found += _unknown(options.sitemap, "sitemap.")
    if options.preview:
        found.append(_fault("preview: true is not available in this version", "leave it out"))
    if not 1 <= options.sitemap.max_urls <= MAX_URLS:
        problem = f"sitemap.max_urls is {options.sitemap.max_urls}"
        found.append(_fault(problem, f"write a number from 1 to {MAX_URLS}"))
    found += _pattern_faults(options.sitemap)
    for key, names in _PLACEHOLDERS.items():
        template = options[key]
        for name in _PLACEHOLDER.findall(template) if isinstance(template, str) else ():
            if name not in names:
                found.append(_fault(f"{key} has '{{{name}}}'", did_you_mean(name, names)))
    if options.agents_note_text is not None and "{llms}" not in options.agents_note_text:
        problem = f"agents_note_text is {quoted(options.agents_note_text)}"
        found.append(_fault(problem, "it must hold {llms}, and may hold {markdown}"))
    return found


def _pattern_faults(sitemap: SitemapOptions) -> Iterator[Diagnostic]:
    for key in ("exclude", "include"):
        for pattern in sitemap[key]:
            if fault := pattern_fault(pattern, of_files=False):
                problem, hint = fault
                yield _fault(f"sitemap.{key} has {quoted(pattern)}, which {problem}", hint)


def _unknown(options: base.Config, prefix: str) -> Iterator[Diagnostic]:
    known = [name for name, _ in options._schema]  # noqa: SLF001 - it has no public name
    for key in options:
        if key not in known:
            yield _fault(f"unknown option '{prefix}{key}'", did_you_mean(key, known))


def _fault(problem: str, hint: str) -> Diagnostic:
    return Diagnostic("config-invalid", f"plugin option: {problem}", hint, "mkdocs.yml")


def settings_of(options: AscribeOptions, config: MkDocsConfig) -> Settings:
    """Turn the options, with MkDocs' own where one is left out, into the outputs' settings."""
    card, sitemap = options.card, options.sitemap
    return Settings(
        name=collapse(options.name or config.site_name),
        description=collapse(config.site_description or "") or None,
        title=options.title,
        home_title=options.home_title,
        card=Image(card.src, card.alt, card.width, card.height) if card.src else None,
        note=options.agents_note,
        note_text=options.agents_note_text,
        rendered=options.markdown == "rendered",
        first_paragraph=options.descriptions == "first-paragraph",
        llms_full=options.llms_full,
        sitemap=SitemapSettings(
            exclude=tuple(sitemap.exclude),
            include=tuple(sitemap.include),
            lastmod=sitemap.lastmod,
            max_urls=sitemap.max_urls,
            images=sitemap.images,
        ),
    )
