"""The reference names all that the code knows: it is built once, and read as its readers see it.

What it has to say is taken from the schemas, the options and the modules here, by other ways than
those of the hook that makes it.
"""

import ast
import html
import importlib.resources
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import lxml.html
import pytest
import yaml

from mkdocs_ascribe import cli, front_matter
from mkdocs_ascribe.adapter import options as plugin_options
from mkdocs_ascribe.adapter.options import AscribeOptions
from mkdocs_ascribe.config import Host, parse_project
from mkdocs_ascribe.diagnostics import CHECKS, Level
from mkdocs_ascribe.listing import LISTING_WORDS
from mkdocs_ascribe.robots.crawlers import PURPOSES, shipped

SAMPLE = Path(__file__).parent.parent / "sample_site"
SCHEMA_FILES = {
    path.name: path.read_bytes()
    for path in importlib.resources.files("mkdocs_ascribe").joinpath("schemas").iterdir()
    if path.name.endswith(".schema.json")
}
SCHEMAS = {name: json.loads(text) for name, text in SCHEMA_FILES.items()}
ASCRIBE_TOML = SCHEMAS["ascribe-toml.schema.json"]
RECORDS = {name: one for name, one in SCHEMAS.items() if "format" in one["properties"]}
OTHER_TOML = {
    name: one for name, one in SCHEMAS.items() if name not in RECORDS and one is not ASCRIBE_TOML
}


def build(folder, seed):
    """Build the docs strictly, by the command; gives what it said."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=SAMPLE,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder, done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build(tmp_path_factory.mktemp("docs") / "site", "1")


@pytest.fixture(scope="module")
def docs(built):
    """Give a page of the built reference by its name."""
    pages = {}

    def read(name):
        if name not in pages:
            pages[name] = Reference(built[0] / name / "index.html")
        return pages[name]

    return read


class Reference:
    """A built page: its rows by the id of their key, and the texts in it."""

    def __init__(self, path):
        document = lxml.html.parse(path, lxml.html.HTMLParser(encoding="utf-8"))
        self.article = document.find(".//article")

    @property
    def text(self):
        return words(self.article.text_content())

    def row(self, identity):
        """Give the texts of a row's cells."""
        (key,) = self.article.xpath(".//td/code[@id=$one]", one=identity)
        assert key.text_content() == identity.removeprefix(self.stem(identity))
        return self.cells(key.getparent().getparent())

    @staticmethod
    def stem(identity):
        """Give what an id on the page of records begins with: all formats are on one page."""
        stem = f"{identity.partition('.')[0]}."
        return stem if f"{stem}schema.json" in RECORDS else ""

    @staticmethod
    def cells(row):
        return [words(cell.text_content()) for cell in row.findall("td")]

    def table_below(self, heading):
        (found,) = self.article.xpath(".//h2[@id=$one]/following::table[1]", one=heading)
        return [self.cells(row) for row in found.findall(".//tbody/tr")]


def words(text):
    return " ".join(text.replace("`", "").split())


def left_out(text):
    """Part a description from what it says of a key that is left out."""
    meaning, _, default = words(text).partition(" Left out: ")
    return meaning, default.removesuffix(".")


# ascribe.toml


def toml_keys(schema, path=()):
    """Yield each key of a schema by its dotted name; a star is any name."""
    for key, one in schema.get("properties", {}).items():
        yield ".".join((*path, key)), one
        yield from toml_keys(one.get("items", one), (*path, key))
    others = schema.get("additionalProperties")
    if isinstance(others, dict):
        yield ".".join((*path, "*")), others
        yield from toml_keys(others, (*path, "*"))


def permitted(schema):
    """Give the words that a key or each key of its table takes."""
    others = schema.get("additionalProperties")
    return schema.get("enum", others.get("enum", ()) if isinstance(others, dict) else ())


TABLES = {key for key, one in ASCRIBE_TOML["properties"].items() if one.get("type") == "object"}
UNTYPED = {key for key, one in ASCRIBE_TOML["properties"].items() if "type" not in one}
TOML_KEYS = {
    name: one
    for name, one in toml_keys(ASCRIBE_TOML)
    if name not in TABLES | UNTYPED and not name.endswith(".*")
}


@pytest.mark.parametrize("name", sorted(TOML_KEYS))
def test_each_key_of_ascribe_toml(docs, name):
    schema = TOML_KEYS[name]
    _, value, default, meaning = docs("reference/ascribe-toml").row(name)
    said, otherwise = left_out(schema["description"])
    assert meaning == said
    if "default" in schema:
        otherwise = json.dumps(schema["default"])
    required = name.startswith("crawlers.add.")
    assert default == ("required" if required else otherwise or "none")
    for word in permitted(schema):
        assert re.search(rf"(?<![\w-]){word}(?![\w-])", value), f"{word} in {value}"
    if schema.get("type") == "boolean":
        assert value == "true or false"


def test_the_tables_of_ascribe_toml(docs):
    page = docs("reference/ascribe-toml")
    for key in sorted(TABLES):
        (heading,) = page.article.xpath(".//h2[@id=$one]", one=key)
        assert heading.xpath("string(code)") == f"[{key}]"
        assert words(ASCRIBE_TOML["properties"][key]["description"]) in page.text
    for key in sorted(UNTYPED):
        assert page.article.xpath(".//li/code[@id=$one]", one=key)
    levels = re.split(r", | or ", page.row("checks.*")[1])
    assert levels == [level.value for level in Level]


def test_the_hosts_that_this_version_writes_for(docs):
    value = docs("reference/ascribe-toml").row("consumer.host")[1]
    taken, _, later = value.partition("; not in this version: ")
    for host in Host:
        toml = f'[consumer]\nhost = "{host.value}"\n'
        _, faults = parse_project(toml, "ascribe.toml", Path())
        assert host.value in re.split(r", | or ", later if faults else taken)


def test_other_files_of_settings(docs):
    page = docs("reference/ascribe-toml")
    for name, schema in OTHER_TOML.items():
        assert page.article.xpath(".//a[contains(@href, $one)]", one=name)
        for key, one in toml_keys(schema):
            row = page.row(key)
            assert row[3] == left_out(one["description"])[0]


def test_the_schemas_are_offered_as_files(built):
    offered = {path.name: path.read_bytes() for path in (built[0] / "schemas").iterdir()}
    assert offered == SCHEMA_FILES
    page = (built[0] / "reference" / "ascribe-toml" / "index.html").read_text(encoding="utf-8")
    code = html.unescape(re.sub(r"<[^>]+>", "", page))
    assert "#:schema https://mkdocs-ascribe.example/schemas/ascribe-toml.schema.json" in code


def test_the_package_is_where_the_page_says():
    text = (SAMPLE / "docs" / "reference" / "ascribe-toml.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"```sh\npython (-c) \"(.+)\"\n```", text)
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=True)
    folder = Path(done.stdout.strip()) / "schemas"
    assert {path.name for path in folder.glob("*.schema.json")} == set(SCHEMAS)


# Options


def option_names(options, prefix=""):
    """Yield each option, those inside of another by their dotted name, with its default."""
    loaded = options()
    loaded.load_dict({})
    loaded.validate()
    for name, option in options._schema:  # noqa: SLF001 - it has no public name
        inner = getattr(option, "config_class", None)
        yield f"{prefix}{name}", option, None if inner else loaded[name]
        if inner:
            yield from option_names(inner, f"{name}.")


OPTIONS = {name: (option, default) for name, option, default in option_names(AscribeOptions)}


def written_below(name):
    """Give the text below an option, out of the file's text."""
    source = Path(plugin_options.__file__).read_text(encoding="utf-8")
    group, _, key = name.rpartition(".")
    owner = f"{group.capitalize()}Options" if group else "AscribeOptions"
    body = re.search(rf"^class {owner}\(.*?(?=^\S|\Z)", source, re.DOTALL | re.MULTILINE)
    below = re.search(rf'^    {key} = [^\n]*\n    """(.*?)"""', body[0], re.DOTALL | re.MULTILINE)
    return below[1]


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_each_option(docs, name):
    option, default = OPTIONS[name]
    _, value, shown, meaning = docs("reference/options").row(name)
    said, otherwise = left_out(written_below(name))
    assert meaning == said
    if hasattr(option, "config_class"):
        assert (value, shown) == ("options of its own", otherwise or "")
    elif default is None:
        assert shown == (otherwise or "none")
    else:
        assert shown == (default if isinstance(default, str) else json.dumps(default))
    for word in getattr(option, "words", ()):
        assert word in re.split(r", | or ", value)
    assert value


def test_the_example_of_options():
    text = (SAMPLE / "docs" / "reference" / "options.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```yaml[^\n]*\n(.+?)```", text, re.DOTALL)
    options = AscribeOptions()
    options.load_dict(yaml.safe_load(example)["plugins"][1]["ascribe"])
    assert options.validate() == ([], [])
    assert plugin_options.option_faults(options) == []


# Front matter


def keys_read():
    """Give the keys that the module asks front matter for, out of its syntax."""
    tree = ast.parse(Path(front_matter.__file__).read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = ast.unparse(node.func)
            if called in ("read", "meta.get", "own_meta.get"):
                found.add(node.args[0].value)
        elif isinstance(node, ast.Compare) and ast.unparse(node.comparators[0]) == "meta":
            found.add(ast.literal_eval(node.left))
    return found


def test_each_key_of_front_matter(docs):
    page = docs("reference/front-matter")
    shown = {code.get("id") for code in page.article.xpath(".//td/code[@id]")}
    assert shown == keys_read()
    for word in LISTING_WORDS:
        assert word in page.row("listing")[1]


def test_a_key_without_a_row_is_said(caplog):
    spec = importlib.util.spec_from_file_location("reference", SAMPLE / "reference.py")
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    page = SimpleNamespace(file=SimpleNamespace(src_uri="reference/front-matter.md"))
    table = "| Key | Value |\n| `listing` | one |\n| `weight` | number |\n"
    kept = hook.on_page_markdown(table, page=page, config=None)
    assert "listing" in kept
    assert "weight" not in kept
    assert "reference/front-matter.md has no row for the key 'title'" in caplog.text


# Records


def described(node):
    """Yield each named key of a schema with its description, wherever it stands."""
    if isinstance(node, dict):
        for key, one in node.get("properties", {}).items():
            yield key, one.get("description")
        for one in node.values():
            yield from described(one)
    elif isinstance(node, list):
        for one in node:
            yield from described(one)


@pytest.mark.parametrize("name", sorted(RECORDS))
def test_each_key_of_a_record(docs, name):
    page, schema = docs("reference/records"), RECORDS[name]
    stem = f"{name.partition('.')[0]}."
    codes = page.article.xpath(".//td/code[starts-with(@id, $one)]", one=stem)
    rows = [page.cells(code.getparent().getparent()) for code in codes]
    shown = {(re.split(r"[.\]]+", row[0].removesuffix("[]"))[-1], row[2]) for row in rows}
    for key, text in described(schema):
        assert any(key == one and text in (None, said) for one, said in shown), (key, text)
    assert page.row(f"{stem}format")[1] == json.dumps(schema["properties"]["format"]["const"])
    values = " ".join(row[1] for row in rows)
    for enum in re.findall(r'"enum": (\[[^\]]*\])', json.dumps(schema)):
        assert all(("null" if word is None else word) in values for word in json.loads(enum))
    assert page.article.xpath(".//a[contains(@href, $one)]", one=name)


# The command, and the crawlers


def helps(words_, capsys):
    """Yield each command with the help that it gives of itself, those inside of it too."""
    with pytest.raises(SystemExit):
        cli.main([*words_, "--help"])
    text = capsys.readouterr().out
    inner = re.findall(r"^    ([a-z-]+)(?:  +|\n)", text, re.MULTILINE)
    yield words_, text, bool(inner)
    for one in inner:
        yield from helps([*words_, one], capsys)


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_each_command(docs, name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    page = docs("reference/command-line")
    commands = {
        heading.text_content().rstrip("¶"): heading for heading in page.article.findall(".//h2")
    }
    for command, text, is_group in helps([name], capsys):
        heading = commands[f"mkdocs-ascribe {' '.join(command)}"]
        said = set(re.findall(r"(?<![\w-])--[\w-]+", text)) - {"--help"}
        if not said or is_group:
            continue
        table = page.table_below(heading.get("id"))
        assert {one for row in table for one in re.findall(r"--[\w-]+", row[0])} == said
        for choices in re.findall(r"\{([\w,-]+)\}", text):
            assert any(choices.split(",") == re.split(r", | or ", row[1]) for row in table)


@pytest.mark.parametrize("purpose", PURPOSES)
def test_the_crawlers_of_a_purpose(docs, purpose):
    page = docs("reference/crawlers")
    rows = page.table_below(purpose)
    crawlers = shipped().of(purpose)
    assert len(rows) == len(crawlers)
    for row, crawler in zip(rows, crawlers, strict=True):
        token, operator, _, _, date = row
        assert token.removesuffix(" (a name alone)") == crawler.token
        assert token.endswith(" (a name alone)") == (crawler.kind == "control")
        assert (operator, date) == (words(crawler.operator), crawler.source_date)
        if crawler.docs:
            assert page.article.xpath(".//td/a[@href=$one]", one=crawler.docs)
    assert shipped().date in page.text
    for engine in shipped().search_engines:
        assert engine in page.text


# Diagnostics


def test_the_table_of_diagnostics(docs):
    page = docs("diagnostics")
    titles = {Level.ERROR: "errors", Level.WARNING: "warnings", Level.ADVICE: "advice"}
    for level, title in titles.items():
        rows = page.table_below(title)
        expected = [(name, check.meaning) for name, check in CHECKS.items() if check.level is level]
        assert [tuple(row) for row in rows] == expected
    for name in CHECKS:
        assert page.article.xpath(".//td/a[@href=$one]", one=f"{name}/")


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_the_page_of_a_diagnostic(docs, built, name):
    page, level = docs(f"diagnostics/{name}"), CHECKS[name].level
    assert level.value in page.article.xpath("string(.//h1/following::p[1])").lower()
    assert page.article.xpath(".//h2[@id='change-its-level']")
    assert (f"{name} = " in page.text) == (level is not Level.ERROR)
    for other in Level:
        if level not in (Level.ERROR, other):
            assert f'"{other.value}"' in page.text
    nav = (built[0] / "_ascribe/nav.json").read_text(encoding="utf-8")
    assert f'"route": "/diagnostics/{name}/"' in nav, "the navigation has it"


def test_no_page_tells_of_what_is_not_there(built):
    pages = {path.name for path in (built[0] / "diagnostics").iterdir() if path.is_dir()}
    assert pages == set(CHECKS)


# The build


def test_a_build_says_no_warning_and_is_the_same_again(built, tmp_path):
    assert "WARNING" not in built[1]
    again, _ = build(tmp_path / "site", "2")
    first = {path.relative_to(built[0]): path for path in built[0].rglob("*") if path.is_file()}
    second = {path.relative_to(again): path for path in again.rglob("*") if path.is_file()}
    assert first.keys() == second.keys()
    assert [name for name in first if first[name].read_bytes() != second[name].read_bytes()] == []
