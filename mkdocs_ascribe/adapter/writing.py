"""Where files go in a build, and which of them someone else has written."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.exceptions import PluginError

from mkdocs_ascribe.adapter.collect import own_text
from mkdocs_ascribe.diagnostics import Diagnostic
from mkdocs_ascribe.gzipped import gzipped
from mkdocs_ascribe.outputs.llms import FULL_NAME, full_header
from mkdocs_ascribe.place import Folder, PlaceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mkdocs.config.defaults import MkDocsConfig

    from mkdocs_ascribe.adapter.report import Reporter
    from mkdocs_ascribe.config import Project
    from mkdocs_ascribe.plan import OutputFile, Plan
    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel

_CHUNK = 1 << 16


class Writer:
    """Places one build's files, and keeps which they are."""

    def __init__(
        self,
        config: MkDocsConfig,
        project: Project,
        reporter: Reporter,
        *,
        started: int,
        serving: bool,
    ) -> None:
        """Take the folders: in `mkdocs serve` everything goes to its temporary site.

        `started` is when the build began, in nanoseconds.
        """
        self._site = Path(config.site_dir)
        self._site_folder = Folder(self._site)
        outside = None if serving else project.output_dir
        self.records = (outside / "site" if outside else self._site) / "_ascribe"
        self._records_folder = Folder(self.records)
        self._started = started
        self._reporter = reporter
        self._placed: dict[str, tuple[int, int]] = {}

    def markdown(self, name: str, text: str) -> int:
        """Write a Markdown version and give its size in bytes."""
        return self._place(self._site_folder, name, [text.encode()])

    def edit(self, name: str, change: Callable[[str], str]) -> int:
        """Change the text of a Markdown version that is written, and give its size."""
        text = b"".join(self._read(name)).decode()
        changed = change(text)
        return self.markdown(name, changed) if changed != text else len(text.encode())

    def plan(self, plan: Plan, model: SiteModel) -> None:
        """Write all files of a plan, with a .gz beside each sitemap."""
        for file in plan.sitemaps:
            self._place(self._site_folder, file.name, _encoded(file))
            self._place(self._site_folder, f"{file.name}.gz", gzipped(self._read(file.name)))
        for file in plan.site:
            self._place(self._site_folder, file.name, _encoded(file))
        if plan.full:
            self._place(self._site_folder, FULL_NAME, self._joined(plan.full, model))
        for file in plan.records:
            self._place(self._records_folder, file.name, _encoded(file))

    def _joined(self, records: Iterable[PageRecord], model: SiteModel) -> Iterator[bytes]:
        """Join Markdown versions from the disk: none of them is kept in memory."""
        yield full_header(model).encode()
        for record in records:
            yield b"\n"
            yield from self._read(model.site.file_of(record.markdown or ""))

    def exists(self, name: str) -> bool:
        """Say whether the built site has a file."""
        return (self._site / name).is_file()

    def remove(self, name: str) -> None:
        """Take a Markdown version out again whose page was not built, or is to be kept out."""
        (self._site / name).unlink(missing_ok=True)
        self._placed.pop(name, None)

    def written_by_others(self, names: Iterable[str]) -> dict[str, str]:
        """Give the text of those files that another plugin has written in this build."""
        found = {}
        for name in names:
            path = self._site / name
            # Another build may have left ours there: --dirty empties nothing.
            if name in self._placed or not path.is_file():
                continue
            if path.stat().st_mtime_ns >= self._started:
                found[name] = own_text(name, path.read_bytes())
        return found

    def overwritten(self) -> list[Diagnostic]:
        """Name the Markdown versions that another plugin has written over or removed."""
        found = []
        for name, identity in self._placed.items():
            if name.endswith(".md") and identity != _identity(self._site / name):
                did = "written over" if self.exists(name) else "removed"
                message = f"another plugin has {did} the Markdown version {name}"
                hint = "switch that off, or ours: agents = false in [consumer]"
                found.append(Diagnostic("markdown-collision", message, hint))
        return found

    def _place(self, folder: Folder, name: str, chunks: Iterable[bytes]) -> int:
        try:
            size = folder.place(name, chunks)
        except PlaceError as error:
            self._reporter.fail(str(error), PluginError)
            return 0
        if folder is self._site_folder:
            self._placed[name] = _identity(self._site / name)
        return size

    def _read(self, name: str) -> Iterator[bytes]:
        # One that another plugin has removed is named by `overwritten`.
        with contextlib.suppress(FileNotFoundError), (self._site / name).open("rb") as file:
            while chunk := file.read(_CHUNK):
                yield chunk


def _encoded(file: OutputFile) -> Iterator[bytes]:
    # What stands in the site's own _redirects goes out as it came in.
    return (chunk.encode("utf-8", "surrogateescape") for chunk in file.chunks)


def _identity(path: Path) -> tuple[int, int]:
    try:
        stat = path.stat()
    except OSError:
        return (0, 0)
    return stat.st_mtime_ns, stat.st_size
