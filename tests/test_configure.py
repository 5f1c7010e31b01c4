"""What is wrong with settings is said in one line before a build writes anything (SPEC 2, 10)."""

import pytest

URL = "https://docs.example.com/"
PAGES = {"docs/index.md": "# Home\n", "docs/a/index.md": "# A\n"}


def fault(built):
    """Give the one line that a build failed with."""
    assert not built.ok
    assert not built.site.exists()
    (line,) = built.error.splitlines()
    assert line.endswith("(config-invalid)")
    return line


@pytest.mark.parametrize("key", ["exclude", "include"])
@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        (f"{URL}a/**", "has a segment that is empty or made of dots"),
        ("{a,b}" * 10, "stands for more than 1,000 patterns"),
    ],
)
def test_a_pattern_that_matches_nothing(site, key, pattern, problem):
    line = fault(site(PAGES, plugin={"sitemap": {key: ["a/**", pattern]}}, site_url=URL))
    assert f"mkdocs.yml: plugin option: sitemap.{key} has '{pattern[:30]}" in line
    assert f", which {problem}; write " in line


# SPEC 7.2
@pytest.mark.parametrize("before", ["", "/", "./"])
def test_patterns_of_addresses_begin_at_the_base_path(site, before):
    files = {**PAGES, "docs/static.html": "<p>", "docs/b/index.html": "<p>", "docs/c.html": "<p>"}
    sitemap = {
        "exclude": [f"{before}a/"],
        "include": [f"{before}static.html", f"{before}b/"],
    }
    built = site(files, plugin={"sitemap": sitemap}, site_url=f"{URL}docs/")
    assert built.ok, built.error
    text = built.read("sitemap.xml")
    for path, is_listed in (("", 1), ("a/", 0), ("static.html", 1), ("b/", 1), ("c.html", 0)):
        assert text.count(f"<loc>{URL}docs/{path}</loc>") == is_listed


def test_an_html_file_at_the_home_pages_address(site):
    files = {"docs/a.md": "# A\n", "docs/index.html": "<p>"}
    built = site(files, plugin={"sitemap": {"include": ["/"]}}, site_url=URL)
    assert built.ok, built.error
    assert f"<loc>{URL}</loc>" in built.read("sitemap.xml")
