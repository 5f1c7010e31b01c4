"""static-i18n: a build per language within one build, and one set of outputs."""

import json
import re
import xml.etree.ElementTree as ET

import pytest

from tests.features.compare import assert_as_plain

LOC = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
XHTML = "{http://www.w3.org/1999/xhtml}link"

LANGUAGES = [
    {"locale": "en", "default": True, "name": "English"},
    {"locale": "fr", "name": "Français", "site_name": "Métier"},
    {"locale": "de", "name": "Deutsch"},
]
PAGES = {
    "index": ("# Home\n", "# Accueil\n", "# Start\n"),
    "guide/index": ("# Guide\n", "# Le guide\n", None),
    "guide/a": ("# Install\n\n[home](../index.md)\n", "# Installer\n", "# Einbau\n"),
    "internal/r": ("# Runbook Rhubarb\n", "# Cahier Rhubarb\n", None),
    "plan": ("# Plan\n", "---\nlisting: unlisted\n---\n# Projet Zebra\n", None),
}


def tree(structure, pages=PAGES, extra=""):
    names = {
        "folder": "docs/{1}/{0}.md",
        "suffix": "docs/{0}.{1}.md",
    }
    inner = {"folder": "en/internal/", "suffix": "internal/"}
    files = {
        names[structure].format(name, locale): text
        for name, texts in pages.items()
        for locale, text in zip(("en", "fr", "de"), texts, strict=True)
        if text is not None
    }
    # A rule that only another language's build matches.
    french = {"folder": ', "fr/internal/" = "unlisted"', "suffix": ""}
    files["ascribe.toml"] = (
        '[consumer]\nhost = "netlify"\n[listing]\n'
        f'folders = {{ "{inner[structure]}" = "unlisted"{french[structure]}{extra} }}\n'
    )
    return files


def config(structure, **options):
    options = {"docs_structure": structure, "languages": LANGUAGES, **options}
    return {
        "site_url": "https://docs.example.com/sub/",
        "theme": {"name": "material", "font": False},
        "plugins": ["search", {"i18n": options}],
    }


def entries(built):
    """Give the alternates of each entry of sitemap.xml by its address."""
    root = ET.fromstring(built.bytes("sitemap.xml"))
    return {
        url.findtext(f"{LOC}loc").removeprefix("https://docs.example.com/sub/"): {
            link.get("hreflang"): link.get("href").removeprefix("https://docs.example.com/sub/")
            for link in url.iter(XHTML)
        }
        for url in root
    }


@pytest.mark.parametrize("structure", ["folder", "suffix"])
def test_all_languages_end_in_one_set_of_outputs(site, structure):
    built = site(tree(structure), **config(structure), strict=True)
    assert built.ok, built.error
    assert built.contradictions() == []
    assert built.said("WARNING") == []
    found = entries(built)
    assert set(found) == {
        *("", "guide/", "guide/a/", "plan/"),
        *("fr/", "fr/guide/", "fr/guide/a/"),
        # Pages without a German version are built from the English one.
        *("de/", "de/guide/", "de/guide/a/", "de/plan/"),
    }
    home = {"de": "de/", "en": "", "fr": "fr/"}
    assert found[""] == found["fr/"] == found["de/"] == home
    # The French one is unlisted, so no entry names it.
    assert found["plan/"] == {"de": "de/plan/", "en": "plan/"}
    assert [built.sitemap.count(loc) for loc in built.sitemap] == [1] * len(built.sitemap)


@pytest.mark.parametrize("structure", ["folder", "suffix"])
def test_unlisted_pages_of_each_language_are_nowhere(site, structure):
    built = site(tree(structure), **config(structure))
    held = built.holding("Rhubarb", "Zebra", "internal/r", "fr/plan")
    allowed = ("_ascribe/", "_headers", "internal/", "fr/internal/", "de/internal/", "fr/plan")
    assert {name for name in held if not name.startswith(allowed)} == set()
    index = json.loads(built.read("search/search_index.json"))["docs"]
    assert {"fr/", "fr/guide/a/", "guide/a/"} <= {one["location"] for one in index}


@pytest.mark.parametrize("structure", ["folder", "suffix"])
def test_trails_and_navigation_stay_in_their_language(site, structure):
    built = site(tree(structure), **config(structure))
    by_route = {page["route"]: page for page in built.pages["pages"]}
    trail = by_route["/sub/fr/guide/a/"]["breadcrumbs"]
    assert [step["title"] for step in trail] == ["Accueil", "Le guide", "Installer"]
    assert [item["title"] for item in built.json("nav.json")["nav"]][-2:] == ["Français", "Deutsch"]
    sections = re.findall("^## (.*)$", built.read("llms.txt"), re.MULTILINE)
    assert sections[-2:] == ["Français", "Deutsch"]
    titles = [link.title for link in built.llms]
    assert {"Install", "Installer", "Einbau"} <= set(titles)


def test_alternates_are_those_of_its_own_sitemap(site):
    pages = {name: texts for name, texts in PAGES.items() if name not in ("plan", "internal/r")}
    files = {**tree("suffix", pages), "ascribe.toml": ""}
    ours = site(files, plugin={"agents_note": "none"}, **config("suffix"))
    plain = site(files, plugin=False, **config("suffix"))
    assert entries(ours) == entries(plain)
    assert_as_plain(ours, plain)


def test_without_fallback_a_missing_page_is_in_no_language(site):
    built = site(tree("folder"), **config("folder", fallback_to_default=False))
    assert built.contradictions() == []
    found = entries(built)
    assert "de/plan/" not in found
    assert found["plan/"] == {}
    assert found["guide/"] == {"en": "guide/", "fr": "fr/guide/"}


def test_the_sites_own_files_are_kept_in_every_language(site):
    files = {**tree("suffix"), "docs/robots.txt": "User-agent: *\nDisallow: /x/\n"}
    built = site(files, **config("suffix", fallback_to_default=False))
    assert built.read("robots.txt") == files["docs/robots.txt"]
    assert built.contradictions(own=["robots.txt"]) == []


def test_a_rule_that_no_language_matches_is_said_once(site):
    built = site(tree("folder", extra=', "fr/interna/" = "unlisted"'), **config("folder"))
    (line,) = built.said("WARNING", "rule-unused")
    assert "folder fr/interna/" in line


def test_the_home_of_each_language_is_listed_once(site):
    for urls in (True, False):
        built = site(tree("folder"), use_directory_urls=urls, **config("folder"))
        assert built.contradictions() == []
        homes = [page for page in built.pages["pages"] if page["source"].endswith("/index.md")]
        routes = {page["route"] for page in homes if "/guide/" not in page["route"]}
        assert routes == ({"/sub/", "/sub/fr/", "/sub/de/"} if urls else routes)
        assert len(built.sitemap) == len(set(built.sitemap)) == 11


def test_two_builds_are_equal(site):
    one, other = (site(tree("folder"), **config("folder")) for _ in range(2))
    assert [one.bytes(name) for name in sorted(one.files)] == [
        other.bytes(name) for name in sorted(one.files)
    ]
