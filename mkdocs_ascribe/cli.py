"""The command `mkdocs-ascribe`. It knows nothing of MkDocs."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from mkdocs_ascribe import __version__, cli_addresses
from mkdocs_ascribe.robots.crawlers import PURPOSES, shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mkdocs_ascribe.robots.crawlers import Crawler

_HONOURS = {
    "yes": "follows it",
    "no": "ignores it",
    "may-ignore": "may ignore it",
    "not-stated": "not stated",
}
_HEADINGS = ("token", "operator", "robots.txt", "date", "source")


class Command(NamedTuple):
    """A subcommand: its help, its arguments, and what it does; `run` gives the exit status."""

    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, as all errors of this command are."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and give its exit status; wrong arguments exit with 2, as argparse does."""
    parser = _Parser(
        prog="mkdocs-ascribe",
        description="What a MkDocs site tells search engines, crawlers and agents.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        command.add_arguments(
            subparsers.add_parser(name, help=command.help, description=command.help)
        )
    arguments = parser.parse_args(argv)
    return COMMANDS[arguments.command].run(arguments)


def _crawlers_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--purpose", choices=PURPOSES, help="show the crawlers of this one alone")
    parser.add_argument("--json", action="store_true", help="write JSON")


def _crawlers(arguments: argparse.Namespace) -> int:
    """Show the crawlers that `[crawlers]` names by purpose, and where that is known from."""
    known = shipped()
    purposes = [arguments.purpose] if arguments.purpose else PURPOSES
    found = {purpose: known.of(purpose) for purpose in purposes}
    if arguments.json:
        entries = [crawler._asdict() for crawlers in found.values() for crawler in crawlers]
        sys.stdout.write(json.dumps({"date": known.date, "crawlers": entries}, indent=2) + "\n")
        return 0
    rows = {purpose: [_row(crawler) for crawler in crawlers] for purpose, crawlers in found.items()}
    widths = [
        max(
            len(row[column])
            for row in (_HEADINGS, *(row for part in rows.values() for row in part))
        )
        for column in range(len(_HEADINGS))
    ]
    parts = [f"AI crawlers by purpose, as of {known.date}\n"]
    parts += [
        f"{purpose}\n" + "".join(_aligned(row, widths) for row in (_HEADINGS, *part))
        for purpose, part in rows.items()
    ]
    sys.stdout.write("\n".join(parts))
    return 0


def _row(crawler: Crawler) -> tuple[str, ...]:
    honours = _HONOURS[crawler.honours_robots]
    return (
        crawler.token,
        crawler.operator,
        honours,
        crawler.source_date,
        crawler.docs or crawler.basis,
    )


def _aligned(row: Iterable[str], widths: Iterable[int]) -> str:
    cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
    return f"  {'  '.join(cells)}".rstrip() + "\n"


COMMANDS = {
    "addresses": Command(cli_addresses.HELP, cli_addresses.add_arguments, cli_addresses.run),
    "crawlers": Command(
        "show the AI crawlers by purpose: operator, robots.txt, date and source",
        _crawlers_arguments,
        _crawlers,
    ),
}
