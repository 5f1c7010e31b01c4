"""`--dirty`: pages that MkDocs neither reads nor renders again, from what the last build left."""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.utils import meta as mkdocs_meta

from mkdocs_ascribe.diagnostics import Diagnostic
from mkdocs_ascribe.earlier import EarlierPages, differences, read_pages, resolution_of
from mkdocs_ascribe.front_matter import FrontMatter, read_front_matter
from mkdocs_ascribe.records import PageSource

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from mkdocs.structure.pages import Page

    from mkdocs_ascribe.config import Project
    from mkdocs_ascribe.listing import Resolution
    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel

_HINT = "build without --dirty"


class DirtyBuild:
    """What is known of the pages of a `--dirty` build that MkDocs leaves as they are.

    Such a page has no front matter, no title and no content in this build. Its listing is the
    strictest of what its source and the rules say now and what the last build said: front matter
    may have come from a `.meta.yml`, which nobody merges for it. The rest of its record is the
    last build's. Where that build's HTML would contradict this one's files, the build has to fail.
    """

    def __init__(self, records: Path, project: Project) -> None:
        """Read pages.json below `records`, before this build writes it anew."""
        self._project = project
        self._file = records / "pages.json"
        self._earlier: EarlierPages | None = None
        self._unchanged: dict[str, PageRecord | None] = {}
        self._outdated = False
        try:
            written = self._file.stat().st_mtime_ns
            self._earlier = read_pages(self._file.read_text(encoding="utf-8"))
            self._outdated = Path(project.file).stat().st_mtime_ns > written
        except (OSError, ValueError):
            pass  # No earlier build, or no ascribe.toml.

    def is_unchanged(self, page: Page) -> bool:
        """Say whether MkDocs leaves a page as the last build wrote it."""
        return page.file.dest_uri in self._unchanged

    def look_at(self, pages: Iterable[Page], model: SiteModel) -> None:
        """Find the pages that are left as they are, and give them the titles they had."""
        known = self._earlier.records if self._earlier else {}
        for page in pages:
            if page.file.is_modified():
                continue
            record = known.get(model.site.route(page.url))
            self._unchanged[page.file.dest_uri] = record
            if record is not None and page.title is None:
                # MkDocs prints titles as they are.
                page.title = html.escape(record.label, quote=False)

    def meta(self, page: Page) -> Mapping[str, object]:
        """Give a page's front matter, from its source where MkDocs has not read it."""
        if page.meta or not self.is_unchanged(page):
            return page.meta
        try:
            _, meta = mkdocs_meta.get_data(page.file.content_string)
        except (OSError, ValueError):
            return {}
        return meta

    def strictest(self, page: Page, resolution: Resolution) -> Resolution:
        """Give the stricter of a listing that source and rules say and the last build's."""
        record = self._unchanged.get(page.file.dest_uri)
        return resolution if record is None else resolution.stricter(resolution_of(record))

    def stale(
        self, pages: Iterable[Page], resolutions: Mapping[str, Resolution], model: SiteModel
    ) -> list[Diagnostic]:
        """Name what has changed since in a way that reaches pages which are not rendered."""
        if not self._unchanged:
            return []
        if self._earlier is None:
            message = f"{self._file.name} of the last build is missing or cannot be read"
            return [Diagnostic("dirty-stale", message, _HINT)]
        found = []
        if self._outdated:
            message = "it has changed since the last build, whose pages stay as they are"
            found.append(Diagnostic("dirty-stale", message, _HINT, self._project.file))
        settings = model.settings
        for name in differences(self._earlier, model.site, settings.name, settings.description):
            message = f"the site's {'address' if name == 'site' else name} has changed since"
            found.append(Diagnostic("dirty-stale", message, _HINT, "mkdocs.yml"))
        for page in pages:
            src_uri, route = page.file.src_uri, model.site.route(page.url)
            record = self._earlier.records.get(route)
            now = resolutions[page.file.dest_uri]
            if record is None and self.is_unchanged(page):
                message = "the last build has no record of it"
            elif record is not None and record.listing is not now.listing:
                message = (
                    f"its listing was '{record.listing.word}' in the last build and is "
                    f"'{now.listing.word}' now, and other pages stay as they are"
                )
            else:
                continue
            found.append(Diagnostic("dirty-stale", message, _HINT, src_uri))
        return found

    def source(self, page: Page, resolution: Resolution) -> PageSource:
        """Give a page that was not read, so that the trails of others can name it."""
        record = self._unchanged.get(page.file.dest_uri)
        # What else the front matter says is in the record; moves are not.
        moved_from = read_front_matter(self.meta(page), page.file.src_uri)[0].moved_from
        front = FrontMatter(moved_from=moved_from)
        if record is not None:
            front = front._replace(title=record.title, description=record.description)
        return PageSource(
            src_uri=page.file.src_uri,
            dest_uri=page.file.dest_uri,
            url=page.url,
            resolution=resolution,
            front=front,
            fallback_title=record.label if record else page.file.name,
            is_home=page.is_homepage,
            is_view=record.is_view if record else False,
        )

    def restored(self, records: Collection[PageRecord]) -> list[PageRecord]:
        """Give the records, those of pages that were not read as the last build had them."""
        return [self._restored(record) for record in records]

    def _restored(self, record: PageRecord) -> PageRecord:
        earlier = self._unchanged.get(record.dest_uri)
        if earlier is None:
            return record
        return earlier._replace(dest_uri=record.dest_uri, concealed=record.concealed)
