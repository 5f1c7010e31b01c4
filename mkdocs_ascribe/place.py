"""The only writer: whole files or none, and never outside the folder they belong to."""

from __future__ import annotations

import contextlib
import errno
from typing import TYPE_CHECKING

from mkdocs_ascribe.diagnostics import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class PlaceError(Exception):
    """A file that cannot be written; the message is one line for the user."""


class Folder:
    """A folder that files are written below.

    Where a folder below it really lies is looked up once, as long as it is the same folder.
    """

    def __init__(self, root: Path) -> None:
        """Take the folder, which is made when the first file is written."""
        self._root = root
        self._inside: dict[Path, tuple[int, int]] = {}

    def place(self, name: str, chunks: Iterable[bytes]) -> int:
        """Write a file and give its size in bytes.

        The bytes go to a temporary file beside it, which is then renamed: a reader, and a failed
        build, see the old file or the new one. `name` uses "/"; one that leads out of the folder,
        by ".." or by a symbolic link, is refused.
        """
        target = self._root / name
        try:
            self._make_way(target)
            return _write(target, chunks)
        except OSError as error:
            reason = error.strerror or str(error)
            raise PlaceError(one_line(f"{target} cannot be written: {reason}")) from error

    def _make_way(self, target: Path) -> None:
        """Make the folder of a file, unless it would lie outside."""
        if "\0" in str(target):
            raise OSError(errno.EINVAL, "a path holds no NUL")
        folder = target.parent
        known = self._inside.get(folder)
        if known is not None and known == _identity(folder):
            return
        resolved = folder.resolve()
        if not resolved.is_relative_to(self._root.resolve()):
            raise OSError(errno.EPERM, f"it would lie in {resolved}, outside of {self._root}")
        folder.mkdir(parents=True, exist_ok=True)
        if identity := _identity(folder):
            self._inside[folder] = identity


def _identity(folder: Path) -> tuple[int, int] | None:
    """Tell a folder from one that another plugin has put in its place."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _write(target: Path, chunks: Iterable[bytes]) -> int:
    temporary = target.with_name(".ascribe-writing")
    size = 0
    try:
        try:
            file = temporary.open("xb")
        except FileExistsError:  # A build that was killed has left it.
            temporary.unlink()
            file = temporary.open("xb")
        with file:
            for chunk in chunks:
                size += file.write(chunk)
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    return size
