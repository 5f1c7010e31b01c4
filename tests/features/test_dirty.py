"""`mkdocs build --dirty`: MkDocs neither reads nor renders pages that have not changed."""

import json
import os
import time

import pytest
from mkdocs.commands import build as mkdocs_build
from mkdocs.config import load_config

from tests import site as sites

THEME = {"name": "material", "font": False}


def touch(path, seconds=5):
    """Make a file newer than all that was built, as an edit some seconds later does."""
    moment = time.time() + seconds
    os.utime(path, (moment, moment))


def edit(folder, name, text=None, add=""):
    path = folder / name
    path.write_text((path.read_text() if text is None else text) + add)
    touch(path)


def snapshot(built):
    """Give every output of the plugin's by name."""
    ours = ("sitemap.xml", "sitemap.xml.gz", "llms.txt", "robots.txt", "_headers")
    return {
        name: built.bytes(name)
        for name in built.files
        if name in ours or name.startswith("_ascribe/") or name.endswith(".md")
    }


def assert_as_clean(where):
    """See that a dirty build leaves what a clean one does."""
    dirty = sites.build(where, dirty=True)
    assert dirty.ok, dirty.error
    after = snapshot(dirty)
    assert dirty.contradictions() == []
    clean = sites.build(where)
    assert clean.ok
    assert set(after) == set(snapshot(clean))
    for name, content in snapshot(clean).items():
        assert after[name] == content, name


FILES = {
    "ascribe.toml": '[consumer]\nhost = "netlify"\n[listing]\nfolders = { "in/" = "unlisted" }\n',
    "docs/index.md": "# Home & co\n",
    "docs/a.md": "---\ntitle: 'A <b> & \"c\"'\ndescription: Words.\n---\n# Other\n\nText.\n",
    "docs/b.md": "---\nlisting: unlisted\n---\n# B\n\nText.\n",
    "docs/no-title.md": "Only text.\n",
    "docs/g/index.md": "---\nimage: card.png\n---\n# Guide\n",
    "docs/g/deep.md": "---\nlisting: unquoted\nrobots: noarchive\n---\n# Deep\n\n![x](i.png)\n",
    "docs/g/out.md": "---\nsitemap: false\n---\n# Out\n",
    "docs/g/else.md": "---\ncanonical: https://example.org/x/\n---\n# Else\n",
    "docs/in/r.md": "# Runbook\n",
}
CONFIG = {"site_url": "https://docs.example.com/", "theme": THEME}


@pytest.fixture
def folder(tmp_path):
    def make(files=FILES, plugin=None, **config):
        where = sites.prepare(tmp_path / "site", files, plugin=plugin or {}, **CONFIG | config)
        built = sites.build(where)
        assert built.ok, built.error
        return where

    return make


def test_case_b85_dirty_build(case):
    built = case("b85-dirty-build")
    edit(built.folder, "docs/a.md", add="\nMore.\n")
    dirty = sites.build(built.folder, dirty=True)
    assert dirty.ok
    assert dirty.sitemap == ["https://docs.example.com/", "https://docs.example.com/a/"]
    assert dirty.page("b.md")["listing"] == "unlisted"
    assert "noindex" in dirty.read("b/index.html")
    assert [link.title for link in dirty.llms] == ["Home", "A"]
    assert "More." in dirty.read("a/index.html")
    assert "More." in dirty.read("a.md")
    assert_as_clean(built.folder)


def test_a_dirty_build_is_as_a_clean_one(folder):
    plugin = {"title": "{title} | {site_name}", "sitemap": {"images": True}, "llms_full": True}
    where = folder(plugin=plugin)
    edit(where, "docs/a.md", add="\nMore.\n")
    assert_as_clean(where)


def test_nothing_changed(folder):
    where = folder()
    before = snapshot(sites.build(where))
    after = sites.build(where, dirty=True)
    assert snapshot(after) == before


def test_a_new_page_joins(folder):
    where = folder()
    (where / "docs/new.md").write_text("---\nlisting: unlisted\n---\n# New\n")
    assert_as_clean(where)


def test_a_title_and_a_trail_of_others_stay(folder):
    """A rendered page's trail names a folder's page that was not read."""
    where = folder()
    edit(where, "docs/g/deep.md", add="\nMore.\n")
    built = sites.build(where, dirty=True)
    titles = [step["title"] for step in built.page("g/deep.md")["breadcrumbs"]]
    assert titles == ["Home & co", "Guide", "Deep"]
    assert "Home &amp; co" in built.read("g/deep/index.html")
    assert "None" not in built.read("_ascribe/nav.json")


def test_without_an_earlier_build_all_is_new(tmp_path):
    where = sites.prepare(tmp_path / "site", FILES, **CONFIG)
    built = sites.build(where, dirty=True)
    assert built.ok
    assert built.contradictions() == []


def give_every_title(folder, value):
    path = folder / "site/_ascribe/pages.json"
    document = json.loads(path.read_text())
    for page in document["pages"]:
        page["title"] = value
    path.write_text(json.dumps(document))


@pytest.mark.parametrize(
    ("change", "where_said", "said"),
    [
        (lambda w: touch(w / "ascribe.toml"), "ascribe.toml", "it has changed since the last"),
        (
            lambda w: edit(w, "docs/b.md", "# B\n\nText.\n"),
            "docs/b.md",
            "its listing was 'unlisted' in the last build and is 'listed' now",
        ),
        (
            lambda w: edit(w, "docs/a.md", "---\nlisting: unlisted\n---\n# A\n"),
            "docs/a.md",
            "its listing was 'listed' in the last build and is 'unlisted' now",
        ),
        (lambda w: (w / "site/_ascribe/pages.json").unlink(), "", "is missing or cannot be read"),
        (
            lambda w: (w / "site/_ascribe/pages.json").write_text('{"format": "ascribe-pages"}'),
            "",
            "is missing or cannot be read",
        ),
        (lambda w: give_every_title(w, {}), "", "is missing or cannot be read"),
        (
            lambda w: (w / "mkdocs.yml").write_text(
                (w / "mkdocs.yml").read_text().replace("docs.example.com", "www.example.com")
            ),
            "mkdocs.yml",
            "the site's address has changed",
        ),
        (
            lambda w: (w / "mkdocs.yml").write_text(
                (w / "mkdocs.yml").read_text().replace("Loom", "Weft")
            ),
            "mkdocs.yml",
            "the site's name has changed",
        ),
    ],
)
def test_a_change_that_reaches_old_pages_fails(folder, change, where_said, said):
    where = folder()
    change(where)
    before = snapshot(sites.Built(where, ok=True))
    built = sites.build(where, dirty=True)
    assert not built.ok
    (line,) = [line for line in built.error.splitlines() if "dirty-stale" in line]
    assert line.startswith(f"{where_said}: " if where_said else "")
    assert said in line
    assert "build without --dirty" in line
    # What the last build left is as it was, and a clean build mends it.
    assert snapshot(built) == before
    assert sites.build(where).ok


def test_a_page_whose_record_is_lost_fails(folder):
    where = folder()
    path = where / "site/_ascribe/pages.json"
    document = json.loads(path.read_text())
    document["pages"] = [page for page in document["pages"] if page["source"] != "in/r.md"]
    path.write_text(json.dumps(document))
    built = sites.build(where, dirty=True)
    assert "in/r.md: the last build has no record of it" in built.error


def test_listings_of_meta_files_stay(folder):
    """Nobody merges `.meta.yml` for a page that is not read: the earlier record has its listing."""
    files = {
        **FILES,
        "docs/m/.meta.yml": "listing: unlisted\n",
        "docs/m/x.md": "# Rhubarb\n",
        "docs/m/y.md": "# Sorrel\n",
    }
    where = folder(files, plugins=["search", "meta"])
    edit(where, "docs/m/y.md", add="\nMore.\n")
    edit(where, "docs/a.md", add="\nMore.\n")
    assert_as_clean(where)
    built = sites.build(where)
    assert built.page("m/x.md")["listing"] == "unlisted"


def test_records_outside_of_the_site(folder):
    files = {**FILES, "ascribe.toml": '[project]\noutput-dir = "out"\n' + FILES["ascribe.toml"]}
    where = folder(files)
    edit(where, "docs/a.md", add="\nMore.\n")
    built = sites.build(where, dirty=True)
    assert built.ok
    assert (where / "out/site/_ascribe/pages.json").is_file()
    edit(where, "docs/b.md", "# B\n")
    assert "dirty-stale" in sites.build(where, dirty=True).error


def test_a_blog_in_a_dirty_build(folder):
    """Material renders all views again, but reads posts in any case."""
    files = {
        **FILES,
        "docs/blog/index.md": "# Blog\n",
        **{
            f"docs/blog/posts/{n}.md": f"---\ndate: 2024-01-{n:02}\n---\n# Post {n}\n"
            for n in range(1, 4)
        },
        "docs/blog/posts/9.md": "---\ndate: 2024-02-01\nlisting: unlisted\n---\n# Rhubarb\n",
    }
    where = folder(files, plugins=["search", "blog"])
    edit(where, "docs/blog/posts/2.md", add="\nMore.\n")
    built = sites.build(where, dirty=True)
    assert built.ok, built.error
    assert built.contradictions() == []
    assert built.page("blog/posts/9.md")["listing"] == "unlisted"
    assert "Rhubarb" not in built.read("blog/index.html")


def test_serving_says_what_is_stale_and_goes_on(tmp_path, caplog, monkeypatch):
    """A rebuild in `mkdocs serve --dirty` may not raise: each request would wait for an answer."""
    where = sites.prepare(tmp_path / "site", FILES, **CONFIG)
    monkeypatch.chdir(where)
    for change in (None, ("docs/b.md", "# B\n\nOpen.\n")):
        if change:
            edit(where, *change)
        config = load_config("mkdocs.yml", site_url="http://127.0.0.1:8000/")
        config.plugins.on_startup(command="serve", dirty=True)
        mkdocs_build.build(config, serve_url="http://127.0.0.1:8000/", dirty=True)
    assert "b.md: its listing was 'unlisted' in the last build" in caplog.text
    built = sites.Built(where, ok=True)
    assert built.page("b.md")["listing"] == "listed"
    assert built.page("in/r.md")["listing"] == "unlisted"
    assert built.contradictions() == []
