"""Whole sites on real themes: nothing contradicts, nothing leaks, nothing else changes."""

import json
import re
from pathlib import Path

import pytest

from tests import site as sites
from tests.join import Join

HOST = "https://docs.example.com"

HOSTILE = """---
title: '"Quoted" & </title><script>alert(1)</script> it''s'
description: 'Say "hi" & </head><script>alert(2)</script> <b>bold</b>'
---
# Hostile

Text with `</body>` and {{ template }}.
"""

FILES = {
    "ascribe.toml": """
[consumer]
host = "netlify"

[listing]
folders = { "internal/" = "unlisted" }

[crawlers]
training = "disallow"
on-request = "disallow"
lines = '''
Disallow: /old stuff/

User-agent: ExampleBot
Disallow: /guide/
'''
""",
    "docs/index.md": "# Home\n\nHello.\n",
    "docs/guide/index.md": "---\ndescription: What the guide is about\n---\n# Guide\n\nText.\n",
    "docs/guide/über uns.md": "# Über uns\n\nText.\n",
    "docs/guide/a & b.md": '# List&lt;T&gt; &amp; "co"\n\nText.\n',
    "docs/guide/100%.md": "# All of it\n\nText.\n",
    "docs/guide/linking.md": "# Linking\n\n[Elsewhere](../internal/plan.md)\n",
    "docs/日本語/ガイド.md": "# ガイド\n\n日本語。\n",
    "docs/quoted.md": "---\nlisting: unquoted\n---\n# Not to be quoted\n\nText.\n",
    "docs/hostile.md": HOSTILE,
    "docs/internal/index.md": "# Zanzibar office\n\nquizzical marmot\n",
    "docs/internal/plan.md": "---\ntags: [zebra]\n---\n# Zanzibar plan\n\nquizzical marmot\n",
    "docs/drafts/walrus.md": "# Walrus\n\nText.\n",
    "docs/static.html": "<!DOCTYPE html><title>Static</title><p>As it is.</p>\n",
    "docs/other.html": "<!DOCTYPE html><title>Other</title><p>As it is.</p>\n",
    "docs/extra.html": "<!DOCTYPE html><title>{{ config.site_name }}</title><p>Rendered.</p>\n",
}
CONFIG = {
    "site_name": 'Loom & "friends"',
    "site_description": "How Loom <weaves>",
    "draft_docs": "drafts/\n",
    "extra_templates": ["extra.html"],
}
OPTIONS = {
    "sitemap": {"include": ["static.html"]},
    "breadcrumbs": True,
    "card": {"src": "/card.png", "alt": "A loom", "width": 1200, "height": 630},
}
# What says to a reader, a crawler or a search that the unlisted pages are there.
MARKERS = ("quizzical", "Zanzibar", "zebra", "internal/")


def holding(built, *words):
    """Give the files that hold a word; a theme's scripts and the records may hold any."""
    found = built.holding(*words)
    return {name for name in found if not name.startswith(("_ascribe/", "assets/javascripts/"))}


def prepared(where, *, theme, directory_urls=True, base="/"):
    return sites.prepare(
        where,
        FILES,
        plugin=OPTIONS,
        theme=theme and {"name": theme},
        use_directory_urls=directory_urls,
        site_url=f"{HOST}{base}",
        **CONFIG,
    )


def address(url, *, directory_urls):
    """Write a directory address as MkDocs would with the other kind of addresses."""
    if directory_urls:
        return url
    return f"{url}index.html" if url in ("", "guide/") else f"{url[:-1]}.html"


MATRIX = [
    pytest.param((theme, urls, base), id=f"{theme}-{'directories' if urls else 'flat'}-{base}")
    for theme in ("mkdocs", "readthedocs", "material")
    for urls in (True, False)
    for base in ("/", "/docs/")
]


@pytest.fixture(scope="module", params=MATRIX)
def whole(request, tmp_path_factory):
    theme, urls, base = request.param
    folder = tmp_path_factory.mktemp("whole") / "site"
    built = sites.build(prepared(folder, theme=theme, directory_urls=urls, base=base))
    assert built.ok, built.error
    built.directory_urls, built.base = urls, base
    return built


def test_nothing_contradicts(whole):
    joined = Join(whole.site)
    assert joined.found == []
    assert joined.figures["pages"] == 11
    assert joined.figures["sitemap entries"] == 9 + 2
    assert joined.figures["llms links"] == 9
    assert joined.figures["Markdown versions"] == 11


def test_what_is_in_the_sitemap(whole):
    urls = [
        "",
        "guide/",
        "guide/100%25/",
        "guide/a%20%26%20b/",
        "guide/linking/",
        "guide/%C3%BCber%20uns/",
        "hostile/",
        "quoted/",
        "%E6%97%A5%E6%9C%AC%E8%AA%9E/%E3%82%AC%E3%82%A4%E3%83%89/",
    ]
    expected = [address(url, directory_urls=whole.directory_urls) for url in urls]
    expected += ["extra.html", "static.html"]
    assert sorted(whole.sitemap) == sorted(HOST + whole.base + url for url in expected)


def test_unlisted_pages_are_nowhere_else(whole):
    """S13."""
    own = {"internal/index.html", "internal/plan.md"}
    if whole.directory_urls:
        own |= {"internal/plan/index.html", "internal.md"}
    else:
        own |= {"internal/plan.html", "internal/index.md"}
    page = address("guide/linking/", directory_urls=whole.directory_urls)
    linking = {"guide/linking.md", sites.unquoted_file(page)}
    host = {"_headers"} if whole.base == "/" else set()
    assert holding(whole, *MARKERS) == own | linking | host
    assert holding(whole, "Walrus", "walrus") == set()


def test_hostile_texts_stay_texts(whole):
    name = "hostile/index.html" if whole.directory_urls else "hostile.html"
    title = '"Quoted" & </title><script>alert(1)</script> it\'s'
    head = whole.head(name)
    assert head.meta("description") == ['Say "hi" & </head><script>alert(2)</script> <b>bold</b>']
    assert title in head.titles[0]
    assert head.titles == head.meta("og:title")
    assert head.data("BreadcrumbList")[0]["itemListElement"][1]["name"] == title
    assert "alert" not in str([one for one in head.links if one.get("rel") != "canonical"])
    assert whole.page("guide/a & b.md")["title"] == 'List<T> & "co"'


def test_what_has_no_record_is_as_it_was(whole):
    """S54."""
    for name in ("static.html", "other.html"):
        assert whole.read(name) == FILES[f"docs/{name}"]
    assert whole.read("extra.html") == (
        '<!DOCTYPE html><title>Loom & "friends"</title><p>Rendered.</p>'
    )
    assert "ascribe-note" not in whole.read("404.html")


# A second writer: head, sitemap.xml and robots.txt from pages.json alone.


def rebuilt_head(page, site):
    """Give the tags that pages.json means for one page."""
    origin = site["origin"]
    noindex = page["listing"] == "unlisted"
    tags = [("title", page["headTitle"]), ("canonical", page["canonical"])]
    tags += [("robots", page["robots"]), ("description", page["description"])]
    tags += [("alternate", None if noindex else origin + page["markdown"])]
    tags += [("describedby", None if noindex else site["llms"])]
    tags += [("og:title", page["headTitle"]), ("og:description", page["description"])]
    tags += [("og:url", page["canonical"]), ("og:type", "website"), ("og:site_name", site["name"])]
    image = page["image"] or {}
    tags += [("og:image", image.get("src")), ("og:image:alt", image.get("alt"))]
    tags += [(f"og:image:{key}", image.get(key)) for key in ("width", "height")]
    data = []
    if len(page["breadcrumbs"]) > 1:
        steps = [
            {
                "@type": "ListItem",
                "position": number,
                "name": step["title"],
                "item": origin + step["route"],
            }
            for number, step in enumerate(page["breadcrumbs"], start=1)
        ]
        data.append({"@type": "BreadcrumbList", "itemListElement": steps})
    if page["route"] in ("/", "/index.html"):
        data.append({"@type": "WebSite", "name": site["name"], "url": page["canonical"]})
    tags += [
        ("data", json.dumps({"@context": "https://schema.org", **one}, ensure_ascii=False))
        for one in data
    ]
    return [(name, str(value)) for name, value in tags if value is not None]


def read_head(head):
    """Give the tags of those kinds in a built head."""
    tags = [("title", title) for title in head.titles]
    for rel, kind in (("canonical", None), ("alternate", "text/markdown"), ("describedby", None)):
        tags += [(rel, href) for href in head.link(rel, kind)]
    names = {"description", "robots"}
    for one in head.metas:
        name = one.get("name") or one.get("property") or ""
        if name in names or name.startswith("og:"):
            tags.append((name, one["content"]))
    return [*tags, *(("data", json.dumps(one, ensure_ascii=False)) for one in head.json_ld)]


def rebuilt_sitemap(document):
    site = document["site"]
    listed = {page["route"]: page["canonical"] for page in document["pages"] if page["sitemap"]}
    listed.update({route: site["origin"] + route for route in document["entries"]})
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
    lines += [f"<url><loc>{listed[route]}</loc></url>" for route in sorted(listed)]
    return "\n".join([*lines, "</urlset>", ""])


def rebuilt_robots(document):
    """S67 to S71, for lines that do not name a token of a purpose."""
    site, crawlers = document["site"], document["crawlers"]
    base = site["basePath"]
    groups = []
    for purpose in ("training", "search", "onRequest"):
        if crawlers[purpose]["value"] == "disallow":
            tokens = [f"User-agent: {token}" for token in crawlers[purpose]["tokens"]]
            groups.append([*tokens, f"Disallow: {base}"])
    groups.append(["User-agent: *"])
    for line in crawlers["lines"]:
        name, _, value = line.partition(": ")
        if name == "User-agent":
            groups.append([line])
        elif name in ("Allow", "Disallow"):
            groups[-1].append(f"{name}: {base}{value.removeprefix('/').replace(' ', '%20')}")
    groups.append([f"Sitemap: {site['sitemap']}"])
    return "\n\n".join("\n".join(group) for group in groups) + "\n"


def test_another_writer_makes_the_same_from_pages_json(whole):
    """S8."""
    document = whole.pages
    for page in document["pages"]:
        name = sites.unquoted_file(page["route"].removeprefix(whole.base))
        assert sorted(read_head(whole.head(name))) == sorted(rebuilt_head(page, document["site"]))
    assert whole.read("sitemap.xml") == rebuilt_sitemap(document)
    robots = "robots.txt" if whole.base == "/" else "_ascribe/host/robots.txt"
    assert whole.read(robots) == rebuilt_robots(document)
    assert "Disallow: /" in whole.read(robots)


@pytest.mark.parametrize("base", ["/", "/docs/"])
@pytest.mark.parametrize("urls", [True, False], ids=["directories", "flat"])
def test_properdocs_gives_the_same_site(tmp_path, urls, base):
    pytest.importorskip("properdocs")
    folder = prepared(tmp_path / "site", theme="material", directory_urls=urls, base=base)
    ours = sites.build(folder)
    before = {name: ours.bytes(name) for name in ours.files}
    other = sites.run_built(folder, "--strict", program="properdocs")
    assert other.ok, other.error
    assert other.contradictions() == []
    names = {name for name in before if name.startswith("_ascribe/") or name.endswith(".md")}
    names |= {"sitemap.xml", "sitemap.xml.gz", "llms.txt"}
    assert {name: other.bytes(name) for name in names} == {name: before[name] for name in names}


def test_two_builds_give_the_same_bytes(tmp_path):
    """S134."""
    folder = prepared(tmp_path / "site", theme="material")
    days = ("1700000000", "1800000000")
    trees = []
    for seed, day in zip("12", days, strict=True):
        built = sites.run_built(folder, "--strict", PYTHONHASHSEED=seed, SOURCE_DATE_EPOCH=day)
        assert built.ok, built.error
        trees.append({name: built.bytes(name) for name in built.files})
    assert trees[0].keys() == trees[1].keys()
    assert [name for name in sorted(trees[0]) if trees[0][name] != trees[1][name]] == []


def plain_and_ours(tmp_path, theme, plugin, monkeypatch):
    """Build the site without its unlisted pages, without the plugin and with it."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    files = {name: text for name, text in FILES.items() if "/internal/" not in name}
    files["docs/guide/linking.md"] = "# Linking\n\n[Home](../index.md)\n"
    files["ascribe.toml"] = "[consumer]\nhost = 'netlify'\n"
    config = {**CONFIG, "theme": {"name": theme}, "site_url": f"{HOST}/"}
    plain = sites.build(sites.prepare(tmp_path / "plain", files, plugin=False, **config))
    ours = sites.build(sites.prepare(tmp_path / "ours", files, plugin=plugin, **config))
    assert plain.ok
    assert ours.ok, ours.error
    return plain, ours


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "material"])
def test_nothing_changes_outside_of_the_head(tmp_path, theme, monkeypatch):
    plain, ours = plain_and_ours(tmp_path, theme, {}, monkeypatch)
    names = sorted(name for name in plain.files if name.endswith(".html"))
    assert len(names) > 10
    for name in names:
        before, after = plain.read(name), ours.read(name)
        if name == "hostile/index.html":
            # Texts of its front matter are written escaped wherever the theme shows them.
            after = after.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"')
            after = after.replace("&#x27;", "'").replace("&amp;", "&")
            before = before.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
            before = before.replace("&quot;", '"')
        note = re.compile(r'<p class="ascribe-note ascribe-note--hidden".*?</p>\n')
        after, notes = note.subn("", after)
        assert notes == (name.endswith("index.html")), name
        assert after.rpartition("</head>")[2] == before.rpartition("</head>")[2], name
    assert ours.json("nav.json")["nav"]
    assert plain.bytes("search/search_index.json") == ours.bytes("search/search_index.json")


@pytest.mark.parametrize("theme", ["mkdocs", "material"])
def test_switched_off_nothing_changes_at_all(tmp_path, theme, monkeypatch):
    plain, ours = plain_and_ours(tmp_path, theme, {"enabled": False}, monkeypatch)
    assert ours.files == plain.files
    assert [name for name in plain.files if plain.bytes(name) != ours.bytes(name)] == []


@pytest.mark.parametrize("theme", [None, "material"])
def test_a_site_without_an_address(tmp_path, theme):
    """S10 and S64."""
    config = {**CONFIG, "theme": theme and {"name": theme}}
    folder = sites.prepare(tmp_path / "site", FILES, plugin=OPTIONS, **config)
    built = sites.build(folder)
    assert built.ok, built.error
    assert built.contradictions() == []
    assert built.files.isdisjoint({"sitemap.xml", "sitemap.xml.gz", "llms.txt"})
    assert not [name for name in built.files if name.endswith(".md")]
    assert len(built.said("WARNING", "(sitemap-no-site)")) == 1
    allowed = {"internal/index.html", "internal/plan/index.html", "guide/linking/index.html"}
    assert holding(built, *MARKERS) == allowed


def test_a_failed_build_leaves_the_site(tmp_path):
    """S136: what ascribe.toml can tell is told before MkDocs empties the folder."""
    folder = prepared(tmp_path / "site", theme=None)
    built = sites.build(folder)
    before = {name: built.bytes(name) for name in built.files}
    Path(folder, "ascribe.toml").write_text("[listing]\nfolder = {}\n", encoding="utf-8")
    failed = sites.build(folder)
    assert not failed.ok
    assert failed.error == (
        "ascribe.toml:2: unknown table 'listing.folder'; did you mean 'folders'? (config-invalid)"
    )
    assert {name: failed.bytes(name) for name in failed.files} == before
