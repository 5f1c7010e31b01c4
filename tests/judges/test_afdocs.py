"""An independent scorer of how agents get on with a site: afdocs, on the sample site."""

import functools
import http.server
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

TOOL = Path(__file__).parent / "afdocs"
ROOT = Path(__file__).parents[2]
ORIGIN = "https://mkdocs-ascribe.example"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture
def sample(tmp_path):
    """Copy the sample site, as if it were published on a port of this machine."""
    port = free_port()
    shutil.copytree(ROOT / "sample_site", tmp_path / "sample_site", ignore=lambda *_: {"site"})
    shutil.copy(ROOT / "ascribe.toml", tmp_path)
    for name in ("ascribe.toml", "sample_site/mkdocs.yml"):
        path = tmp_path / name
        text = path.read_text(encoding="utf-8")
        assert ORIGIN in text
        path.write_text(text.replace(ORIGIN, f"http://127.0.0.1:{port}"), encoding="utf-8")
    return tmp_path / "sample_site", port


def mkdocs(folder, *arguments):
    command = [sys.executable, "-m", "mkdocs", *arguments, "-q"]
    return subprocess.Popen(
        command, cwd=folder, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, stderr=sys.stderr
    )


@contextmanager
def as_plain_files(folder, port):
    assert mkdocs(folder, "build").wait(60) == 0
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder / "site")
    handler.log_message = lambda *_: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def in_mkdocs_serve(folder, port):
    process = mkdocs(folder, "serve", "-a", f"127.0.0.1:{port}")
    try:
        for _ in range(100):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
                break
            except OSError:
                time.sleep(0.2)
        yield
    finally:
        process.terminate()
        process.wait(10)


@pytest.mark.parametrize(
    ("serving", "least"), [(as_plain_files, 95), (in_mkdocs_serve, 98)]
)  # SPEC 12
def test_score(require, sample, serving, least):
    require(TOOL)
    folder, port = sample
    with serving(folder, port):
        run = subprocess.run(
            (
                f"npx afdocs check http://127.0.0.1:{port}/ --format json --score --quiet "
                "--sampling deterministic --request-delay 0"
            ).split(),
            cwd=TOOL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    report = json.loads(run.stdout)
    failing = [
        f"{one['id']}: {one['status']}: {one['message']}"
        for one in report["results"]
        if one["status"] not in ("pass", "skip")
    ]
    assert report["scoring"]["overall"] >= least, "\n".join(failing)
