"""When each source was last committed, for `sitemap.lastmod: git`."""

from __future__ import annotations

import datetime as dt
import subprocess
from typing import TYPE_CHECKING

from mkdocs_ascribe import git
from mkdocs_ascribe.diagnostics import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterable


def commit_dates(docs_dir: str, sources: Iterable[str]) -> tuple[dict[str, str], list[Diagnostic]]:
    """Give the committer's date, in UTC, of the last commit of each source that has one.

    `sources` are paths relative to `docs_dir`. A source with changes that are not committed has
    none, and neither has any in a shallow clone, where every file would get the date of the one
    commit that is there.
    """
    try:
        if _said(docs_dir, "rev-parse", "--is-shallow-repository").strip() != "false":
            return {}, [_no_dates("this clone is shallow", "fetch the whole history")]
        changed = _said(docs_dir, "status", "--porcelain", "-z", "--no-renames", "--", ".")
        prefix = _said(docs_dir, "rev-parse", "--show-prefix").strip()
    except OSError:
        return {}, [_no_dates("there is no git", "install it")]
    except subprocess.CalledProcessError as error:
        # Such as: no repository, or one whose owner git does not trust.
        said = error.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        return {}, [_no_dates(f"git cannot read docs_dir ({said})", "build from a clone")]
    # A line of status is two letters, a blank and the path from the repository's root.
    uncommitted = {entry[3:].removeprefix(prefix) for entry in changed.split("\0")}
    wanted = set(sources) - uncommitted
    dates: dict[str, str] = {}
    # With -c a merge has the files that it changed beyond both its sides.
    for path, date in git.changed_paths(docs_dir, "%cI", "-c"):
        if path in wanted and path not in dates:
            dates[path] = _utc(date)
            if len(dates) == len(wanted):
                break
    return dates, []


def _utc(date: str) -> str:
    moment = dt.datetime.fromisoformat(date.replace("Z", "+00:00"))
    return moment.astimezone(dt.timezone.utc).isoformat()


def _said(docs_dir: str, *arguments: str) -> str:
    return git.run(docs_dir, *arguments).decode("utf-8", "surrogateescape")


def _no_dates(message: str, hint: str) -> Diagnostic:
    return Diagnostic("sitemap-shallow", f"sitemap.xml has no dates: {message}", hint)
