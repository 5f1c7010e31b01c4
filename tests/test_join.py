"""join.py finds nothing in sites that agree, and every contradiction that is planted in one."""

import gzip
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import site as sites
from tests.join import Join, join, parse_head

ORIGIN = "https://docs.example.com"

FILES = {
    "ascribe.toml": """
[consumer]
host = "netlify"

[crawlers]
training = "disallow"

[listing]
folders = { "internal/" = "unlisted" }
""",
    "docs/index.md": "# Home\n\nHello.\n",
    "docs/guide/index.md": (
        "---\ndescription: All of it\n---\n# Guide\n\n[In](../internal/plan.md)\n"
    ),
    "docs/guide/über uns.md": "# Über & unter\n\nText.\n",
    "docs/internal/index.md": "# Inner\n\nText.\n",
    "docs/internal/plan.md": "# Plan\n\nText.\n",
    "docs/quote.md": "---\nlisting: unquoted\n---\n# Quote\n\nText.\n",
}


def build(where, toml=FILES["ascribe.toml"], options=None, **config):
    """Build the small site, with another ascribe.toml or other settings."""
    config = {"site_url": f"{ORIGIN}/", "extra_css": ["own.css"], **config}
    files = {**FILES, "ascribe.toml": toml, "docs/own.css": "p {}\n"}
    built = sites.build(sites.prepare(where, files, plugin=options or {}, **config))
    assert built.ok, built.error
    return built


@pytest.mark.parametrize(
    ("toml", "options", "config"),
    [
        (FILES["ascribe.toml"], {}, {}),
        (FILES["ascribe.toml"], {}, {"use_directory_urls": False}),
        (FILES["ascribe.toml"], {}, {"site_url": f"{ORIGIN}/a/b/"}),
        (FILES["ascribe.toml"], {}, {"site_url": ""}),
        ("[consumer]\nagents = false\n", {}, {}),
        ("", {"title": "{title} · {site_name}", "breadcrumbs": True, "llms_full": True}, {}),
        ("", {"agents_note": "none", "sitemap": {"max_urls": 2, "exclude": ["quote/"]}}, {}),
    ],
    ids=["plain", "flat", "base", "no-site", "no-agents", "options", "sitemap-index"],
)
def test_nothing_is_found_where_all_agree(tmp_path, toml, options, config):
    built = build(tmp_path / "site", toml, options, **config)
    assert built.contradictions() == []


def test_a_site_that_is_unlisted_as_a_whole(tmp_path):
    # FAULT: nothing is offered, so there is no llms.txt, and every Markdown version names it.
    files = {"ascribe.toml": "[listing]\nsite = 'unlisted'\n", "docs/index.md": "# Home\n"}
    files |= {"docs/a.md": "# A\n", "docs/b/index.md": "# B\n", "docs/b/c.md": "# C\n"}
    built = sites.build(sites.prepare(tmp_path / "site", files, site_url=f"{ORIGIN}/"))
    joined = Join(built.site)
    assert joined.found == []
    assert joined.figures["unlisted"] == joined.figures["Markdown versions"] == 4


def test_records_outside_of_the_site(tmp_path):
    built = build(tmp_path / "site", "[project]\noutput-dir = 'out'\n")
    assert not [name for name in built.files if name.startswith("_ascribe/")]
    assert join(built.site, built.folder / "out/site/_ascribe") == []
    assert join(built.site) == ["pages.json: there is no such file"]


def test_section_files_of_llms(tmp_path):
    text = "---\ndescription: " + "word " * 6_000 + "\n---\n# {}\n"
    files = {f"docs/{name}.md": text.replace("{}", name) for name in ("index", "a", "b")}
    built = sites.build(
        sites.prepare(tmp_path / "site", {**files, "ascribe.toml": ""}, site_url=f"{ORIGIN}/")
    )
    assert {"llms-pages-1.txt", "llms-pages.txt"} & built.files
    joined = Join(built.site)
    assert joined.found == []
    assert joined.figures["llms links"] == 3


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    return build(tmp_path_factory.mktemp("good") / "site")


def test_figures(good):
    assert Join(good.site).figures == {
        "pages": 6,
        "listed": 3,
        "unquoted": 1,
        "unlisted": 2,
        "noindex": 2,
        "sitemap entries": 4,
        "llms links": 4,
        "Markdown versions": 6,
        "headers": 6 + 1 + 5,
        "HTML files without a record": 1,
    }


class Site:
    """A copy of a built site to plant a contradiction in."""

    def __init__(self, folder):
        self.folder = folder

    def replace(self, name, pattern, text):
        path = self.folder / name
        before = path.read_bytes().decode()
        after = re.sub(pattern, lambda _: text, before, count=1, flags=re.DOTALL)
        assert after != before
        path.write_bytes(after.encode())

    def sitemap(self, pattern, text):
        self.replace("sitemap.xml", pattern, text)
        self.pack("sitemap.xml.gz", (self.folder / "sitemap.xml").read_bytes())

    def pack(self, name, data):
        (self.folder / name).write_bytes(gzip.compress(data))

    def record(self, source, **values):
        path = self.folder / "_ascribe/pages.json"
        data = json.loads(path.read_text(encoding="utf-8"))
        (page,) = [one for one in data["pages"] if one["source"] == source]
        page.update(values)
        path.write_text(json.dumps(data), encoding="utf-8")

    def without_record(self, source):
        path = self.folder / "_ascribe/pages.json"
        data = json.loads(path.read_text(encoding="utf-8"))
        data["pages"] = [one for one in data["pages"] if one["source"] != source]
        path.write_text(json.dumps(data), encoding="utf-8")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def remove(self, name):
        (self.folder / name).unlink()


LOC = f"<url><loc>{ORIGIN}/guide/</loc></url>\n"
UNLISTED = [{"title": "Inner", "route": "/internal/"}, {"title": "Guide", "route": "/guide/"}]
CARD = "<meta property='og:title' content='Old'>"

PLANTED = {
    "a noindex page in the sitemap": (
        lambda site: site.sitemap(LOC, LOC + LOC.replace("guide", "internal")),
        f"sitemap.xml: {ORIGIN}/internal/ is the canonical of no page that is offered",
    ),
    "a page missing in the sitemap": (
        lambda site: site.sitemap(LOC, ""),
        f"sitemap.xml: {ORIGIN}/guide/ is not in it",
    ),
    "an address twice in the sitemap": (
        lambda site: site.sitemap(LOC, LOC + LOC),
        f"sitemap.xml: {ORIGIN}/guide/ is there 2 times",
    ),
    "an address encoded twice": (
        lambda site: site.sitemap("%C3%BCber", "%25C3%25BCber"),
        f"sitemap.xml: {ORIGIN}/guide/%25C3%25BCber%20uns/ is encoded twice",
    ),
    "an address not encoded": (
        lambda site: site.sitemap("%C3%BCber", "über"),
        f"sitemap.xml: {ORIGIN}/guide/über%20uns/ is not percent-encoded",
    ),
    "two slashes": (
        lambda site: site.sitemap("/guide/<", "//guide/<"),
        f"sitemap.xml: {ORIGIN}//guide/ has two slashes in a row",
    ),
    "another .gz": (
        lambda site: site.pack("sitemap.xml.gz", b"<urlset/>"),
        "sitemap.xml.gz: does not hold what sitemap.xml does",
    ),
    "a .gz that is gone": (
        lambda site: site.remove("sitemap.xml.gz"),
        "sitemap.xml.gz: there is no such file",
    ),
    "a sitemap of an older build": (
        lambda site: site.write("sitemap-2.xml", "<urlset/>"),
        "sitemap-2.xml: belongs to no sitemap",
    ),
    "an unlisted page in llms.txt": (
        lambda site: site.replace("llms.txt", "guide.md", "internal.md"),
        f"llms.txt: {ORIGIN}/internal.md is no page that is offered",
    ),
    "a page missing in llms.txt": (
        lambda site: site.replace("llms.txt", r"- \[Quote\][^\n]*\n", ""),
        f"llms.txt: {ORIGIN}/quote.md is not in it",
    ),
    "another title in llms.txt": (
        lambda site: site.replace("llms.txt", r"\[Quote\]", "[Quota]"),
        f"llms.txt: {ORIGIN}/quote.md is 'Quota', not 'Quote'",
    ),
    "another description in llms.txt": (
        lambda site: site.replace("llms.txt", "All of it", "Some of it"),
        f"llms.txt: {ORIGIN}/guide.md has the description 'Some of it'",
    ),
    "another description in a head": (
        lambda site: site.replace("guide/index.html", 'content="All of it"', 'content="None"'),
        "/guide/: head has description ['None'], the record ['All of it']",
    ),
    "two canonicals": (
        lambda site: site.replace(
            "quote/index.html", "<title>", f'<link rel=canonical href="{ORIGIN}/quote/"><title>'
        ),
        f"/quote/: head has canonical ['{ORIGIN}/quote/', '{ORIGIN}/quote/'], the record",
    ),
    "another og:url": (
        lambda site: site.replace("quote/index.html", '(?<=og:url" content=")[^"]*', f"{ORIGIN}/"),
        f"/quote/: head has og:url ['{ORIGIN}/'], the record",
    ),
    "a head that ends early": (
        lambda site: site.replace("quote/index.html", "<title>", "<p>early</p><title>"),
        "/quote/: head has canonical [], the record",
    ),
    "a robots tag that is gone": (
        lambda site: site.replace("internal/plan/index.html", '<meta name="robots"[^>]*>', ""),
        "/internal/plan/: head has robots [], the record ['noindex']",
    ),
    "a robots tag beside another header": (
        lambda site: site.replace("internal/plan/index.html", '<meta name="robots"[^>]*>', ""),
        "/internal/plan.md: headers {'Content-Type': 'text/markdown; charset=utf-8', 'Link':",
    ),
    "a header that is gone": (
        lambda site: site.replace(
            "_ascribe/headers.json", r'(?<=/plan/>; rel=\\"canonical\\""),\s*"X-Robots[^}]*', ""
        ),
        "/internal/plan.md: headers {'Content-Type': 'text/markdown; charset=utf-8', 'Link':",
    ),
    "another line in _headers": (
        lambda site: site.replace("_headers", "/quote/>", "/guide/>"),
        "_headers: /quote.md has {",
    ),
    "a Markdown version that is gone": (
        lambda site: site.remove("quote.md"),
        "/quote/: /quote.md is no file of the site",
    ),
    "a Markdown version without a page": (
        lambda site: site.write("old.md", "# Old\n"),
        "old.md: is no page's Markdown version",
    ),
    "a Markdown version of another size": (
        lambda site: site.replace("quote.md", "Text", "More text"),
        "/quote/: quote.md has ",
    ),
    "a Markdown version without its first line": (
        lambda site: site.replace("quote.md", "^> [^\n]*", "Quote"),
        "/quote/: quote.md begins with 'Quote'",
    ),
    "a link to an unlisted page's Markdown": (
        lambda site: site.replace("guide.md", "/internal/plan/", "/internal/plan.md"),
        "/guide/: guide.md leads to the Markdown of an unlisted page",
    ),
    "an alternate of an unlisted page": (
        lambda site: site.replace(
            "internal/plan/index.html",
            "<title>",
            f"<link rel=alternate type=text/markdown href={ORIGIN}/internal/plan.md><title>",
        ),
        "/internal/plan/: head has alternate ['",
    ),
    "an alternate that leads elsewhere": (
        lambda site: site.replace("quote/index.html", "/quote.md", "/quota.md"),
        f"/quote/: head has alternate ['{ORIGIN}/quota.md'], the record",
    ),
    "a note on an unlisted page": (
        lambda site: site.replace(
            "internal/plan/index.html", "<main>", '<main><p class="ascribe-note">Hi</p>'
        ),
        "/internal/plan/: has 1 notes for agents",
    ),
    "a stylesheet that is gone": (
        lambda site: site.remove("assets/ascribe.css"),
        "/: /assets/ascribe.css is no file of the site",
    ),
    "another trail in a head": (
        lambda site: site.replace("quote/index.html", '"name": "Home"', '"name": "Start"'),
        "/quote/: head has the breadcrumbs [[(1, 'Start',",
    ),
    "an unlisted step": (
        lambda site: site.record("guide/index.md", breadcrumbs=UNLISTED),
        "/guide/: breadcrumb /internal/ is unlisted",
    ),
    "an unlisted page in nav.json": (
        lambda site: site.replace("_ascribe/nav.json", "/quote/", "/internal/"),
        "nav.json: /internal/ is unlisted",
    ),
    "an unlisted page in the search index": (
        lambda site: site.replace("search/search_index.json", "quote/", "internal/plan/"),
        "search/search_index.json: internal/plan/ is unlisted",
    ),
    "a record without its page": (
        lambda site: site.remove("quote/index.html"),
        "/quote/: /quote/ is no file of the site",
    ),
    "a page without its record": (
        lambda site: site.without_record("quote.md"),
        f"quote/index.html: has no record, and describedby {ORIGIN}/llms.txt in it",
    ),
    "a listing without its rule": (
        lambda site: site.record("quote.md", robots=None),
        "/quote/: is unquoted, and its robots rule is None",
    ),
    "tags on the error page": (
        lambda site: site.replace("404.html", "<title>", f"{CARD}<title>"),
        "404.html: has no record, and og:title in it",
    ),
    "tags on a redirect's page": (
        lambda site: site.write(
            "old/index.html", f"<meta http-equiv=refresh content='0; url=/'>{CARD}"
        ),
        "old/index.html: has no record, and og:title in it",
    ),
    "no sitemap in robots.txt": (
        lambda site: site.replace("robots.txt", "Sitemap[^\n]*\n", ""),
        "robots.txt: ends with the sitemaps []",
    ),
    "a crawler missing in robots.txt": (
        lambda site: site.replace("robots.txt", "User-agent: GPTBot\n", ""),
        "robots.txt: names GPTBot 0 times",
    ),
}


@pytest.mark.parametrize("what", PLANTED)
def test_every_planted_contradiction_is_found(good, tmp_path, what):
    plant, expected = PLANTED[what]
    shutil.copytree(good.site, tmp_path / "site")
    plant(Site(tmp_path / "site"))
    found = join(tmp_path / "site")
    assert [one for one in found if one.startswith(expected)], found


def test_missing_child_of_an_index(tmp_path):
    built = build(tmp_path / "site", options={"sitemap": {"max_urls": 3}})
    (built.site / "sitemap-2.xml").unlink()
    assert f"sitemap.xml: {ORIGIN}/sitemap-2.xml is no file of the site" in join(built.site)


def test_the_command(good, tmp_path):
    command = [sys.executable, str(Path(__file__).parent / "join.py")]
    done = subprocess.run([*command, good.site], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "pages: 6\n" in done.stdout
    assert done.stdout.endswith("\n0 contradictions\n")
    shutil.copytree(good.site, tmp_path / "site")
    (tmp_path / "site/quote.md").unlink()
    done = subprocess.run(
        [*command, tmp_path / "site"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "CONTRADICTION /quote/: /quote.md is no file of the site\n" in done.stdout


def test_heads_are_read_as_browsers_do():
    head = parse_head(
        "<!DOCTYPE html><TITLE>A &amp; <b></title><META NAME=robots CONTENT=NoIndex>"
        '<script type=application/ld+json>[{"@type": "WebSite"}]</script>'
        "<noscript><link rel=canonical href=/no/></noscript><link href=/yes/ rel='x canonical'>"
        "<p>body<link rel=canonical href=/late/>"
    )
    assert head.titles == ["A & <b>"]
    assert head.meta("robots") == ["NoIndex"]
    assert head.rules == {"noindex"}
    assert head.link("canonical") == ["/yes/"]
    assert head.data("WebSite") == [{"@type": "WebSite"}]
