"""Listing: how open a page is to search engines and agents, and which rule decides."""

import enum
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from mkdocs_ascribe.diagnostics import Diagnostic, did_you_mean, quoted
from mkdocs_ascribe.patterns import matches


class Listing(enum.IntEnum):
    """From open to closed; the strictest of several is their `max`."""

    LISTED = 0
    UNQUOTED = 1
    UNLISTED = 2

    @property
    def word(self) -> str:
        """The value as users write it."""
        return self.name.lower()

    @property
    def robots(self) -> str | None:
        """The robots rule that says it to a search engine (RFC 9309 leaves these to the page)."""
        return (None, "nosnippet", "noindex")[self]


LISTING_WORDS = tuple(listing.word for listing in Listing)


def parse_listing(value: object) -> Listing | None:
    """Read one of the three words; None for anything else."""
    return Listing[value.upper()] if isinstance(value, str) and value in LISTING_WORDS else None


class Rule(NamedTuple):
    """One rule of `[listing]`; `origin` names it as records and messages do."""

    origin: str
    listing: Listing
    line: int = 0


class ListingRules(NamedTuple):
    """`[types]` and `[listing]` of ascribe.toml.

    `types` has the patterns of each declared type. A folder rule's key ends with a slash and is
    relative to the content root.
    """

    types: Mapping[str, tuple[str, ...]] = {}
    site: Rule | None = None
    folders: Mapping[str, Rule] = {}
    by_type: Mapping[str, Rule] = {}
    type_lines: Mapping[str, int] = {}


class Resolution(NamedTuple):
    """A page's effective listing.

    `origin` names what decided: "page", "site", "folder internal/", "type runbook", or None where
    nothing did. A page is `concealed` when it is unlisted by more than the rule for the whole
    site: only then does navigation leave it out, since readers of an unlisted site need theirs.
    """

    listing: Listing = Listing.LISTED
    origin: str | None = None
    type: str | None = None
    concealed: bool = False

    def stricter(self, other: "Resolution") -> "Resolution":
        """Give the stricter of two, for an address that two sources share."""
        return max(self, other, key=lambda one: (one.listing, one.concealed))


def resolve(
    rules: ListingRules, src_uri: str, own: Listing | None, own_type: str | None
) -> tuple[Resolution, list[Diagnostic]]:
    """Give the strictest of a page's own listing and of every rule it is under.

    `own` and `own_type` come from front matter. A page looser than a rule is an error.
    """
    types, diagnostics = _types_of(rules, src_uri, own_type)
    applying = list(_rules_for(rules, src_uri, types))
    listing, origin = (own, "page") if own is not None else (Listing.LISTED, None)
    for rule in applying:
        if rule.listing > listing or (rule.listing == listing and origin is None):
            listing, origin = rule.listing, rule.origin
    for rule in applying:
        if own is not None and own < rule.listing:
            diagnostics.append(
                Diagnostic(
                    "listing-looser",
                    f"listing '{own.word}' is looser than the rule for {rule.origin}, "
                    f"which says '{rule.listing.word}'",
                    "a rule can only be tightened: remove the line, or change the rule",
                    src_uri,
                )
            )
    concealed = own is Listing.UNLISTED or any(
        rule.listing is Listing.UNLISTED and rule is not rules.site for rule in applying
    )
    return Resolution(listing, origin, types[0] if types else None, concealed), diagnostics


def _types_of(
    rules: ListingRules, src_uri: str, own_type: str | None
) -> tuple[list[str], list[Diagnostic]]:
    """Give a page's types, the one it counts as first.

    A type by patterns keeps its rules when front matter names another one: front matter must not
    loosen what a rule keeps out.
    """
    named = [
        name
        for name, patterns in rules.types.items()
        if any(matches(pattern, src_uri) for pattern in patterns)
    ]
    if len(named) > 1:
        return named, [
            Diagnostic(
                "type-ambiguous",
                f"the patterns of the types {' and '.join(named)} both match this page",
                "narrow one of them in [types]",
                src_uri,
            )
        ]
    if own_type is not None and own_type in rules.types:
        return [own_type, *(name for name in named if name != own_type)], []
    if own_type is None or not rules.types:
        # Other plugins use the key `type` too: without [types] nobody means it for us.
        return named, []
    return named, [
        Diagnostic(
            "type-unknown",
            f"type {quoted(own_type)} is not declared in [types], so no rule for a type applies",
            did_you_mean(own_type, rules.types),
            src_uri,
        )
    ]


def _rules_for(rules: ListingRules, src_uri: str, types: Iterable[str]) -> Iterator[Rule]:
    if rules.site:
        yield rules.site
    for folder, rule in rules.folders.items():
        if src_uri.startswith(folder):
            yield rule
    for name in types:
        if name in rules.by_type:
            yield rules.by_type[name]


def unused_rules(
    rules: ListingRules, pages: Iterable[tuple[str, str | None]], file: str
) -> list[Diagnostic]:
    """Name the rules that match none of the pages, given as (src_uri, type).

    A restricting rule without a page is a warning, since a typo in it publishes what was to be
    kept out; a type without a rule and without a page is advice.
    """
    sources, types = [], set()
    for src_uri, type_name in pages:
        sources.append(src_uri)
        types.add(type_name)
    diagnostics = [
        Diagnostic(
            "rule-unused",
            f"the rule for {rule.origin} ('{rule.listing.word}') matches no page",
            "check the path: a typo here publishes what was to be kept out",
            file,
            rule.line,
        )
        for folder, rule in rules.folders.items()
        if rule.listing > Listing.LISTED and not any(src.startswith(folder) for src in sources)
    ]
    for name, patterns in rules.types.items():
        # A page that front matter gives another type stays under the rule of this one.
        if name in types or any(matches(one, src) for one in patterns for src in sources):
            continue
        rule = rules.by_type.get(name)
        restricts = rule is not None and rule.listing > Listing.LISTED
        diagnostics.append(
            Diagnostic(
                "rule-unused" if restricts else "type-unused",
                f"no page has the type '{name}'",
                "check its patterns in [types]" + (": its rule keeps out nothing" * restricts),
                file,
                rule.line if rule else rules.type_lines.get(name, 0),
            )
        )
    return diagnostics
