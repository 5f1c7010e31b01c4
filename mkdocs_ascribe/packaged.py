"""The files that the package ships beside its code.

They are opened by path, as MkDocs opens the templates among them: importlib.resources would import
what reads zip files for each build.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def packaged_text(name: str) -> str:
    """Read a file of the package; `name` is relative to it, with "/"."""
    return (FOLDER / name).read_text("utf-8")


@functools.cache
def packaged_schema(name: str) -> dict[str, Any]:
    """Read a JSON Schema of the package by its name, such as "ascribe-toml"; it is not changed."""
    data: dict[str, Any] = json.loads(packaged_text(f"schemas/{name}.schema.json"))
    return data
