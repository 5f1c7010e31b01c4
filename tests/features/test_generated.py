"""Plugins that make pages or navigation: gen-files, literate-nav, section-index, awesome-nav."""

import pytest

from tests.features.compare import assert_as_plain

THEME = {"name": "material", "font": False}
SCRIPT = """
import mkdocs_gen_files
nav = mkdocs_gen_files.Nav()
for name, front in (("one", ""), ("two", "---\\nlisting: unlisted\\n---\\n"), ("three", "")):
    with mkdocs_gen_files.open(f"api/{name}.md", "w") as file:
        file.write(f"{front}# Api {name}\\n\\nmarker-{name}\\n")
    nav[name] = f"{name}.md"
with mkdocs_gen_files.open("api/SUMMARY.md", "w") as file:
    file.writelines(nav.build_literate_nav())
with mkdocs_gen_files.open("data.txt", "w") as file:
    file.write("data")
"""
FILES = {
    "ascribe.toml": '[consumer]\nhost = "netlify"\n[listing]\nfolders = { "in/" = "unlisted" }\n',
    "gen.py": SCRIPT,
    "docs/index.md": "# Home\n",
    "docs/guide/index.md": "# Guide\n",
    "docs/guide/a.md": "# Guide A\n",
    "docs/in/index.md": "# Inside Rhubarb\n",
    "docs/in/r.md": "# Runbook Rhubarb\n",
}


def config(*plugins, **options):
    return {
        "site_url": "https://docs.example.com/",
        "theme": THEME,
        "plugins": ["search", *plugins],
        **options,
    }


def assert_concealed(built, words, allowed):
    held = built.holding(*words)
    allowed = ("_ascribe/", "_headers", *allowed)
    assert {name for name in held if not name.startswith(allowed)} == set()


def open_files():
    """Give the same site with nothing to hide."""
    plain = {name: text.replace("listing: unlisted", "x: y") for name, text in FILES.items()}
    return {**plain, "ascribe.toml": ""}


GEN = {"gen-files": {"scripts": ["gen.py"]}}


def test_generated_pages_have_records(site):
    built = site(FILES, **config(GEN), strict=True)
    assert built.contradictions() == []
    assert built.said("WARNING") == []
    assert built.page("api/two.md")["listing"] == "unlisted"
    assert built.page("api/one.md")["sitemap"]
    assert "marker-one" in built.read("api/one.md")
    assert_concealed(built, ["marker-two", "Api two", "api/two"], ["api/two", "api/SUMMARY"])
    assert_as_plain(
        site(open_files(), plugin={"agents_note": "none"}, **config(GEN)),
        site(open_files(), plugin=False, **config(GEN)),
    )


LITERATE = {"literate-nav": {"nav_file": "SUMMARY.md"}}
SUMMARY = {
    "docs/SUMMARY.md": (
        "- [Home](index.md)\n- [Guide](guide/)\n- [Inside](in/)\n- [API](api/)\n"
        "- [Other](in/r.md)\n"
    ),
}


def test_literate_nav(site):
    plugins = (GEN, LITERATE)
    built = site({**FILES, **SUMMARY}, **config(*plugins), strict=True)
    assert built.contradictions() == []
    titles = [item["title"] for item in built.json("nav.json")["nav"]]
    assert titles == ["Home", "Guide", "API"]
    api = built.json("nav.json")["nav"][2]
    assert [item["title"] for item in api["children"]] == ["one", "three"]
    assert_concealed(built, ["marker-two", "Rhubarb"], ["api/two", "in/", "in.md"])
    assert_as_plain(
        site({**open_files(), **SUMMARY}, plugin={"agents_note": "none"}, **config(*plugins)),
        site({**open_files(), **SUMMARY}, plugin=False, **config(*plugins)),
    )


def test_section_index(site):
    files = {
        **FILES,
        "docs/mix/index.md": "---\nlisting: unlisted\n---\n# Mix Rhubarb\n",
        "docs/mix/x.md": "# Mix X\n",
    }
    built = site(files, **config("section-index"), strict=True)
    assert built.contradictions() == []
    nav = {item["title"]: item for item in built.json("nav.json")["nav"]}
    assert nav["Guide"]["route"] == "/guide/"
    assert [item["title"] for item in nav["Guide"]["children"]] == ["Guide A"]
    # The section's own page is unlisted, and stays only a section.
    (mix,) = [item for item in nav.values() if "Mix X" in str(item["children"])]
    assert mix["route"] is None
    assert_concealed(built, ["Runbook Rhubarb", "Inside Rhubarb"], ["in/", "in.md"])
    plain = open_files()
    assert_as_plain(
        site(plain, plugin={"agents_note": "none"}, **config("section-index")),
        site(plain, plugin=False, **config("section-index")),
    )


def test_awesome_nav(site):
    files = {
        **FILES,
        "docs/.nav.yml": "nav:\n  - guide\n  - Secret: in\n  - index.md\n  - '*'\n",
        "docs/guide/.nav.yml": "title: The guide\n",
    }
    built = site(files, **config("awesome-nav"), strict=True)
    assert built.contradictions() == []
    assert [item["title"] for item in built.json("nav.json")["nav"]] == ["The guide", "Home"]
    assert_concealed(built, ["Rhubarb", "Secret"], ["in/", "in.md"])
    plain = {**open_files(), "docs/.nav.yml": files["docs/.nav.yml"]}
    assert_as_plain(
        site(plain, plugin={"agents_note": "none"}, **config("awesome-nav")),
        site(plain, plugin=False, **config("awesome-nav")),
    )


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "material"])
def test_generated_navigation_in_other_themes(site, theme):
    plugins = (GEN, LITERATE, "section-index")
    options = {**config(*plugins), "theme": theme}
    built = site({**FILES, **SUMMARY}, **options)
    assert built.contradictions() == []
    assert_concealed(built, ["marker-two", "Rhubarb"], ["api/two", "in/", "in.md"])


def test_macros_and_autorefs(site):
    files = {
        **FILES,
        "docs/m.md": "# Macros\n\n{{ config.site_name }} says {{ 6 * 7 }}.\n\nSee [Guide A][].\n",
    }
    built = site(files, **config("macros", "autorefs"), strict=True)
    assert built.contradictions() == []
    assert "Loom says 42." in built.read("m.md")


def test_mkdocstrings(site):
    files = {
        **FILES,
        "docs/ref.md": "# Reference\n\n::: pack\n\n[pack.work][]\n",
        "pack/__init__.py": '"""Words of it."""\n\n\ndef work() -> int:\n    """Work."""\n',
    }
    plugin = {"mkdocstrings": {"handlers": {"python": {"paths": ["."]}}}}
    built = site(files, **config(plugin))
    assert built.contradictions() == []
    assert "objects.inv" in built.files
    assert "Words of it." in built.read("ref/index.html")
