# ruff: noqa: INP001 - MkDocs loads hooks by their path, not from a package
"""The reference of these docs, made from the code whenever the site is built.

A page asks for a part by a line `<!-- reference: NAME -->`; `PARTS` has them by name. So a new key,
option, command, crawler or diagnostic is in the docs at once. A diagnostic needs a page of its own
in `diagnostics/`, a key of front matter a row in `reference/front-matter.md`: where one is missing,
a strict build fails. What a page describes and the code does not have is left out.
"""

from __future__ import annotations

import argparse
import ast
import importlib.resources
import inspect
import itertools
import json
import logging
import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from mkdocs.config import config_options as c
from mkdocs.structure.files import File

from mkdocs_ascribe.adapter.options import AscribeOptions, option_faults
from mkdocs_ascribe.cli import COMMANDS
from mkdocs_ascribe.config import parse_project
from mkdocs_ascribe.diagnostics import CHECKS, Level
from mkdocs_ascribe.front_matter import FrontMatter
from mkdocs_ascribe.robots.crawlers import PURPOSES, shipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mkdocs.config.base import Config
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

_log = logging.getLogger("mkdocs.hooks.reference")

_DIAGNOSTICS = "diagnostics/index.md"
_FRONT_MATTER = "reference/front-matter.md"
_SCHEMAS = "schemas"
_MARK = re.compile(r"^<!-- reference: ([\w-]+) -->$", re.MULTILINE)

_ROW = re.compile(r"^\| `([\w-]+)` \|(.*)\n", re.MULTILINE)

_LEVELS = {Level.ERROR: "Errors", Level.WARNING: "Warnings", Level.ADVICE: "Advice"}
_WEIGHT = {
    Level.ERROR: "An **error**: the build fails.",
    Level.WARNING: "A **warning**: `mkdocs build --strict` fails.",
    Level.ADVICE: "**Advice**: a line in the log, and no build fails.",
}

# What is code in a text: file names, options, [tables], {placeholders}, <tags>, snake_case.
_CODE = re.compile(
    r"""
    (?<!\w)(?:
        --[\w-]+ | <[\w/]+> | \{\w+\} | \[[\w-]+\]
        | [\w./<>*-]*[\w>]\.(?:addresses|gz|html|json|md|toml|txt|xml|yml)\b
        | [a-z/]*_[a-z_]+
    )
    """,
    re.VERBOSE,
)
_LEFT_OUT = re.compile(r"\s*Left out: (.+?)\.?$")

_TYPES = {
    "string": "text",
    "boolean": "`true` or `false`",
    "integer": "number",
    "array": "list",
    "object": "table",
    "null": "`null`",
    str: "text",
    bool: "`true` or `false`",
    int: "number",
}


# What MkDocs calls


def on_config(config: MkDocsConfig) -> None:
    """Give each diagnostic its place in the navigation, behind the page that lists them all."""

    def extend(items: list[Any]) -> None:
        if _DIAGNOSTICS in items:
            items += sections
        for item in items:
            for value in item.values() if isinstance(item, dict) else ():
                if isinstance(value, list):
                    extend(value)

    sections = [
        {title: [f"diagnostics/{name}.md" for name in _of_level(level)]}
        for level, title in _LEVELS.items()
    ]
    if config.nav:
        extend(config.nav)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Offer the schemas as files, and leave out the page of what this version does not say."""
    for name, path in _schema_paths().items():
        files.append(File.generated(config, f"{_SCHEMAS}/{name}", abs_src_path=str(path)))
    for file in list(files):
        folder, _, name = file.src_uri.rpartition("/")
        known = name.removesuffix(".md") in CHECKS or file.src_uri == _DIAGNOSTICS
        if folder == "diagnostics" and not known:
            files.remove(file)
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Put the parts in place, and on the page of a diagnostic what holds for all of a level."""

    def part(mark: re.Match[str]) -> str:
        return PARTS[mark[1]](page, config)

    folder, _, name = page.file.src_uri.rpartition("/")
    if folder == "diagnostics" and name.removesuffix(".md") in CHECKS:
        return _with_level(markdown, name.removesuffix(".md"))
    if page.file.src_uri == _FRONT_MATTER:
        return _with_front_matter_keys(markdown, page.file.src_uri)
    return _MARK.sub(part, markdown)


# Diagnostics


def _of_level(level: Level) -> list[str]:
    return [name for name, check in CHECKS.items() if check.level is level]


def _with_level(markdown: str, name: str) -> str:
    level = CHECKS[name].level
    heading, _, rest = markdown.lstrip().partition("\n")
    if level is Level.ERROR:
        change = "The level of an error is fixed: what it names has to be mended."
    else:
        others = [one.value for one in Level if one is not level]
        change = (
            f"It is {_article(level)} unless `ascribe.toml` says otherwise:\n\n"
            f'```toml title="ascribe.toml"\n[checks]\n{name} = "{others[0]}"'
            f"  # or {_either(others[1:], quotes=True)}\n```"
        )
    return f"{heading}\n\n{_WEIGHT[level]}\n{rest.rstrip()}\n\n## Change its level\n\n{change}\n"


def _article(level: Level) -> str:
    return "a warning" if level is Level.WARNING else level.value


def _diagnostics(_page: Page, _config: MkDocsConfig) -> str:
    parts = []
    for level, title in _LEVELS.items():
        rows = [
            (f"[`{name}`]({name}.md)", _text(CHECKS[name].meaning)) for name in _of_level(level)
        ]
        parts.append(f"## {title}\n\n{_WEIGHT[level]}\n\n{_table(('Name', 'Meaning'), rows)}")
    return "\n".join(parts)


# Keys of ascribe.toml, and of any other TOML file that has a schema


def _schema_paths() -> dict[str, Path]:
    folder = Path(str(importlib.resources.files("mkdocs_ascribe"))) / "schemas"
    return {path.name: path for path in sorted(folder.glob("*.schema.json"))}


def _schemas() -> dict[str, dict[str, Any]]:
    return {name: json.loads(path.read_text("utf-8")) for name, path in _schema_paths().items()}


def _is_record(schema: Mapping[str, Any]) -> bool:
    """Say whether a schema is that of a file which is written: those name their format."""
    return "format" in schema["properties"]


def _ascribe_toml(_page: Page, _config: MkDocsConfig) -> str:
    return "\n".join(_toml_tables(_schemas()["ascribe-toml.schema.json"]))


def _other_files(_page: Page, _config: MkDocsConfig) -> str:
    parts = []
    for name, schema in _schemas().items():
        if name != "ascribe-toml.schema.json" and not _is_record(schema):
            parts.append(f"## {schema['title']}\n\n{schema['description']}\n")
            parts.append(f"Its schema: [`{name}`](../{_SCHEMAS}/{name}).\n")
            parts.append(_toml_keys(schema["properties"], ()))
    return "\n".join(parts)


def _toml_tables(schema: Mapping[str, Any]) -> Iterator[str]:
    tables = {key: one for key, one in schema["properties"].items() if one.get("type") == "object"}
    alone = {
        key: one
        for key, one in schema["properties"].items()
        if "type" in one and one["type"] != "object"
    }
    if alone:
        yield f"## At the top\n\n{_toml_keys(alone, ())}"
    for key, table in tables.items():
        keys = _toml_keys(_inside(table), (key,))
        yield f"## `[{key}]`\n\n{_text(table['description'])}\n\n{keys}"
    untyped: dict[str, list[str]] = {}
    for key, one in schema["properties"].items():
        if "type" not in one:
            untyped.setdefault(one["description"], []).append(key)
    for description, keys in untyped.items():
        named = "\n".join(f'- `{key}`{{ id="{key}" }}' for key in keys)
        yield f"## Other tables\n\n{_text(description)}\n\n{named}\n"


def _inside(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Give the keys of a table; a star stands for any name."""
    keys = dict(schema.get("properties", {}))
    others = schema.get("additionalProperties")
    if isinstance(others, dict):
        keys["*"] = {"description": schema["description"], **others}
    return keys


def _toml_keys(keys: Mapping[str, Any], path: tuple[str, ...]) -> str:
    heads = ("Key", "Value", "Default", "What it says")
    return _table(heads, _toml_rows(keys, path))


def _toml_rows(
    keys: Mapping[str, Any], path: tuple[str, ...], required: Sequence[str] = ()
) -> Iterator[tuple[str, ...]]:
    for key, schema in keys.items():
        inner = _inside(schema.get("items", schema))
        dotted = ".".join((*path, key))
        if inner and path and key == "*":
            # A table for each name of the user's, such as [types.runbook].
            yield from _toml_rows(inner, (*path, key))
            continue
        meaning, default = _parted(schema.get("description", ""))
        if "default" in schema:
            default = f"`{json.dumps(schema['default'])}`"
        elif key in required:
            default = "required"
        yield _key(dotted), _permitted(dotted, schema), default or "none", meaning
        if set(inner) - {"*"}:
            needed = schema.get("items", schema).get("required", ())
            yield from _toml_rows(inner, (*path, key), needed)


def _permitted(dotted: str, schema: Mapping[str, Any]) -> str:
    """Give what a key takes, and apart what this version does not take yet."""
    values = schema.get("enum", ())
    refused = [value for value in values if _refused(dotted, value)]
    taken = [value for value in values if value not in refused]
    # Where a value cannot be tried alone, as in an entry of a list, all of them are refused.
    if not refused or not taken:
        return _value(schema)
    return f"{_either(taken)}; not in this version: {_codes(refused)}"


def _refused(dotted: str, value: str) -> bool:
    table, _, key = dotted.rpartition(".")
    header = f"[{table}]\n" if table else ""
    return bool(parse_project(f'{header}{key} = "{value}"\n', "ascribe.toml", Path())[1])


def _schema_line(_page: Page, config: MkDocsConfig) -> str:
    address = f"{(config.site_url or '/').rstrip('/')}/{_SCHEMAS}/ascribe-toml.schema.json"
    return f'```toml title="ascribe.toml"\n#:schema {address}\n\n[consumer]\nhost = "netlify"\n```'


# The plugin's options


def _options(_page: Page, _config: MkDocsConfig) -> str:
    return _table(("Option", "Value", "Default", "What it does"), _option_rows(AscribeOptions))


def _option_rows(options: type[Config], prefix: str = "") -> Iterator[tuple[str, ...]]:
    texts = _texts_below(options)
    for name, option in options._schema:  # noqa: SLF001 - it has no public name
        meaning, default = _parted(texts[name])
        inner = getattr(option, "config_class", None)
        if not inner and option.default is not None:
            default = f"`{json.dumps(option.default)}`".replace('"', "")
        value = "options of its own" if inner else _option_value(option)
        if not prefix and isinstance(option.default, bool) and _not_available(name, option.default):
            value = f"`{json.dumps(option.default)}`; the other is not in this version"
        yield _key(f"{prefix}{name}"), value, default or ("" if inner else "none"), meaning
        if inner:
            yield from _option_rows(inner, f"{name}.")


def _texts_below(options: type[Config]) -> dict[str, str]:
    """Give the text below each attribute of a class, which Python itself does not keep."""
    (found,) = ast.parse(textwrap.dedent(inspect.getsource(options))).body
    body = found.body if isinstance(found, ast.ClassDef) else []
    return {
        before.targets[0].id: node.value.value
        for before, node in itertools.pairwise(body)
        if isinstance(before, ast.Assign)
        and isinstance(before.targets[0], ast.Name)
        and isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


def _option_value(option: Any) -> str:
    if isinstance(option, c.Optional):
        option = option.option
    if words := getattr(option, "words", None):
        return _either(words)
    if isinstance(option, c.ListOfItems):
        return f"list of {_option_value(option.option_type)}s"
    if isinstance(option, c.Type):
        return _TYPES[option._type]  # noqa: SLF001 - it has no public name
    text = (inspect.getdoc(option) or "").partition("\n")[0].rstrip(".")
    return _text(text[:1].lower() + text[1:])


def _not_available(name: str, default: bool) -> bool:  # noqa: FBT001 - a value of the option
    options = AscribeOptions()
    options.load_dict({name: not default})
    options.validate()
    return bool(option_faults(options))


# Front matter


def _with_front_matter_keys(markdown: str, file: str) -> str:
    """Keep the rows of the keys that the code reads: it knows the keys, the page what they mean."""
    names = [name.replace("_", "-") for name in FrontMatter._fields]
    known = ["listing", "type", *names]
    written = [row[1] for row in _ROW.finditer(markdown)]
    for key in known:
        if key not in written:
            _log.warning("%s has no row for the key '%s'", file, key)

    def row(found: re.Match[str]) -> str:
        return f"| {_key(found[1])} |{found[2]}\n" if found[1] in known else ""

    return _ROW.sub(row, markdown)


# Records


def _records(_page: Page, _config: MkDocsConfig) -> str:
    parts = []
    for name, schema in _schemas().items():
        if _is_record(schema):
            rows = _record_rows(schema, schema, name.partition(".")[0], "", ())
            parts.append(f"## {schema['title']}\n\n{_text(schema['description'])}\n")
            parts.append(f"Its schema: [`{name}`](../{_SCHEMAS}/{name}).\n")
            parts.append(_table(("Key", "Value", "What it says"), rows))
    return "\n".join(parts)


def _record_rows(
    schema: Mapping[str, Any], root: Mapping[str, Any], stem: str, path: str, above: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    for key, written in schema.get("properties", {}).items():
        one, references = _resolved(written, root)
        items, more = _resolved(one.get("items", {}), root)
        dotted = f"{path}{key}"
        # A format that nests itself, such as a navigation, is told once.
        again = set(above) & set(references + more)
        value = "list, as above" if again else _value({**one, "items": items}, "object")
        meaning = _text(one.get("description") or items.get("description", ""))
        yield _key(dotted, f"{stem}."), value, meaning
        if not again:
            names = (*above, *references, *more)
            yield from _record_rows(one, root, stem, f"{dotted}.", names)
            yield from _record_rows(items, root, stem, f"{dotted}[].", names)


def _resolved(
    schema: Mapping[str, Any], root: Mapping[str, Any]
) -> tuple[Mapping[str, Any], tuple[str, ...]]:
    """Follow a $ref; what stands beside it wins."""
    reference = schema.get("$ref")
    if reference is None:
        return schema, ()
    found = root["$defs"][reference.rpartition("/")[2]]
    return {**found, **schema}, (reference,)


# The command, and the list of crawlers


def _commands(_page: Page, _config: MkDocsConfig) -> str:
    parts: list[str] = []
    for name, command in COMMANDS.items():
        parser = argparse.ArgumentParser(f"mkdocs-ascribe {name}", description=command.help)
        command.add_arguments(parser)
        parts += _command_parts(parser)
    return "\n".join(parts)


def _command_parts(parser: argparse.ArgumentParser) -> Iterator[str]:
    arguments, inner = [], []
    for action in parser._actions:  # noqa: SLF001 - argparse has no public names for these
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            inner += list(dict.fromkeys(action.choices.values()))
        elif not isinstance(action, argparse._HelpAction):  # noqa: SLF001
            arguments.append(action)
    yield f"## `{parser.prog}`\n\n{_sentence(parser.description or '')}\n"
    if not inner:
        words = " ".join([parser.prog, *map(_usage, arguments)])
        yield f"```text\n{words}\n```\n"
    if arguments:
        rows = [_argument_row(action) for action in arguments]
        yield _table(("Argument", "Value", "What it does"), rows)
    for one in inner:
        yield from _command_parts(one)


def _word(action: argparse.Action) -> str:
    if action.choices:
        return f"{{{','.join(map(str, action.choices))}}}"
    return str(action.metavar or action.dest.upper())


def _usage(action: argparse.Action) -> str:
    takes = [] if action.nargs == 0 else [_word(action)]
    usage = " ".join([*action.option_strings[:1], *takes])
    return usage if action.required else f"[{usage}]"


def _argument_row(action: argparse.Action) -> tuple[str, ...]:
    names = action.option_strings or [_word(action)]
    value = _either(action.choices) if action.choices else "" if action.nargs == 0 else "text"
    meaning = (action.help or "") % {**vars(action), "prog": ""}
    return _codes(names), value, _sentence(meaning)


def _crawlers(_page: Page, _config: MkDocsConfig) -> str:
    known = shipped()
    honours = {"yes": "follows it", "no": "ignores it", "may-ignore": "may ignore it"}
    basis = {
        "operator": "the operator's page",
        "operator-via-list": "a list that read the operator's page",
        "lists": "lists of others",
    }
    parts = [f"The list is of {known.date}.\n"]
    heads = ("Token", "Operator", "robots.txt", "Known from", "Date")
    for purpose in PURPOSES:
        rows = []
        for one in known.of(purpose):
            token = f"`{one.token}`" + ("" if one.kind == "crawler" else " (a name alone)")
            source = _text(basis.get(one.basis, one.basis))
            if one.docs:
                source += f", [{urlsplit(one.docs).hostname}]({one.docs})"
            rule = honours.get(one.honours_robots, "not stated")
            rows.append((token, _text(one.operator), rule, source, one.source_date))
        parts.append(f"## {purpose}\n\n{_table(heads, rows)}")
    engines = _codes(known.search_engines)
    parts.append(
        f"## In no purpose\n\nThe crawlers of ordinary search engines: {engines}. "
        "No purpose can refuse them, so no purpose can take the site out of search.\n"
    )
    return "\n".join(parts)


# Texts and tables


def _value(schema: Mapping[str, Any], table: str = "table") -> str:
    """Say in words what a value of a schema can be."""
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return _either("null" if value is None else value for value in schema["enum"])
    kinds = schema.get("type", "object")
    words = [_kind(kind, schema, table) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return " or ".join(words)


def _kind(kind: str, schema: Mapping[str, Any], table: str) -> str:
    if kind == "array" and schema.get("items"):
        return f"list of {_value(schema['items'], table)}s"
    others = schema.get("additionalProperties")
    if kind == "object" and isinstance(others, dict) and others.get("type") != "object":
        value = _value(others, table)
        return f"{table} of {value}s" if "`" not in value else f"{table}, each value {value}"
    return table if kind == "object" else _TYPES[kind]


def _parted(text: str) -> tuple[str, str]:
    """Part a description from what it says of a key that is left out."""
    found = _LEFT_OUT.search(text)
    return (_text(text[: found.start()]), _text(found[1])) if found else (_text(text), "")


def _key(dotted: str, prefix: str = "") -> str:
    return f'`{dotted}`{{ id="{prefix}{dotted}" }}'


def _codes(words: Iterable[object]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _either(words: Iterable[object], *, quotes: bool = False) -> str:
    mark = '"' if quotes else "`"
    *first, last = [f"{mark}{word}{mark}" for word in words]
    return f"{', '.join(first)} or {last}" if first else last


def _sentence(text: str) -> str:
    return _text(text[:1].upper() + text[1:].rstrip(".") + "." if text else "")


def _text(text: str) -> str:
    """Write a text of the code as Markdown: names of files and the like as code, nothing else."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(part if part.startswith("`") else _coded(part) for part in parts)


def _coded(text: str) -> str:
    found, at = [], 0
    for code in _CODE.finditer(text):
        found += [re.sub(r"([\\*_\[\]<>|])", r"\\\1", text[at : code.start()]), f"`{code[0]}`"]
        at = code.end()
    return "".join(found) + re.sub(r"([\\*_\[\]<>|])", r"\\\1", text[at:])


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


PARTS = {
    "ascribe-toml": _ascribe_toml,
    "commands": _commands,
    "crawlers": _crawlers,
    "diagnostics": _diagnostics,
    "options": _options,
    "other-files": _other_files,
    "records": _records,
    "schema-line": _schema_line,
}
