"""The files of a site beside its pages, and outputs that one of them is in the way of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.diagnostics import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mkdocs_ascribe.lasting.plan import LastingAddresses
    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel


class SiteFiles(NamedTuple):
    """The files of a site beside its pages.

    `sources` has the url of every file by its path in the sources, `destinations` the paths in the
    built site. `own` has the text of those of our outputs that the site brings itself. `listed`
    are the urls of HTML files without a record that sitemap.xml lists. `addresses` lead on.
    """

    sources: Mapping[str, str] = {}
    destinations: frozenset[str] = frozenset()
    own: Mapping[str, str] = {}
    listed: tuple[str, ...] = ()
    addresses: LastingAddresses | None = None

    def joined(self, other: SiteFiles) -> SiteFiles:
        """Give the files of two builds of one site; the sources are those of the later."""
        return SiteFiles(
            sources=other.sources,
            destinations=self.destinations | other.destinations,
            own={**self.own, **other.own},
            listed=tuple(dict.fromkeys([*self.listed, *other.listed])),
        )


def markdown_collisions(
    model: SiteModel, records: Iterable[PageRecord], files: SiteFiles
) -> list[Diagnostic]:
    """Name the pages whose Markdown version would lie where another file of the site does."""
    found = []
    taken: dict[str, str] = {}
    folders = {name[:at] for name in files.destinations for at, c in enumerate(name) if c == "/"}
    for record in records:
        if record.markdown is None:
            continue
        name = model.site.file_of(record.markdown)
        is_taken = name in files.destinations or name in folders
        other = name if is_taken else taken.setdefault(name, record.source)
        if other != record.source:
            message = f"its Markdown version has the address of {other}, {record.markdown}"
            hint = "rename one of the two, or set agents = false in [consumer]"
            found.append(Diagnostic("markdown-collision", message, hint, record.source))
    return found


def output_collisions(names: Iterable[str], files: SiteFiles) -> list[Diagnostic]:
    """Name the files of the site that an output would overwrite; those of `own` are kept anyway."""
    hint = "rename it, or keep it out of the site with exclude_docs"
    return [
        Diagnostic(
            "output-collision", f"{name} is a file of the site and of the plugin", hint, name
        )
        for name in names
        if name in files.destinations and name not in files.own
    ]
