"""Dates from git, with repositories of all shapes."""

import os
import subprocess

import pytest

from mkdocs_ascribe.adapter.history import commit_dates

ME = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main")


class Repository:
    """A repository whose commits lie a day apart, the first on 1 January."""

    def __init__(self, folder):
        self.folder = folder
        self.day = 0
        folder.mkdir(exist_ok=True)
        self.git("init", "-q")

    def git(self, *arguments, **environment):
        subprocess.run(
            ["git", *ME, *arguments],
            cwd=self.folder,
            check=True,
            capture_output=True,
            env={**os.environ, **environment},
        )

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def commit(self, *arguments, add=True):
        self.day += 1
        date = f"2026-01-{self.day:02}T23:30:00-02:00"
        if add:
            self.git("add", "-A")
        self.git(
            *(arguments or ("commit", "-q", "-m", "x")),
            GIT_COMMITTER_DATE=date,
            GIT_AUTHOR_DATE="2001-01-01T00:00:00Z",
        )

    def dates(self, *sources, docs="."):
        found, diagnostics = commit_dates(str(self.folder / docs), sources)
        assert diagnostics == []
        return found


def on(day):
    """Give the committer's date of a day's commit, in UTC."""
    return f"2026-01-{day + 1:02}T01:30:00+00:00"


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path / "repo")


def test_the_last_commit_of_each_source(repository):
    repository.write("a.md", "1")
    repository.write("b.md", "1")
    repository.commit()
    repository.write("b.md", "2")
    repository.commit()
    assert repository.dates("a.md", "b.md") == {"a.md": on(1), "b.md": on(2)}


def test_what_is_not_committed_has_none(repository):
    for name in ("changed.md", "staged.md", "kept.md"):
        repository.write(name, "1")
    repository.commit()
    repository.write("changed.md", "2")
    repository.write("staged.md", "2")
    repository.write("new/untracked.md", "1")
    repository.git("add", "staged.md")
    names = ("changed.md", "staged.md", "kept.md", "new/untracked.md", "generated.md")
    assert repository.dates(*names) == {"kept.md": on(1)}


def test_a_rename_is_a_change(repository):
    repository.write("old.md", "words " * 50)
    repository.commit()
    repository.git("mv", "old.md", "new.md")
    repository.commit()
    assert repository.dates("new.md") == {"new.md": on(2)}


def test_a_rename_that_is_not_committed_has_none(repository):
    repository.write("old.md", "words " * 50)
    repository.write("kept.md", "1")
    repository.commit()
    repository.git("mv", "old.md", "new.md")
    assert repository.dates("new.md", "kept.md") == {"kept.md": on(1)}


def test_a_merge_changes_what_it_changes_itself(repository):
    for name in ("ours.md", "theirs.md", "both.md"):
        repository.write(name, "1\n")
    repository.commit()
    repository.git("checkout", "-q", "-b", "side")
    repository.write("theirs.md", "2\n")
    repository.write("both.md", "side\n")
    repository.commit()
    repository.git("checkout", "-q", "main")
    repository.write("ours.md", "2\n")
    repository.write("both.md", "main\n")
    repository.commit()
    subprocess.run(
        ["git", *ME, "merge", "-q", "side"], cwd=repository.folder, capture_output=True, check=False
    )
    repository.write("both.md", "main and side\n")
    repository.commit()
    assert repository.dates("ours.md", "theirs.md", "both.md") == {
        "theirs.md": on(2),
        "ours.md": on(3),
        "both.md": on(4),
    }


def test_a_change_that_a_merge_threw_away_is_none(repository):
    repository.write("a.md", "1\n")
    repository.commit()
    repository.git("checkout", "-q", "-b", "side")
    repository.write("a.md", "2\n")
    repository.commit()
    repository.git("checkout", "-q", "main")
    repository.write("b.md", "1\n")
    repository.commit()
    repository.commit("merge", "-q", "-s", "ours", "side", "-m", "x", add=False)
    assert repository.dates("a.md", "b.md") == {"a.md": on(1), "b.md": on(3)}


def test_docs_in_a_subfolder(repository):
    repository.write("docs/site/a.md", "1")
    repository.write("a.md", "1")
    repository.commit()
    repository.write("a.md", "2")
    repository.commit()
    repository.write("docs/site/b.md", "1")
    repository.commit()
    repository.write("docs/site/b.md", "2")
    assert repository.dates("a.md", "b.md", docs="docs/site") == {"a.md": on(1)}


@pytest.mark.parametrize(
    "name", ["über uns.md", "日本語/ガイド.md", 'quote".md', "tab\there.md", "new\nline.md"]
)
def test_names_of_all_kinds(repository, name):
    repository.write(f"dócs/{name}", "1")
    repository.write("dócs/x.md", "1")
    repository.commit()
    repository.write("dócs/x.md", "2")
    repository.commit()
    assert repository.dates(name, "x.md", docs="dócs") == {name: on(1), "x.md": on(2)}
    repository.write(f"dócs/{name}", "2")
    assert repository.dates(name, "x.md", docs="dócs") == {"x.md": on(2)}


def test_names_that_a_config_would_quote(repository):
    repository.git("config", "core.quotePath", "true")
    repository.write("über.md", "1")
    repository.commit()
    assert repository.dates("über.md") == {"über.md": on(1)}


def test_a_shallow_clone_has_no_dates(repository, tmp_path):
    repository.write("a.md", "1")
    repository.commit()
    repository.write("a.md", "2")
    repository.commit()
    clone = tmp_path / "clone"
    source = f"file://{repository.folder}"
    subprocess.run(["git", "clone", "-q", "--depth", "1", source, clone], check=True)
    dates, (found,) = commit_dates(str(clone), ["a.md"])
    assert dates == {}
    assert found.name == "sitemap-shallow"
    assert "shallow" in found.message


def test_a_new_repository_has_no_dates(repository):
    repository.write("a.md", "1")
    assert repository.dates("a.md") == {}


def test_a_folder_without_a_repository_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    dates, (found,) = commit_dates(str(tmp_path), ["a.md"])
    assert dates == {}
    assert found.name == "sitemap-shallow"
    assert "not a git repository" in found.message


def test_without_git_a_line_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    dates, (found,) = commit_dates(str(tmp_path), ["a.md"])
    assert dates == {}
    assert "there is no git" in found.message
