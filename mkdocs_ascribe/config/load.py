"""From the bytes of ascribe.toml to a `Project`, with every fault of the file at once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mkdocs_ascribe.addresses import long_name, parse_base_path, parse_origin, unsafe_path
from mkdocs_ascribe.config.lines import KeyLines
from mkdocs_ascribe.config.project import Consumer, CrawlerPolicy, Host, Project
from mkdocs_ascribe.config.schema import dotted, faults, numbered, without_faulty
from mkdocs_ascribe.config.toml_text import parse_toml, read_text, unusable_path
from mkdocs_ascribe.diagnostics import CHECKS, Diagnostic, Level, did_you_mean, quoted
from mkdocs_ascribe.listing import Listing, ListingRules, Rule
from mkdocs_ascribe.packaged import packaged_schema
from mkdocs_ascribe.patterns import from_root, pattern_fault
from mkdocs_ascribe.robots.crawlers import PURPOSES, shipped
from mkdocs_ascribe.robots.lines import line_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

_AVAILABLE_HOSTS = ("netlify", "github-pages", "static")
# They send no headers, so what must not be indexed has to lie outside of what is deployed.
_HEADERLESS_OUTPUT = ".ascribe/build"
# RFC 9309, 2.2.1 allows letters, "_" and "-"; digits and dots stand in real names all the same.
_PRODUCT = r"[A-Za-z0-9._-]+"
_BASE_PATH = r"(?!.*/\.\.?(?:/|$))/[^?#\\\s\x00-\x1f]*"
_NO_RULE = Rule("", Listing.LISTED)


def load_project(path: Path, file: str) -> tuple[Project, list[Diagnostic]]:
    """Read a file; `file` is its name for messages. With faults the project has its defaults."""
    text, diagnostics = read_text(path, file)
    return (Project(file), diagnostics) if diagnostics else parse_project(text, file, path.parent)


def parse_project(text: str, file: str, folder: Path) -> tuple[Project, list[Diagnostic]]:
    """Check a text and turn it into a project; paths in it are relative to `folder`."""
    data, diagnostics = parse_toml(text, file)
    if diagnostics:
        return Project(file), diagnostics
    loader = _Loader(data, file, folder, KeyLines(text))
    project = loader.project()
    return (Project(file) if loader.diagnostics else project), loader.diagnostics


class _Loader:
    """Collects the faults of one file while its tables become values."""

    def __init__(self, data: Mapping[str, Any], file: str, folder: Path, lines: KeyLines) -> None:
        self.file = file
        self.folder = folder
        self.lines = lines
        self.diagnostics: list[Diagnostic] = []
        faulty = []
        for path, message, hint in faults(data, packaged_schema("ascribe-toml")):
            self.fault(path, message, hint)
            faulty.append(path)
        # A value with a fault is looked at no further; everything else still is.
        self.data = data if not faulty else without_faulty(data, faulty)

    def fault(self, path: tuple[str, ...], message: str, hint: str = "") -> None:
        self.diagnostics.append(
            Diagnostic("config-invalid", message, hint, self.file, self.lines.of(*path))
        )

    def table(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = self.data.get(name, {})
        return found

    def project(self) -> Project:
        consumer = self.consumer()
        root, output = self.folder_of("content-root"), self.folder_of("output-dir")
        if output is None and consumer.host and not consumer.host.sends_headers:
            output = self.folder / _HEADERLESS_OUTPUT
        return Project(
            file=self.file,
            content_root=root,
            output_dir=output,
            consumer=consumer,
            rules=self.rules(),
            crawlers=self.crawlers(),
            permalinks_prefix=self.permalinks_prefix(),
            checks=self.checks(),
            lines=self.lines,
        )

    def folder_of(self, key: str) -> Path | None:
        written: str | None = self.table("project").get(key)
        if written is None:
            return None
        folder = self.folder / written
        if problem := unusable_path(folder):
            message = f"project.{key} is {quoted(written)}, which {problem}"
            self.fault(("project", key), message, "name a folder, relative to this file")
        return folder

    def consumer(self) -> Consumer:
        table = self.table("consumer")
        site = table.get("site")
        origin = None if site is None else parse_origin(site)
        if site is not None and origin is None:
            self.fault(
                ("consumer", "site"),
                f"consumer.site is {quoted(site)}, not an origin",
                "write scheme and host alone, such as https://docs.example.com; "
                "a path goes to base-path",
            )
        base = table.get("base-path")
        if base is not None and not re.fullmatch(_BASE_PATH, base):
            self.fault(
                ("consumer", "base-path"),
                f"consumer.base-path is {quoted(base)}, not a path",
                "write a path from the host's root, such as /docs/",
            )
        host = table.get("host")
        if host not in (None, *_AVAILABLE_HOSTS):
            self.fault(
                ("consumer", "host"),
                f"consumer.host '{host}' is not written for by this version",
                f"available: {', '.join(_AVAILABLE_HOSTS)}; leave it out for any other host",
            )
        return Consumer(
            site=origin,
            base_path=None if base is None else parse_base_path(base),
            trailing_slash=table.get("trailing-slash"),
            agents=table.get("agents"),
            host=None if host is None else Host(host),
        )

    def rules(self) -> ListingRules:
        types = {
            name: self.patterns(("types", name, "files"), declared.get("files", ()))
            for name, declared in self.table("types").items()
        }
        listing = self.table("listing")

        def rule(origin: str, word: str, *path: str) -> Rule:
            return Rule(origin, Listing[word.upper()], self.lines.of("listing", *path))

        folders: dict[str, Rule] = {}
        for key, word in listing.get("folders", {}).items():
            folder = from_root(key).rstrip("/")
            if "\\" in folder or (folder and not {"", ".", ".."}.isdisjoint(folder.split("/"))):
                self.fault(
                    ("listing", "folders", key),
                    f"the folder '{key}' is not a path under the content root",
                    "write it as the sources have it, such as internal/",
                )
            folder = f"{folder}/" if folder else ""
            # Two spellings of one folder are two rules: the stricter holds.
            folders[folder] = max(
                rule(f"folder {folder or '/'}", word, "folders", key),
                folders.get(folder, _NO_RULE),
                key=lambda one: one.listing,
            )
        by_type = {}
        for name, word in listing.get("types", {}).items():
            if name not in types:
                self.fault(
                    ("listing", "types", name),
                    f"a listing for the type '{name}', which [types] does not declare",
                    did_you_mean(name, types) or f"declare [types.{name}] with its files",
                )
            by_type[name] = rule(f"type {name}", word, "types", name)
        site = listing.get("site")
        return ListingRules(
            types=types,
            site=rule("site", site, "site") if site else None,
            folders=folders,
            by_type=by_type,
            type_lines={name: self.lines.of("types", name) for name in types},
        )

    def patterns(self, path: tuple[str, ...], values: Iterable[str | None]) -> tuple[str, ...]:
        sound = list(numbered(values))
        for number, pattern in sound:
            if fault := pattern_fault(pattern, of_files=True):
                problem, hint = fault
                message = f"{dotted(path)} has {quoted(pattern)}, which {problem}"
                self.fault((*path, number), message, hint)
        return tuple(pattern for _, pattern in sound)

    def crawlers(self) -> CrawlerPolicy:
        table = self.table("crawlers")
        lines = table.get("lines", ())
        if isinstance(lines, str):
            lines = lines.replace("\r\n", "\n").split("\n")
        for entry, line in numbered(lines):
            for message, hint in line_faults([line]):
                place = self.lines.of("crawlers", "lines", entry)
                self.diagnostics.append(
                    Diagnostic("robots-line-invalid", message, hint, self.file, place)
                )
        return CrawlerPolicy(
            purposes={name: table[name] for name in PURPOSES if name in table},
            tokens=self.tokens(table),
            lines=tuple(lines),
        )

    def tokens(self, table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
        """Give the tokens of each purpose: the shipped list, without `except`, with `add`."""
        known = shipped()
        names = [crawler.token for crawler in known.crawlers]
        left_out = set()
        for number, token in numbered(table.get("except", ())):
            left_out.add(token.lower())
            if token.lower() not in (name.lower() for name in names):
                message = f"crawlers.except names '{token}', which the list of crawlers lacks"
                hint = did_you_mean(token, names, "mkdocs-ascribe crawlers shows the list")
                self.fault(("crawlers", "except", number), message, hint)
        tokens = {
            purpose: [c.token for c in known.of(purpose) if c.token.lower() not in left_out]
            for purpose in PURPOSES
        }
        engines = {token.lower() for token in known.search_engines}
        taken = {name.lower() for name in names} - left_out
        for number, added in numbered(table.get("add", ())):
            token = added.get("token")
            if token is None:
                continue
            if "purpose" in added:
                tokens[added["purpose"]].append(token)
            if not re.fullmatch(_PRODUCT, token):
                problem, hint = "is no product token", "write a name such as FooBot"
            elif token.lower() in engines:
                problem = "is an ordinary search engine's crawler"
                hint = "a purpose must not take the site out of search; write a group in lines"
            elif token.lower() in taken:
                problem, hint = "is in the list of crawlers already", "remove it, or except it too"
            else:
                taken.add(token.lower())
                continue
            message = f"crawlers.add: '{token}' {problem}"
            self.fault(("crawlers", "add", number), message, hint)
        return {purpose: tuple(found) for purpose, found in tokens.items()}

    def permalinks_prefix(self) -> str:
        prefix = str(self.table("permalinks").get("prefix", "go/")).strip("/")
        if unsafe := unsafe_path(prefix) or long_name(prefix):
            self.fault(
                ("permalinks", "prefix"),
                f"permalinks.prefix is {quoted(prefix)}, which {unsafe}",
                "write a folder under the base path, such as go/",
            )
        return f"{prefix}/"

    def checks(self) -> dict[str, Level]:
        levels = {}
        for name, level in self.table("checks").items():
            if name not in CHECKS:
                permitted = [one for one, check in CHECKS.items() if check.level is not Level.ERROR]
                hint = did_you_mean(name, permitted, "the docs list them under Diagnostics")
                self.fault(("checks", name), f"checks names '{name}', no diagnostic", hint)
            elif CHECKS[name].level is Level.ERROR:
                message = f"checks.{dotted((name,))}: the level of an error is fixed"
                self.fault(("checks", name), message, "remove the line")
            else:
                levels[name] = Level(level)
        return levels
