"""Netlify's own code answers each file with exactly the headers that we meant for it."""

import json
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import Project
from mkdocs_ascribe.headers import header_rules
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.outputs.netlify import headers_file
from mkdocs_ascribe.records import PageRecord
from mkdocs_ascribe.settings import Settings, SiteModel

TOOL = Path(__file__).parent / "netlify-serve"
SITE = Site("https://docs.example.com")
NAMES = [
    "",
    "guide",
    "guide/install",
    "über uns",
    "日本語/ガイド",
    "a,b",
    "a(b)",
    "it's [new]!",
    ":setup/:page",
    "a*b/*",
    "*",
    "100% sure",
    "a&b=c+d@e~f",
    "c#",
    "what?",
    'a "quote" <b>',
    "a.b^c|d$",
]
# What the patterns of these names would reach, were they not encoded.
NEIGHBOURS = ["x.md", "other/x.md", "axb/y.md", "guide.html", "guide/install.html", "aXb/index.md"]

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows takes no file of these names"
)


def records():
    """Give pages with MkDocs' own way of writing their addresses, every third one not listed."""
    for at, name in enumerate(NAMES):
        route = SITE.route(quote(f"{name}/") if name else "")
        listing = Listing(at % 3)
        yield PageRecord(
            source=f"{name}.md",
            route=route,
            dest_uri="",
            label="A page",
            canonical=SITE.absolute(route),
            own_address=SITE.absolute(route),
            markdown=SITE.markdown_route(route),
            listing=listing,
            robots=listing.robots,
        )


def write(site, name):
    path = site / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# {name}\n", "utf-8")


def run(site, *arguments):
    return subprocess.run(
        ["node", TOOL / "serve.mjs", site, *arguments],
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout


@pytest.fixture(scope="module")
def rules():
    model = SiteModel(SITE, Project(), Settings())
    files = ["_ascribe/pages.json"]
    return header_rules(model, records(), llms_files=["llms.txt"], record_files=files)


@pytest.fixture(scope="module")
def site(require, rules, tmp_path_factory):
    require(TOOL)
    folder = tmp_path_factory.mktemp("site")
    for rule in rules:
        write(folder, SITE.file_of(rule.path))
    for name in NEIGHBOURS:
        write(folder, name)
    (folder / "_headers").write_text(headers_file(rules), "utf-8", newline="")
    return folder


def answers(site, paths):
    """Give each path's status and those of its headers that are ours to decide."""
    lines = [json.loads(line) for line in run(site, "--probe", *paths).splitlines()]
    return {
        line["path"]: (
            line["status"],
            {
                name: value
                for name, value in line["headers"].items()
                if name in ("content-type", "link", "x-robots-tag")
            },
        )
        for line in lines
    }


# S31 S77 S78 S101
def test_every_file_has_exactly_its_headers(site, rules):
    expected = {
        rule.path: (200, {name.lower(): value for name, value in rule.headers.items()})
        for rule in rules
        if rule.path.endswith(".md")
    }
    assert len(expected) == len(NAMES)
    assert answers(site, expected) == expected


# S75: the type is the host's own, whatever its case.
def test_llms_txt_and_the_records(site):
    found = answers(site, ["/llms.txt", "/_ascribe/pages.json"])
    assert found["/llms.txt"][1]["content-type"].lower() == "text/plain; charset=utf-8"
    assert {
        path: (status, headers["x-robots-tag"]) for path, (status, headers) in found.items()
    } == {
        "/llms.txt": (200, "noindex"),
        "/_ascribe/pages.json": (200, "noindex"),
    }
    assert not any("link" in headers for _, headers in found.values())


# S78
def test_no_other_file_has_them(site):
    paths = [f"/{name}" for name in NEIGHBOURS]
    for status, headers in answers(site, paths).values():
        assert status == 200
        assert set(headers) == {"content-type"}


# S78
def test_netlify_reads_every_line(site, rules):
    read = json.loads(run(site, "--check"))
    assert read["errors"] == []
    assert len(read["headers"]) == len(rules)
