"""The sites in cases/: each test asserts the numbered points of the case's expect.md."""

import inspect
import json
import re
import sys
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from llms_txt import parse_llms_file
from markdown_it import MarkdownIt
from protego import Protego

from mkdocs_ascribe.robots.crawlers import shipped
from tests import site as sites
from tests.join import header_lines, sitemap_locs

LEFT_OUT = {"b85-dirty-build": "tests/features/test_dirty.py has it, with other --dirty builds"}

ORIGIN = "https://docs.example.com"
ADDRESS = re.compile(r"(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-F]{2})+")


def page_file(route):
    """Give the file of a page whose address has no base path."""
    return sites.unquoted_file(route.removeprefix("/"))


def page_addresses(built, base="/"):
    """Give each page's canonical, and its Markdown address, as each output has them."""
    found = {}
    pages = built.pages["pages"]
    heads = [built.head(page_file(page["route"].replace(base, "/", 1))) for page in pages]
    found["record canonical"] = [page["canonical"] for page in pages]
    found["record route"] = [urljoin(ORIGIN, page["route"]) for page in pages]
    found["canonical"] = [one for head in heads for one in head.link("canonical")]
    found["og:url"] = [one for head in heads for one in head.meta("og:url")]
    found["sitemap"] = built.sitemap
    links = [headers.get("Link", "") for headers in built.headers.values()]
    found["Link"] = [link[1:].partition(">")[0] for link in links if link]
    markdown = {
        "record": [urljoin(ORIGIN, page["markdown"]) for page in pages],
        "alternate": [one for head in heads for one in head.link("alternate", "text/markdown")],
        "llms.txt": [link.address for link in built.llms],
        "headers.json": [urljoin(ORIGIN, path) for path in built.headers if path.endswith(".md")],
    }
    return found, markdown


def assert_same(by_output, expected):
    for output, addresses in by_output.items():
        assert sorted(addresses) == sorted(expected), output


def canonicals(built):
    names = [name for name in built.files if name.endswith(".html") and name != "404.html"]
    return {name: built.head(name).link("canonical") for name in names}


def text_of_outputs(built):
    """Give the text of every file that the plugin writes, by name."""
    names = {name for name in built.files if name.startswith("_ascribe/") or name.endswith(".md")}
    names |= built.files & {"sitemap.xml", "robots.txt", "llms.txt", "_headers"}
    return {name: built.read(name) for name in names}


def structure(text):
    """Give each heading of the first level and each list item of a Markdown text."""
    tokens = MarkdownIt("commonmark").parse(text)
    opened = [token.type == "heading_open" and token.tag == "h1" for token in tokens]
    titles = [tokens[at + 1] for at, is_title in enumerate(opened) if is_title]
    items = [token for token in tokens if token.type == "list_item_open"]
    return ["".join(one.content for one in title.children) for title in titles], len(items)


def test_b01_nonascii_paths(case, site):
    built = case("b01-nonascii-paths")
    assert built.ok
    paths = [
        "",
        "%C3%BCber%20uns/",
        "%E6%97%A5%E6%9C%AC%E8%AA%9E/%E3%82%AC%E3%82%A4%E3%83%89/",
        "100%25%20sure/",
        "a%26b/",
    ]
    pages, markdown = page_addresses(built)
    # 1 and 2: one string everywhere, encoded once.
    assert_same(pages, [f"{ORIGIN}/{path}" for path in paths])
    versions = [f"{ORIGIN}/{path[:-1]}.md" if path else f"{ORIGIN}/index.md" for path in paths]
    assert_same(markdown, versions)
    rules = [urljoin(ORIGIN, path) for path in header_lines(built.read("_headers"))]
    assert set(versions) <= set(rules)
    steps = [step["route"] for page in built.pages["pages"] for step in page["breadcrumbs"]]
    for address in [*rules, *steps, *built.headers]:
        assert ADDRESS.fullmatch(address), address
    assert f"Sitemap: {ORIGIN}/sitemap.xml\n" in built.read("robots.txt")
    # 2: what MkDocs itself writes.
    plain = site(sites.CASES / "b01-nonascii-paths", plugin=False)
    assert canonicals(plain) == canonicals(built)
    # 3 is read above. 4: each address, decoded once, is a file.
    assert {page_file(urlsplit(one).path) for one in built.sitemap} <= built.files
    assert {unquote(urlsplit(one).path[1:]) for one in versions} <= built.files
    assert built.contradictions() == []


def test_b08_no_site(case):
    built = case("b08-no-site")
    assert built.ok
    # 1
    assert built.files.isdisjoint({"sitemap.xml", "sitemap.xml.gz", "llms.txt"})
    for name, text in text_of_outputs(built).items():
        assert "None" not in text, name
    for name in ("index.html", "guide/index.html", "404.html"):
        assert "None" not in built.read(name), name
    # 2
    for name in ("index.html", "guide/index.html"):
        head = built.head(name)
        assert head.link("canonical") == []
        assert head.meta("og:url") == []
        assert head.meta("og:type") == ["website"]
    # 3
    assert [line for line in built.said("WARNING") if "sitemap" in line] == built.said("WARNING")
    assert len(built.said("WARNING", "(sitemap-no-site)")) == 1
    # 4
    robots = built.read("robots.txt")
    assert robots.startswith("User-agent: GPTBot\n")
    assert robots.endswith("\nDisallow: /\n")
    assert "Sitemap" not in robots
    assert built.contradictions() == []


def test_b09_subpath_no_slash(case):
    built = case("b09-subpath-no-slash")
    pages, markdown = page_addresses(built, "/manual/")
    # 1 and 2
    base = f"{ORIGIN}/manual"
    assert_same(pages, [f"{base}/", f"{base}/guide/", f"{base}/guide/install/"])
    assert_same(markdown, [f"{base}/index.md", f"{base}/guide.md", f"{base}/guide/install.md"])
    assert built.head("guide/install/index.html").link("describedby") == [f"{base}/llms.txt"]
    assert built.page("guide/install.md")["route"] == "/manual/guide/install/"
    plain = case("b09-subpath-no-slash", plugin=False)
    assert canonicals(plain) == canonicals(built)
    assert built.contradictions() == []


def test_b10_double_slash(case):
    built = case("b10-double-slash")
    # 1
    outputs = text_of_outputs(built)
    assert {"sitemap.xml", "robots.txt", "llms.txt", "_headers", "_ascribe/pages.json"} <= set(
        outputs
    )
    for name, text in outputs.items():
        assert re.search("[^:]//", text) is None, name
    for name in ("index.html", "guide/install/index.html"):
        head = built.head(name)
        for link in [one for one in head.links if one["href"].startswith(ORIGIN)]:
            assert "//" not in link["href"].removeprefix("https://")
        assert head.meta("og:url") == [f"{ORIGIN}/{name.removesuffix('index.html')}"]
    # 2
    folder = built.folder.parent / "without"
    sites.prepare(folder, sites.CASES / "b10-double-slash")
    toml = (folder / "ascribe.toml").read_text(encoding="utf-8")
    changed = toml.replace(f'site = "{ORIGIN}/"', f'site = "{ORIGIN}"')
    assert changed != toml
    (folder / "ascribe.toml").write_text(changed, encoding="utf-8")
    without = sites.build(folder)
    assert text_of_outputs(without) == outputs
    assert without.read("guide/install/index.html") == built.read("guide/install/index.html")


def test_b11_base_path_kept(case):
    built = case("b11-base-path-kept")
    base = "/product/docs"
    pages, markdown = page_addresses(built, f"{base}/")
    # 1
    assert_same(pages, [f"{ORIGIN}{base}/", f"{ORIGIN}{base}/setup/linux/"])
    versions = [f"{base}/index.md", f"{base}/setup/linux.md"]
    assert_same(markdown, [ORIGIN + path for path in versions])
    rules = header_lines(built.read("_ascribe/host/_headers"))
    assert rules[f"{base}/setup/linux.md"] == {
        "link": f'<{ORIGIN}{base}/setup/linux/>; rel="canonical"'
    }
    assert all(path.startswith(f"{base}/") for path in rules)
    # 2
    for path in [*rules, *versions]:
        assert unquote(path.removeprefix(f"{base}/")) in built.files
    for loc in built.sitemap:
        assert page_file(loc.removeprefix(ORIGIN + base)) in built.files
    assert built.contradictions() == []


def test_b14_readme_index(case):
    built = case("b14-readme-index")
    # 1
    assert [(page["source"], page["route"]) for page in built.pages["pages"]] == [
        ("index.md", "/"),
        ("api/README.md", "/api/"),
        ("api/auth.md", "/api/auth/"),
    ]
    assert {name for name in built.files if name.endswith(".md")} == {
        "index.md",
        "api.md",
        "api/auth.md",
    }
    addresses = [*built.sitemap, *built.headers, *(link.address for link in built.llms)]
    assert not [address for address in addresses if "README" in address.upper()]
    # 2
    assert built.page("api/auth.md")["breadcrumbs"] == [
        {"title": "Start", "route": "/"},
        {"title": "API", "route": "/api/"},
        {"title": "Auth", "route": "/api/auth/"},
    ]
    assert built.contradictions() == []


def test_b15_flat_urls(case):
    built = case("b15-flat-urls")
    pages, markdown = page_addresses(built)
    names = ["guide/index.html", "guide/install.html", "index.html"]
    versions = ["guide/index.md", "guide/install.md", "index.md"]
    # 1, and 3: one Markdown address a page.
    assert_same(pages, [f"{ORIGIN}/{name}" for name in names])
    assert_same(markdown, [f"{ORIGIN}/{name}" for name in versions])
    # 2
    assert {*names, *versions} <= built.files
    assert {path[1:] for path in built.headers} <= built.files
    assert built.contradictions() == []


def test_b16_home_markdown(case):
    built = case("b16-home-markdown")
    _, markdown = page_addresses(built)
    # 1 and 2
    names = ["index.md", "guide.md", "guide/install.md"]
    assert_same(markdown, [f"{ORIGIN}/{name}" for name in names])
    assert set(names) <= built.files
    assert {path[1:] for path in header_lines(built.read("_headers"))} >= set(names)


def test_b20_noindex_in_sitemap(case):
    built = case("b20-noindex-in-sitemap")
    # 1 and 2
    assert built.head("secret/index.html").meta("robots") == ["noindex"]
    assert built.head("quote/index.html").meta("robots") == ["nosnippet"]
    assert built.sitemap == [f"{ORIGIN}/", f"{ORIGIN}/quote/"]
    assert [link.address for link in built.llms] == [f"{ORIGIN}/index.md", f"{ORIGIN}/quote.md"]
    # 3
    assert built.head("index.html").meta("robots") == []
    # 4
    tags = {path: headers.get("X-Robots-Tag") for path, headers in built.headers.items()}
    assert (tags["/secret.md"], tags["/quote.md"], tags["/index.md"]) == (
        "noindex",
        "nosnippet",
        None,
    )
    lines = header_lines(built.read("_headers"))
    assert lines["/secret.md"] == {
        "link": f'<{ORIGIN}/secret/>; rel="canonical"',
        "x-robots-tag": "noindex",
    }
    assert built.contradictions() == []


def test_b21_unlisted_side_doors(case):
    built = case("b21-unlisted-side-doors")
    own = {"hidden-plan/index.html", "hidden-plan.md"}
    # 1
    assert own <= built.files
    # 2, 3 and 4
    leaks = built.holding("hidden-plan", "Hidden plan", "zebra", "quizzical marmot")
    assert {name for name in leaks if not name.startswith("_ascribe/")} == own
    assert built.head("first/index.html").link("next") == ["../last/"]
    assert built.head("last/index.html").link("prev") == ["../first/"]
    own_head = built.head("hidden-plan/index.html")
    assert own_head.link("prev") == own_head.link("next") == []
    assert f"{ORIGIN}/first/" in built.sitemap
    # The other page's tag is there, so there is an index to leak into.
    assert {"tags.json", "search/search_index.json"} <= built.files
    assert "blue" in built.read("tags/index.html")
    assert "First" in built.read("tags/index.html")
    assert built.contradictions() == []


def test_b22_drafts_excluded(case):
    built = case("b22-drafts-excluded")
    # 1
    assert built.holding("walrus", "Walrus", "heron", "Heron") == set()
    assert not [name for name in built.files if "walrus" in name or "heron" in name]
    assert [page["source"] for page in built.pages["pages"]] == ["index.md"]
    assert built.sitemap == [f"{ORIGIN}/"]


def test_b23_not_in_nav(case):
    built = case("b23-not-in-nav")
    # 1
    assert built.page("extra.md")["listing"] == "listed"
    assert built.sitemap == [f"{ORIGIN}/", f"{ORIGIN}/extra/"]
    assert [link.address for link in built.llms] == [f"{ORIGIN}/index.md", f"{ORIGIN}/extra.md"]


def test_b24_blog_draft_tags(case):
    built = case("b24-blog-draft-tags")
    assert built.ok
    # 1
    assert built.holding("Post two draft", "Unready", "okapi", "post-two") == set()
    assert f"{ORIGIN}/blog/2024/01/02/post-one/" in built.sitemap
    # 2
    views = {"blog/archive/2024/index.html", "tags/index.html"}
    assert views <= built.files
    for name in sorted(name for name in built.files if name.endswith("index.html")):
        alternates = built.head(name).link("alternate", "text/markdown")
        assert len(alternates) == (0 if name in views else 1), name
        for address in alternates:
            assert built.read(address.removeprefix(f"{ORIGIN}/")).strip()


def test_b24_views_are_not_in_llms(case):
    # SPEC 3: blog views and tag pages have no Markdown version and are not in llms.txt.
    built = case("b24-blog-draft-tags")
    assert [link.address for link in built.llms] == [
        f"{ORIGIN}/index.md",
        f"{ORIGIN}/blog.md",
        f"{ORIGIN}/blog/2024/01/02/post-one.md",
    ]


def test_b25_folder_rule_edges(case):
    built = case("b25-folder-rule-edges")
    listings = {page["route"]: page["listing"] for page in built.pages["pages"]}
    # 1 and 2
    assert listings == {
        "/internal/": "unlisted",
        "/internal/runbook/": "unlisted",
        "/internal/ops/deep/": "unlisted",
        "/": "listed",
        "/internal-tools/": "listed",
        "/guide/internal/parts/": "listed",
    }
    assert built.sitemap == [
        f"{ORIGIN}/",
        f"{ORIGIN}/guide/internal/parts/",
        f"{ORIGIN}/internal-tools/",
    ]
    assert built.page("internal/runbook.md")["listingFrom"] == "folder internal/"
    assert built.contradictions() == []


def test_b32_one_of_each_tag(case):
    built = case("b32-one-of-each-tag")
    # 1
    for name, description in (("index.html", "All the docs"), ("a/index.html", "What A is")):
        head = built.head(name)
        assert len(head.titles) == 1
        assert len(head.link("canonical")) == 1
        assert head.meta("description") == [description]
        assert len(head.meta("robots")) <= 1
        assert len(head.meta("og:title")) == 1
        assert len(head.meta("og:url")) == 1
    head = built.head("404.html")
    assert len(head.titles) == 1
    assert head.link("canonical") == []
    assert len(head.meta("description")) <= 1
    assert head.meta("og:title") == head.meta("og:url") == head.meta("robots") == []
    # 2
    assert built.read("a/index.html").count("What A is") == 2, "description and og:description"


class _Head(HTMLParser):
    """Python's own parser, as a second reader beside html5lib."""

    def __init__(self):
        super().__init__()
        self.metas = {}

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag == "meta":
            self.metas[values.get("name") or values.get("property")] = values.get("content")


def test_b33_head_escaping(case):
    built = case("b33-head-escaping")
    description = 'She said "hi" & left <early>. Second line.'
    # 1
    head = built.head("quotes/index.html")
    assert head.meta("description") == [description]
    assert head.meta("og:description") == [description]
    other = _Head()
    other.feed(built.read("quotes/index.html"))
    assert other.metas["description"] == description
    # No text has fallen out of the head, so that all tags are still in it.
    assert head.link("canonical") == [f"{ORIGIN}/quotes/"]
    assert head.link("stylesheet")
    # 2
    title = 'Use "x" & <y>'
    assert head.titles == [f"{title} - Case docs"]
    assert head.meta("og:title") == [f"{title} - Case docs"]
    (trail,) = head.data("BreadcrumbList")
    assert trail["itemListElement"][1]["name"] == title
    assert built.contradictions() == []


def test_b34_breadcrumb_gap(case):
    built = case("b34-breadcrumb-gap")

    def trail(name):
        found = built.head(name).data("BreadcrumbList")
        return [
            (step["position"], step["name"], step["item"])
            for data in found
            for step in data["itemListElement"]
        ]

    # 1 and 3
    home = (1, "Home", f"{ORIGIN}/")
    assert trail("guides/install/index.html") == [
        home,
        (2, "Install", f"{ORIGIN}/guides/install/"),
    ]
    assert trail("guides/linux/arch/index.html") == [
        home,
        (2, "Linux", f"{ORIGIN}/guides/linux/"),
        (3, "Arch", f"{ORIGIN}/guides/linux/arch/"),
    ]
    # 2
    assert trail("index.html") == []


def test_b45_lastmod_is_build_day(case, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    first, plain_first = (
        case("b45-lastmod-is-build-day"),
        case("b45-lastmod-is-build-day", plugin=False),
    )
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    second, plain_second = (
        case("b45-lastmod-is-build-day"),
        case("b45-lastmod-is-build-day", plugin=False),
    )
    # 1
    names = ["sitemap.xml", "sitemap.xml.gz", "llms.txt", "robots.txt"]
    names += [name for name in first.files if name.startswith("_ascribe/") or name.endswith(".md")]
    for name in names:
        assert first.bytes(name) == second.bytes(name), name
    assert "lastmod" not in first.read("sitemap.xml")
    # MkDocs alone fails it, so the days do reach the builds.
    assert plain_first.bytes("sitemap.xml") != plain_second.bytes("sitemap.xml")


def test_b46_gz_agrees(case):
    first, second = case("b46-gz-agrees"), case("b46-gz-agrees")
    # 1
    assert first.packed("sitemap.xml.gz") == first.bytes("sitemap.xml")
    assert sitemap_locs(first.packed("sitemap.xml.gz"))[1] == [f"{ORIGIN}/"]
    # 2: also in another second, since the header has no time (RFC 1952, 2.3.1).
    assert first.bytes("sitemap.xml.gz") == second.bytes("sitemap.xml.gz")
    assert first.bytes("sitemap.xml.gz")[4:8] == bytes(4)


def test_b47_nav_order(case):
    built = case("b47-nav-order")
    # 1
    names = ["index.md", "zeta.md", "alpha.md", "group/mid.md", "group/beta.md"]
    assert [link.address for link in built.llms] == [f"{ORIGIN}/{name}" for name in names]
    # 2
    again = sites.run_built(built.folder, PYTHONHASHSEED="1", LC_ALL="C")
    assert again.ok, again.error
    assert [link.address for link in again.llms] == [f"{ORIGIN}/{name}" for name in names]


def test_b50_disallow_hides_noindex(case):
    built = case("b50-disallow-hides-noindex")
    # 1
    (said,) = built.said("WARNING", "(listing-disallowed)")
    assert "ascribe.toml:7: 'Disallow: /internal/'" in said
    assert "internal/runbook.md" in said
    # 2: the user's line is kept, and no other is there.
    assert built.read("robots.txt") == (
        f"User-agent: *\nDisallow: /internal/\n\nSitemap: {ORIGIN}/sitemap.xml\n"
    )
    robots = Protego.parse(built.read("robots.txt"))
    assert not robots.can_fetch(f"{ORIGIN}/internal/runbook/", "Googlebot")


def test_b51_purpose_tokens(case):
    built = case("b51-purpose-tokens")
    text = built.read("robots.txt")
    robots = Protego.parse(text)
    # 1
    for token in ("GPTBot", "ClaudeBot", "CCBot", "Google-Extended", "Applebot-Extended"):
        assert not robots.can_fetch(f"{ORIGIN}/", token), token
    # 2
    for token in (
        "OAI-SearchBot",
        "Claude-SearchBot",
        "PerplexityBot",
        "ChatGPT-User",
        "Claude-User",
        "Googlebot",
        "Bingbot",
        "Applebot",
    ):
        assert robots.can_fetch(f"{ORIGIN}/", token), token
    # 3
    named = [line.partition(": ")[2] for line in text.splitlines() if line.startswith("User-agent")]
    assert len(named) == len({token.lower() for token in named}) > 5
    retired = {"anthropic-ai", "claude-web", "facebookbot", "cohere-ai", "omgili", "omgilibot"}
    assert retired.isdisjoint(token.lower() for token in named)
    known = {crawler.token: crawler for crawler in shipped().of("training")}
    for token in named:
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", known[token].source_date), token
    # Its operator has no page about it: the list's note names what it rests on.
    without = [token for token in named if not known[token].docs.startswith("https://")]
    assert without == ["Bytespider"]


def test_b52_robots_under_base(case):
    built = case("b52-robots-under-base")
    # 1
    assert "robots.txt" not in built.files
    # 2
    (said,) = built.said("INFO", "(robots-under-base)")
    assert "\nDisallow: /project/tmp/\n" in said
    assert "\nSitemap: https://example.com/project/sitemap.xml" in said
    assert built.read("_ascribe/host/robots.txt") == f"{said.partition(chr(10))[2]}\n"
    assert built.contradictions() == []


def test_b53_own_robots_kept(case):
    built = case("b53-own-robots-kept")
    # 1
    own = (sites.CASES / "b53-own-robots-kept/docs/robots.txt").read_bytes()
    assert built.bytes("robots.txt") == own
    # 2
    (said,) = built.said("INFO", "(robots-own)")
    assert "\nUser-agent: GPTBot\n" in said
    assert "\nDisallow: /\n" in said
    assert f"\nSitemap: {ORIGIN}/sitemap.xml" in said


@pytest.mark.parametrize(
    ("markdown", "reference"),
    [
        ("source", f'Ref: [faq][f].\n\n[f]: {ORIGIN}/faq.md "Questions"\n\n'),
        ("rendered", f'Ref: [faq]({ORIGIN}/faq.md "Questions").\n\n'),
    ],
)
def test_b58_md_links(case, markdown, reference):
    built = case("b58-md-links", plugin={"markdown": markdown})
    # 2 and 3: code as it was, and the reference resolved.
    assert built.read("index.md") == (
        f"> The index of this documentation is at [llms.txt]({ORIGIN}/llms.txt).\n\n"
        "# Home\n\n"
        f"See [install]({ORIGIN}/guide/install.md#linux), [the guide]({ORIGIN}/guide.md) "
        f"and ![dot]({ORIGIN}/img/dot.svg).\n\n"
        f"{reference}"
        "```md\n[not a link](guide/install.md)\n```\n"
    )
    # 1
    followed = []
    for page in built.pages["pages"]:
        tokens = MarkdownIt("commonmark").parse(built.read(page["markdown"][1:]))
        children = [one for token in tokens for one in token.children or ()]
        targets = [one.attrs.get("href") or one.attrs.get("src") for one in children if one.attrs]
        for target in targets:
            address = urlsplit(urljoin(ORIGIN + page["markdown"], target))
            assert address.path[1:] in built.files, target
            followed.append(address.geturl())
    assert f"{ORIGIN}/guide/install.md#linux" in followed
    assert len(followed) == 4 + 4 + 4 - 1 + 1


@pytest.mark.parametrize("markdown", ["source", "rendered"])
def test_b59_snippets(case, markdown):
    built = case("b59-snippets", plugin={"markdown": markdown})
    # 1
    assert "violet teapot" in built.read("index.md")
    assert "8<" not in built.read("index.md")


@pytest.mark.parametrize("markdown", ["source", "rendered"])
def test_b60_fences_untouched(case, markdown):
    built = case("b60-fences-untouched", plugin={"markdown": markdown})
    # 1
    record = built.page("index.md")
    assert record["listing"] == "listed"
    assert record["title"] in (None, "Real heading")
    assert record["description"] == "About fences"
    assert [link.title for link in built.llms] in (["Home"], ["Real heading"])
    # 2
    source = (sites.CASES / "b60-fences-untouched/docs/index.md").read_text(encoding="utf-8")
    body = source[source.index("Intro before") :]
    assert body.count("```") == 6
    if markdown == "source":
        assert built.read("index.md").endswith(body)

    def fences(text):
        tokens = MarkdownIt("commonmark").parse(text)
        return [(token.info, token.content) for token in tokens if token.type == "fence"]

    assert fences(built.read("index.md")) == fences(body)
    assert "About fences" not in built.read("index.md")


def test_b61_utf8_charset(case):
    built = case("b61-utf8-charset")
    # 1
    text = built.read("index.md")
    assert "Æther, 日本語, 👩‍🚀 and “quotes”." in text
    assert not built.bytes("index.md").startswith(b"\xef\xbb\xbf")
    assert built.headers["/index.md"]["Content-Type"] == "text/markdown; charset=utf-8"
    # Netlify sends the type of a .md file itself, with the charset.
    assert "content-type" not in built.read("_headers").lower()
    # 2
    assert "Café ☕" in built.read("llms.txt")
    assert not built.bytes("llms.txt").startswith(b"\xef\xbb\xbf")
    assert built.headers["/llms.txt"]["Content-Type"] == "text/plain; charset=utf-8"


def test_b66_llms_titles(case):
    built = case("b66-llms-titles")
    expected = {
        f"{ORIGIN}/index.md": "Home",
        f"{ORIGIN}/a.md": "Arrays (1) and ) more",
        f"{ORIGIN}/b.md": "The --flag option",
        f"{ORIGIN}/c.md": "R&D <fast> | slow",
        # 2
        f"{ORIGIN}/d.md": "Two lines",
        f"{ORIGIN}/e.md": "Launch 🚀 (v2)",
    }
    # 1
    assert {link.address: link.title for link in built.llms} == expected
    assert structure(built.read("llms.txt")) == (["Docs [beta] & <more>"], len(expected))
    read = parse_llms_file(built.read("llms.txt"))
    assert [link.url for links in read.sections.values() for link in links] == list(expected)


def test_b67_title_types(case):
    built = case("b67-title-types")
    # 1
    assert built.ok
    # 2
    titles = {page["source"]: page["title"] for page in built.pages["pages"]}
    assert titles == {
        "index.md": "Home",
        "year.md": "2024",
        "empty.md": None,
        "none-at-all.md": None,
        "yes.md": None,
    }
    assert [link.title for link in built.llms] == ["Home", "Empty", "None at all", "2024", "Yes"]
    said = built.said("WARNING", "yes.md: title: True cannot be used")
    assert len(said) == 1
    for name in ("empty/index.html", "none-at-all/index.html", "year/index.html"):
        head = built.head(name)
        words = " ".join([*head.titles, *(one.get("content", "") for one in head.metas)])
        assert re.search(r"\bNone\b(?! at all)|\bTrue\b", words) is None
    # Material shows the boolean as it is, and og:title says what the title does.
    assert built.head("yes/index.html").meta("og:title") == built.head("yes/index.html").titles


def test_b70_own_headers_file(case, tmp_path):
    own = (sites.CASES / "b70-own-headers-file/docs/_headers").read_bytes()
    refused = case("b70-own-headers-file")
    # 1 and 2
    assert not refused.ok
    assert (refused.folder / "docs/_headers").read_bytes() == own
    lines = refused.error.partition("(headers-missing)\n")[2].partition("\nAborted")[0]
    assert (
        f'\n/a.md\n  X-Robots-Tag: noindex\n  Link: <{ORIGIN}/a/>; rel="canonical"\n' in lines
        or f'\n/a.md\n  Link: <{ORIGIN}/a/>; rel="canonical"\n  X-Robots-Tag: noindex\n' in lines
    )
    assert f'\n/index.md\n  Link: <{ORIGIN}/>; rel="canonical"' in lines
    # 3
    folder = sites.prepare(tmp_path / "mended", sites.CASES / "b70-own-headers-file")
    shouted = re.sub(r"^  [A-Za-z-]+:", lambda name: name[0].upper(), lines, flags=re.MULTILINE)
    assert "  X-ROBOTS-TAG: noindex" in shouted
    mended = own + shouted.encode() + b"\n"
    (folder / "docs/_headers").write_bytes(mended)
    built = sites.build(folder)
    assert built.ok, built.error
    assert built.bytes("_headers") == mended
    assert built.contradictions(own=["_headers"]) == []


def test_b77_bom_crlf_page(case):
    source = (sites.CASES / "b77-bom-crlf-page/docs/windows.md").read_bytes()
    assert source.startswith(b"\xef\xbb\xbf---\r\n"), "the checkout has changed the case"
    built = case("b77-bom-crlf-page")
    # 1
    windows, plain = built.page("windows.md"), built.page("plain.md")
    assert (windows["listing"], windows["title"]) == ("unlisted", "Same")
    differing = {key for key in windows if windows[key] != plain[key]}
    assert differing == {"source", "route", "canonical", "markdown", "breadcrumbs"}
    assert f"{ORIGIN}/windows/" not in built.sitemap
    # 2
    assert built.bytes("windows.md") == built.bytes("plain.md")
    assert built.read("plain.md").split("\n")[1:] == ["", "# Body", "", "Text.", ""]


def test_b78_bad_front_matter(case):
    built = case("b78-bad-front-matter")
    # 1
    assert not built.ok
    assert "plan.md:2: MkDocs does not read this line: 'listing: unlisted'" in built.error
    assert built.files.isdisjoint({"sitemap.xml", "llms.txt"})


def test_b79_bad_toml(tmp_path):
    folder = sites.prepare(tmp_path / "b79", sites.CASES / "b79-bad-toml")
    done = sites.run(folder)
    # 1
    assert done.returncode == 1
    assert "ascribe.toml:2: " in done.stderr
    assert done.stderr.count("ascribe.toml") == 1
    assert "Illegal character" in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_b80_two_meta_styles(case):
    built = case("b80-two-meta-styles")
    # 1
    for source, title in (("dots.md", "Dotted"), ("old.md", "Old style")):
        record = built.page(source)
        assert (record["listing"], record["title"]) == ("unlisted", title)
        lines = built.read(source).split("\n")
        assert lines[0].startswith("> ")
        assert "llms.txt" in lines[0]
        assert lines[1:4] == ["", "# Body", ""]
    assert built.sitemap == [f"{ORIGIN}/"]


def test_b81_yaml_types(case):
    built = case("b81-yaml-types")
    # 1
    assert built.ok
    assert json.loads(built.read("_ascribe/pages.json"))["pages"][0]["title"] == "Home"


@pytest.mark.parametrize(
    "name", sorted(path.name for path in sites.CASES.iterdir() if path.is_dir())
)
def test_every_case_has_its_test(name):
    functions = dict(inspect.getmembers(sys.modules[__name__], inspect.isfunction))
    function = functions.get(f"test_{name.replace('-', '_')}")
    assert (function is None) == (name in LEFT_OUT)
    if function is not None:
        text = (sites.CASES / name / "expect.md").read_text(encoding="utf-8")
        points = re.findall(r"^(\d+)\. ", text.partition("## What people met")[0], re.MULTILINE)
        comments = " ".join(re.findall(r"#.*", inspect.getsource(function)))
        assert [one for one in points if not re.search(rf"\b{one}\b", comments)] == []
