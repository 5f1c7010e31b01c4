"""What git knows of sources that are gone: where they were renamed to, and what they said."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING

from mkdocs_ascribe import git

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path


def renamed_sources(docs_dir: Path, current: Collection[str]) -> dict[str, str]:
    """Give the present source of each one that was renamed, in a commit or since the last.

    Paths are relative to `docs_dir`; `current` are those of the pages that there are. Nothing
    where git knows nothing.
    """
    show = ("-M", "--diff-filter=R", "--name-status", "-z", "--relative")
    newest_first = [
        *_renames(_said(docs_dir, "diff", *show, "HEAD", "--", ".")),
        *_renames(_said(docs_dir, "log", *show, "--format=", "--", ".")),
    ]
    steps: dict[str, str] = {}
    for old, new in newest_first:
        steps.setdefault(old, new)
    found = {}
    for old in steps:
        new, seen = old, {old}
        while new not in current and steps.get(new, old) not in seen:
            new = steps[new]
            seen.add(new)
        if new in current and new != old:
            found[old] = new
    return found


def last_texts(docs_dir: Path, sources: Iterable[str]) -> dict[str, str]:
    """Give what each source that is gone last said, as far as git has it."""
    wanted = [source for source in sources if "\n" not in source]
    commits: dict[str, str] = {}
    with suppress(OSError):
        for path, commit in git.changed_paths(docs_dir, "%H", "--diff-filter=D"):
            commits.setdefault(path, f"{commit}^")
    asked = "".join(f"{commits.get(source, 'HEAD')}:./{source}\n" for source in wanted)
    answer = _said(docs_dir, "cat-file", "--batch", stdin=asked.encode()) if wanted else b""
    texts = {}
    at = 0
    for source in wanted:
        # A line with name, kind and size, then the bytes and a line break; or "... missing" alone.
        end = answer.find(b"\n", at)
        words = answer[at:end].split()
        at = end + 1
        if end >= 0 and words[-1].isdigit():
            size = int(words[-1])
            texts[source] = answer[at : at + size].decode("utf-8-sig", "replace")
            at += size + 1
    return texts


def _renames(output: bytes) -> Iterator[tuple[str, str]]:
    entries = git.entries([output])
    for status in entries:
        if status.startswith("R"):
            yield next(entries), next(entries)


def _said(docs_dir: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    try:
        return git.run(docs_dir, *arguments, stdin=stdin)
    except (OSError, subprocess.CalledProcessError):
        return b""
