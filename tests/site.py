"""Build sites for tests, in this process or by the command, and read what came out."""

import contextlib
import gzip
import io
import json
import logging
import os
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

import yaml
from mkdocs.commands import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import MkDocsException

from tests.join import Head, join, llms_links, parse_head, sitemap_locs

CASES = Path(__file__).parent / "cases"

# A theme for tests of hooks, where what a real one writes does not matter.
_TINY = {
    "main.html": (
        "<!doctype html><html><head><meta charset='utf-8'><title>{{ page.title }}</title>"
        "{% for path in config.extra_css %}<link href='{{ path | url }}' rel='stylesheet'>"
        "{% endfor %}</head><body>{% for item in nav.pages %}<a href='{{ item.url | url }}'>"
        "{{ item.title }}</a>{% endfor %}<main>{{ page.content }}</main></body></html>"
    ),
    "404.html": "<!doctype html><html><head><title>Not found</title></head><body></body></html>",
}


@dataclass
class Built:
    """One build: how it ended, what it said, and the files it left."""

    folder: Path
    ok: bool
    error: str = ""
    log: list[tuple[str, str]] = field(default_factory=list)
    output: str = ""
    records: Path | None = None

    @property
    def site(self):
        """The folder of the built site."""
        return self.folder / "site"

    def said(self, level, word=""):
        """Give the messages of a level, such as "WARNING", that hold a word."""
        return [message for name, message in self.log if name == level and word in message]

    @property
    def files(self):
        """The paths of all files of the site."""
        found = self.site.rglob("*")
        return {path.relative_to(self.site).as_posix() for path in found if path.is_file()}

    def read(self, name):
        """Give the text of a built file, its line ends as they are."""
        return self.bytes(name).decode()

    def bytes(self, name):
        return (self.site / name).read_bytes()

    def packed(self, name):
        """Give what a gzip file holds."""
        return gzip.decompress(self.bytes(name))

    def json(self, name):
        folder = self.records or self.site / "_ascribe"
        return json.loads((folder / name).read_text(encoding="utf-8"))

    @property
    def pages(self):
        """pages.json."""
        return self.json("pages.json")

    def page(self, source):
        """Give the record of the page that a source file makes."""
        (found,) = [page for page in self.pages["pages"] if page["source"] == source]
        return found

    @property
    def headers(self):
        """The headers by path, from headers.json."""
        return {rule["path"]: rule["headers"] for rule in self.json("headers.json")["headers"]}

    def head(self, name) -> Head:
        """Give the parsed head of a built HTML file."""
        return parse_head(self.read(name))

    @property
    def sitemap(self):
        """The addresses in sitemap.xml, which its .gz has to hold as well."""
        return sitemap_locs(self.bytes("sitemap.xml"))[1]

    @property
    def llms(self):
        """The links of llms.txt."""
        return llms_links(self.read("llms.txt"))

    def contradictions(self, own=()):
        return join(self.site, self.records, own)

    def holding(self, *words):
        """Give the files that hold one of some words, whatever kind of file they are."""
        wanted = [word.encode() for word in words]
        return {name for name in self.files if any(word in self.bytes(name) for word in wanted)}


def unquoted_file(url):
    """Give the file a static host answers a percent-encoded url with, relative to the site."""
    name = unquote(url)
    return f"{name}index.html" if name.endswith("/") or not name else name


class _Records(logging.Handler):
    def __init__(self):
        super().__init__(logging.INFO)
        self.lines = []

    def emit(self, record):
        self.lines.append((record.levelname, record.getMessage()))


def prepare(where, source, *, plugin=True, **config):
    """Put a site at `where`: a copy of a folder, or files given as a mapping.

    `config` overrides mkdocs.yml. The plugin comes last in `plugins`; `plugin` can be its options,
    or False to leave it out.
    """
    if isinstance(source, Path):
        shutil.copytree(source, where)
    else:
        for name, text in source.items():
            path = where / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
    file = where / "mkdocs.yml"
    data = yaml.safe_load(file.read_text(encoding="utf-8")) if file.is_file() else {}
    data = {"site_name": "Loom", "plugins": ["search"], **data, **config}
    if data.get("theme") is None:
        data["theme"] = {"name": None, "custom_dir": "tiny", "static_templates": ["404.html"]}
        for name, text in _TINY.items():
            (where / "tiny").mkdir(exist_ok=True)
            (where / "tiny" / name).write_text(text, encoding="utf-8")
    if plugin is not False:
        options = plugin if isinstance(plugin, dict) else {}
        data["plugins"] = [*data["plugins"], {"ascribe": options}]
    file.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    return where


def build(folder, *, dirty=False, strict=False):
    """Build a prepared site in this process, as `mkdocs build` does in the site's folder.

    Any exception but those that MkDocs shows as one line is a fault, so it is not caught.
    """
    handler, output = _Records(), io.StringIO()
    log = logging.getLogger("mkdocs")
    level = log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    error = ""
    try:
        with _chdir(folder), redirect_stdout(output), redirect_stderr(output):
            config = load_config("mkdocs.yml", strict=strict)
            config.plugins.on_startup(command="build", dirty=dirty)
            try:
                mkdocs_build.build(config, dirty=dirty)
            finally:
                config.plugins.on_shutdown()
    except MkDocsException as exception:
        errors = [text for name, text in handler.lines if name == "ERROR"]
        error = "\n".join([*errors, str(exception)])
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
    return Built(folder, not error, error, handler.lines, output.getvalue())


@contextlib.contextmanager
def _chdir(folder):
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def run(folder, *arguments, program="mkdocs", **environment):
    """Run `mkdocs build` as a command, and give the finished process with its output as text."""
    return subprocess.run(
        [sys.executable, "-m", program, "build", *arguments],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def run_built(folder, *arguments, program="mkdocs", **environment):
    """Build by the command, and read what came out."""
    done = run(folder, *arguments, program=program, **environment)
    return Built(folder, done.returncode == 0, done.stderr, output=done.stdout + done.stderr)
