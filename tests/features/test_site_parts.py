"""MkDocs' own features beside pages, and plugins that write files of their own."""

import json
import re

import pytest
from mkdocs.commands import build as mkdocs_build
from mkdocs.config import load_config
from PIL import ImageFont

from tests import site as sites
from tests.features.compare import assert_as_plain

URL = "https://docs.example.com/"
THEME = {"name": "material", "font": False}
FILES = {
    "ascribe.toml": '[consumer]\nhost = "netlify"\n',
    "docs/index.md": "# Home\n",
    "docs/a.md": "# A title\n\nText.\n",
    "docs/b.md": "# B title\n\nText.\n",
}


def config(*plugins, **options):
    return {"site_url": URL, "theme": THEME, "plugins": ["search", *plugins], **options}


# Drafts, exclusions, navigation

INCLUSION = {
    "draft_docs": "drafts/\n",
    "exclude_docs": "*.private.md\n",
    "not_in_nav": "extra.md\n",
    "nav": [{"Home": "index.md"}, {"A": "a.md"}, {"B": "b.md"}],
}
MORE = {
    "docs/drafts/walrus.md": "---\nlisting: nonsense\n---\n# Walrus\n",
    "docs/heron.private.md": "# Heron\n",
    "docs/extra.md": "# Extra\n",
}


def test_drafts_and_excluded_files_are_nowhere(site):
    built = site({**FILES, **MORE}, **config(**INCLUSION), strict=True)
    assert built.ok, built.error
    assert built.holding("Walrus", "walrus", "Heron", "heron") == set()
    assert "https://docs.example.com/extra/" in built.sitemap
    assert built.page("extra.md")["listing"] == "listed"
    assert "Extra" not in str(built.json("nav.json"))
    assert [link.title for link in built.llms][-1] == "Extra"
    assert built.contradictions() == []


def test_drafts_shown_by_serve_are_noindex_and_in_no_output(tmp_path, monkeypatch):
    files = {**FILES, **MORE, "docs/drafts/walrus.md": "# Walrus\n"}
    where = sites.prepare(tmp_path / "site", files, **config(**INCLUSION))
    monkeypatch.chdir(where)
    loaded = load_config("mkdocs.yml", site_url="http://127.0.0.1:8000/")
    loaded.plugins.on_startup(command="serve", dirty=False)
    mkdocs_build.build(loaded, serve_url="http://127.0.0.1:8000/")
    built = sites.Built(where, ok=True)
    assert built.head("drafts/walrus/index.html").meta("robots") == ["noindex"]
    assert "DRAFT" in built.read("drafts/walrus/index.html")
    outputs = ("_ascribe/", "sitemap", "llms", "_headers", "robots")
    assert not [name for name in built.holding("walrus") if name.startswith(outputs)]
    assert "drafts/walrus.md" not in built.files
    assert built.contradictions() == []


# Templates

TEMPLATES = {
    **FILES,
    "docs/landing.html": "<!doctype html><html><head><title>L</title></head><body>L</body></html>",
    "docs/data.json": "{{ config.site_name }}",
    "theme/extra/index.html": "<!doctype html><html><head><title>E</title></head></html>",
    "theme/404.html": "<!doctype html><html><head><title>Gone</title></head></html>",
}


@pytest.mark.parametrize("urls", [True, False])
def test_templates_have_no_record_and_nothing_of_ours(site, urls):
    options = {
        "theme": {
            **THEME,
            "custom_dir": "theme",
            "static_templates": ["extra/index.html"],
        },
        "extra_templates": ["landing.html", "data.json"],
        "use_directory_urls": urls,
    }
    built = site(TEMPLATES, **config(**options), strict=True)
    assert built.contradictions() == []
    for name in ("404.html", "extra/index.html", "landing.html"):
        assert "ascribe" not in built.read(name)
        assert "og:" not in built.read(name)
    assert built.pages["entries"] == ["/landing.html"]
    assert built.sitemap.count("https://docs.example.com/landing.html") == 1
    assert {page["source"] for page in built.pages["pages"]} == {"index.md", "a.md", "b.md"}
    assert_as_plain(
        site(TEMPLATES, plugin={"agents_note": "none"}, **config(**options)),
        site(TEMPLATES, plugin=False, **config(**options)),
    )


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "material"])
def test_themes_own_404_and_search_pages_are_as_without_us(site, theme, monkeypatch):
    # The mkdocs theme writes the time of the build in the home page.
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    files = {**FILES, "ascribe.toml": ""}
    ours = site(files, plugin={"agents_note": "none"}, **config(theme=theme))
    plain = site(files, plugin=False, **config(theme=theme))
    for name in plain.files & {"404.html", "search.html"}:
        assert ours.bytes(name) == plain.bytes(name)
    assert "404.html" in plain.files
    assert_as_plain(ours, plain)
    assert ours.contradictions() == []


# Plugins with files of their own


def test_redirect_stubs_have_no_record(site):
    maps = {"old.md": "a.md", "gone/x.md": "https://example.org/", "b2.md": "b.md#text"}
    plugin = {"redirects": {"redirect_maps": maps}}
    built = site(FILES, **config(plugin), strict=True)
    assert built.contradictions() == []
    assert {page["source"] for page in built.pages["pages"]} == {"index.md", "a.md", "b.md"}
    assert not [loc for loc in built.sitemap if "old" in loc or "gone" in loc]
    assert "old.md" not in built.files
    plain = site(FILES, plugin=False, **config(plugin))
    ours = site(FILES, plugin={"agents_note": "none"}, **config(plugin))
    assert ours.read("old/index.html") == plain.read("old/index.html")
    assert_as_plain(ours, plain)


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "material"])
def test_minified_pages_agree(site, theme):
    files = {
        **FILES,
        "docs/g/index.md": "# G\n",
        "docs/g/q.md": '---\ntitle: \'Q "x" <b> & y > z\'\ndescription: It\'s a "q"\n---\n',
        "docs/h.md": "---\nlisting: unlisted\n---\n# H\n",
    }
    minify = {"minify_html": True, "minify_js": True, "minify_css": True}
    plugin = {"breadcrumbs": True, "title": "{title} | {site_name}", "card": {"src": "/c.png"}}
    built = site(files, plugin=plugin, **config({"minify": minify}, theme=theme))
    assert built.contradictions() == []
    assert built.page("g/q.md")["headTitle"] == 'Q "x" <b> & y > z | Loom'
    note = re.search(r"<p class=[^>]*ascribe-note[^>]*>", built.read("a/index.html"))
    assert note
    assert "data-nosnippet" in note[0]


def test_the_version_that_mike_builds(site, monkeypatch):
    """mike puts the version into site_url, after ascribe.toml was compared with mkdocs.yml."""
    monkeypatch.setenv("MIKE_DOCS_VERSION", "2.0")
    files = {**FILES, "ascribe.toml": f'[consumer]\nsite = "{URL.rstrip("/")}"\nhost = "netlify"\n'}
    built = site(files, **config("mike"), strict=True)
    assert built.ok, built.error
    assert built.pages["site"]["basePath"] == "/2.0/"
    assert built.sitemap == [f"{URL}2.0/", f"{URL}2.0/a/", f"{URL}2.0/b/"]
    assert built.contradictions() == []
    assert "robots.txt" not in built.files


def test_mike_outside_of_a_deploy_changes_nothing(site):
    built = site(FILES, **config("mike"), strict=True)
    assert built.pages["site"]["basePath"] == "/"
    assert_as_plain(
        site(FILES, plugin={"agents_note": "none"}, **config("mike")),
        site(FILES, plugin=False, **config("mike")),
    )


RSS = {"rss": {"use_git": False, "match_path": ".*", "json_feed_enabled": True, "cache_dir": "rss"}}
DATED = {
    f"docs/blog/posts/{n}.md": (
        f"---\ndate: 2024-01-{n:02}\n{'listing: unlisted' if n == 2 else 'x: y'}\n---\n"
        f"# {'Rhubarb' if n == 2 else 'Post'} {n}\n\nWords {n}.\n"
    )
    for n in range(1, 5)
}


def test_unlisted_posts_are_in_no_feed(site):
    files = {**FILES, **DATED, "docs/blog/index.md": "# Blog\n"}
    built = site(files, **config("blog", RSS))
    feeds = [name for name in built.files if name.startswith("feed_")]
    assert len(feeds) == 4
    for name in feeds:
        assert "Post 3" in built.read(name)
        assert "Rhubarb" not in built.read(name)
    held = built.holding("Rhubarb", "rhubarb")
    allowed = ("_ascribe/", "_headers", "blog/2024/01/02/")
    assert {name for name in held if not name.startswith(allowed)} == set()
    assert built.contradictions() == []


def test_feeds_are_as_without_us(site, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    files = {**FILES, **DATED, "docs/blog/posts/2.md": DATED["docs/blog/posts/3.md"]}
    files["docs/blog/index.md"] = "# Blog\n"
    ours = site(files, plugin={"agents_note": "none"}, **config("blog", RSS))
    plain = site(files, plugin=False, **config("blog", RSS))
    assert_as_plain(ours, plain)


def test_projects_build_below_the_site(tmp_path):
    """Material's projects plugin builds each project by itself; each can have a plugin of ours."""
    files = {
        **FILES,
        "projects/sub/mkdocs.yml": (
            "site_name: Sub\nsite_url: https://docs.example.com/sub/\n"
            "theme: {name: material, font: false}\nplugins: [search, ascribe]\n"
        ),
        "projects/sub/docs/index.md": "# Sub home\n",
        "projects/sub/docs/h.md": "---\nlisting: unlisted\n---\n# Rhubarb\n",
    }
    where = sites.prepare(tmp_path / "site", files, **config("projects"))
    # Its processes belong to a program, not to this one.
    built = sites.run_built(where)
    assert built.ok, built.output
    assert built.sitemap == [URL, f"{URL}a/", f"{URL}b/"]
    below = json.loads(built.read("sub/_ascribe/pages.json"))
    assert {page["source"] for page in below["pages"]} == {"index.md", "h.md"}
    assert below["site"]["basePath"] == "/sub/"
    sub = sites.join(built.site / "sub")
    assert sub == []
    held = built.holding("Rhubarb")
    assert {name for name in held if not name.startswith(("sub/_ascribe/", "sub/h"))} == set()


def test_social_cards_stay(site):
    """The card that Material draws is the page's image; ours is not added."""
    pytest.importorskip("cairosvg", reason="cards need libcairo2", exc_type=Exception)
    # The font that Pillow brings, where Material would keep the one it fetches.
    font = ImageFont.load_default(10).font_bytes
    styles = ("Regular", "Bold", "Medium", "Light", "Italic", "Black", "Thin")
    cache = {f".cache/plugin/social/fonts/Roboto/{style}.ttf": font for style in styles}
    files = {**FILES, **cache, "docs/h.md": "---\nlisting: unlisted\n---\n# Rhubarb\n"}
    built = site(files, plugin={"card": {"src": "/own.png"}}, **config("social"), strict=True)
    assert built.ok, built.error
    assert built.contradictions() == []
    image = built.page("a.md")["image"]
    assert image["src"] == f"{URL}assets/images/social/a.png"
    assert image["width"] == 1200
    assert built.head("a/index.html").meta("og:image") == [image["src"]]
    held = built.holding("social/h.png")
    assert {name for name in held if not name.startswith(("_ascribe/", "h/"))} == set()
