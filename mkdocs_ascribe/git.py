"""What git says of a folder, its paths relative to that folder and as they are, without quotes."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

# In the output of git log with -z: what no path begins with marks what is asked of a commit.
_COMMIT = "\x01"
_CHUNK = 1 << 16


def run(folder: Path | str, *arguments: str, stdin: bytes = b"") -> bytes:
    """Give what a command of git writes.

    Raises OSError where there is no git, CalledProcessError where it fails.
    """
    command = _command(folder, *arguments)
    return subprocess.run(command, input=stdin, capture_output=True, check=True).stdout


def changed_paths(folder: Path | str, asked: str, *options: str) -> Iterator[tuple[str, str]]:
    """Yield each path that each commit changed, with what is asked of the commit, newest first.

    `asked` is a placeholder of git log's, such as "%H"; `options` choose among commits and paths.
    The history is read as far as it is used. Raises OSError where there is no git; where it fails
    there is nothing.
    """
    log = ("log", "--no-renames", "-z", f"--format={_COMMIT}{asked}", "--name-only", "--relative")
    command = _command(folder, *log, *options, "--", ".")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        output = process.stdout
        if output is None:
            return
        answer = ""
        for entry in entries(iter(lambda: output.read(_CHUNK), b"")):
            if entry.startswith(_COMMIT):
                answer = entry.removeprefix(_COMMIT).strip()
            else:
                yield entry, answer


def entries(chunks: Iterable[bytes]) -> Iterator[str]:
    """Yield what stands between the zero bytes of an output with -z, line breaks before it aside.

    What follows the last zero byte is no entry; what is empty neither.
    """
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\0")
        for entry in whole:
            if text := entry.decode("utf-8", "surrogateescape").lstrip("\n"):
                yield text


def _command(folder: Path | str, *arguments: str) -> list[str]:
    return ["git", "-C", str(folder), "-c", "core.quotePath=off", *arguments]
