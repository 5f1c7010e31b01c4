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


def place(root: Path, name: str, chunks: Iterable[bytes]) -> int:
    """Write a file below `root` and give its size in bytes.

    The bytes go to a temporary file beside it, which is then renamed: a reader, and a failed
    build, see the old file or the new one. `name` uses "/"; one that leads out of `root`, by ".."
    or by a symbolic link, is refused.
    """
    target = root / name
    try:
        _within(root, target)
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.with_name(".ascribe-writing")
        temporary.unlink(missing_ok=True)
        try:
            size = 0
            with temporary.open("xb") as file:
                for chunk in chunks:
                    size += file.write(chunk)
            temporary.replace(target)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
    except OSError as error:
        reason = error.strerror or str(error)
        raise PlaceError(one_line(f"{target} cannot be written: {reason}")) from error
    return size


def _within(root: Path, target: Path) -> None:
    if "\0" in str(target):
        raise OSError(errno.EINVAL, "a path holds no NUL")
    folder = target.parent.resolve()
    if not folder.is_relative_to(root.resolve()):
        raise OSError(errno.EPERM, f"it would lie in {folder}, outside of {root}")
