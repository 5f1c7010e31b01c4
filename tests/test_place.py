import os
import re
import shutil
from pathlib import Path

import pytest

from mkdocs_ascribe.place import Folder, PlaceError


def place(root, name, chunks):
    return Folder(root).place(name, chunks)


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.fixture
def root(tmp_path):
    """The only folder that may be written to; `outside` lies beside it."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "site").mkdir()
    return tmp_path / "site"


def test_bytes_and_size(root):
    assert place(root, "a/ü b.md", [b"one\n", b"", "zwö".encode()]) == 8
    assert (root / "a" / "ü b.md").read_bytes() == b"one\nzw\xc3\xb6"
    assert place(root, "empty", []) == 0
    assert files(root) == ["a", "a/ü b.md", "empty"]


def test_a_folder_is_looked_up_once_and_for_itself_alone(root, tmp_path):
    (root / "in").mkdir()
    (root / "in" / "link").symlink_to(tmp_path / "outside")
    folder = Folder(root)
    for name in ("in/a", "in/b"):
        folder.place(name, [b"x"])
    for name in ("in/link/x", "in/../../outside/x"):
        with pytest.raises(PlaceError, match="outside of"):
            folder.place(name, [b"x"])
    assert files(root) == ["in", "in/a", "in/b", "in/link"]
    assert files(tmp_path / "outside") == []


def test_a_folder_that_is_gone_is_made_again(root, tmp_path):
    folder = Folder(root)
    folder.place("in/a", [b"x"])
    shutil.rmtree(root / "in")
    folder.place("in/b", [b"x"])
    assert files(root) == ["in", "in/b"]
    shutil.rmtree(root / "in")
    (root / "in").symlink_to(tmp_path / "outside")
    with pytest.raises(PlaceError, match="outside of"):
        folder.place("in/c", [b"x"])
    assert files(tmp_path / "outside") == []


def test_the_root_is_made(tmp_path):
    place(tmp_path / "new" / "site", "x", [b"x"])
    assert files(tmp_path) == ["new", "new/site", "new/site/x"]


def test_the_old_file_or_the_new_one(root):  # S84
    place(root, "x", [b"old"])

    def failing():
        yield b"new"
        assert (root / "x").read_bytes() == b"old"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        place(root, "x", failing())
    assert (root / "x").read_bytes() == b"old"
    assert files(root) == ["x"]
    place(root, "x", [b"new"])
    assert (root / "x").read_bytes() == b"new"


def test_another_link_to_the_old_file_keeps_it(root, tmp_path):
    other = tmp_path / "outside" / "other"
    other.write_bytes(b"theirs")
    os.link(other, root / "x")
    place(root, "x", [b"ours"])
    assert other.read_bytes() == b"theirs"


@pytest.mark.parametrize("name", ["../outside/x", "a/../../outside/x", "..", "a/../..", "."])
def test_no_way_out_by_dots(root, name):  # S85
    with pytest.raises(PlaceError):
        place(root, name, [b"x"])
    assert files(root.parent / "outside") == []


def test_no_absolute_path(root, tmp_path):
    with pytest.raises(PlaceError):
        place(root, str(tmp_path / "outside" / "x"), [b"x"])
    assert files(tmp_path / "outside") == []


@pytest.mark.parametrize("name", ["../new/x", "link/new/x"])
def test_no_folder_is_made_outside(root, tmp_path, name):
    (root / "link").symlink_to(tmp_path / "outside")
    with pytest.raises(PlaceError):
        place(root, name, [b"x"])
    assert files(tmp_path) == ["outside", "site", "site/link"]


def test_no_way_out_by_a_link(root, tmp_path):
    (root / "link").symlink_to(tmp_path / "outside")
    with pytest.raises(PlaceError, match="outside of"):
        place(root, "link/x", [b"x"])
    assert files(tmp_path / "outside") == []


def test_a_link_that_stays_inside_is_followed(root):
    (root / "a").mkdir()
    (root / "link").symlink_to("a")
    place(root, "link/x", [b"x"])
    assert (root / "a" / "x").read_bytes() == b"x"


def test_a_root_behind_a_link(root, tmp_path):
    (tmp_path / "alias").symlink_to(root)
    place(tmp_path / "alias", "a/x", [b"x"])
    assert (root / "a" / "x").read_bytes() == b"x"


def test_a_link_at_the_target_is_replaced_and_not_followed(root, tmp_path):
    theirs = tmp_path / "outside" / "x"
    theirs.write_bytes(b"theirs")
    (root / "x").symlink_to(theirs)
    place(root, "x", [b"ours"])
    assert theirs.read_bytes() == b"theirs"
    assert (root / "x").read_bytes() == b"ours"
    assert not (root / "x").is_symlink()


def test_a_link_at_the_temporary_file_is_not_followed(root, tmp_path):
    theirs = tmp_path / "outside" / "x"
    theirs.write_bytes(b"theirs")
    (root / ".ascribe-writing").symlink_to(theirs)
    place(root, "x", [b"ours"])
    assert theirs.read_bytes() == b"theirs"
    assert not (root / "x").is_symlink()


def test_a_leftover_temporary_file_is_in_nobodys_way(root):
    (root / ".ascribe-writing").write_bytes(
        b"a longer text than ours, from a build that was killed"
    )
    place(root, "x", [b"ours"])
    assert (root / "x").read_bytes() == b"ours"
    assert files(root) == ["x"]


@pytest.mark.parametrize(
    ("there", "name", "reason"),
    [
        ("x/", "x", "Is a directory"),
        ("a", "a/x", "Not a directory|File exists"),
        (".ascribe-writing/", "x", "Is a directory"),
        ("", "n" * 300, "File name too long"),
    ],
)
def test_what_cannot_be_written_is_one_line(root, there, name, reason):
    if there.endswith("/"):
        (root / there).mkdir()
    elif there:
        (root / there).write_bytes(b"theirs")
    before = files(root)
    with pytest.raises(PlaceError) as caught:
        place(root, name, [b"x"])
    message = str(caught.value)
    assert re.fullmatch(rf".*/{re.escape(name)} cannot be written: .*({reason}).*", message)
    assert files(root) == before


@pytest.mark.parametrize("name", ["a\nb/../../../x", "x\0y"])
def test_odd_names_are_one_line(root, name):
    with pytest.raises(PlaceError) as caught:
        place(root, name, [b"x"])
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_no_permission(root):
    root.chmod(0o500)
    try:
        with pytest.raises(PlaceError, match="Permission denied"):
            place(root, "x", [b"x"])
    finally:
        root.chmod(0o700)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_leaves_the_old_file(root, monkeypatch):
    place(root, "x", [b"old"])
    real = Path.open

    def full(self, mode="r", **more):
        return real(self, mode, **more) if "r" in mode else real(Path("/dev/full"), "wb")

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(PlaceError, match="No space left"):
        place(root, "x", [b"new" * 10_000])
    assert (root / "x").read_bytes() == b"old"
