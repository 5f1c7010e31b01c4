"""All features in one clean site: no warning of ours, no contradiction, the same bytes twice."""

import pytest

FILES = {
    "ascribe.toml": (
        '[consumer]\nhost = "netlify"\n'
        '[types.note]\nfiles = ["notes/**"]\n'
        '[listing]\nfolders = { "in/" = "unlisted" }\ntypes = { note = "unquoted" }\n'
        '[crawlers]\ntraining = "disallow"\n'
    ),
    "gen.py": (
        "import mkdocs_gen_files as g\n"
        "print('---\\ndescription: Made.\\n---\\n# Made', file=g.open('made.md', 'w'))\n"
    ),
    "docs/SUMMARY.md": (
        "- [Home](index.md)\n- [A](a.md)\n- [Blog](blog/index.md)\n- [Notes](notes/)\n"
        "- [Made](made.md)\n- [Tags](tags.md)\n- [In](in/)\n"
    ),
    "docs/index.md": "---\ndescription: Home of it.\n---\n# Home\n\n{{ 6 * 7 }} [A](a.md)\n",
    "docs/a.md": "---\ndescription: About A.\ntags: [blue]\n---\n# A\n\n![i](i.png)\n",
    "docs/i.png": "",
    "docs/tags.md": "---\ndescription: All tags.\n---\n# Tags\n\n<!-- material/tags -->\n",
    "docs/notes/.meta.yml": "tags: [noted]\n",
    "docs/notes/n.md": "---\ndescription: Noted.\n---\n# Note\n",
    "docs/in/index.md": "# Inside Rhubarb\n",
    "docs/in/r.md": "---\ntags: [zebra]\n---\n# Runbook Rhubarb\n",
    "docs/blog/index.md": "---\ndescription: Posts.\n---\n# Blog\n",
    **{
        f"docs/blog/posts/{n}.md": (
            f"---\ndate: 2024-0{n}-01\ndescription: Post {n}.\ncategories: [C{n % 2}]\n"
            f"{'listing: unlisted' if n == 3 else 'tags: [blue]'}\n---\n"
            f"# {'Rhubarb' if n == 3 else 'Post'} {n}\n\nText.\n\n<!-- more -->\n\nRest.\n"
        )
        for n in range(1, 7)
    },
}
PLUGINS = [
    "search",
    "meta",
    {"gen-files": {"scripts": ["gen.py"]}},
    "literate-nav",
    {"blog": {"pagination_per_page": 2, "archive_date_format": "yyyy"}},
    {"tags": {"export": True}},
    "macros",
    "autorefs",
    {"redirects": {"redirect_maps": {"old.md": "a.md"}}},
    {"rss": {"use_git": False, "match_path": "blog/posts/.*", "cache_dir": "rss"}},
    {"minify": {"minify_html": True}},
]
OPTIONS = {
    "title": "{title} | {site_name}",
    "home_title": "Loom",
    "card": {"src": "/i.png", "alt": "I", "width": 10, "height": 10},
    "breadcrumbs": True,
    "agents_note": "visible",
    "descriptions": "first-paragraph",
    "llms_full": True,
    "sitemap": {"images": True, "lastmod": "frontmatter"},
}


@pytest.mark.parametrize("urls", [True, False])
def test_a_clean_site_with_all_features(site, urls, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    config = {
        "site_url": "https://docs.example.com/",
        "site_description": "About Loom.",
        "theme": {
            "name": "material",
            "font": False,
            "features": ["navigation.instant", "navigation.footer", "navigation.indexes"],
        },
        "plugins": PLUGINS,
        "use_directory_urls": urls,
        "validation": {"nav": {"omitted_files": "ignore"}},
    }
    built, again = (site(FILES, plugin=OPTIONS, strict=True, **config) for _ in range(2))
    assert built.ok, built.error
    assert built.said("WARNING", "ascribe") == []
    assert built.contradictions() == []
    held = built.holding("Rhubarb", "rhubarb", "zebra")
    own = ("_ascribe/", "_headers", "in/", "in.", "blog/2024/03/01/")
    assert {name for name in held if not name.startswith(own)} == set()
    ours = ("_ascribe/", "sitemap", "llms", "robots", "_headers")
    names = [name for name in built.files if name.startswith(ours) or name.endswith((".md", "ml"))]
    assert [name for name in names if built.bytes(name) != again.bytes(name)] == []
