"""The schema of sitemaps.org and the protocol's limits, as check.py reads them."""

import subprocess
import sys
from pathlib import Path

import pytest

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import Project
from mkdocs_ascribe.entries import entries
from mkdocs_ascribe.outputs.sitemap import sitemap_files
from mkdocs_ascribe.records import PageRecord
from mkdocs_ascribe.settings import Settings, SitemapSettings, SiteModel

TOOL = Path(__file__).parent / "sitemap-check"
IMAGES = "http://www.google.com/schemas/sitemap-image/1.1"
SITE = Site("https://docs.example.com", "/docs/")
NAMES = ["", "guide/install/", "日本語/ガイド/", "a&b/", "it's/", "100% sure/", "a,b(c)/", "x.html"]


def page(url):
    route = SITE.route(url.replace("%", "%25"))
    address = SITE.absolute(route)
    image = f"{address}a%20b.png?x=1&y='2'"
    return PageRecord(
        source=f"{url}.md",
        route=route,
        dest_uri="",
        label="A page",
        canonical=address,
        own_address=address,
        images=(image,),
        lastmod="2026-11-30T12:00:00+01:00" if url else "2026-11-30",
    )


# S108 S109 S110 S111 S113 S130
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, ["sitemap.xml: urlset, 8 entries"]),
        (
            {"max_urls": 3},
            [
                "sitemap-1.xml: urlset, 3 entries",
                "sitemap-2.xml: urlset, 3 entries",
                "sitemap-3.xml: urlset, 2 entries",
                "sitemap.xml: sitemapindex, 3 entries",
            ],
        ),
        (
            {"images": True},
            [
                f"sitemap.xml: urlset, 8 entries, 16 elements of {IMAGES} unread",
            ],
        ),
    ],
)
def test_our_sitemaps_are_valid(require, tmp_path, options, said):
    require(TOOL)
    model = SiteModel(SITE, Project(), Settings(sitemap=SitemapSettings(**options)))
    names = []
    for name, chunks in sitemap_files(model, entries(model, [page(url) for url in NAMES])):
        (tmp_path / name).write_text("".join(chunks), "utf-8", newline="")
        names.append(name)
    judged = subprocess.run(
        [sys.executable, TOOL / "check.py", *names],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (judged.returncode, judged.stdout.splitlines()) == (0, said), judged.stderr
