"""on_config: options and ascribe.toml, reconciled with mkdocs.yml before anything is cleaned."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.exceptions import ConfigurationError

from mkdocs_ascribe.adapter.build import Build
from mkdocs_ascribe.adapter.options import option_faults, settings_of
from mkdocs_ascribe.adapter.report import Reporter
from mkdocs_ascribe.addresses import parse_site_url
from mkdocs_ascribe.config import (
    ADDRESSES_NAME,
    Addresses,
    Project,
    load_addresses,
    load_project,
    unusable_path,
)
from mkdocs_ascribe.diagnostics import CHECKS, Diagnostic, Level, quoted
from mkdocs_ascribe.packaged import FOLDER

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from mkdocs_ascribe.adapter.options import AscribeOptions

_TEMPLATES = str(FOLDER / "templates")
_STYLESHEET = "assets/ascribe.css"


def configure(
    config: MkDocsConfig,
    options: AscribeOptions,
    *,
    serving: bool,
    dirty: bool,
    previous: Project | None,
) -> Build:
    """Begin a build: read the project, compare it with mkdocs.yml, and prepare the theme.

    Raises ConfigurationError with every fault at once. In `mkdocs serve` a fault is logged, and
    the project of the last build that had none (`previous`) stays in force.
    """
    reporter = Reporter(raises=not serving)
    project, diagnostics = _project(config, options)
    diagnostics += option_faults(options)
    if not diagnostics:
        diagnostics = _reconcile(config, project, serving=serving)
    if serving and any(CHECKS[one.name].level is Level.ERROR for one in diagnostics):
        project = previous or project
    reporter.say(diagnostics, project.checks, ConfigurationError)
    if config.site_url is None and project.consumer.site:
        config.site_url = project.consumer.site + (project.consumer.base_path or "/")
    _prepare_theme(config, options)
    return Build(
        config=config,
        project=project,
        settings=settings_of(options, config),
        reporter=reporter,
        draws_breadcrumbs=options.breadcrumbs,
        serving=serving,
        dirty=dirty,
    )


def _project(config: MkDocsConfig, options: AscribeOptions) -> tuple[Project, list[Diagnostic]]:
    folder = Path(config.config_file_path).parent if config.config_file_path else Path.cwd()
    path = Path(os.path.normpath(folder / (options.config or "ascribe.toml")))
    file = os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)
    is_there = _is_file(path)
    if options.config is not None and not is_there:
        problem = f"config names {quoted(options.config)}, and there is no such file"
        hint = f"write its path relative to {folder.name}/mkdocs.yml, or leave the option out"
        return Project(file), [
            Diagnostic("config-invalid", f"plugin option: {problem}", hint, "mkdocs.yml")
        ]
    addresses, faults = _addresses(config, path, file)
    if is_there:
        config.watch.append(str(path))
        project, found = load_project(path, file)
        return project._replace(addresses=addresses), found + faults
    return Project(file, addresses=addresses), [*_no_file(path, file), *faults]


def _addresses(config: MkDocsConfig, path: Path, file: str) -> tuple[Addresses, list[Diagnostic]]:
    """Read ascribe.addresses, which lies where ascribe.toml does or would."""
    path = path.with_name(ADDRESSES_NAME)
    file = str(Path(file).with_name(ADDRESSES_NAME))
    if not _is_file(path):
        return Addresses(file), _no_file(path, file)
    config.watch.append(str(path))
    return load_addresses(path, file)


def _is_file(path: Path) -> bool:
    return os.path.isfile(path)  # noqa: PTH113 - Path's raises where the system cannot look


def _no_file(path: Path, file: str) -> list[Diagnostic]:
    """Say where something other than a file has the place of a file that may be left out."""
    if not os.path.lexists(path):
        return []
    return [Diagnostic("config-invalid", "is no file that can be read", "restore it", file)]


def _reconcile(config: MkDocsConfig, project: Project, *, serving: bool) -> list[Diagnostic]:
    """Compare what ascribe.toml and mkdocs.yml say of one thing."""
    consumer = project.consumer
    site = parse_site_url(config.site_url)
    found = []

    def mismatch(key: str, message: str, hint: str) -> None:
        found.append(_at(project, "consumer-mismatch", key, message, hint))

    if config.site_url and site is None:
        message = f"site_url '{config.site_url}' is no http address"
        hint = "write scheme, host and path, such as https://docs.example.com/"
        found.append(Diagnostic("consumer-mismatch", message, hint, "mkdocs.yml"))
    elif site and not serving:
        origin, base_path = consumer.site or site.origin, consumer.base_path or site.base_path
        if origin != site.origin:
            message = f"consumer.site is {origin}, and site_url in mkdocs.yml has {site.origin}"
            mismatch("site", message, "make them equal, or leave one of the two out")
        if base_path != site.base_path:
            message = (
                f"consumer.base-path is {base_path}, and the path of site_url {site.base_path}"
            )
            mismatch("base-path", message, "make them equal, or leave one of the two out")
    elif site and consumer.base_path not in (None, site.base_path):
        message = f"base-path {consumer.base_path} is not where mkdocs serve mounts the site"
        hint = "write it as the path of site_url in mkdocs.yml too"
        found.append(_at(project, "serve-mount", "base-path", message, hint))
    wanted = "always" if config.use_directory_urls else "never"
    if consumer.trailing_slash not in (None, wanted):
        urls = str(config.use_directory_urls).lower()
        message = f"consumer.trailing-slash is '{consumer.trailing_slash}'"
        mismatch("trailing-slash", message, f"use_directory_urls: {urls} makes it '{wanted}'")
    if consumer.agents and not (site or consumer.site):
        message = "consumer.agents is true, and the site's address is not known"
        mismatch("agents", message, "set site in [consumer], or site_url in mkdocs.yml")
    found += _folders(config, project)
    origin = consumer.site or (site.origin if site else None)
    if origin and origin.startswith("http:") and not serving:
        message, hint = f"the site's address is {origin}", "publish it by https"
        found.append(_at(project, "http-origin", "site", message, hint))
    return found


def _folders(config: MkDocsConfig, project: Project) -> list[Diagnostic]:
    docs_dir = os.path.realpath(config.docs_dir)
    root, output = project.content_root, project.output_dir
    found = []
    if root is not None and os.path.realpath(root) != docs_dir:
        message = f"project.content-root is {root}, and docs_dir is {config.docs_dir}"
        hint = "name the same folder, relative to ascribe.toml, or leave it out"
        found.append(_at(project, "consumer-mismatch", "content-root", message, hint))
    if output is not None:
        problem = _output_problem(Path(os.path.realpath(output)), docs_dir, config.site_dir)
        if problem:
            message = f"project.output-dir is {output}, {problem}"
            hint = "name a folder beside docs_dir and site_dir, such as .ascribe/build"
            found.append(_at(project, "config-invalid", "output-dir", message, hint))
    return found


def _output_problem(output: Path, docs_dir: str, site_dir: str) -> str | None:
    if output.is_relative_to(docs_dir):
        return "inside docs_dir, where nothing is written"
    records = output / "site" / "_ascribe"
    if records.is_relative_to(os.path.realpath(site_dir)):
        return "which puts the records into site_dir, where they are anyway without it"
    if problem := unusable_path(records):
        return f"where the path of the records {problem}"
    exists = next(
        folder
        for folder in (records, *records.parents)
        if os.path.exists(folder)  # noqa: PTH110 - Path's raises where the system cannot look
    )
    if not exists.is_dir() or not os.access(exists, os.W_OK):
        return "which is no folder that can be written"
    return None


def _at(project: Project, name: str, key: str, message: str, hint: str) -> Diagnostic:
    table = "project" if key in ("content-root", "output-dir") else "consumer"
    return Diagnostic(name, message, hint, project.file, project.line(table, key))


def _prepare_theme(config: MkDocsConfig, options: AscribeOptions) -> None:
    """Offer our partial and stylesheet as the last of the theme's folders, so a site's own win."""
    if _TEMPLATES not in config.theme.dirs:
        config.theme.dirs.append(_TEMPLATES)
    needed = options.breadcrumbs or options.agents_note != "none"
    if needed and _STYLESHEET not in config.extra_css:
        config.extra_css.append(_STYLESHEET)
