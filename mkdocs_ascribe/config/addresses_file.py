"""ascribe.addresses: read, checked as a whole, and turned into moves, permalinks and addresses."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mkdocs_ascribe.addresses import long_name
from mkdocs_ascribe.config.lines import KeyLines
from mkdocs_ascribe.config.schema import Fault, faults, numbered, without_faulty
from mkdocs_ascribe.config.toml_text import parse_toml, read_text
from mkdocs_ascribe.diagnostics import Diagnostic, quoted
from mkdocs_ascribe.packaged import packaged_schema

ADDRESSES_NAME = "ascribe.addresses"
"""The file's name; it lies beside ascribe.toml."""

# One segment of an address that reads the same wherever it is printed.
_KEY = r"[^\W_][\w.~-]*"


class Move(NamedTuple):
    """An old address, or the old source, of a page, and where it leads, as its author wrote both.

    `file` and `line` are where. `stubbed` says that another plugin writes a file that leads on at
    the old address.
    """

    source: str
    target: str
    file: str = ADDRESSES_NAME
    line: int = 0
    stubbed: bool = False


class Permalink(NamedTuple):
    """A short address that lasts, by its key, and whether products can fetch its section."""

    key: str
    target: str
    help: bool = False
    file: str = ADDRESSES_NAME
    line: int = 0


class Recorded(NamedTuple):
    """An address that was published once, and the source of its page then."""

    route: str
    source: str
    line: int = 0


class Addresses(NamedTuple):
    """All that the file says, in its order; `file` is its name for messages."""

    file: str = ADDRESSES_NAME
    moves: tuple[Move, ...] = ()
    permalinks: tuple[Permalink, ...] = ()
    recorded: tuple[Recorded, ...] = ()


def load_addresses(path: Path, file: str) -> tuple[Addresses, list[Diagnostic]]:
    """Read a file; `file` is its name for messages. With faults there are no addresses."""
    text, diagnostics = read_text(path, file)
    return (Addresses(file), diagnostics) if diagnostics else parse_addresses(text, file)


def parse_addresses(text: str, file: str) -> tuple[Addresses, list[Diagnostic]]:
    """Check a text and turn it into addresses; every fault of it at once, each with its line."""
    data, diagnostics = parse_toml(text, file)
    if diagnostics:
        return Addresses(file), diagnostics
    lines = KeyLines(text)
    found = list(faults(data, packaged_schema("ascribe-addresses")))
    # A value with a fault is looked at no further; everything else still is.
    found += _unusable(without_faulty(data, [one.path for one in found]))
    if found:
        return Addresses(file), [
            Diagnostic("config-invalid", message, hint, file, lines.of(*path))
            for path, message, hint in found
        ]

    def place(kind: str, number: int) -> int:
        return lines.of(kind, str(number))

    moves = [
        Move(one["from"], one["to"], file, place("move", number))
        for number, one in enumerate(data.get("move", ()))
    ]
    permalinks = [
        Permalink(one["key"], one["to"], one.get("help", False), file, place("permalink", number))
        for number, one in enumerate(data.get("permalink", ()))
    ]
    recorded = [
        Recorded(one["route"], one["source"], place("address", number))
        for number, one in enumerate(data.get("address", ()))
    ]
    return Addresses(file, tuple(moves), tuple(permalinks), tuple(recorded)), []


def _unusable(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Find what the schema cannot say: keys that make no address, and values that are empty."""
    for kind, names in (("move", ("from", "to")), ("permalink", ("to",)), ("address", ("route",))):
        for number, one in numbered(data.get(kind, ())):
            for name in names:
                if name in one and not one[name].strip():
                    hint = "write a source's path, or an address from the host's root"
                    yield Fault((kind, number, name), f"{kind}.{name} is empty", hint)
    for number, one in numbered(data.get("permalink", ())):
        if "key" in one and not re.fullmatch(_KEY, one["key"]):
            message = f"permalink.key is {quoted(one['key'])}, no short address"
            hint = "write one word of letters, digits, '-', '_', '.' and '~', such as connect"
            yield Fault(("permalink", number, "key"), message, hint)
        elif "key" in one and (problem := long_name(f"{one['key']}.json")):  # Of a help entry.
            message = f"permalink.key is {quoted(one['key'])}, which {problem}"
            yield Fault(
                ("permalink", number, "key"), message, "write a short word, such as connect"
            )
