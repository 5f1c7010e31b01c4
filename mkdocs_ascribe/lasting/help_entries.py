"""The texts of help entries, taken from their pages' Markdown while that is at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.diagnostics import Diagnostic
from mkdocs_ascribe.lasting.section_text import section_markdown

if TYPE_CHECKING:
    from mkdocs_ascribe.addresses import Site
    from mkdocs_ascribe.lasting.moves import HelpEntry
    from mkdocs_ascribe.records import PageRecord


class HelpText(NamedTuple):
    """A help entry as products read it; `address` is absolute where the origin is known."""

    key: str
    title: str
    address: str
    markdown: str


def help_text(
    entry: HelpEntry, record: PageRecord, markdown: str, site: Site
) -> tuple[HelpText, list[Diagnostic]]:
    """Take an entry's section from its page's Markdown version.

    Where the Markdown has no such heading of its own, since it stands in a quote or a note, or is
    raw HTML in a version made from the source, the entry is the whole page, and that is said.
    """
    diagnostics = []
    text, title = markdown, record.label
    if entry.section is not None and entry.heading is not None:
        title = entry.heading.title
        section = section_markdown(markdown, entry.section, entry.heading)
        if section is None:
            message = (
                f"the help entry '{entry.key}' holds the whole page: its Markdown has no heading "
                f"for the section '{entry.section}'"
            )
            hint = "write the heading in Markdown, outside of quotes, notes and other blocks"
            diagnostics.append(Diagnostic("page-unreadable", message, hint, record.source))
        text = section or markdown
    address = site.absolute(entry.target) or entry.target
    return HelpText(entry.key, title, address, text), diagnostics
