"""Material's tags: indexes, tags.json, the tags shown on a page; meta and search beside them."""

import json

import pytest

from mkdocs_ascribe.adapter.material import has_text
from tests import site as sites
from tests.features.compare import assert_as_plain


def config(*plugins, **theme):
    return {
        "site_url": "https://docs.example.com/",
        "site_description": "About Loom.",
        "theme": {"name": "material", "font": False, **theme},
        "plugins": ["search", *plugins],
    }


FILES = {
    "ascribe.toml": '[consumer]\nhost = "netlify"\n',
    "docs/index.md": "# Home\n",
    "docs/a.md": "---\ntags: [blue, shared]\n---\n# A\n",
    "docs/b.md": "---\ntags: [zebra, shared]\nlisting: unlisted\n---\n# Bee title\n",
    "docs/tags.md": "# Tags\n\n<!-- material/tags -->\n",
}


def test_case_b21_unlisted_side_doors(case):
    plugins = ["search", {"tags": {"export": True}}]
    built = case("b21-unlisted-side-doors", plugins=plugins)
    assert "quizzical" in built.read("hidden-plan/index.html")
    words = ("hidden-plan", "Hidden plan", "zebra", "quizzical")
    allowed = {"hidden-plan/index.html", "hidden-plan.md"}
    held = built.holding(*words) - allowed
    assert {name for name in held if not name.startswith("_ascribe/")} == set()
    assert "rel=prev" not in built.read("hidden-plan/index.html").replace('"', "")
    assert [link.title for link in built.llms] == ["Home", "First", "Last"]
    assert "https://docs.example.com/hidden-plan/" not in built.sitemap
    assert set(json.loads(built.read("tags.json"))["mappings"][0]["tags"]) == {"blue"}
    assert built.contradictions() == []


def test_case_b24_blog_draft_tags(case):
    plugins = ["search", "blog", {"tags": {"export": True}}]
    built = case("b24-blog-draft-tags", plugins=plugins)
    assert built.holding("okapi", "Post two draft", "Unready") == set()
    sources = {page["source"] for page in built.pages["pages"]}
    assert "blog/posts/two.md" not in sources
    assert {"blog/archive/2024.md", "blog/index.md", "blog/posts/one.md", "tags.md"} <= sources
    for name in built.files:
        if name.endswith(".html"):
            for address in built.head(name).link("alternate", "text/markdown"):
                file = address.removeprefix("https://docs.example.com/")
                assert built.read(file).strip()
    assert built.page("blog/archive/2024.md")["markdown"] is None
    assert built.contradictions() == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("# Tags\n\n<!-- material/tags -->\n", False),
        ("# Tags\n\n<!-- one\n\ntwo --><!-- material/tags -->\n", False),
        ("## Tags\n\n[TAGS] \n", False),
        ("", False),
        ("# Tags\n\n<!-- material/tags -->\n\nRead on.\n", True),
        ("Text <!-- material/tags -->\n", True),
        ("See [TAGS]\n", True),
        # Python-Markdown shows a comment without an end.
        ("<!-- material/tags -->\n\n<!-- all of this\n", True),
        ("<!-- all of this\n", True),
    ],
)
def test_text_beside_a_listing_of_tags(body, expected):
    assert has_text(body) is expected


def test_an_unlisted_page_shows_its_own_tags(site):
    built = site(FILES, **config("tags"), plugin={"agents_note": "none"})
    text = built.read("b/index.html")
    assert "zebra" in text
    assert "md-tag" in text
    assert "zebra" not in built.read("tags/index.html")
    assert "Bee title" not in built.read("tags/index.html")
    assert "blue" in built.read("tags/index.html")
    assert built.contradictions() == []


def test_tags_do_not_lead_to_an_unlisted_listing(site):
    files = {
        **FILES,
        "docs/tags.md": "---\nlisting: unlisted\n---\n# Tags\n\n<!-- material/tags -->\n",
    }
    built = site(files, **config("tags"))
    assert "tags/" not in built.read("a/index.html").replace("assets/", "")
    assert "blue" in built.read("a/index.html")
    assert 'href="../a/' in built.read("tags/index.html")
    assert built.contradictions() == []


def test_without_unlisted_pages_tags_are_as_without_us(site):
    files = {**FILES, "docs/b.md": "---\ntags: [zebra, shared]\n---\n# Bee title\n"}
    ours = site(files, **config({"tags": {"export": True}}), plugin={"agents_note": "none"})
    plain = site(files, **config({"tags": {"export": True}}), plugin=False)
    assert "tags.json" in plain.files
    assert_as_plain(ours, plain)


def test_meta_files_give_listings(site):
    """Material's meta plugin merges `.meta.yml` of a folder into front matter."""
    files = {
        **FILES,
        "docs/internal/.meta.yml": "listing: unlisted\ntags: [secret]\n",
        "docs/internal/r.md": "# Runbook Rhubarb\n",
        "docs/internal/deep/d.md": "---\ntitle: Deep Rhubarb\n---\nText.\n",
        "docs/quotes/.meta.yml": "listing: unquoted\n",
        "docs/quotes/q.md": "# Quotes\n",
    }
    built = site(files, **config("meta", "tags"))
    assert built.page("internal/r.md")["listing"] == "unlisted"
    assert built.page("internal/deep/d.md")["listing"] == "unlisted"
    assert built.page("internal/r.md")["listingFrom"] == "page"
    assert built.page("quotes/q.md")["listing"] == "unquoted"
    held = built.holding("Rhubarb", "secret")
    assert {name for name in held if not name.startswith(("_ascribe/", "internal/"))} == set()
    assert built.contradictions() == []


def test_a_listing_of_meta_files_is_checked(site):
    files = {**FILES, "docs/internal/.meta.yml": "listing: hidden\n", "docs/internal/r.md": "# R\n"}
    built = site(files, **config("meta"))
    assert not built.ok
    assert "internal/r.md: listing: 'hidden' is not one of" in built.error


def test_posts_take_listings_of_meta_files(site):
    files = {
        **FILES,
        "docs/blog/index.md": "# Blog\n",
        "docs/blog/posts/old/.meta.yml": "listing: unlisted\n",
        "docs/blog/posts/old/x.md": "---\ndate: 2020-01-01\n---\n# Rhubarb\n",
        "docs/blog/posts/new.md": "---\ndate: 2021-01-01\n---\n# New\n",
    }
    built = site(files, **config("meta", "blog"))
    held = built.holding("Rhubarb")
    assert {name for name in held if not name.startswith(("_ascribe/", "blog/2020/"))} == set()
    assert built.contradictions() == []


def test_material_search_excludes_what_front_matter_excludes(site):
    """A page's own `search` settings stay beside ours."""
    files = {
        **FILES,
        "docs/c.md": "---\nsearch:\n  boost: 2\n---\n# Boosted\n",
        "docs/d.md": "---\nsearch:\n  exclude: true\n---\n# Excluded Rhubarb\n",
        "docs/e.md": "---\nlisting: unlisted\nsearch:\n  boost: 2\n---\n# Hidden Rhubarb\n",
    }
    built = site(files, **config())
    index = json.loads(built.read("search/search_index.json"))["docs"]
    assert "Rhubarb" not in json.dumps(index)
    assert [one.get("boost") for one in index if one["title"] == "Boosted"] == [2]
    assert "agents" not in json.dumps(index)


def test_the_built_in_search_has_no_unlisted_page(tmp_path):
    where = sites.prepare(
        tmp_path / "site",
        FILES,
        site_url="https://docs.example.com/",
        theme="mkdocs",
    )
    built = sites.build(where)
    assert "Bee title" not in built.read("search/search_index.json")
    assert built.contradictions() == []


def test_a_page_with_text_beside_its_listing_is_no_view(site):  # SPEC 3
    prose = "# About tags\n\n<!-- material/tags -->\n\nTags are words.\n"
    built = site({**FILES, "docs/about.md": prose}, **config("tags"))
    assert built.page("tags.md")["markdown"] is None
    assert built.page("about.md")["markdown"] == "/about.md"
    text = built.read("about.md")
    assert "Tags are words." in text
    assert "blue" in text
    assert "zebra" not in text
    assert [link.title for link in built.llms] == ["Home", "A", "About tags"]
    assert built.contradictions() == []
