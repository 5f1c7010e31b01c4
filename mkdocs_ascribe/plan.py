"""Which files a build writes beside its pages, and what is wrong with them; nothing is written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from mkdocs_ascribe.config import Host
from mkdocs_ascribe.diagnostics import Diagnostic, some_of
from mkdocs_ascribe.entries import entries, too_long
from mkdocs_ascribe.headers import header_rules
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.outputs.headers_json import headers_json
from mkdocs_ascribe.outputs.llms import FULL_NAME, full_order, llms_files
from mkdocs_ascribe.outputs.nav_json import nav_json
from mkdocs_ascribe.outputs.netlify import case_clashes, headers_file, missing_lines, overlaps
from mkdocs_ascribe.outputs.pages_json import pages_json
from mkdocs_ascribe.outputs.redirects_json import redirects_json
from mkdocs_ascribe.outputs.robots import robots_txt
from mkdocs_ascribe.outputs.sitemap import sitemap_files
from mkdocs_ascribe.robots.checks import policy_diagnostics, reach_diagnostics
from mkdocs_ascribe.site_files import output_collisions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mkdocs_ascribe.headers import HeaderRule
    from mkdocs_ascribe.lasting.moves import HelpEntry
    from mkdocs_ascribe.navigation import NavItem
    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel
    from mkdocs_ascribe.site_files import SiteFiles

_SITEMAP = r"sitemap(-[0-9]+)?\.xml(\.gz)?"
_RECORDS = ("pages.json", "headers.json", "redirects.json", "nav.json")


class OutputFile(NamedTuple):
    """A file to write: its path below its folder, and its text in chunks, to be read once."""

    name: str
    chunks: Iterable[str]


class Plan:
    """The files below the built site and below `_ascribe`, the headers, and what is wrong.

    `sitemaps` yields one file at a time, each to be written before the next, and again as .gz.
    `full` are the records whose Markdown versions, in order, make llms-full.txt.
    """

    def __init__(self) -> None:
        """Begin with nothing planned."""
        self.site: list[OutputFile] = []
        self.sitemaps: Iterable[OutputFile] = ()
        self.records: list[OutputFile] = []
        self.full: list[PageRecord] = []
        self.headers: list[HeaderRule] = []
        self.diagnostics: list[Diagnostic] = []


def make_plan(
    model: SiteModel, records: Sequence[PageRecord], nav: Sequence[NavItem], files: SiteFiles
) -> Plan:
    """Plan every output from the final records."""
    plan = Plan()
    extra = [model.site.route(url) for url in files.listed]
    has_sitemap = _plan_sitemap(plan, model, records, extra, files)
    _plan_robots(plan, model, records, files.own, has_sitemap=has_sitemap)
    llms = _plan_llms(plan, model, records, nav, files.own)
    netlify = model.project.consumer.host is Host.NETLIFY
    help_entries = _plan_addresses(plan, model, records, files)
    deployed = [*_RECORDS, *(file.name for file in plan.records), *(["host/_headers"] * netlify)]
    plan.headers = header_rules(
        model,
        records,
        llms_files=llms,
        record_files=[f"_ascribe/{name}" for name in deployed] if model.records_in_site else (),
        help_entries=help_entries,
    )
    if netlify:
        _plan_netlify(plan, model, files.own)
    redirects = files.addresses.resolved.redirects if files.addresses else ()
    pages = pages_json(model, records, extra, sitemap=has_sitemap, llms="llms.txt" in llms)
    plan.records += [
        OutputFile("pages.json", pages),
        OutputFile("headers.json", headers_json(plan.headers)),
        OutputFile("redirects.json", redirects_json(redirects)),
        OutputFile("nav.json", nav_json(nav)),
    ]
    plan.diagnostics += _on_not_listed(model, records) + output_collisions(
        _names(plan, model), files
    )
    return plan


def _names(plan: Plan, model: SiteModel) -> list[str]:
    """Give the paths in the built site of what is planned."""
    names = [file.name for file in plan.site]
    if plan.full:
        names.append(FULL_NAME)
    if model.records_in_site:
        names += [f"_ascribe/{file.name}" for file in plan.records]
    return names


def _plan_addresses(
    plan: Plan, model: SiteModel, records: Sequence[PageRecord], files: SiteFiles
) -> list[tuple[HelpEntry, PageRecord]]:
    """Plan what moves and permalinks need, and give the help entries that are published."""
    project = model.project
    by_host = project.consumer.host not in (None, Host.NETLIFY) or "_redirects" in files.own
    if files.addresses is None and not (by_host or project.addresses.recorded):
        return []
    # Most sites need none of it.
    from mkdocs_ascribe.lasting.plan import LastingAddresses, address_files

    found = address_files(model, records, files.addresses or LastingAddresses(), files.own)
    plan.site += [OutputFile(name, [text]) for name, text in found.site]
    plan.records += [OutputFile(name, [text]) for name, text in found.records]
    plan.diagnostics += found.diagnostics
    return found.help


def _plan_sitemap(
    plan: Plan,
    model: SiteModel,
    records: Sequence[PageRecord],
    extra: Sequence[str],
    files: SiteFiles,
) -> bool:
    """Plan sitemap.xml, and say whether the site has one in the end."""
    if model.site.origin is None:
        message = "the site's address is not known, so it has no sitemap.xml and no canonicals"
        hint = "set site_url in mkdocs.yml, or site in [consumer] of ascribe.toml"
        plan.diagnostics.append(Diagnostic("sitemap-no-site", message, hint, "mkdocs.yml"))
        return "sitemap.xml" in files.own
    if "sitemap.xml" in files.own:
        locs = [entry.loc for entry in entries(model, records, extra)]
        hint = f"ours would list {len(locs)} address{'es' * (len(locs) != 1)}"
        plan.diagnostics.append(_kept("sitemap", "sitemap.xml", hint, "\n".join(locs)))
        return True
    plan.diagnostics += too_long(model, records, extra)
    plan.sitemaps = (
        OutputFile(name, chunks)
        for name, chunks in sitemap_files(model, entries(model, records, extra))
    )
    names = (name for name in files.destinations if name.startswith("sitemap"))
    if any(re.fullmatch(_SITEMAP, name) for name in names):
        # How many there are, only making them tells, so it is asked where it matters.
        ours = [name for name, _ in sitemap_files(model, entries(model, records, extra))]
        written = [*ours, *(f"{name}.gz" for name in ours)]
        plan.diagnostics += output_collisions(written, files)
    return next(entries(model, records, extra), None) is not None


def _plan_robots(
    plan: Plan,
    model: SiteModel,
    records: Sequence[PageRecord],
    own: Mapping[str, str],
    *,
    has_sitemap: bool,
) -> None:
    plan.diagnostics += policy_diagnostics(model)
    text = robots_txt(model, sitemap=has_sitemap)
    is_own = model.at_host_root and "robots.txt" in own
    if not model.at_host_root:
        if text is None:
            return
        plan.records.append(OutputFile("host/robots.txt", [text]))
        message = (
            f"robots.txt belongs at the host's root, and this site is under {model.site.base_path}"
        )
        hint = "add these lines to the host's own robots.txt"
        plan.diagnostics.append(Diagnostic("robots-under-base", message, hint, details=text))
    elif is_own:
        hint = "ours would have these lines" if text else "ours would have no line"
        plan.diagnostics.append(_kept("robots", "robots.txt", hint, text or ""))
        text = own["robots.txt"]
    elif text is not None:
        plan.site.append(OutputFile("robots.txt", [text]))
    if text is not None:
        plan.diagnostics += reach_diagnostics(model, records, text, is_own=is_own)


def _plan_llms(
    plan: Plan,
    model: SiteModel,
    records: Sequence[PageRecord],
    nav: Sequence[NavItem],
    own: Mapping[str, str],
) -> list[str]:
    """Plan llms.txt and what belongs to it, and give the names of those that the site has."""
    if not model.agents:
        return []
    files = llms_files(model, records, nav)
    if "llms.txt" in own:
        details = "".join(text for _, text in files)
        plan.diagnostics.append(_kept("llms", "llms.txt", "ours would be this", details))
        return ["llms.txt"]
    plan.site += [OutputFile(name, [text]) for name, text in files]
    names = [name for name, _ in files]
    if model.settings.llms_full and files:
        plan.full = full_order(records, nav)
        names.append(FULL_NAME)
    return names


def _plan_netlify(plan: Plan, model: SiteModel, own: Mapping[str, str]) -> None:
    text = headers_file(plan.headers)
    plan.records.append(OutputFile("host/_headers", [text]))
    for one, other in case_clashes(plan.headers):
        message = f"Netlify cannot tell {one} and {other} apart, so their headers would mix"
        plan.diagnostics.append(Diagnostic("host-case", message, "rename one of the two pages"))
    if not model.at_host_root:
        base = model.site.base_path
        message = f"Netlify reads _headers at the host's root, and this site is under {base}"
        hint = "add these lines to the _headers of the host"
        plan.diagnostics.append(Diagnostic("host-under-base", message, hint, details=text))
    elif "_headers" not in own:
        plan.site.append(OutputFile("_headers", [text]))
    else:
        _verify_headers(plan, own["_headers"])


def _verify_headers(plan: Plan, own: str) -> None:
    missing = missing_lines(own, plan.headers)
    if missing:
        message = "the site's own _headers lacks lines that its pages need"
        hint = "add these"
        plan.diagnostics.append(
            Diagnostic("headers-missing", message, hint, "_headers", 0, missing)
        )
    for line, header, path in overlaps(own, plan.headers):
        message = f"the rule {line} sets {header} on {path}, and the host merges the two"
        hint = "narrow its path"
        plan.diagnostics.append(Diagnostic("headers-overlap", message, hint, "_headers"))


def _on_not_listed(model: SiteModel, records: Iterable[PageRecord]) -> list[Diagnostic]:
    """Say where pages that are not listed may be seen all the same."""
    found = []
    kept_out = [record for record in records if record.markdown_robots is not None]
    served = [record.source for record in kept_out if record.markdown is not None]
    if served and model.project.consumer.host is None and not model.preview_server:
        message = (
            f"no host is set to send X-Robots-Tag with the Markdown versions of {some_of(served)}"
        )
        hint = "set host in [consumer], or give headers.json to your host and switch this check off"
        found.append(Diagnostic("headers-unserved", message, hint, model.project.file))
    unlisted = [record for record in kept_out if record.listing is Listing.UNLISTED]
    if unlisted and model.records_in_site and not model.preview_server:
        message = (
            f"_ascribe/pages.json in the deployed folder names unlisted pages ({len(unlisted)})"
        )
        hint = "set output-dir in [project] to keep the records out of it"
        found.append(Diagnostic("records-public", message, hint, model.project.file))
    return found


def _kept(kind: str, name: str, hint: str, details: str) -> Diagnostic:
    return Diagnostic(f"{kind}-own", f"the site's own {name} is kept", hint, name, 0, details)
