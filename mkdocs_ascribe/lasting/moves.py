"""Where old and short addresses lead: chains followed to their end, every fault with its line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from mkdocs_ascribe.config import Permalink
from mkdocs_ascribe.diagnostics import Diagnostic, quoted
from mkdocs_ascribe.lasting.chains import End, Step, follow
from mkdocs_ascribe.lasting.redirects import Redirect
from mkdocs_ascribe.lasting.written import AddressReader, address_key, is_elsewhere

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from mkdocs_ascribe.addresses import Site
    from mkdocs_ascribe.config import Addresses, Move
    from mkdocs_ascribe.lasting.sections import Heading, Sections

# Of a loop's addresses, and of a page's sections, a message names so many.
_SHOWN = 4


class Places(NamedTuple):
    """What is built, as far as addresses go.

    `sources` has the route of each page, and of each file that is copied, by its source; `pages`
    are the routes of the pages alone, `files` those of all files. `sections` gives those of a page
    by its route, None where they are not known.
    """

    site: Site
    sources: Mapping[str, str]
    pages: frozenset[str]
    files: frozenset[str] = frozenset()
    directory_urls: bool = True
    sections: Callable[[str], Sections | None] = lambda _route: None


class HelpEntry(NamedTuple):
    """A permalink whose section products can fetch.

    `address` is the permalink's route, `page` its page's, `target` the latter with the fragment.
    `section` is the heading's id, None for the whole page.
    """

    key: str
    address: str
    page: str
    target: str
    section: str | None = None
    heading: Heading | None = None

    @property
    def json_route(self) -> str:
        """The route of the entry as JSON."""
        return f"{self.address[:-1]}.json"

    @property
    def markdown_route(self) -> str:
        """The route of the entry as Markdown."""
        return f"{self.address[:-1]}.md"


class Resolved(NamedTuple):
    """Every address that leads on, by its route, and the help entries, by key.

    `entries` has who wrote a redirect, by its route, for messages about it.
    """

    redirects: tuple[Redirect, ...] = ()
    help: tuple[HelpEntry, ...] = ()
    entries: Mapping[str, Move | Permalink] = {}


def resolve_addresses(
    addresses: Addresses, others: Iterable[Move], prefix: str, places: Places
) -> tuple[Resolved, list[Diagnostic]]:
    """Give where every move and permalink leads at last, in time linear in their number.

    `others` are moves that do not come from ascribe.addresses; `prefix` is the folder of the
    permalinks. What has a fault is left out, and said.
    """
    resolver = _Resolver(addresses, places)
    for move in (*addresses.moves, *others):
        resolver.add_move(move)
    for permalink in addresses.permalinks:
        resolver.add_permalink(permalink, prefix)
    return resolver.result(), resolver.diagnostics


class _Edge(NamedTuple):
    """One step: the route that leads on, the target without its fragment, and who wrote it."""

    route: str
    target: str
    fragment: str
    entry: Move | Permalink


class _Resolver:
    """Collects the edges of all entries, then follows them; faults gather on the way."""

    def __init__(self, addresses: Addresses, places: Places) -> None:
        self.places = places
        self.diagnostics: list[Diagnostic] = []
        known = {one.source: one.route for one in addresses.recorded} | dict(places.sources)
        self.reader = AddressReader(places.site, known, directory_urls=places.directory_urls)
        self.edges: dict[str, _Edge] = {}
        self.taken = {address_key(route): route for route in (*places.files, *places.pages)}
        for route in (*places.files, *places.pages):
            if route.endswith(".html"):  # Hosts answer /a with a.html where there is no /a/.
                self.taken.setdefault(address_key(route.removesuffix(".html")), route)

    def fault(self, name: str, entry: Move | Permalink, message: str, hint: str) -> None:
        self.diagnostics.append(Diagnostic(name, message, hint, entry.file, entry.line))

    def add_move(self, move: Move) -> None:
        route, problem, hint = self.reader.source(move.source)
        if problem:
            self.fault("redirect-source", move, problem, hint)
        elif target := self.target(move):
            self.add(_Edge(route, *target, move))

    def add_permalink(self, permalink: Permalink, prefix: str) -> None:
        target = self.target(permalink)
        if target is None:
            return
        route = self.places.site.route(f"{prefix}{permalink.key}/")
        beside = (f"{route[:-1]}.json", f"{route[:-1]}.md") if permalink.help else ()
        if all(self.is_free(address, permalink) for address in beside):
            self.add(_Edge(route, *target, permalink))

    def target(self, entry: Move | Permalink) -> tuple[str, str] | None:
        address, fragment, problem, hint = self.reader.target(entry.target)
        if problem:
            self.fault("redirect-target", entry, problem, hint)
            return None
        return address, fragment

    def add(self, edge: _Edge) -> None:
        key = address_key(edge.route)
        if key == address_key(edge.target):
            message = f"{edge.route} leads to {edge.target}, which is the same address"
            hint = "remove it: hosts add a missing final slash themselves"
            self.fault("redirect-loop", edge.entry, message, hint)
        elif self.is_free(edge.route, edge.entry):
            earlier = self.edges.setdefault(key, edge)
            if earlier is not edge:
                place = f"{earlier.entry.file}:{earlier.entry.line}".removesuffix(":0")
                message = f"{edge.route} leads on already, by {place}"
                self.fault("redirect-source", edge.entry, message, "remove one of the two")

    def is_free(self, route: str, entry: Move | Permalink) -> bool:
        """Say whether nothing of the site is at an address: it would be hidden, or hide us."""
        holder = self.taken.get(address_key(route))
        if holder is None:
            return True
        kind = "page" if holder in self.places.pages else "file"
        message = f"{route} cannot lead on, since a {kind} of the site is at {holder}"
        self.fault("redirect-hides-page", entry, message, f"remove the entry, or move the {kind}")
        return False

    def result(self) -> Resolved:
        steps = {
            key: Step(address_key(edge.target), edge.fragment) for key, edge in self.edges.items()
        }
        ends, loops = follow(steps)
        for loop in loops:
            self.fault_loop([self.edges[key] for key in loop])
        # Every chain ends in one of these, so what is not built is said once.
        targets = {
            last: self.built(self.edges[last]) for last in {end.last for end in ends.values()}
        }
        redirects: list[Redirect] = []
        entries: list[HelpEntry] = []
        for key, edge in self.edges.items():
            target = targets[ends[key].last] if key in ends else None
            if target is None or not self.has_section(edge, key, ends[key], target):
                continue
            redirects.append(_redirect(edge, target, ends[key].fragment))
            if isinstance(edge.entry, Permalink) and edge.entry.help:
                entries += self.help_entry(edge, edge.entry, target, ends[key].fragment)
        return Resolved(
            tuple(sorted(redirects, key=lambda redirect: redirect.source)),
            tuple(sorted(entries, key=lambda entry: entry.key)),
            {edge.route: edge.entry for edge in self.edges.values()},
        )

    def fault_loop(self, loop: list[_Edge]) -> None:
        first = min(loop, key=lambda edge: (edge.entry.file, edge.entry.line))
        at = loop.index(first)
        around = [edge.route for edge in (*loop[at:], *loop[:at], first)]
        shown = " to ".join(around if len(around) <= _SHOWN else [*around[:2], "...", around[-1]])
        hint = "end it at the page where readers shall arrive"
        self.fault("redirect-loop", first.entry, f"a loop leads from {shown}", hint)

    def built(self, edge: _Edge) -> str | None:
        """Give the target of a chain's last step as it is built; what is not is a fault."""
        if is_elsewhere(edge.target):
            return edge.target
        found = self.taken.get(address_key(edge.target))
        if found is None:
            message = f"{quoted(edge.entry.target)} is not built: no page and no file is there"
            hint = "write where the page is now, as a source's path or an address"
            self.fault("redirect-target", edge.entry, message, hint)
        return found

    def has_section(self, edge: _Edge, key: str, end: End, target: str) -> bool:
        """Check the section of a permalink, and the one that a move itself names."""
        sections = self.places.sections(target) if end.fragment else None
        if sections is None:
            return True
        section = unquote(end.fragment)
        if isinstance(edge.entry, Permalink):
            if section in sections.headings:
                return True
            message = f"the permalink '{edge.entry.key}' leads to the section '{section}'"
            message += f", which no heading of {target} bears"
            self.fault("permalink-target", edge.entry, message, _section_hint(sections))
            return False
        # What a chain carries on may be gone, as in any old link; mkdocs-redirects asks nothing.
        if end.last != key or edge.entry.stubbed or section in sections.ids:
            return True
        message = f"{quoted(edge.entry.target)} names the section '{section}', which {target} lacks"
        self.fault("redirect-target", edge.entry, message, _section_hint(sections))
        return False

    def help_entry(
        self, edge: _Edge, permalink: Permalink, target: str, fragment: str
    ) -> list[HelpEntry]:
        if target not in self.places.pages:
            message = f"the permalink '{permalink.key}' has help = true, and {target} is no page"
            self.fault(
                "permalink-target", permalink, message, "let it lead to a page, or remove help"
            )
            return []
        section = unquote(fragment) or None
        sections = self.places.sections(target)
        heading = sections.headings.get(section) if sections and section else None
        address = f"{target}#{fragment}" if fragment else target
        return [HelpEntry(permalink.key, edge.route, target, address, section, heading)]


def _redirect(edge: _Edge, target: str, fragment: str) -> Redirect:
    entry = edge.entry
    stubbed = False if isinstance(entry, Permalink) else entry.stubbed
    return Redirect(
        edge.route,
        f"{target}#{fragment}" if fragment else target,
        kind="permalink" if isinstance(entry, Permalink) else "move",
        # A file lies at these addresses: our forwarding page, or the other plugin's.
        force=isinstance(entry, Permalink) or stubbed,
        stubbed=stubbed,
    )


def _section_hint(sections: Sections) -> str:
    names = [f"#{name}" for name in sections.headings]
    if not names:
        return "the page has no section; leave the # and what follows out"
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"its sections are {', '.join(names[:_SHOWN])}{more}"
