"""Netlify's own code on whole built sites: a table path by path, with no difference."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import pytest

TOOL = Path(__file__).parent / "netlify-serve"
ROOT = Path(__file__).parents[2]
ORIGIN = "https://docs.example.com"
# The type is the host's own to send, for files that nobody names it for too.
OURS = ("link", "x-robots-tag", "access-control-allow-origin")

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows takes no file of these names"
)

PAGES = 300
UNLISTED = 120
ODD = ["über uns", "日本語", "a,b", "f(x)", "it's", "q&a", "50% off", "c#", "[b]", "a+b=c", "é~ñ"]


def many_pages():
    """Give a site of 300 pages, 120 of them unlisted, every third with an odd name."""
    files = {
        "ascribe.toml": (
            "[consumer]\nhost = 'netlify'\n[listing]\nfolders = { 'internal/' = 'unlisted' }\n"
        ),
        "docs/index.md": "# Home\n",
    }
    moves = []
    for at in range(1, PAGES):
        odd = f" {ODD[at % len(ODD)]}" if at % 3 == 0 else ""
        folder = "internal" if at <= UNLISTED else "guide" if at % 2 else "guide/deep, er"
        name = f"{folder}/p{at}{odd}"
        listing = "---\nlisting: unquoted\n---\n" if at % 7 == 0 and at > UNLISTED else ""
        files[f"docs/{name}.md"] = f"{listing}# Page {at}\n\n## Part\n\nText.\n"
        if at % 4 == 0:
            old = f"old/{at}{odd.strip().replace(' ', '-')}.md"
            moves.append(f'[[move]]\nfrom = "{old}"\nto = "{name}.md"\n')
            moves.append(f'[[move]]\nfrom = "/older/{at}"\nto = "{old}"\n')
        if at % 10 == 0:
            key = f"k{at}" if at % 20 else f"schlüssel{at}"
            moves.append(f'[[permalink]]\nkey = "{key}"\nto = "{name}.md#part"\nhelp = true\n')
    files["ascribe.addresses"] = "\n".join(moves)
    files["docs/_redirects"] = "/older/* /index.html 301\n/guide/* /login 302\n"
    return files


def probe(site, paths):
    """Give each path's status, target and those of its headers that are ours to decide."""
    found = {}
    for at in range(0, len(paths), 500):
        done = subprocess.run(
            ["node", TOOL / "serve.mjs", site, "--probe", *paths[at : at + 500]],
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        assert done.stderr == ""
        for line in map(json.loads, done.stdout.splitlines()):
            headers = line["headers"]
            sent = {name: headers[name] for name in OURS if name in headers}
            if line["path"].endswith(".md"):
                sent["content-type"] = headers.get("content-type", "").lower()
            found[line["path"]] = (line["status"], headers.get("location"), sent)
    return found


def expected(site):
    """Give what headers.json and redirects.json say of every file and of every old address."""
    records = site / "_ascribe"
    rules = json.loads((records / "headers.json").read_text("utf-8"))["headers"]
    table = {}
    for path in site.rglob("*"):
        if path.is_file() and path.name not in ("_headers", "_redirects"):
            route = "/" + quote(path.relative_to(site).as_posix())
            table[route.removesuffix("index.html")] = (200, None, {})
    for rule in rules:
        sent = {name.lower(): value for name, value in rule["headers"].items()}
        if not rule["path"].endswith(".md"):
            sent.pop("content-type", None)
        # Another spelling of the same path, where a page's address is not encoded as ours.
        table.pop(quote(unquote(rule["path"])), None)
        table[rule["path"]] = (200, None, sent)
    leads = json.loads((records / "redirects.json").read_text("utf-8"))["redirects"]
    for one in leads:
        for path in (one["from"], one["from"].rstrip("/")):
            table.pop(quote(unquote(path)), None)
            table[path] = (301, unquote(one["to"]), {})
    return table, rules, leads


def differences(site):
    table, rules, leads = expected(site)
    found = probe(site, list(table))
    for path, (status, location, sent) in found.items():
        if location is not None:
            parts = urlsplit(location)
            target = parts.path + (f"#{parts.fragment}" if parts.fragment else "")
            found[path] = (status, unquote(target), {})
            assert sent == {}
    wrong = {
        path: (table[path], found.get(path)) for path in table if found.get(path) != table[path]
    }
    return wrong, len(table), len(rules), len(leads)


def check(site, folder):
    """Give the lines that Netlify cannot read; by a file, since its exit cuts a pipe off."""
    with (folder / "check.json").open("w+b") as output:
        command = ["node", TOOL / "serve.mjs", site, "--check"]
        subprocess.run(command, stdout=output, check=False)
        output.seek(0)
        return json.load(output)["errors"]


# S75 S78 S82 S101
def test_a_site_of_three_hundred_pages(require, site, tmp_path):
    require(TOOL)
    built = site(many_pages(), site_url=f"{ORIGIN}/")
    assert built.ok, built.error
    assert built.said("WARNING") == []
    pages = built.pages["pages"]
    assert len(pages) == PAGES
    assert sum(page["listing"] == "unlisted" for page in pages) == UNLISTED
    assert check(built.site, tmp_path) == []
    wrong, paths, rules, leads = differences(built.site)
    assert wrong == {}
    assert (paths > 700, rules > PAGES, leads) == (True, True, 148 + 29)


# S77 S82
def test_the_sample_site(require, tmp_path):
    require(TOOL)
    where = tmp_path / "site"
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q", "--strict", "-d", where],
        cwd=ROOT / "sample_site",
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )
    assert check(where, tmp_path) == []
    wrong, paths, rules, leads = differences(where)
    assert wrong == {}
    assert min(paths, rules, leads) > 0


# SPEC 8: a stub of mkdocs-redirects lies at the old address, and the forced rule passes it by.
def test_the_stubs_of_mkdocs_redirects(require, site, tmp_path):
    require(TOOL)
    files = {
        "ascribe.toml": "[consumer]\nhost = 'netlify'\n",
        "docs/index.md": "# Home\n",
        "docs/new.md": "# New\n\n## Part\n",
    }
    maps = {"old.md": "new.md#part", "über/alt.md": "new.md"}
    plugins = ["search", {"redirects": {"redirect_maps": maps}}]
    built = site(files, site_url=f"{ORIGIN}/", plugins=plugins)
    assert built.ok, built.error
    assert {"old/index.html", "über/alt/index.html"} <= built.files
    assert check(built.site, tmp_path) == []
    wrong, _, _, leads = differences(built.site)
    assert (wrong, leads) == ({}, 2)


# redirects-own: each line that we say hides a page does, and no other.
@pytest.mark.parametrize(
    "line",
    [
        "/a/* /x 301!",
        "/a/b /x 301!",
        "/a* /x 301!",
        "/:x /x 301!",
        "/:x/b /x 301!",
        "/*/b /x 301!",
        "/a/*b/ /x 301!",
        "/A/b /x 301!",
        "/a/b/ /x 301",
        "/a/b/ /x.txt 200!",
        "/%61/b /x 301!",
        "http://www.example.com/* /x 301!",
    ],
)
def test_which_lines_hide_a_page(require, site, line):
    require(TOOL)
    files = {
        "ascribe.toml": "[consumer]\nhost = 'netlify'\n",
        "docs/index.md": "# Home\n",
        "docs/a/b.md": "# B\n",
        "docs/x.txt": "x\n",
        "docs/_redirects": f"{line}\n",
    }
    built = site(files, site_url="http://127.0.0.1/")
    said = built.said("WARNING", "redirects-own")
    plain = built.read("a/b/index.html")
    done = subprocess.run(
        ["node", TOOL / "serve.mjs", built.site, "--probe", "/a/b/"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    answer = json.loads(done.stdout)
    is_page = answer["status"] == 200 and "text/html" in answer["headers"].get("content-type", "")
    assert "B" in plain
    assert ("/a/b/" in "".join(said)) == (not is_page)
