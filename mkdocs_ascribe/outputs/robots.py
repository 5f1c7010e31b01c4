"""robots.txt: what the project tells crawlers, in a layout that every common parser reads alike.

The rules are those of RFC 9309. Old parsers use the first rule that matches instead of the longest,
end a group at a blank line, or take one group an agent, hence the order and the merging here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs_ascribe.addresses import encode_path
from mkdocs_ascribe.robots.lines import (
    COMMENT,
    EVERYONE,
    RULES,
    Group,
    OwnLines,
    lines_for,
    merge_groups,
    parse_lines,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from mkdocs_ascribe.config import CrawlerPolicy
    from mkdocs_ascribe.settings import SiteModel


def robots_txt(model: SiteModel, *, sitemap: bool) -> str | None:
    """Give the lines for the host's root, or None when there is nothing to say.

    `sitemap` says whether the site has a sitemap.xml. Nothing here comes from a listing: a page
    that a crawler may not fetch cannot tell it noindex.
    """
    policy, base_path = model.project.crawlers, model.site.base_path
    own = _under_base(parse_lines(policy.lines), base_path)
    refuse_all = ("Disallow", base_path)
    disallowed = {
        token.lower() for purpose in policy.disallowed for token in policy.tokens[purpose]
    }
    own_groups = merge_groups(own.groups, disallowed)
    taken = {agent.lower() for group in own_groups for agent in group.agents}

    blocks = [_group_text(group.agents, [refuse_all]) for group in _purpose_groups(policy, taken)]
    blocks.append(_everyone_text(own))
    for group in own_groups:
        restricted = group.agents[0].lower() in disallowed
        lines = [*group.lines, refuse_all] if restricted else group.lines
        blocks.append(_group_text(group.agents, lines))
    ours = model.site.absolute(model.sitemap_route) if sitemap else None
    blocks.append(_outside_text(own, ours))
    return "\n".join(block for block in blocks if block) or None


def _under_base(own: OwnLines, base_path: str) -> OwnLines:
    """Put the base path before the project's own paths."""

    def moved(lines: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        return [
            (directive, base_path + _encode(value.removeprefix("/")))
            if directive in RULES and value
            else (directive, value)
            for directive, value in lines
        ]

    groups = [Group(group.agents, moved(group.lines)) for group in own.groups]
    return OwnLines(moved(own.everyone), groups, own.outside)


def _encode(path: str) -> str:
    # A question mark in a rule begins the query (RFC 9309, 2.2.3), so it is no part of the path.
    return "?".join(encode_path(part) for part in path.split("?"))


def _purpose_groups(policy: CrawlerPolicy, taken: Collection[str]) -> list[Group]:
    """Give a group for each disallowed purpose, without the tokens that own groups name."""
    written = set(taken)
    groups = []
    for purpose in policy.disallowed:
        group = Group([], [])
        for token in policy.tokens[purpose]:
            if token.lower() not in written:
                written.add(token.lower())
                group.agents.append(token)
        if group.agents:
            groups.append(group)
    return groups


def _everyone_text(own: OwnLines) -> str:
    """Write the one group for `*`; comments alone make no group."""
    lines = [*own.everyone, *lines_for(EVERYONE, own.groups)]
    named = any(EVERYONE in group.agents for group in own.groups)
    if named or any(directive != COMMENT for directive, _ in lines):
        return _group_text([EVERYONE], _allow_first(lines))
    return _text(lines)


def _allow_first(lines: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Move Disallow lines, with the comments above them, behind all others.

    An Allow is an exception to a Disallow, and a parser that stops at the first match has to meet
    the exception first.
    """
    before: list[tuple[str, str]] = []
    behind: list[tuple[str, str]] = []
    comments: list[tuple[str, str]] = []
    for line in lines:
        comments.append(line)
        if line[0] != COMMENT:
            (behind if line[0] == "Disallow" else before).extend(comments)
            comments = []
    return before + behind + comments


def _group_text(agents: Iterable[str], lines: Iterable[tuple[str, str]]) -> str:
    """Write a group: its agents, then each of its lines once.

    A rule without a path says nothing beside one that has a path, and a parser that stops at the
    first match stops there. In a group without any rule it keeps the group from running into the
    next one, as it would for Google.
    """
    kept = [line for line in lines if line[0] not in RULES or line[1]]
    if not any(directive in RULES for directive, _ in kept):
        kept.append(("Disallow", ""))
    return _text([("User-agent", agent) for agent in agents] + kept)


def _outside_text(own: OwnLines, sitemap: str | None) -> str:
    """Write what belongs to no group, sitemaps last and ours behind the project's own."""
    others = [line for line in own.outside if line[0] != "Sitemap"]
    sitemaps = [line for line in own.outside if line[0] == "Sitemap"]
    if sitemap is not None:
        # Ours comes last even where the project's own lines name it too.
        sitemaps = [line for line in sitemaps if line[1] != sitemap] + [("Sitemap", sitemap)]
    return _text(others + sitemaps)


def _text(lines: Iterable[tuple[str, str]]) -> str:
    """Write lines, each once; comments as often as they stand there."""
    texts = []
    written = set()
    for directive, value in lines:
        if directive == COMMENT:
            texts.append(f"# {value}".rstrip())
        elif (directive, value) not in written:
            written.add((directive, value))
            texts.append(f"{directive}: {value}".rstrip())
    return "".join(f"{text}\n" for text in texts)
