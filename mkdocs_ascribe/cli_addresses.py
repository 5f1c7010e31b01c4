"""`mkdocs-ascribe addresses`: record what is published, and propose moves for what is lost."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import (
    ADDRESSES_NAME,
    Addresses,
    Project,
    load_addresses,
    load_project,
    unusable_path,
)
from mkdocs_ascribe.diagnostics import quoted
from mkdocs_ascribe.json_reading import UnreadableError, read_json
from mkdocs_ascribe.lasting.recorded import (
    Proposal,
    RewriteError,
    address_lost,
    lost_addresses,
    merged,
    proposed,
    rewritten,
)
from mkdocs_ascribe.lasting.renames import last_texts, renamed_sources
from mkdocs_ascribe.lasting.section_text import atx_heading
from mkdocs_ascribe.lasting.written import AddressReader
from mkdocs_ascribe.place import Folder, PlaceError
from mkdocs_ascribe.text import collapse

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from mkdocs_ascribe.config import Recorded
    from mkdocs_ascribe.documents import PagesJson, RedirectsJson

HELP = "keep the addresses published so far, and propose moves for those that are gone"

_BOM = "\ufeff"
_FRONT_TITLE = re.compile(r"title\s*:\s*(.+)")


class UnusableError(Exception):
    """What the command cannot work without; the message is one line."""


class Published(NamedTuple):
    """What the last build said: its pages' sources and titles by route, and what leads on."""

    site: Site
    sources: dict[str, str]
    titles: dict[str, str]
    leading: tuple[str, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the two actions, and where the files are."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, text in (
        ("record", "add the addresses of the built pages to ascribe.addresses"),
        ("check", "name recorded addresses that are gone, and write the moves to paste"),
    ):
        action = actions.add_parser(name, help=text, description=text)
        action.add_argument("--config", default="ascribe.toml", help="default: %(default)s")
        action.add_argument("--pages", help="the built pages.json; default: where the build has it")
        action.add_argument("--docs", help="the folder of the sources; default: content-root, docs")


def run(arguments: argparse.Namespace) -> int:
    """Run an action: 0, 1 where addresses are lost, 2 where it cannot work."""
    try:
        _refuse_unusable_paths(arguments)
        return _record(arguments) if arguments.action == "record" else _check(arguments)
    except (UnusableError, RewriteError, PlaceError) as error:
        sys.stderr.write(f"mkdocs-ascribe addresses: {error}\n")
        return 2


def _refuse_unusable_paths(arguments: argparse.Namespace) -> None:
    for name in ("config", "pages", "docs"):
        value = getattr(arguments, name)
        if value is not None and (problem := unusable_path(Path(value))):
            raise UnusableError(f"--{name} {quoted(value)} {problem}")


def _record(arguments: argparse.Namespace) -> int:
    project, folder = _project(arguments)
    addresses, path = _addresses(folder, project)
    published = _published(arguments, project, folder)
    recorded = merged(addresses.recorded, published.sources)
    text = path.read_bytes().decode() if path.is_file() else ""
    mark = _BOM if text.startswith(_BOM) else ""
    new = rewritten(text.removeprefix(_BOM), recorded, addresses.file)
    if mark + new != text:
        Folder(path.parent).place(path.name, [(mark + new).encode()])
    added = len(recorded) - len({one.route for one in addresses.recorded})
    sys.stdout.write(f"{addresses.file}: {len(recorded)} addresses recorded, {added} of them new\n")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    """Say what is lost on standard error; the moves go to standard output, to be appended."""
    project, folder = _project(arguments)
    addresses, _ = _addresses(folder, project)
    published = _published(arguments, project, folder)
    leading = (*published.leading, *_written_sources(addresses, published, project))
    lost = lost_addresses(addresses.recorded, published.sources, leading)
    if not lost:
        return 0
    docs = Path(arguments.docs) if arguments.docs else project.content_root or folder / "docs"
    proposals = _proposals(lost, addresses, published, docs)
    for one in lost:
        hint = (
            "paste the move that is proposed"
            if one.route in proposals
            else ("write a [[move]] from it to where its content is now")
        )
        sys.stderr.write(f"{address_lost(one, addresses.file, hint)}\n")
    moves = (str(proposals[one.route]) for one in lost if one.route in proposals)
    sys.stdout.write("".join(f"\n{move}" for move in moves))
    return 1


def _proposals(
    lost: list[Recorded], addresses: Addresses, published: Published, docs: Path
) -> dict[str, Proposal]:
    sources = set(published.sources.values())
    renamed = renamed_sources(docs, sources)
    others = [one.source for one in lost if one.source not in renamed]
    titles = {source: _title(text) for source, text in last_texts(docs, others).items()}
    known = {one.route for one in addresses.recorded}
    by_title: dict[str, list[str]] = {}
    for route, title in published.titles.items():
        if route not in known:
            by_title.setdefault(title, []).append(published.sources[route])
    return proposed(lost, renamed, titles, by_title)


def _title(text: str) -> str:
    """Give a source's title, by its front matter or its first heading; "" where it has none."""
    for line in text.splitlines():
        if found := _FRONT_TITLE.fullmatch(line.strip()):
            return collapse(found[1].strip("\"'"))
        level, heading = atx_heading(line) or (0, "")
        if level == 1 and heading:
            return collapse(heading)
    return ""


def _project(arguments: argparse.Namespace) -> tuple[Project, Path]:
    path = Path(arguments.config)
    if not path.is_file():
        return Project(str(path)), path.parent
    project, faults = load_project(path, str(path))
    if faults:
        raise UnusableError(str(faults[0]))
    return project, path.parent


def _addresses(folder: Path, project: Project) -> tuple[Addresses, Path]:
    path = folder / ADDRESSES_NAME
    file = str(Path(project.file).with_name(ADDRESSES_NAME))
    if not path.exists():
        return Addresses(file), path
    addresses, faults = load_addresses(path, file)
    if faults:
        raise UnusableError(str(faults[0]))
    return addresses, path


def _published(arguments: argparse.Namespace, project: Project, folder: Path) -> Published:
    """Read pages.json, and redirects.json beside it, which has moves of every kind."""
    outside = project.output_dir
    records = (outside / "site" if outside else folder / "site") / "_ascribe"
    path = Path(arguments.pages) if arguments.pages else records / "pages.json"
    data: PagesJson = _json(path, "pages")
    about, pages = data["site"], list(data["pages"])
    redirects = path.with_name("redirects.json")
    moved: RedirectsJson | None = _json(redirects, "redirects") if redirects.is_file() else None
    return Published(
        Site(about["origin"], about["basePath"]),
        {page["route"]: page["source"] for page in pages},
        {page["route"]: page["title"] for page in pages if page["title"]},
        tuple(one["from"] for one in moved["redirects"]) if moved else (),
    )


def _json(path: Path, name: str) -> Any:
    try:
        return read_json(path.read_text("utf-8"), name)
    except OSError as error:
        problem = f"{path} cannot be read: {error.strerror}; build the site, or name it by --pages"
        raise UnusableError(problem) from error
    except UnicodeDecodeError as error:
        raise UnusableError(f"{path} is not UTF-8; build the site again") from error
    except UnreadableError as error:
        raise UnusableError(f"{path} {error}; build the site again") from error


def _written_sources(addresses: Addresses, published: Published, project: Project) -> Iterator[str]:
    """Yield what leads on by the file as it is now, which may be newer than the build."""
    known = {one.source: one.route for one in addresses.recorded}
    known |= {source: route for route, source in published.sources.items()}
    flat = any(route.endswith(".html") for route in published.sources)
    reader = AddressReader(published.site, known, directory_urls=not flat)
    for move in addresses.moves:
        if route := reader.source(move.source).route:
            yield route
    for permalink in addresses.permalinks:
        yield published.site.route(f"{project.permalinks_prefix}{permalink.key}/")
