"""Markdown versions that were written before a layout kept their pages out of search."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs_ascribe.adapter.writing import Writer
    from mkdocs_ascribe.addresses import Site
    from mkdocs_ascribe.records import PageRecord


class Withheld:
    """Collects the pages whose final head says so, where the host can send no header."""

    def __init__(self) -> None:
        """Begin with none."""
        self._records: list[PageRecord] = []

    def note(self, record: PageRecord, final: PageRecord) -> None:
        """Compare a page's record before and after its head is written."""
        if record.markdown is not None and final.markdown is None:
            self._records.append(record)

    def take_back(self, site: Site, writer: Writer) -> dict[str, str]:
        """Remove their Markdown versions; give each one's address, and that of its page."""
        moved = {}
        for record in self._records:
            old, new = site.absolute(record.markdown or ""), site.absolute(record.route)
            if old is not None and new is not None and record.markdown is not None:
                writer.remove(site.file_of(record.markdown))
                moved[old] = new
        self._records.clear()
        return moved
