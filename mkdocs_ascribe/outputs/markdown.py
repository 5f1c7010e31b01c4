"""Markdown versions (CommonMark), and the sentence in each page that leads agents to them."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from mkdocs_ascribe.markdown.commonmark import heading, link_line
from mkdocs_ascribe.markdown.rendered import to_markdown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mkdocs_ascribe.markdown.links import LinkTargets
    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel

NOTE = (
    "For AI agents: the documentation index is at {llms}, and this page is available as {markdown}."
)
"""The sentence of the option `agents_note_text` that is used when it is not set."""


def rendered_version(content: str, fences: str, record: PageRecord, targets: LinkTargets) -> str:
    """Give a page's Markdown version, but for its preface, from its content: what a reader sees.

    `fences` is Markdown that knows the language and title of a code block where the HTML has lost
    them.
    """

    def link(href: str) -> str:
        return targets.from_page(href, record.route)

    written = to_markdown(content, link=link, source=fences)
    return _page(written.text, record, titled=written.has_h1)


def source_version(body: str, record: PageRecord, targets: LinkTargets) -> str:
    """Give a page's Markdown version, but for its preface, from its source without front matter.

    The links are absolute, and all else is the source's.
    """
    from mkdocs_ascribe.markdown.source import MarkdownSource  # Not when they are rendered.

    source = MarkdownSource(body)
    resolved = source.with_links(
        lambda href: targets.from_source(href, record.source, record.route),
        # MkDocs leaves raw HTML to the browser, which resolves it at the page's address.
        lambda href: targets.from_page(href, record.route),
    )
    return _page(resolved, record, titled=source.has_h1)


def with_posts(text: str, posts: Iterable[PageRecord], model: SiteModel) -> str:
    """Give the Markdown version of a blog's index with its posts, one line each, in their order."""
    lines = [
        link_line(
            post.label,
            model.site.absolute(post.markdown or post.route) or post.route,
            post.description,
        )
        for post in posts
    ]
    return "\n".join([text, *lines, ""]) if lines else text


def preface(model: SiteModel) -> str:
    """Give the quote line that Markdown versions begin with; "" where there is no llms.txt."""
    if not model.has_llms:
        return ""
    llms = model.site.absolute(model.llms_route)
    return f"> The index of this documentation is at [llms.txt]({llms}).\n\n"


def _page(body: str, record: PageRecord, *, titled: bool) -> str:
    """Begin with the title where no H1 stands."""
    parts = ["" if titled else heading(1, record.label), body.strip("\n")]
    return "\n\n".join(part for part in parts if part) + "\n"


def note_html(record: PageRecord, model: SiteModel) -> str:
    """Give the sentence that names llms.txt and the page's Markdown version; "" where none is due.

    Sight does not show it unless the option says so, and search results do not quote it; it stays
    in the text that an agent reads.
    """
    settings = model.settings
    if settings.note == "none" or not model.has_llms or not record.markdown or record.noindex:
        return ""
    hidden = settings.note == "hidden"
    tabindex = ' tabindex="-1"' if hidden else ""

    def link(route: str, text: str) -> str:
        return f'<a href="{html.escape(route)}"{tabindex}>{text}</a>'

    sentence = html.escape(settings.note_text or NOTE, quote=False)
    sentence = sentence.replace("{llms}", link(model.llms_route, "llms.txt"))
    sentence = sentence.replace("{markdown}", link(record.markdown, "Markdown"))
    names = "ascribe-note ascribe-note--hidden" if hidden else "ascribe-note"
    # Only the plugin's own sentence is known to be English.
    language = "" if settings.note_text else ' lang="en"'
    return f'<p class="{names}"{language} data-nosnippet>{sentence}</p>\n'
