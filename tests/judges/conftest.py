"""Judges are tools of others that look at our outputs from outside. No test installs them."""

import importlib.metadata
import json
import os
import shutil
from pathlib import Path

import pytest


def _missing(tool_dir):
    """Name what requirements.txt and package.json of a tool ask for and is not installed."""
    missing = []
    requirements = tool_dir / "requirements.txt"
    if requirements.is_file():
        for line in requirements.read_text("utf-8").split():
            name = line.partition("==")[0]
            try:
                importlib.metadata.version(name)
            except importlib.metadata.PackageNotFoundError:
                missing.append(name)
    package = tool_dir / "package.json"
    if package.is_file():
        dependencies = json.loads(package.read_text("utf-8")).get("dependencies", {})
        modules = tool_dir / "node_modules"
        missing += [name for name in dependencies if not (modules / name).is_dir()]
    return missing


def _require(tool_dir, *commands):
    missing = _missing(Path(tool_dir))
    missing += [command for command in commands if shutil.which(command) is None]
    if not missing:
        return
    said = f"{Path(tool_dir).name} lacks {', '.join(missing)}: install it with `make judges`"
    if os.environ.get("CI"):
        pytest.fail(said)
    pytest.skip(said)


@pytest.fixture(scope="session")
def require():
    """Give `require(tool_dir, *commands)`, which ends a test whose judge is not installed.

    On a user's machine the test is skipped; where CI is set it fails, so that no judge is left out
    unseen.
    """
    return _require
