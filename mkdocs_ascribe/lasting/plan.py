"""Which files a build writes for addresses that last, for its host; nothing is written here."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.addresses import long_name
from mkdocs_ascribe.config import Host
from mkdocs_ascribe.diagnostics import Diagnostic
from mkdocs_ascribe.lasting.moves import Resolved
from mkdocs_ascribe.lasting.recorded import address_lost, lost_addresses
from mkdocs_ascribe.lasting.redirects import forwarding_file
from mkdocs_ascribe.outputs.forwarding import forwarding_page
from mkdocs_ascribe.outputs.help import help_json, help_markdown
from mkdocs_ascribe.outputs.netlify_redirects import hiding_lines, redirects_file, unwritable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mkdocs_ascribe.lasting.help_entries import HelpText
    from mkdocs_ascribe.lasting.moves import HelpEntry
    from mkdocs_ascribe.lasting.redirects import Redirect
    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel


class LastingAddresses(NamedTuple):
    """The addresses that lead on, and the texts of help entries by key.

    `complete` is False while pages of the site are still to be read, as between the builds that
    static-i18n runs: an address that is missing then is not lost.
    """

    resolved: Resolved = Resolved()
    help_texts: Mapping[str, HelpText] = {}
    complete: bool = True


class AddressFiles:
    """Files of the built site and of its records by name, published help entries, and faults."""

    def __init__(self) -> None:
        """Begin with nothing planned."""
        self.site: list[tuple[str, str]] = []
        self.records: list[tuple[str, str]] = []
        self.help: list[tuple[HelpEntry, PageRecord]] = []
        self.diagnostics: list[Diagnostic] = []


def address_files(
    model: SiteModel,
    records: Sequence[PageRecord],
    addresses: LastingAddresses,
    own: Mapping[str, str],
) -> AddressFiles:
    """Plan forwarding pages, help entries and the host's redirects from the final records."""
    files = AddressFiles()
    host = model.project.consumer.host
    _plan_forwarding(files, model, addresses.resolved)
    _plan_help(files, model, records, addresses)
    if host is Host.NETLIFY:
        _plan_netlify(files, model, records, addresses.resolved, own)
    if host is Host.GITHUB_PAGES:
        # Else GitHub runs Jekyll, which leaves out what begins with an underscore.
        files.site.append((".nojekyll", ""))
    if addresses.complete:
        files.diagnostics += _lost(model, records, addresses.resolved)
    return files


def _plan_forwarding(files: AddressFiles, model: SiteModel, resolved: Resolved) -> None:
    """Plan a page for every permalink, and for every move where the host cannot redirect."""
    host = model.project.consumer.host
    pages_for_moves = host in (Host.GITHUB_PAGES, Host.STATIC)
    for redirect in resolved.redirects:
        if redirect.kind == "move" and (not pages_for_moves or redirect.stubbed):
            continue
        name = forwarding_file(model.site, redirect.source)
        problem = "would not be sent as HTML" if name is None else long_name(name)
        if name is None or problem:
            message = f"a page there, which is all that this host can do, {problem}"
            files.diagnostics.append(_refused(resolved, redirect, message, "remove the move"))
        else:
            files.site.append((name, forwarding_page(model.site, redirect)))


def _plan_help(
    files: AddressFiles,
    model: SiteModel,
    records: Sequence[PageRecord],
    addresses: LastingAddresses,
) -> None:
    by_route = {record.route: record for record in records} if addresses.resolved.help else {}
    for entry in addresses.resolved.help:
        record, text = by_route.get(entry.page), addresses.help_texts.get(entry.key)
        if record is None:
            continue
        if model.withholds_markdown and record.markdown_robots is not None:
            message = f"the help entry '{entry.key}' is withheld: its page is not listed"
            hint = "list the page, or choose a host that sends X-Robots-Tag"
            made = addresses.resolved.entries[entry.address]
            files.diagnostics.append(
                Diagnostic("headers-unserved", message, hint, made.file, made.line)
            )
            continue
        files.help.append((entry, record))
        if text is not None:  # With --dirty a page that is not read has its entry from before.
            files.site += [
                (model.site.file_of(entry.json_route), help_json(text)),
                (model.site.file_of(entry.markdown_route), help_markdown(text)),
            ]


def _plan_netlify(
    files: AddressFiles,
    model: SiteModel,
    records: Sequence[PageRecord],
    resolved: Resolved,
    own: Mapping[str, str],
) -> None:
    for redirect in resolved.redirects:
        if problem := unwritable(redirect.source):
            hint = "leave the move out, or publish a page there that leads on"
            files.diagnostics.append(_refused(resolved, redirect, f"it {problem}", hint))
    text = redirects_file(resolved.redirects)
    if text:
        files.records.append(("host/_redirects", text))
    theirs = own.get("_redirects")
    if not model.at_host_root:
        if text:
            base = model.site.base_path
            message = f"Netlify reads _redirects at the host's root, and this site is under {base}"
            hint = "add these lines to the _redirects of the host"
            files.diagnostics.append(Diagnostic("host-under-base", message, hint, details=text))
    elif text:
        # Netlify takes the first line that matches, so a recorded move wins over a pattern.
        files.site.append(("_redirects", text + (theirs or "")))
    if theirs and model.at_host_root:
        files.diagnostics += _hiding(theirs, records, model)


def _hiding(theirs: str, records: Sequence[PageRecord], model: SiteModel) -> Iterator[Diagnostic]:
    for line in hiding_lines(theirs, (record.route for record in records), model.site.origin):
        more = f" and {line.pages - 1} more pages" if line.pages > 1 else ""
        message = f"'{line.text}' hides {line.page}{more}"
        hint = "take the ! away, so that a file wins over the line, or narrow its path"
        yield Diagnostic("redirects-own", message, hint, "_redirects", line.number)


def _refused(resolved: Resolved, redirect: Redirect, problem: str, hint: str) -> Diagnostic:
    made = resolved.entries[redirect.source]
    message = f"{redirect.source} cannot lead on: {problem}"
    return Diagnostic("redirect-source", message, hint, made.file, made.line)


def _lost(
    model: SiteModel, records: Sequence[PageRecord], resolved: Resolved
) -> Iterator[Diagnostic]:
    known = model.project.addresses
    pages = (record.route for record in records)
    hint = "write a [[move]] from it; `mkdocs-ascribe addresses check` proposes one"
    for one in lost_addresses(known.recorded, pages, resolved.entries):
        yield address_lost(one, known.file, hint)
