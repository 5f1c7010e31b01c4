"""The page of each diagnostic is true: what it shows to fail says it, and what is right does not.

The titled blocks below "Fails" and "Right" are the files of a tiny site. A file that a page shows
is taken as it stands; `DEFAULTS` has those that it does not show. So every diagnostic can be
triggered.
"""

import logging
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from mkdocs.commands import build as mkdocs_build
from mkdocs.config import load_config

from mkdocs_ascribe.diagnostics import CHECKS, Level
from tests import site as sites

PAGES = Path(__file__).parent.parent / "sample_site" / "docs" / "diagnostics"

DEFAULTS = {
    "mkdocs.yml": "site_name: Loom\n"
    "site_url: https://docs.example.com/\n"
    "plugins:\n  - ascribe:\n      descriptions: first-paragraph\n",
    "ascribe.toml": '[project]\noutput-dir = ".ascribe/build"\n\n[consumer]\nhost = "netlify"\n',
    "docs/index.md": "---\ndescription: The docs of a loom.\n---\n\n# Loom\n\nBegin here.\n",
}

FAILS, RIGHT = "## Fails", "## Right"
_OPENING = re.compile(r'(?P<fence>`{3,})\w+ title="(?P<name>[^"]+)"$')
_NAME = re.compile(r" \(([a-z-]+)\)$", re.MULTILINE)
_LEVELS = {"ERROR": Level.ERROR, "WARNING": Level.WARNING, "INFO": Level.ADVICE}


class DiagnosticPage:
    """What one page says: its front matter, its headings, and the files below each heading."""

    def __init__(self, name):
        text = (PAGES / f"{name}.md").read_text(encoding="utf-8")
        _, front, body = text.split("---\n", 2)
        self.name = name
        self.meta = yaml.safe_load(front)
        self.headings = []
        self.files = {}
        block = None
        for line in body.splitlines():
            if block is not None:
                if line == block["fence"]:
                    block = None
                else:
                    self.files[self.headings[-1]][block["name"]] += f"{line}\n"
            elif line.startswith("#"):
                self.headings.append(line)
                self.files[line] = {}
            elif block := _OPENING.match(line):
                self.files[self.headings[-1]][block["name"]] = ""

    @property
    def also(self):
        return set(self.meta.get("also", ()))


def names_said(built):
    """Give the level of each diagnostic that a build said, by its name."""
    said = {}
    for level, message in [*built.log, *(("ERROR", line) for line in built.error.splitlines())]:
        for name in _NAME.findall(message):
            if name in CHECKS:
                said[name] = _LEVELS[level]
    return said


# What an example needs beside its files


def build(folder, _title):
    return sites.build(folder)


def build_before_and_dirty(folder, title):
    """Build once as it was before ascribe.toml said what it says; then as the page tells."""
    if title == RIGHT:
        return sites.build(folder)
    shown = (folder / "ascribe.toml").read_text(encoding="utf-8")
    (folder / "ascribe.toml").write_text('[consumer]\nhost = "netlify"\n', encoding="utf-8")
    assert sites.build(folder).ok
    (folder / "ascribe.toml").write_text(shown, encoding="utf-8")
    return sites.build(folder, dirty=True)


def build_clone(folder, _title):
    """Build from a clone as deep as the shown workflow has it."""
    workflow = yaml.safe_load((folder / ".github/workflows/docs.yml").read_text(encoding="utf-8"))
    depth = workflow["jobs"]["build"]["steps"][0]["with"]["fetch-depth"]
    _git(folder, "init", "--quiet")
    _git(folder, "add", ".")
    for _ in range(2):
        _git(folder, "commit", "--quiet", "--allow-empty", "--message", "Docs")
    clone = folder.with_name(f"{folder.name}-clone")
    shallow = ["--depth", str(depth)] if depth else []
    _git(folder, "clone", "--quiet", *shallow, folder.as_uri(), str(clone))
    return sites.build(clone)


def _git(folder, *arguments):
    who = ("-c", "user.name=Weaver", "-c", "user.email=weaver@example.com")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def serve(folder, _title):
    """Build as `mkdocs serve` does: the site at a local address, under the path of site_url."""
    lines = []
    handler = logging.Handler(logging.INFO)
    handler.emit = lambda record: lines.append((record.levelname, record.getMessage()))
    log = logging.getLogger("mkdocs")
    log.addHandler(handler)
    try:
        config = load_config(str(folder / "mkdocs.yml"), site_dir=str(folder / "served"))
        config.plugins.on_startup(command="serve", dirty=False)
        config.site_url = f"http://127.0.0.1:8000{urlsplit(config.site_url or '/').path}"
        mkdocs_build.build(config, serve_url=config.site_url)
    finally:
        log.removeHandler(handler)
    return sites.Built(folder, ok=True, log=lines)


PREPARED = {
    "dirty-stale": build_before_and_dirty,
    "serve-mount": serve,
    "sitemap-shallow": build_clone,
}


def said_by(page, title, where):
    """Build one example of a page, and give what it says."""
    sites.prepare(where, {**DEFAULTS, **page.files[title]}, plugin=False)
    return names_said(PREPARED.get(page.name, build)(where, title))


NAMES = sorted(CHECKS)


def test_each_name_has_a_page_and_each_page_a_name():
    pages = {path.stem for path in PAGES.glob("*.md")} - {"index"}
    assert pages == set(CHECKS)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_all_parts(name):
    page = DiagnosticPage(name)
    assert page.headings == [f"# {name}", "## Why it matters", FAILS, RIGHT]
    assert len(page.meta["description"]) <= 160
    assert page.files[FAILS]
    assert page.files[RIGHT]
    assert page.files[FAILS] != page.files[RIGHT] or name in PREPARED
    assert page.also <= set(CHECKS) - {name}


@pytest.mark.parametrize("name", NAMES)
def test_what_a_page_shows_to_fail_says_exactly_this(name, tmp_path):
    page = DiagnosticPage(name)
    if name == "sitemap-shallow" and shutil.which("git") is None:
        pytest.skip("the example needs git")
    said = said_by(page, FAILS, tmp_path / "site")
    assert set(said) == {name} | page.also
    assert said[name] is CHECKS[name].level


@pytest.mark.parametrize("name", NAMES)
def test_what_a_page_shows_as_right_does_not_say_it(name, tmp_path):
    page = DiagnosticPage(name)
    if name == "sitemap-shallow" and shutil.which("git") is None:
        pytest.skip("the example needs git")
    assert set(said_by(page, RIGHT, tmp_path / "site")) <= page.also


def test_the_files_that_no_page_shows_are_silent(tmp_path):
    sites.prepare(tmp_path / "site", DEFAULTS, plugin=False)
    assert names_said(sites.build(tmp_path / "site")) == {}


def test_the_line_of_the_log_that_the_index_shows(tmp_path):
    files = DiagnosticPage("rule-unused").files[FAILS]
    sites.prepare(tmp_path / "site", {**DEFAULTS, **files}, plugin=False)
    (message,) = sites.build(tmp_path / "site").said("WARNING")
    shown = (PAGES / "index.md").read_text(encoding="utf-8")
    assert f"```text\nWARNING -  {message}\n```\n" in shown
