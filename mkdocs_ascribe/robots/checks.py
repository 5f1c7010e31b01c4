"""What robots.txt costs, and where it contradicts what the pages say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.diagnostics import Diagnostic, some_of
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.robots.crawlers import shipped
from mkdocs_ascribe.robots.lines import EVERYONE, lines_for, merge_groups, parse_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mkdocs_ascribe.config import CrawlerPolicy
    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.robots.lines import Group
    from mkdocs_ascribe.settings import SiteModel

# A rule is matched against the path alone; a parser wants an address all the same.
_HOST = "https://host"

# Of each purpose that costs readers when it is disallowed: the cost, and what to do.
_COSTS = {
    "search": (
        (
            'search = "disallow" takes the site out of the answers of those AI search products, '
            "while Google's and Bing's search, and the AI answers in it, stay as they are"
        ),
        "keep it if that is meant; only a page's listing keeps it out of Google and Bing",
    ),
    "on-request": (
        (
            'on-request = "disallow" asks assistants not to open a page when a person asks about '
            "it, so they answer from memory or from another site"
        ),
        "keep it if that is meant; Google's own agents have no name to disallow",
    ),
}

# Of each diagnostic: what follows "refuses", with the addresses in braces, and what to do.
_REACH = {
    "listing-disallowed": (
        "{}: a crawler that follows it never reads that the page asks not to be listed or quoted",
        "remove the line: the listing alone keeps a page out of search",
    ),
    "sitemap-disallowed": (
        "the sitemap or what it lists: {}",
        "remove the line; to keep a page out of search write 'listing: unlisted' instead",
    ),
    "llms-disallowed": (
        "{}, which every page names for agents",
        "narrow the line, or set agents = false in [consumer]",
    ),
    "markdown-disallowed": (
        "Markdown versions that pages offer to agents: {}",
        "narrow the line, or set agents = false in [consumer]",
    ),
}


def policy_diagnostics(model: SiteModel) -> list[Diagnostic]:
    """Say what the project's `[crawlers]` costs, and where its own groups loosen it."""
    project = model.project
    policy = project.crawlers
    diagnostics = []
    for purpose in policy.disallowed:
        if purpose in _COSTS:
            message, hint = _COSTS[purpose]
            line = project.line("crawlers", purpose)
            message += _who_may_ignore(policy, purpose)
            diagnostics.append(Diagnostic("crawlers-disallowed", message, hint, project.file, line))
    for message, hint in _loosened(policy):
        line = project.line("crawlers", "lines")
        diagnostics.append(Diagnostic("robots-group-loosens", message, hint, project.file, line))
    return diagnostics


def _who_may_ignore(policy: CrawlerPolicy, purpose: str) -> str:
    free = [
        crawler.token
        for crawler in shipped().of(purpose)
        if crawler.honours_robots in ("may-ignore", "no")
        and crawler.token in policy.tokens[purpose]
    ]
    names = ", ".join(free)
    return f"; the operators of {names} say that these may fetch all the same" if free else ""


def _loosened(policy: CrawlerPolicy) -> Iterator[tuple[str, str]]:
    """Yield message and hint for each own group that allows what a purpose disallows."""
    purpose_of = {
        token.lower(): purpose for purpose in policy.disallowed for token in policy.tokens[purpose]
    }
    if not purpose_of:
        return
    for group in merge_groups(parse_lines(policy.lines).groups, purpose_of):
        allowed = [value for directive, value in group.lines if directive == "Allow" and value]
        if not allowed or group.agents[0].lower() not in purpose_of:
            continue
        purposes = dict.fromkeys(purpose_of[agent.lower()] for agent in group.agents)
        message = (
            f"crawlers.lines: 'Allow: {allowed[0]}' in the group of {', '.join(group.agents)} "
            f'loosens {" and ".join(purposes)} = "disallow"'
        )
        yield message, "remove the Allow line, or leave the crawler out of the purpose with except"


def reach_diagnostics(
    model: SiteModel, records: Iterable[PageRecord], robots: str, *, is_own: bool
) -> list[Diagnostic]:
    """Say what a robots.txt keeps `*` and ordinary search engines' crawlers from.

    `robots` is the text that crawlers get, and `is_own` says that it is the site's own file.
    There is one diagnostic for each line and crawler, however many pages it refuses.
    """
    text = robots.removeprefix("\ufeff")
    refusing = _refusing(parse_lines(text.splitlines()).groups)
    if not refusing:
        return []
    from protego import Protego  # Of no use to a site that refuses nothing.

    project = model.project
    file, line = ("robots.txt", 0) if is_own else (project.file, project.line("crawlers", "lines"))
    parser = Protego.parse(text)
    addresses = list(_addresses(model, records))
    diagnostics = []
    for crawler, paths in refusing.items():
        rules = [(path, Protego.parse(f"User-agent: *\nDisallow: {path}")) for path in paths]
        found: dict[tuple[str, str], list[str]] = {}
        for name, route, shown in addresses:
            if parser.can_fetch(_HOST + route, crawler):
                continue
            for path, rule in rules:
                if not rule.can_fetch(_HOST + route, EVERYONE):
                    found.setdefault((name, path), []).append(shown)
                    break
        for (name, path), refused in found.items():
            what, hint = _REACH[name]
            message = (
                f"'Disallow: {path}' for the crawler {crawler} refuses "
                f"{what.format(some_of(refused))}"
            )
            diagnostics.append(Diagnostic(name, message, hint, file, line))
    return diagnostics


def _refusing(groups: Sequence[Group]) -> dict[str, list[str]]:
    """Give the paths refused to `*` and to each named crawler of a search engine, longest first.

    The longest rule that matches decides (RFC 9309, 2.2.2). A crawler is named as the file does.
    """
    names = {name.lower(): name for group in groups for name in group.agents if name}
    engines = [engine.lower() for engine in shipped().search_engines]
    refusing = {}
    for lowered, name in names.items():
        # A group for Googlebot is Googlebot-Image's too when that has none of its own.
        if lowered != EVERYONE and not any(engine.startswith(lowered) for engine in engines):
            continue
        lines = lines_for(name, groups)
        paths = {value for directive, value in lines if directive == "Disallow" and value}
        if paths:
            refusing[name] = sorted(paths, key=lambda path: (-len(path), path))
    return refusing


def _addresses(model: SiteModel, records: Iterable[PageRecord]) -> Iterator[tuple[str, str, str]]:
    """Yield what crawlers must be able to fetch: diagnostic, route, and how to name it."""
    has_sitemap = False
    for record in records:
        if record.noindex or record.listing is not Listing.LISTED:
            yield "listing-disallowed", record.route, f"{record.source} at {record.route}"
        if record.listed_in_sitemap:
            has_sitemap = True
            yield "sitemap-disallowed", record.route, record.route
        if record.offered and record.markdown is not None:
            yield "markdown-disallowed", record.markdown, record.markdown
    if has_sitemap:
        yield "sitemap-disallowed", model.sitemap_route, model.sitemap_route
    if model.agents:
        yield "llms-disallowed", model.llms_route, model.llms_route
