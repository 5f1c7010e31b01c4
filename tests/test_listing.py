"""Listing: the strictest of a page's own and of every rule it is under (S16)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_ascribe.listing import (
    Listing,
    ListingRules,
    Resolution,
    Rule,
    parse_listing,
    resolve,
    unused_rules,
)

LISTED, UNQUOTED, UNLISTED = Listing


def make_rules(*, site=None, folders=None, types=None, patterns=None):
    patterns = patterns or {}
    return ListingRules(
        types={name: tuple(files) for name, files in patterns.items()},
        site=None if site is None else Rule("site", site, 1),
        folders={
            key: Rule(f"folder {key or '/'}", listing, number)
            for number, (key, listing) in enumerate((folders or {}).items(), start=10)
        },
        by_type={
            name: Rule(f"type {name}", listing, number)
            for number, (name, listing) in enumerate((types or {}).items(), start=20)
        },
        type_lines={name: number for number, name in enumerate(patterns, start=30)},
    )


# ---------------------------------------------------------------- the three words


@pytest.mark.parametrize(
    ("listing", "word", "robots"),
    [
        (LISTED, "listed", None),  # S11
        (UNQUOTED, "unquoted", "nosnippet"),  # S12
        (UNLISTED, "unlisted", "noindex"),  # S13
    ],
)
def test_words(listing, word, robots):  # S41
    assert (listing.word, listing.robots) == (word, robots)
    assert parse_listing(word) is listing


@pytest.mark.parametrize(
    "value", [None, "", "Listed", "UNLISTED", " listed", 0, 2, True, ["listed"]]
)
def test_no_word(value):
    assert parse_listing(value) is None


# ---------------------------------------------------------------- the strictest wins


def test_listed_is_the_default():  # S11
    assert resolve(ListingRules(), "a.md", None, None) == (Resolution(), [])
    assert Resolution() == Resolution(LISTED, None, None, concealed=False)


RULES = make_rules(
    site=LISTED,
    folders={"drafts/": UNQUOTED, "drafts/secret/": UNLISTED, "open/": LISTED},
    types={"runbook": UNLISTED, "guide": UNQUOTED},
    patterns={"runbook": ["run/**"], "guide": ["*.guide.md"], "free": ["free/**"]},
)


@pytest.mark.parametrize(
    ("src_uri", "own", "own_type", "expected"),
    [
        ("a.md", None, None, Resolution(LISTED, "site")),
        ("a.md", LISTED, None, Resolution(LISTED, "page")),
        ("a.md", UNQUOTED, None, Resolution(UNQUOTED, "page")),  # S14
        ("a.md", UNLISTED, None, Resolution(UNLISTED, "page", None, concealed=True)),
        ("drafts/a.md", None, None, Resolution(UNQUOTED, "folder drafts/")),  # S15
        ("drafts/a.md", UNQUOTED, None, Resolution(UNQUOTED, "page")),
        ("drafts/a.md", UNLISTED, None, Resolution(UNLISTED, "page", None, concealed=True)),
        (
            "drafts/secret/a.md",
            None,
            None,
            Resolution(UNLISTED, "folder drafts/secret/", None, concealed=True),
        ),
        ("open/a.md", None, None, Resolution(LISTED, "site")),
        ("run/a.md", None, None, Resolution(UNLISTED, "type runbook", "runbook", concealed=True)),
        ("a.guide.md", None, None, Resolution(UNQUOTED, "type guide", "guide")),
        ("free/a.md", None, None, Resolution(LISTED, "site", "free")),
        ("a.md", None, "guide", Resolution(UNQUOTED, "type guide", "guide")),
        ("a.md", None, "free", Resolution(LISTED, "site", "free")),
        # Front matter cannot loosen what a type by patterns keeps out.
        ("run/a.md", None, "free", Resolution(UNLISTED, "type runbook", "free", concealed=True)),
        (
            "run/a.md",
            None,
            "runbook",
            Resolution(UNLISTED, "type runbook", "runbook", concealed=True),
        ),
        (
            "drafts/a.md",
            None,
            "runbook",
            Resolution(UNLISTED, "type runbook", "runbook", concealed=True),
        ),
    ],
)
def test_strictest_wins(src_uri, own, own_type, expected):  # S2 S16 S36
    assert resolve(RULES, src_uri, own, own_type) == (expected, [])


LISTINGS = st.sampled_from(Listing)
MAYBE = st.none() | LISTINGS
FOLDERS = ["", "a/", "a/b/", "ab/", "b/"]
SOURCES = ["x.md", "a/x.md", "a/index.md", "a/b/x.md", "ab/x.md", "b/a/b/x.md"]
PATTERNS = {"one": ["a/**"], "two": ["b/**"], "three": ["none.md"]}
PATTERN_TYPE = {"a": "one", "b": "two"}


@given(
    site=MAYBE,
    folders=st.dictionaries(st.sampled_from(FOLDERS), LISTINGS),
    types=st.dictionaries(st.sampled_from(list(PATTERNS)), LISTINGS),
    page=st.tuples(
        MAYBE,
        st.sampled_from([None, "one", "two", "three", "four"]),
        st.sampled_from(SOURCES),
    ),
)
@settings(max_examples=150, deadline=None)
def test_every_combination(site, folders, types, page):  # S16 S17
    own, own_type, src_uri = page
    rules = make_rules(site=site, folders=folders, types=types, patterns=PATTERNS)
    resolution, found = resolve(rules, src_uri, own, own_type)

    segments = src_uri.split("/")[:-1]
    page_types = {PATTERN_TYPE.get(segments[0] if segments else "")}
    page_types |= {own_type} & set(PATTERNS)
    applying = {} if site is None else {"site": site}
    for folder, listing in folders.items():
        names = folder.split("/")[:-1]
        if segments[: len(names)] == names:
            applying[f"folder {folder or '/'}"] = listing
    applying |= {f"type {name}": types[name] for name in page_types if name in types}

    said = [*applying.values(), *([] if own is None else [own])]
    assert resolution.listing == max(said, default=LISTED)
    if own is not None and own == resolution.listing:
        assert resolution.origin == "page"
    elif applying:
        assert applying[resolution.origin] == resolution.listing
    else:
        assert resolution.origin is None
    stricter = {name for name, listing in applying.items() if own is not None and own < listing}
    looser = [one.message for one in found if one.name == "listing-looser"]
    assert len(looser) == len(stricter)
    for name in stricter:
        assert any(f" {name}, which says '{applying[name].word}'" in text for text in looser)
    without_site = [listing for name, listing in applying.items() if name != "site"]
    assert resolution.concealed is (UNLISTED in (own, *without_site))
    assert [one.name for one in found if one.name == "type-unknown"] == (
        ["type-unknown"] if own_type == "four" else []
    )


# ---------------------------------------------------------------- looser than a rule


@pytest.mark.parametrize(
    ("src_uri", "own", "own_type", "messages"),
    [
        (
            "drafts/a.md",
            LISTED,
            None,
            ["listing 'listed' is looser than the rule for folder drafts/, which says 'unquoted'"],
        ),
        (
            "drafts/secret/a.md",
            LISTED,
            None,
            [
                (
                    "listing 'listed' is looser than the rule for folder drafts/, "
                    "which says 'unquoted'"
                ),
                (
                    "listing 'listed' is looser than the rule for folder drafts/secret/, "
                    "which says 'unlisted'"
                ),
            ],
        ),
        (
            "run/a.md",
            UNQUOTED,
            None,
            ["listing 'unquoted' is looser than the rule for type runbook, which says 'unlisted'"],
        ),
        (
            "a.md",
            LISTED,
            "guide",
            ["listing 'listed' is looser than the rule for type guide, which says 'unquoted'"],
        ),
    ],
)
def test_looser_is_an_error(src_uri, own, own_type, messages):  # S17
    resolution, found = resolve(RULES, src_uri, own, own_type)
    assert resolution.listing > own
    assert [str(one) for one in found] == [
        f"{src_uri}: {message}; a rule can only be tightened: remove the line, or change the rule "
        "(listing-looser)"
        for message in messages
    ]


def test_looser_than_the_site():  # S17
    resolution, found = resolve(make_rules(site=UNLISTED), "a.md", UNQUOTED, None)
    assert resolution == Resolution(UNLISTED, "site")
    assert [one.message for one in found] == [
        "listing 'unquoted' is looser than the rule for site, which says 'unlisted'"
    ]


# ---------------------------------------------------------------- the edges of folders


@pytest.mark.parametrize(
    ("src_uri", "listing"),
    [
        ("internal/index.md", UNLISTED),
        ("internal/README.md", UNLISTED),
        ("internal/runbook.md", UNLISTED),
        ("internal/ops/deep.md", UNLISTED),
        ("index.md", LISTED),
        ("internal.md", LISTED),
        ("internal-tools/index.md", LISTED),
        ("guide/internal/parts.md", LISTED),
        ("Internal/index.md", LISTED),
    ],
)
def test_folder_edges(src_uri, listing):  # S15 b25
    rules = make_rules(folders={"internal/": UNLISTED})
    assert resolve(rules, src_uri, None, None)[0].listing is listing


def test_the_content_root_is_a_folder():
    resolution, _ = resolve(make_rules(folders={"": UNQUOTED}), "a/b.md", None, None)
    assert resolution == Resolution(UNQUOTED, "folder /")


# ---------------------------------------------------------------- concealed (SPEC 3)


@pytest.mark.parametrize(
    ("rules", "own", "concealed"),
    [
        # The rule for the whole site alone: its readers need their navigation.
        (make_rules(site=UNLISTED), None, False),
        (make_rules(site=UNLISTED, folders={"a/": UNQUOTED}), None, False),
        (make_rules(site=UNLISTED, folders={"b/": UNLISTED}), None, False),
        (make_rules(site=UNLISTED), UNLISTED, True),
        (make_rules(site=UNLISTED, folders={"a/": UNLISTED}), None, True),
        (make_rules(site=UNLISTED, types={"t": UNLISTED}, patterns={"t": ["**"]}), None, True),
        (make_rules(site=UNQUOTED), None, False),
        (make_rules(folders={"a/": UNLISTED}), None, True),
        (make_rules(), UNQUOTED, False),
    ],
)
def test_concealed(rules, own, concealed):  # S13
    assert resolve(rules, "a/b.md", own, None)[0].concealed is concealed


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize(
    ("weak", "strict"),
    [
        (Resolution(), Resolution(UNQUOTED, "page")),
        (Resolution(UNQUOTED, "page"), Resolution(UNLISTED, "site")),
        (Resolution(UNLISTED, "site"), Resolution(UNLISTED, "page", None, concealed=True)),
    ],
)
def test_stricter_of_two(weak, strict, first):
    assert (strict.stricter(weak) if first else weak.stricter(strict)) is strict


# ---------------------------------------------------------------- types


def test_two_types_by_patterns_are_an_error():  # SPEC 2.1
    rules = make_rules(
        types={"b": UNLISTED}, patterns={"a": ["x/**"], "b": ["**/y.md"], "c": ["z.md"]}
    )
    resolution, found = resolve(rules, "x/y.md", None, None)
    assert resolution.listing is UNLISTED
    assert [str(one) for one in found] == [
        (
            "x/y.md: the patterns of the types a and b both match this page; "
            "narrow one of them in [types] (type-ambiguous)"
        )
    ]


def test_an_undeclared_type_is_advice():  # SPEC 2.1
    resolution, found = resolve(RULES, "a.md", None, "runbok")
    assert resolution == Resolution(LISTED, "site")
    assert [str(one) for one in found] == [
        (
            "a.md: type 'runbok' is not declared in [types], so no rule for a type applies; "
            "did you mean 'runbook'? (type-unknown)"
        )
    ]


def test_a_type_that_holds_anything_is_one_line():
    _, found = resolve(RULES, "a.md", None, "a\nb" * 99)
    assert len(str(found[0]).splitlines()) == 1
    assert len(str(found[0])) < 250


def test_without_types_the_key_is_not_ours():
    assert resolve(make_rules(site=UNQUOTED), "a.md", None, "post") == (
        Resolution(UNQUOTED, "site"),
        [],
    )


def test_an_undeclared_type_leaves_the_one_by_patterns():
    resolution, found = resolve(RULES, "run/a.md", None, "other")
    assert resolution == Resolution(UNLISTED, "type runbook", "runbook", concealed=True)
    assert [one.name for one in found] == ["type-unknown"]


# ---------------------------------------------------------------- rules without a page


def unused(rules, *pages):
    return [str(one) for one in unused_rules(rules, pages, "ascribe.toml")]


USED = [
    ("drafts/secret/a.md", None),
    ("a.guide.md", "guide"),
    ("run/a.md", "runbook"),
    ("f", "free"),
]


def test_no_rule_is_unused():
    assert unused(RULES, *USED) == []


def test_a_folder_without_a_page_is_a_warning():  # SPEC 2.1
    rules = make_rules(folders={"intrenal/": UNLISTED, "drafts/": UNQUOTED, "open/": LISTED})
    assert unused(rules, ("internal/a.md", None), ("draft.md", None)) == [
        (
            "ascribe.toml:10: the rule for folder intrenal/ ('unlisted') matches no page; "
            "check the path: a typo here publishes what was to be kept out (rule-unused)"
        ),
        (
            "ascribe.toml:11: the rule for folder drafts/ ('unquoted') matches no page; "
            "check the path: a typo here publishes what was to be kept out (rule-unused)"
        ),
    ]


def test_types_without_a_page():  # SPEC 2.1
    assert unused(RULES, ("drafts/secret/a.md", None)) == [
        (
            "ascribe.toml:20: no page has the type 'runbook'; "
            "check its patterns in [types]: its rule keeps out nothing (rule-unused)"
        ),
        (
            "ascribe.toml:21: no page has the type 'guide'; "
            "check its patterns in [types]: its rule keeps out nothing (rule-unused)"
        ),
        "ascribe.toml:32: no page has the type 'free'; check its patterns in [types] (type-unused)",
    ]


def test_a_type_with_a_rule_that_restricts_nothing_is_advice():
    rules = make_rules(types={"t": LISTED}, patterns={"t": ["x/**"]})
    assert unused(rules, ("a.md", None)) == [
        "ascribe.toml:20: no page has the type 't'; check its patterns in [types] (type-unused)"
    ]


def test_a_rule_that_front_matter_hides_is_used():
    # The page counts as `free`, and the rule for runbooks keeps it out all the same.
    resolution, _ = resolve(RULES, "run/a.md", None, "free")
    assert resolution.type == "free"
    pages = [page for page in USED if page[1] != "runbook"]
    assert unused(RULES, *pages, ("run/a.md", resolution.type)) == []


def test_rules_for_pages_given_once():
    assert unused_rules(RULES, iter(USED), "ascribe.toml") == []
