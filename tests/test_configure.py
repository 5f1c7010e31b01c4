"""What is wrong with settings is said in one line before a build writes anything (SPEC 2, 10)."""

import os

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


@pytest.mark.parametrize("name", ["ascribe.toml", "ascribe.addresses"])
def test_a_folder_where_a_file_may_be(site, name):
    built = site({**PAGES, f"{name}/a": ""}, site_url=URL)
    assert fault(built) == f"{name}: is no file that can be read; restore it (config-invalid)"


@pytest.mark.parametrize("path", ["a\0b", "\ud800", "a" * 300, "a/" * 3000, "/", ".", "no.toml"])
def test_a_path_of_ascribe_toml_that_is_none(site, path):
    files = {**PAGES, "ascribe.addresses/a": ""}
    line = fault(site(files, plugin={"config": path}, site_url=URL))
    assert line.startswith(f"mkdocs.yml: plugin option: config names {repr(path)[:50]}")
    assert ", and there is no such file; write its path relative to " in line


@pytest.mark.parametrize("key", ["content-root", "output-dir"])
@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("a\\u0000b", "holds a character that no path can hold"),
        ("a" * 300, "has a name of more than 255 bytes, too long for a file"),
        ("no/" + "ä" * 128, "has a name of more than 255 bytes, too long for a file"),
        ("a/" * 3000, "is too long for a path"),
    ],
)
def test_a_folder_that_no_path_leads_to(site, key, path, problem):
    toml = f'[project]\n{key} = "{path}"\n'
    line = fault(site({**PAGES, "ascribe.toml": toml}, site_url=URL))
    assert line.startswith(f"ascribe.toml:2: project.{key} is ")
    assert f", which {problem}; name a folder" in line


def test_an_output_dir_that_leaves_no_room_for_records(site, tmp_path):
    # The longest path that the system takes ends the folder itself.
    room = os.pathconf(tmp_path, "PC_PATH_MAX") - len(str(tmp_path / "site-0/")) - 10
    path = ("a" * 99 + "/") * (room // 100) + "a" * (room % 100)
    toml = f"[project]\noutput-dir = '{path}'\n"
    line = fault(site({**PAGES, "ascribe.toml": toml}, site_url=URL))
    assert line.startswith("ascribe.toml:2: project.output-dir is ")
    assert ", where the path of the records is too long for a path; name a folder" in line


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
