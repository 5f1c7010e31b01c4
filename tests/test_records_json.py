import json
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

from mkdocs_ascribe import documents
from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import CrawlerPolicy, Project
from mkdocs_ascribe.headers import HeaderRule
from mkdocs_ascribe.json_text import json_chunks
from mkdocs_ascribe.lasting.redirects import Redirect
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.navigation import NavItem
from mkdocs_ascribe.outputs import headers_json, nav_json, pages_json, redirects_json
from mkdocs_ascribe.records import Alternate, Breadcrumb, Image, PageRecord
from mkdocs_ascribe.settings import Settings, SitemapSettings, SiteModel

ORIGIN = "https://docs.example.com"

FULL = PageRecord(
    source="über.md",
    route="/docs/%C3%BCber/",
    dest_uri="über/index.html",
    label="Über uns",
    canonical=f"{ORIGIN}/docs/%C3%BCber/",
    own_address=f"{ORIGIN}/docs/%C3%BCber/",
    markdown="/docs/%C3%BCber.md",
    title="Über uns",
    head_title="Über uns · Loom",
    description='Who "we" are',
    image=Image(f"{ORIGIN}/card.png", "A card", 1200, 630),
    images=(f"{ORIGIN}/docs/a.png",),
    alternates=(Alternate("de", "/docs/%C3%BCber/"),),
    type="about",
    listing=Listing.UNQUOTED,
    listing_from="type about",
    robots="nosnippet",
    breadcrumbs=(
        Breadcrumb("Start", "/docs/", ""),
        Breadcrumb("Über uns", "/docs/%C3%BCber/", "%C3%BCber/"),
    ),
    lastmod="2026-11-30",
    size=512,
)
BARE = PageRecord("a.md", "/docs/a/", "a/index.html", "A")


def site_model(origin=ORIGIN, crawlers=None, exclude=()):
    settings = Settings("Loom", sitemap=SitemapSettings(exclude=exclude))
    project = Project(crawlers=crawlers or CrawlerPolicy())
    return SiteModel(Site(origin, "/docs/"), project, settings)


def schema(name):
    text = (files("mkdocs_ascribe") / "schemas" / f"{name}.schema.json").read_text("utf-8")
    return json.loads(text)


def checked(name, chunks):
    """Read a text back once its layout and its schema are seen to be right."""
    text = "".join(chunks)
    data = json.loads(text)
    assert text == json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    Draft202012Validator(schema(name)).validate(data)
    return data


def pages(records, extra=(), model=None, **told):
    told = {"sitemap": True, "llms": True, **told}
    return checked(
        "pages", pages_json.pages_json(model or site_model(), list(records), extra, **told)
    )


# S7 S36 S51
def test_pages_json_has_every_value_of_a_record():
    assert pages([FULL])["pages"] == [
        {
            "source": "über.md",
            "route": "/docs/%C3%BCber/",
            "canonical": "https://docs.example.com/docs/%C3%BCber/",
            "markdown": "/docs/%C3%BCber.md",
            "title": "Über uns",
            "headTitle": "Über uns · Loom",
            "description": 'Who "we" are',
            "image": {
                "src": "https://docs.example.com/card.png",
                "alt": "A card",
                "width": 1200,
                "height": 630,
            },
            "images": ["https://docs.example.com/docs/a.png"],
            "alternates": [{"hreflang": "de", "route": "/docs/%C3%BCber/"}],
            "type": "about",
            "listing": "unquoted",
            "listingFrom": "type about",
            "robots": "nosnippet",
            "sitemap": True,
            "breadcrumbs": [
                {"title": "Start", "route": "/docs/"},
                {"title": "Über uns", "route": "/docs/%C3%BCber/"},
            ],
            "lastmod": "2026-11-30",
            "size": 512,
        }
    ]


# S7: null for what is missing, every key in its place.
def test_pages_json_of_a_bare_page():
    assert "".join(
        pages_json.pages_json(site_model(origin=None), [BARE], sitemap=False, llms=False)
    ) == (
        """\
{
  "format": "ascribe-pages",
  "version": 1,
  "site": {
    "origin": null,
    "basePath": "/docs/",
    "name": "Loom",
    "description": null,
    "preview": false,
    "sitemap": null,
    "llms": null
  },
  "crawlers": {
    "training": {
      "value": null,
      "tokens": []
    },
    "search": {
      "value": null,
      "tokens": []
    },
    "onRequest": {
      "value": null,
      "tokens": []
    },
    "lines": []
  },
  "pages": [
    {
      "source": "a.md",
      "route": "/docs/a/",
      "canonical": null,
      "markdown": null,
      "title": null,
      "headTitle": null,
      "description": null,
      "image": null,
      "images": [],
      "alternates": [],
      "type": null,
      "listing": "listed",
      "listingFrom": null,
      "robots": null,
      "sitemap": false,
      "breadcrumbs": [],
      "lastmod": null,
      "size": null
    }
  ],
  "entries": []
}
"""
    )


# S7 S8: the addresses of the files that are there.
def test_pages_json_names_sitemap_and_llms():
    site = pages([FULL])["site"]
    assert site["sitemap"] == "https://docs.example.com/docs/sitemap.xml"
    assert site["llms"] == "https://docs.example.com/docs/llms.txt"


# S8 S19 S20
def test_pages_json_has_the_crawler_rules():
    policy = CrawlerPolicy(
        {"training": "disallow", "on-request": "allow"},
        {"training": ("GPTBot", "CCBot"), "search": ("OAI-SearchBot",), "on-request": ()},
        ("Disallow: /drafts/", ""),
    )
    assert pages([], model=site_model(crawlers=policy))["crawlers"] == {
        "training": {"value": "disallow", "tokens": ["GPTBot", "CCBot"]},
        "search": {"value": None, "tokens": ["OAI-SearchBot"]},
        "onRequest": {"value": "allow", "tokens": []},
        "lines": ["Disallow: /drafts/", ""],
    }


# S8: what the sitemap has can be told from pages.json alone, the option `exclude` included.
def test_pages_json_says_what_the_sitemap_has():
    model = site_model(exclude=("über/", "old.html"))
    extra = ["/docs/z.html", "/docs/old.html", "/docs/b.html", FULL.route]
    data = pages([FULL], extra, model)
    assert [entry["sitemap"] for entry in data["pages"]] == [False]
    assert data["entries"] == ["/docs/b.html", "/docs/z.html"]


# S32 S75
def test_headers_json():
    rules = [
        HeaderRule("/a.md", {"Content-Type": "text/markdown; charset=utf-8", "Link": "<x>"}),
        HeaderRule("/llms.txt", {"X-Robots-Tag": "noindex"}),
    ]
    assert checked("headers", headers_json.headers_json(rules)) == {
        "format": "ascribe-headers",
        "version": 1,
        "headers": [
            {
                "path": "/a.md",
                "headers": {"Content-Type": "text/markdown; charset=utf-8", "Link": "<x>"},
            },
            {"path": "/llms.txt", "headers": {"X-Robots-Tag": "noindex"}},
        ],
    }


# S82 S88
def test_redirects_json():
    redirects = [
        Redirect("/old/", "/new/#section"),
        Redirect("/go/x/", "/new/", kind="permalink", force=True),
    ]
    assert checked("redirects", redirects_json.redirects_json(redirects)) == {
        "format": "ascribe-redirects",
        "version": 1,
        "redirects": [
            {
                "from": "/go/x/",
                "to": "/new/",
                "status": 301,
                "kind": "permalink",
                "force": True,
            },
            {
                "from": "/old/",
                "to": "/new/#section",
                "status": 301,
                "kind": "move",
                "force": False,
            },
        ],
    }


# S53
def test_nav_json():
    nav = [
        NavItem("Start", "/docs/"),
        NavItem("Guide", None, children=(NavItem("日本語", "/docs/guide/a/"),)),
        NavItem("API", "/docs/api/", children=(NavItem("Source", href="https://e.com/?a&b"),)),
    ]
    data = checked("nav", nav_json.nav_json(nav))
    assert data["format"] == "ascribe-nav"
    assert data["nav"] == [
        {"title": "Start", "route": "/docs/", "children": []},
        {
            "title": "Guide",
            "route": None,
            "children": [{"title": "日本語", "route": "/docs/guide/a/", "children": []}],
        },
        {
            "title": "API",
            "route": "/docs/api/",
            "children": [
                {
                    "title": "Source",
                    "route": None,
                    "href": "https://e.com/?a&b",
                    "children": [],
                }
            ],
        },
    ]


# S88: the files are there with nothing in them too.
def test_records_of_an_empty_site():
    assert pages([])["pages"] == []
    assert checked("headers", headers_json.headers_json([]))["headers"] == []
    assert checked("redirects", redirects_json.redirects_json([]))["redirects"] == []
    assert checked("nav", nav_json.nav_json([]))["nav"] == []


# S134
def test_the_same_records_give_the_same_text():
    first, second = (
        "".join(pages_json.pages_json(site_model(), [FULL, BARE], sitemap=True, llms=True))
        for _ in range(2)
    )
    assert first == second


# SPEC 11: no page's entry waits for the others.
def test_items_are_written_one_by_one():
    taken = []
    items = (taken.append(number) or number for number in range(3))
    chunks = json_chunks({"items": items})
    assert [next(chunks), next(chunks), taken] == ['{\n  "items": ', "[\n    0", [0]]


def described(node):
    """Yield the keys of a schema's objects that have no description."""
    for key, child in node.get("properties", {}).items():
        if "description" not in child and "$ref" not in child:
            yield key
        yield from described(child)
    for child in (node.get("items"), *node.get("$defs", {}).values()):
        if isinstance(child, dict):
            yield from described(child)


def closed(node):
    """Yield every object of a schema whose keys are fixed."""
    if "properties" in node:
        yield node
    for child in (*node.get("properties", {}).values(), *node.get("$defs", {}).values()):
        yield from closed(child)
    if isinstance(node.get("items"), dict):
        yield from closed(node["items"])


@pytest.mark.parametrize("name", ["pages", "headers", "redirects", "nav"])
def test_a_schema_describes_every_key_and_no_other(name):
    Draft202012Validator.check_schema(schema(name))
    assert list(described(schema(name))) == []
    for node in closed(schema(name)):
        assert node["additionalProperties"] is False
        assert set(node["required"]) == set(node["properties"]) - {"href"}


# The key names live once: what the code writes is what the schema has, in the same order.
@pytest.mark.parametrize(
    ("typed", "name", "path"),
    [
        (documents.PagesJson, "pages", ()),
        (documents.SiteEntry, "pages", ("properties", "site")),
        (documents.CrawlersEntry, "pages", ("properties", "crawlers")),
        (documents.PurposeEntry, "pages", ("$defs", "purpose")),
        (documents.PageEntry, "pages", ("$defs", "page")),
        (documents.ImageEntry, "pages", ("$defs", "page", "properties", "image")),
        (
            documents.BreadcrumbEntry,
            "pages",
            ("$defs", "page", "properties", "breadcrumbs", "items"),
        ),
        (documents.HeadersJson, "headers", ()),
        (documents.FileHeaders, "headers", ("properties", "headers", "items")),
        (documents.RedirectsJson, "redirects", ()),
        (documents.RedirectEntry, "redirects", ("properties", "redirects", "items")),
        (documents.NavJson, "nav", ()),
    ],
)
def test_typed_keys_are_those_of_the_schema(typed, name, path):
    node = schema(name)
    for key in path:
        node = node[key]
    assert list(typed.__annotations__) == list(node["properties"])


def test_typed_keys_of_nav():
    keys = schema("nav")["$defs"]["items"]["items"]["properties"]
    assert set(documents.NavEntry.__annotations__) == set(keys)


# b81: what is no text in front matter reaches no record, so the file is always JSON.
@pytest.mark.parametrize("text", ["\u2028", 'quote " and \\', "a\nb", "\x00", "🚀"])
def test_any_text_is_valid_json(text):
    record = PageRecord("a.md", "/docs/a/", "a/index.html", "A", title=text)
    assert pages([record])["pages"][0]["title"] == text
