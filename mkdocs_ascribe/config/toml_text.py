"""Read a TOML file of the user's: UTF-8, a byte order mark allowed, each fault with its line."""

from __future__ import annotations

import errno
import re
from typing import TYPE_CHECKING, Any

import tomli

from mkdocs_ascribe.addresses import long_name
from mkdocs_ascribe.diagnostics import Diagnostic

if TYPE_CHECKING:
    from pathlib import Path


def read_text(path: Path, file: str) -> tuple[str, list[Diagnostic]]:
    """Give the text of a file, "" with a fault; `file` is its name for messages."""
    try:
        return path.read_bytes().decode("utf-8-sig"), []
    except OSError as error:
        problem = f"cannot be read: {error.strerror}"
        return "", [Diagnostic("config-invalid", problem, "", file)]
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return "", [Diagnostic("config-invalid", "is not UTF-8", "save it as UTF-8", file, line)]


def unusable_path(path: Path) -> str | None:
    """Say why no file or folder can have a path; None where one can, be it there or not."""
    if problem := long_name(path.as_posix()):  # Of a folder that is not there nothing says so.
        return problem
    try:
        path.lstat()
    except ValueError:
        return "holds a character that no path can hold"
    except OSError as error:
        return "is too long for a path" if error.errno == errno.ENAMETOOLONG else None
    return None


def parse_toml(text: str, file: str) -> tuple[dict[str, Any], list[Diagnostic]]:
    """Give the tables of a text (TOML 1.0), none with a fault."""
    try:
        return tomli.loads(text), []
    except tomli.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        message = str(error)[: place.start()] if place else str(error).partition(" (at ")[0]
        line = int(place[1]) if place else text.rstrip().count("\n") + 1
        hint = "mend the TOML: a text needs a quote at each end, a table its brackets"
        return {}, [Diagnostic("config-invalid", message, hint, file, line)]
    except ValueError:  # Python reads no more than 4,300 digits (sys.int_info).
        problem, hint = "holds a number with too many digits to be read", "write a shorter one"
        return {}, [Diagnostic("config-invalid", problem, hint, file)]
    except RecursionError:
        problem, hint = "nests lists or tables too deep to be read", "write it with fewer levels"
        return {}, [Diagnostic("config-invalid", problem, hint, file)]
