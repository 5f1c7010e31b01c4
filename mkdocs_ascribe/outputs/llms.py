"""llms.txt by llmstxt.org, and the order of llms-full.txt.

The layout is the one that the proposal's own parser (llms-txt on PyPI) reads: a line of text
between quote and sections, and nothing but link lines in a section.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.markdown.commonmark import heading, link_line, quote_line
from mkdocs_ascribe.text import collapse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mkdocs_ascribe.navigation import NavItem
    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel

# In characters: what agents read before they cut a file off.
MAX_LENGTH = 50_000

# Joined from the Markdown versions when the option `llms_full` asks for it.
FULL_NAME = "llms-full.txt"

_TOP = "Pages"
_REST = "Other pages"
_PAGES_NOTE = "An address that ends in .md gives the page as Markdown."
_SECTIONS_NOTE = "The pages are listed by section, each section in a file of its own."
_FULL_NOTE = "The Markdown versions of the pages follow."

# Leaves room for a number and the rest of a file's name, which may have 255 bytes.
_SLUG_LENGTH = 80


class _Section(NamedTuple):
    title: str
    lines: list[str]


def llms_files(
    model: SiteModel, records: Iterable[PageRecord], nav: Sequence[NavItem]
) -> list[tuple[str, str]]:
    """Give the name, relative to the built site, and the text of llms.txt and its section files.

    Only pages that are offered are in it, so there may be no file. Above `MAX_LENGTH` each section
    has a file of its own, one that is too long itself several, and llms.txt lists the files.
    """
    if not model.agents:
        return []
    sections = [
        _Section(title, [_line(model, record) for record in found])
        for title, found in _by_section(records, nav).items()
    ]
    if not sections:
        return []
    text = _text(model, _name(model), _PAGES_NOTE + _full_note(model), sections)
    return [("llms.txt", text)] if len(text) <= MAX_LENGTH else _split(model, sections)


def full_order(records: Iterable[PageRecord], nav: Sequence[NavItem]) -> list[PageRecord]:
    """Give the pages whose Markdown versions llms-full.txt joins, in the order of llms.txt."""
    sections = _by_section(records, nav).values()
    return [record for found in sections for record in found if record.markdown is not None]


def full_header(model: SiteModel) -> str:
    """Give what llms-full.txt begins with, before the Markdown versions."""
    return _text(model, _name(model), _FULL_NOTE, [])


def _by_section(
    records: Iterable[PageRecord], nav: Sequence[NavItem]
) -> dict[str, list[PageRecord]]:
    """Group the pages that are offered under the titles of their sections, in order.

    A page belongs where the navigation has it first. Sections of one title are one section, since
    the reference parser keeps only the last of them.
    """
    left = {record.route: record for record in records if record.offered_to_agents}
    sections: dict[str, list[PageRecord]] = {_TOP: []}
    for item in nav:
        title = (collapse(item.title) if item.children else "") or _TOP
        for route in item.routes():
            if route in left:
                sections.setdefault(title, []).append(left.pop(route))
    if left:
        sections.setdefault(_REST, []).extend(left[route] for route in sorted(left))
    return {title: found for title, found in sections.items() if found}


def _name(model: SiteModel) -> str:
    """Give the site's name, or its address: the format has no place for a missing one."""
    return collapse(model.settings.name) or _absolute(model, model.site.base_path)


def _line(model: SiteModel, record: PageRecord) -> str:
    address = _absolute(model, record.markdown or record.route)
    return link_line(record.label, address, record.description)


def _absolute(model: SiteModel, route: str) -> str:
    return model.site.absolute(route) or route


def _full_note(model: SiteModel) -> str:
    if not model.settings.llms_full:
        return ""
    return f" All of them in one file: <{_absolute(model, model.site.route(FULL_NAME))}>"


def _text(model: SiteModel, name: str, note: str, sections: Iterable[_Section]) -> str:
    description = collapse(model.settings.description or "")
    blocks = [heading(1, name)]
    if description:
        blocks.append(quote_line(description))
    blocks.append(note)
    for section in sections:
        blocks += [heading(2, section.title), "\n".join(section.lines)]
    return "\n\n".join(blocks) + "\n"


def _split(model: SiteModel, sections: Iterable[_Section]) -> list[tuple[str, str]]:
    """Give llms.txt as a list of files, and the files, each up to `MAX_LENGTH` characters."""
    taken = {"full"}  # llms-full.txt is another file.
    files = []
    links = []
    for section in sections:
        for part in _parts(model, section):
            file = f"llms-{_slug(section.title, taken)}.txt"
            name = f"{_name(model)}: {part.title}"
            files.append((file, _text(model, name, _PAGES_NOTE, [part])))
            address = _absolute(model, model.site.route(file))
            count = f"{len(part.lines)} page{'s' * (len(part.lines) > 1)}"
            links.append(link_line(part.title, address, count))
    text = _text(
        model, _name(model), _SECTIONS_NOTE + _full_note(model), [_Section("Sections", links)]
    )
    return [("llms.txt", text), *files]


def _parts(model: SiteModel, section: _Section) -> list[_Section]:
    """Cut a section's lines so that each part's file has at most `MAX_LENGTH` characters."""
    empty = _Section(f"{section.title} (999)", [""])
    room = MAX_LENGTH - len(_text(model, f"{_name(model)}: {empty.title}", _PAGES_NOTE, [empty]))
    parts: list[list[str]] = [[]]
    length = 0
    for line in section.lines:
        if parts[-1] and length + len(line) + 1 > room:
            parts.append([])
            length = 0
        parts[-1].append(line)
        length += len(line) + 1
    if len(parts) == 1:
        return [section]
    return [_Section(f"{section.title} ({n})", part) for n, part in enumerate(parts, start=1)]


def _slug(title: str, taken: set[str]) -> str:
    """Give an ASCII name that none of `taken` has, and take it."""
    ascii_title = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    base = re.sub("[^a-z0-9]+", "-", ascii_title).strip("-")[:_SLUG_LENGTH] or "section"
    slug, number = base, 1
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    taken.add(slug)
    return slug
