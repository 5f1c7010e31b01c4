"""The files that the package ships beside its code.

They are opened by path, as MkDocs opens the templates among them: importlib.resources would import
what reads zip files for each build.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent


def packaged_text(name: str) -> str:
    """Read a file of the package; `name` is relative to it, with "/"."""
    return (FOLDER / name).read_text("utf-8")
