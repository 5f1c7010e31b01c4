"""What git says of a folder, read from its outputs."""

import subprocess

import pytest

from mkdocs_ascribe import git


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_entries_in_chunks_of_any_size(size):
    output = "a\0\n\x01b\0über/\n.md\0\0not whole".encode() + b"\xff"
    chunks = [output[at : at + size] for at in range(0, len(output), size)]
    assert list(git.entries(chunks)) == ["a", "\x01b", "über/\n.md"]


def repository(folder):
    def run(*arguments):
        who = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
        subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)

    (folder / "docs").mkdir()
    run("init", "-q")
    for number, name in enumerate(["über.md", "a.md", "über.md"]):
        (folder / "docs" / name).write_text(str(number))
        (folder / "other.md").write_text(str(number))
        run("add", ".")
        run("commit", "-qm", f"Commit {number}")
    return folder / "docs"


def test_paths_that_commits_changed(tmp_path):
    docs = repository(tmp_path)
    assert list(git.changed_paths(docs, "%s")) == [
        ("über.md", "Commit 2"),
        ("a.md", "Commit 1"),
        ("über.md", "Commit 0"),
    ]
    assert list(git.changed_paths(docs, "%s", "--diff-filter=M")) == [("über.md", "Commit 2")]


def test_what_git_does_not_know(tmp_path, monkeypatch):
    assert list(git.changed_paths(tmp_path, "%s")) == []
    with pytest.raises(subprocess.CalledProcessError):
        git.run(tmp_path, "status")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(OSError, match="git"):
        git.run(tmp_path, "status")
    with pytest.raises(OSError, match="git"):
        list(git.changed_paths(tmp_path, "%s"))
