import re
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import Project
from mkdocs_ascribe.headers import header_rules
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.records import PageRecord
from mkdocs_ascribe.settings import Settings, SiteModel

ORIGIN = "https://docs.example.com"


def site_model(base_path="/"):
    return SiteModel(Site(ORIGIN, base_path), Project(), Settings("Loom"))


def page(route, listing=Listing.LISTED, **fields):
    address = ORIGIN + route
    fields = {"canonical": address, "own_address": address, "robots": listing.robots, **fields}
    markdown = Site(ORIGIN).markdown_route(route)
    return PageRecord(
        "a.md", route, "", "A page", **{"markdown": markdown, "listing": listing, **fields}
    )


def rules(records, base_path="/", **names):
    found = header_rules(site_model(base_path), records, **names)
    return [(rule.path, list(rule.headers.items())) for rule in found]


def link(canonical):
    ((_, headers),) = rules([page("/a/", canonical=canonical)])
    return dict(headers)["Link"]


# S31 S76 SPEC 6.5
def test_every_markdown_version_has_its_type_and_its_page():
    assert rules([page("/b/"), page("/"), page("/a.html")]) == [
        (
            "/a.md",
            [
                ("Content-Type", "text/markdown; charset=utf-8"),
                ("Link", '<https://docs.example.com/a.html>; rel="canonical"'),
            ],
        ),
        (
            "/b.md",
            [
                ("Content-Type", "text/markdown; charset=utf-8"),
                ("Link", '<https://docs.example.com/b/>; rel="canonical"'),
            ],
        ),
        (
            "/index.md",
            [
                ("Content-Type", "text/markdown; charset=utf-8"),
                ("Link", '<https://docs.example.com/>; rel="canonical"'),
            ],
        ),
    ]


# S31 S78
@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"listing": Listing.LISTED}, None),
        ({"listing": Listing.UNQUOTED}, "nosnippet"),
        ({"listing": Listing.UNLISTED}, "noindex"),
        ({"robots": "noindex, nofollow"}, "noindex"),
        ({"robots": "nosnippet, max-image-preview:none"}, "nosnippet"),
    ],
)
def test_robots_by_listing_and_by_the_final_head(fields, rule):
    ((_, headers),) = rules([page("/a/", **fields)])
    names = ["Content-Type", "Link"] + (["X-Robots-Tag"] if rule else [])
    assert [name for name, _ in headers] == names
    assert dict(headers).get("X-Robots-Tag") == rule


def test_a_page_without_markdown_has_no_rule():
    assert rules([page("/a/", markdown=None)]) == []


def test_no_canonical_no_link():
    ((_, headers),) = rules([page("/a/", canonical=None)])
    assert headers == [("Content-Type", "text/markdown; charset=utf-8")]


# SPEC 6.5: RFC 8288, 3, and what splits header values.
@pytest.mark.parametrize(
    ("canonical", "target"),
    [
        (f"{ORIGIN}/a,b/", f"{ORIGIN}/a%2Cb/"),
        (f"{ORIGIN}/a%20b%2C/", f"{ORIGIN}/a%20b%2C/"),
        (f"{ORIGIN}/über uns/", f"{ORIGIN}/%C3%BCber%20uns/"),
        (f'{ORIGIN}/a>; rel="next"\r\nX: y/', f"{ORIGIN}/a%3E;%20rel=%22next%22%0D%0AX:%20y/"),
        (f"{ORIGIN}/a?b=1,2#c", f"{ORIGIN}/a?b=1%2C2#c"),
    ],
)
def test_a_link_target_is_one_encoded_address(canonical, target):
    assert link(canonical) == f'<{target}>; rel="canonical"'


# RFC 9110, 5.5: a value is visible ASCII and blanks, whatever a layout's canonical holds.
@given(st.text())
def test_a_link_is_a_header_value(text):
    value = link(
        f"{ORIGIN}/{quote(text, errors='replace')}{text.encode(errors='replace').decode()}"
    )
    assert re.fullmatch(r'<[!-~]+>; rel="canonical"', value)
    assert not set(value.removesuffix('; rel="canonical"')[1:-1]) & set('<>, "')


# S58 S75 SPEC 4.1: text files and records, under the base path.
def test_llms_files_and_records():
    assert rules(
        [],
        "/docs/",
        llms_files=["llms.txt", "llms-guide.txt", "llms-full.txt"],
        record_files=["_ascribe/pages.json", "_ascribe/nav.json"],
    ) == [
        ("/docs/_ascribe/nav.json", [("X-Robots-Tag", "noindex")]),
        ("/docs/_ascribe/pages.json", [("X-Robots-Tag", "noindex")]),
        (
            "/docs/llms-full.txt",
            [("Content-Type", "text/plain; charset=utf-8"), ("X-Robots-Tag", "noindex")],
        ),
        (
            "/docs/llms-guide.txt",
            [("Content-Type", "text/plain; charset=utf-8"), ("X-Robots-Tag", "noindex")],
        ),
        (
            "/docs/llms.txt",
            [("Content-Type", "text/plain; charset=utf-8"), ("X-Robots-Tag", "noindex")],
        ),
    ]


# b10
def test_no_path_has_two_slashes_in_a_row():
    found = rules([page("/"), page("/a/b/")], llms_files=["llms.txt"])
    assert not any("//" in path for path, _ in found)
