"""Markdown versions that were written before a layout kept their pages out of search."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs_ascribe.adapter.lasting import Lasting
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

    def take_back(
        self, records: dict[str, PageRecord], site: Site, writer: Writer, lasting: Lasting
    ) -> None:
        """Remove their Markdown versions, and lead links to them in the others to the pages.

        `records` are all records by route; the sizes in them follow.
        """
        for withheld in self._records:
            old, new = site.absolute(withheld.markdown or ""), site.absolute(withheld.route)
            if old is None or new is None or withheld.markdown is None:
                continue
            writer.remove(site.file_of(withheld.markdown))
            lasting.relink(old, new)
            for route, record in records.items():
                if record.markdown is not None and record.size is not None:
                    size = writer.relink(site.file_of(record.markdown), old, new)
                    records[route] = record._replace(size=size)
        self._records.clear()
