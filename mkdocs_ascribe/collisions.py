"""Where an output would lie where a file of the site does: nothing is overwritten in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.diagnostics import Diagnostic
from mkdocs_ascribe.outputs.llms import FULL_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mkdocs_ascribe.plan import Plan, SiteFiles
    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel


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


def output_collisions(plan: Plan, model: SiteModel, files: SiteFiles) -> list[Diagnostic]:
    """Name the files of the site that an output would overwrite; those of `own` are kept anyway."""
    names = [file.name for file in plan.site]
    if plan.full:
        names.append(FULL_NAME)
    if model.records_in_site:
        names += [f"_ascribe/{file.name}" for file in plan.records]
    if plan.sitemaps:
        names += ["sitemap.xml.gz", "sitemap-1.xml"]
    hint = "rename it, or keep it out of the site with exclude_docs"
    return [
        Diagnostic(
            "output-collision", f"{name} is a file of the site and of the plugin", hint, name
        )
        for name in names
        if name in files.destinations and name not in files.own
    ]
