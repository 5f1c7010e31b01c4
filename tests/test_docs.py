"""The documentation is true: its commands run and print what it shows, its configs are accepted.

A page is read as a story. Its titled blocks are files of the site that Getting started makes, each
put in place when its turn comes; its commands run between them, in that site's folder. In what a
page shows as output, `...` stands for any text.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import textwrap
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
import tomli
import yaml
from mkdocs import plugins as mkdocs_plugins
from mkdocs.config import load_config
from mkdocs.utils import meta as mkdocs_meta

from mkdocs_ascribe.adapter.configure import configure
from mkdocs_ascribe.config import load_project
from mkdocs_ascribe.config.addresses_file import parse_addresses
from mkdocs_ascribe.front_matter import read_front_matter, read_listing, read_type
from mkdocs_ascribe.plugin import AscribePlugin
from mkdocs_ascribe.unread import unread_lines

REPOSITORY = Path(__file__).parent.parent
DOCS = REPOSITORY / "sample_site" / "docs"
README = REPOSITORY / "README.md"
PROJECT = tomli.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# Each has tests of its own: one is made from the code, one has pairs of examples.
_GENERATED = ("reference/", "diagnostics/")
# Their examples are those of a site that is published, or of another one than Loom.
_ELSEWHERE = (
    "guide/deploy-github-pages.md",
    "guide/deploy-netlify.md",
    "guide/moving-pages.md",
    "guide/permalinks.md",
)
PAGES = sorted(
    name
    for path in DOCS.rglob("*.md")
    if not (name := path.relative_to(DOCS).as_posix()).startswith(_GENERATED)
    and name not in _ELSEWHERE
)

_FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,})(?P<info>[^`]*)$")
_TITLE = re.compile(r'title="([^"]*)"')
_FAILS = ", which fails"
_PLAIN = "without the plugin"
_ADDRESS = "127.0.0.1:8000"


@dataclass(frozen=True)
class Block:
    """A fenced block of a page; `title` is the file it shows, if any."""

    line: int
    language: str
    title: str
    text: str

    @property
    def is_failing(self):
        return self.title.endswith(_FAILS)

    @property
    def name(self):
        return self.title.removesuffix(_FAILS)


def blocks(text):
    """Give the fenced blocks of a page, in order, without the indentation of lists and tabs."""
    found, lines, start, opening = [], [], 0, None
    for number, line in enumerate(text.splitlines(), start=1):
        if opening is None:
            opening, start, lines = _FENCE.match(line), number, []
        elif line.strip() == opening["fence"]:
            language, _, options = opening["info"].strip().partition(" ")
            title = _TITLE.search(options)
            body = textwrap.dedent("".join(f"{one}\n" for one in lines))
            found.append(Block(start, language, title[1] if title else "", body))
            opening = None
        else:
            lines.append(line)
    assert opening is None, f"a block is not closed: line {start}"
    return found


def page_blocks(name):
    return blocks((DOCS / name).read_text(encoding="utf-8"))


def readme_blocks():
    """Give the blocks of the README, where a comment in the first line names the file."""
    found = []
    for block in blocks(README.read_text(encoding="utf-8")):
        named = re.match(r"(?:# (\S+)|<!-- (.+) -->)\n", block.text)
        if named and block.language in ("yaml", "toml", "html"):
            text = block.text[named.end() :]
            found.append(Block(block.line, block.language, named[1] or named[2], text))
        else:
            found.append(block)
    return found


def pattern(expected):
    """Make the pattern of an output, in which `...` is any text and a line of it any lines."""
    parts = []
    for line in expected.rstrip("\n").split("\n"):
        if line.strip() == "...":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            words = (re.escape(part) for part in line.rstrip().split("..."))
            parts.append("[^\\n]*".join(words) + r"[ \t]*\n")
    return re.compile("".join(parts))


def assert_shown(expected, actual, where):
    """See that a page shows what is so; a note below it helps to mend the page."""
    actual = actual.replace("\r\n", "\n").rstrip("\n") + "\n"
    if not pattern(expected).fullmatch(actual):
        pytest.fail(f"{where}\n--- the page shows\n{expected}--- it is\n{actual}", pytrace=False)


_PARTS = {"mkdocs.yml": re.compile(r"([\w-]+):"), "ascribe.toml": re.compile(r"(\[[^\]]+\])")}


def joined(name, text, base):
    """Put the top-level parts of a config, its keys or its tables, over those of another."""

    def parts(of):
        found = {"": ""}
        key = ""
        for line in of.splitlines(keepends=True):
            begun = _PARTS[name].match(line)
            if begun:
                key = begun[1]
                found[key] = ""
            found[key] += line
        return found

    return "".join({**parts(base), **parts(text)}.values())


@dataclass
class Story:
    """A scratch folder in which the blocks of one page happen."""

    page: str
    root: Path
    folder: Path
    is_built: bool = False
    server: subprocess.Popen = None
    served: str = ""
    port: int = 0

    def tell(self, found):
        try:
            for block in found:
                where = f"{self.page}:{block.line}"
                if block.language in ("sh", "console"):
                    for command, comment, expected in commands(block):
                        self.run(command, comment, expected, where)
                elif block.title.startswith("site/"):
                    self.compare(block, where)
                elif block.title and not block.is_failing:
                    self.put(block)
        finally:
            self.stop()

    def put(self, block):
        self.is_built = False
        path = self.folder / block.title
        assert path.resolve().is_relative_to(self.root.resolve()), block.title
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if path.is_file() else ""
        text = block.text
        if block.title in _PARTS:
            text = joined(block.title, text, before)
        elif path.suffix == ".md" and text.startswith("---") and text.endswith("\n---\n"):
            # A page that is shown by its front matter alone keeps its text.
            text += re.sub(r"\A---\n.*?\n---\n", "", before, flags=re.DOTALL) or "# A page\n"
        path.write_text(text, encoding="utf-8")

    def compare(self, block, where):
        if not self.is_built:
            self.run("mkdocs build --quiet", "", None, where)
        name, _, plain = block.title.partition(", ")
        path = self.folder / name
        if plain:
            config = self.plain_config()
            self.run(f"mkdocs build --quiet -f {config} -d plain", "", None, where)
            path = self.folder / "plain" / name.removeprefix("site/")
        actual = path.read_text(encoding="utf-8")
        if block.language == "html":
            # Of a page its tags are shown, which themes set apart with blank lines.
            actual = "".join(f"{line.strip()}\n" for line in actual.splitlines() if line.strip())
        assert_shown(block.text, actual, where)

    def plain_config(self):
        """Give the site's configuration without the plugin."""
        text = (self.folder / "mkdocs.yml").read_text(encoding="utf-8")
        (self.folder / "plain.yml").write_text(text.replace("  - ascribe\n", ""), encoding="utf-8")
        return "plain.yml"

    def run(self, command, comment, expected, where):
        if command.startswith("pip install"):
            # The environment of the tests is what such a line makes.
            assert PROJECT["name"] in command.split()
            return
        if command.startswith("make ") or (command.startswith("curl") and "https://" in command):
            return  # The first sets up an environment, the second needs a published site.
        if command.startswith("mkdocs serve"):
            self.serve("mkdocs.yml", expected, where)
            return
        program = "curl" if command.startswith("curl") else "sh"
        if shutil.which(program) is None:
            pytest.skip(f"the docs ask {program}")
        if program == "curl":
            config = self.plain_config() if comment == _PLAIN else "mkdocs.yml"
            if self.server is None or self.served != config:
                self.serve(config, None, where)
            command = command.replace(_ADDRESS, f"127.0.0.1:{self.port}")
        else:
            self.stop()
        after = self.root.parent / "after"
        done = subprocess.run(
            ["sh", "-c", f'{command}\nstatus=$?; pwd > "$AFTER"; exit $status'],
            cwd=self.folder,
            env={**environment(), "AFTER": str(after)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        self.folder = Path(after.read_text(encoding="utf-8").strip())
        self.is_built = self.is_built or "build" in command
        output = self.normal(done.stdout.decode())
        if expected is not None:
            assert_shown(expected, output, where)
        elif done.returncode:
            pytest.fail(f"{where}: {command}\n{output}", pytrace=False)

    def normal(self, text):
        """Write an output as the docs do: their folder, their port."""
        text = text.replace(f"127.0.0.1:{self.port}", _ADDRESS)
        for root in (self.root.resolve(), self.root):
            text = text.replace(str(root), "/home/me")
        return text

    def serve(self, config, expected, where):
        self.stop()
        self.served = config
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        local = f"127.0.0.1:{self.port}"
        log = self.root.parent / "serve.log"
        with log.open("wb") as file:
            self.server = subprocess.Popen(
                [sys.executable, "-m", "mkdocs", "serve", "-f", config, "-a", local],
                cwd=self.folder,
                env=environment(),
                stdout=file,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + 20
        while b"Serving on" not in (said := log.read_bytes()):
            if self.server.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"{where}: nothing is served\n{said.decode()}", pytrace=False)
            time.sleep(0.02)
        if expected is not None:
            assert_shown(expected, self.normal(said.decode()), where)

    def stop(self):
        if self.server is not None:
            self.server.terminate()
            self.server.wait(timeout=20)
            self.server = None


def environment():
    scripts = str(Path(sys.executable).parent)
    return {
        **os.environ,
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "NO_MKDOCS_2_WARNING": "1",
        "LC_ALL": "C.UTF-8",
    }


def commands(block):
    """Give each command of a block, its comment, and the output shown; None where none is."""
    found = []
    for line in re.sub(r"\\\n\s*", "", block.text).splitlines(keepends=True):
        if block.language == "sh" or line.startswith("$ "):
            command, _, comment = line.removeprefix("$ ").partition(" # ")
            found.append((command.strip(), comment.strip(), ""))
        else:
            command, comment, output = found.pop()
            found.append((command, comment, output + line))
    return [
        (command, comment, output if output.strip() else None)
        for command, comment, output in found
        if command and not command.startswith("#")
    ]


def loom(folder):
    """Make the site that Getting started ends with: its files without its commands."""
    folder.mkdir(parents=True)
    story = Story("getting-started.md", folder, folder)
    for block in page_blocks("getting-started.md"):
        if block.title and not block.title.startswith("site/") and not block.is_failing:
            story.put(block)
    return folder


# Commands, and what is shown as their work


def test_getting_started_begins_in_an_empty_folder(tmp_path):
    root = tmp_path / "me"
    root.mkdir()
    Story("getting-started.md", root, root).tell(page_blocks("getting-started.md"))


@pytest.mark.parametrize("name", [name for name in PAGES if name != "getting-started.md"])
def test_a_page_shows_what_is_so(tmp_path, name):
    """Every other page goes on with the site of Getting started."""
    root = tmp_path / "me"
    Story(name, root, loom(root / "loom")).tell(page_blocks(name))


def test_the_readme_shows_what_is_so(tmp_path):
    root = tmp_path / "me"
    Story("README.md", root, loom(root / "loom")).tell(readme_blocks())


# Configs and front matter


def told():
    """Give every block of the README and of the docs, with its page."""
    found = [("README.md", block) for block in readme_blocks()]
    return found + [(name, one) for name in [*PAGES, *_ELSEWHERE] for one in page_blocks(name)]


def is_front_matter(block):
    if block.language not in ("yaml", "markdown"):
        return False
    return block.text.startswith("---\n") and (block.name.endswith(".md") or not block.name)


def front_matter_faults(block):
    """Read front matter as a build does."""
    text = block.text.rstrip("\n") + "\n\n# A page\n"
    _, meta = mkdocs_meta.get_data(text)
    _, listing_faults = read_listing(meta, "page.md")
    _, faults = read_front_matter(meta, "page.md")
    read_type(meta)
    return [*listing_faults, *faults, *unread_lines(text, meta, meta, "page.md")]


def toml_faults(block, folder):
    path = folder / "ascribe.toml"
    path.write_text(block.text, encoding="utf-8")
    return load_project(path, "ascribe.toml")[1]


def test_every_ascribe_addresses_that_is_shown_is_accepted():
    for page, block in told():
        if block.name == "ascribe.addresses":
            assert parse_addresses(block.text, "")[1] == [], f"{page}:{block.line}"


def installed_alone(text):
    """Leave out plugins that are not installed: the tests need only those that they build with."""
    config = yaml.load(text, yaml.UnsafeLoader)  # The configs of the docs, with !!python/name.
    known = mkdocs_plugins.get_plugins()
    names = {name.partition("/")[2] or name for name in known}
    plugins = config.get("plugins", [])
    config["plugins"] = [
        one for one in plugins if (one if isinstance(one, str) else next(iter(one))) in names
    ]
    return config


def test_every_config_that_is_shown_is_known():
    """No YAML or TOML block stays unchecked because nothing says what it is."""
    unknown = [
        f"{page}:{block.line}"
        for page, block in told()
        if block.language in ("yaml", "toml") and not block.title and not is_front_matter(block)
    ]
    assert unknown == []


def test_front_matter_that_is_shown_is_read():
    for page, block in told():
        if is_front_matter(block):
            faults = front_matter_faults(block)
            assert bool(faults) is block.is_failing, f"{page}:{block.line}: {faults}"


def test_every_ascribe_toml_that_is_shown_is_accepted(tmp_path):
    for page, block in told():
        if block.name == "ascribe.toml":
            faults = toml_faults(block, tmp_path)
            assert bool(faults) is block.is_failing, f"{page}:{block.line}: {faults}"


def test_every_mkdocs_yml_that_is_shown_is_accepted(tmp_path, monkeypatch, caplog):
    folder = loom(tmp_path / "loom")
    (folder / "overrides").mkdir()
    monkeypatch.chdir(folder)
    base = (folder / "mkdocs.yml").read_text(encoding="utf-8")
    shown = [one for one in told() if one[1].name == "mkdocs.yml"]
    for _, block in told():
        if block.title.endswith(".py") and "/" not in block.title:
            (folder / block.title).write_text(block.text, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    for page, block in shown:
        config = installed_alone(joined("mkdocs.yml", block.text, base))
        loaded = load_config(None, config_file_path=str(folder / "mkdocs.yml"), **config)
        caplog.clear()
        options = loaded.plugins["ascribe"].config
        configure(loaded, options, serving=False, dirty=False, previous=None)
        assert caplog.messages == [], f"{page}:{block.line}"


# The README and the pages themselves


def test_the_readme_is_short():
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 125


def test_the_links_of_the_readme_lead_to_files():
    text = README.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if "://" not in target:
            assert (REPOSITORY / target).is_file(), target


def test_the_readme_names_what_make_has():
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make ([a-z]+)", README.read_text(encoding="utf-8")):
        assert f"\n{target}:" in makefile, target


@pytest.mark.parametrize("name", [*PAGES, *_ELSEWHERE])
def test_a_listed_page_has_a_title_and_a_description(name):
    _, meta = mkdocs_meta.get_data((DOCS / name).read_text(encoding="utf-8"))
    if not name.startswith("internal/"):
        assert 0 < len(meta["description"]) <= 160


def test_every_page_is_in_the_navigation():
    text = (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")
    for name in [*PAGES, *_ELSEWHERE]:
        assert re.search(rf"[ :-] {re.escape(name)}( |$)", text, re.MULTILINE), name


def test_nothing_names_a_machine():
    for name in [*PAGES, *_ELSEWHERE]:
        text = (DOCS / name).read_text(encoding="utf-8")
        assert not re.search(r"/(work|tmp|root)\b|\bfarm\b", text), name


# The maintainers' page of the architecture


def test_the_architecture_names_modules_that_are_there():
    text = (DOCS / "internal" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("| Layer |")[2].partition("\n\n")[0]
    for row in table.splitlines()[2:]:
        for name in re.findall(r"`([^`]+)`", row.split("|")[1]):
            path = REPOSITORY.joinpath("mkdocs_ascribe", *name.split("."))
            assert path.is_dir() or path.with_suffix(".py").is_file(), name


def test_the_architecture_has_every_hook_with_its_priority():
    text = (DOCS / "internal" / "architecture.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^\| `(on_\w+)` \| (-?\d*) ?\|", text, re.MULTILINE))
    hooks = set()
    for name, method in vars(AscribePlugin).items():
        if not name.startswith("on_"):
            continue
        for one in getattr(method, "methods", [method]):
            priority = getattr(one, "mkdocs_priority", None)
            hooks.add((name, "" if priority is None else str(priority)))
    assert shown == hooks


def test_the_contract_and_the_architecture_have_every_module():
    contracts = tomli.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    rows = [
        [one.removeprefix("mkdocs_ascribe.") for one in layer.split(" | ")]
        for layer in contracts["importlinter"]["contracts"][0]["layers"]
    ]
    named = {one for row in rows for one in row}
    package = REPOSITORY / "mkdocs_ascribe"
    for path in package.rglob("*.py"):
        parts = path.relative_to(package).with_suffix("").parts
        if path.name != "__init__.py":
            assert named & {".".join(parts[:n]) for n in range(1, len(parts) + 1)}, path
    text = (DOCS / "internal" / "architecture.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| (`[^|]+`) \|", text.partition("## Hooks")[0], re.MULTILINE)
    assert [re.findall(r"`([^`]+)`", row) for row in table] == rows
