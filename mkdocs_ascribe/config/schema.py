"""Check parsed TOML against a JSON Schema and say each fault in one clear line.

This reads the few keywords that the schema of ascribe.toml uses. The jsonschema package would do
it too, but importing it alone costs several percent of a small site's build; a test compares the
two.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from mkdocs_ascribe.diagnostics import did_you_mean, quoted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

_TYPES: dict[str, tuple[type, str]] = {
    "string": (str, "a text"),
    "boolean": (bool, "true or false"),
    "array": (list, "a list"),
    "object": (dict, "a table"),
}


_BARE_KEY = r"[A-Za-z0-9_-]+"


class Fault(NamedTuple):
    """A fault of the data: the keys that lead to it, what is wrong, and what to do.

    The path has the number of an entry of a list, from "0"; messages leave it out. Its last key is
    not in the data where it is one that lacks.
    """

    path: tuple[str, ...]
    message: str
    hint: str


def dotted(path: tuple[str, ...]) -> str:
    """Name a key as TOML does."""
    return ".".join(
        key if re.fullmatch(_BARE_KEY, key) else json.dumps(key, ensure_ascii=False) for key in path
    )


def faults(value: object, schema: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[Fault]:
    """Yield every fault of `value`; the data below a value of the wrong type is not looked at."""
    permitted = schema.get("type", [])
    types = [permitted] if isinstance(permitted, str) else permitted
    if types and not any(isinstance(value, _TYPES[name][0]) for name in types):
        wanted = " or ".join(_TYPES[name][1] for name in types)
        yield Fault(path, f"{dotted(path)} is {quoted(value)}", f"it must be {wanted}")
    elif "enum" in schema and value not in schema["enum"]:
        yield Fault(
            path,
            f"{dotted(path)} is {quoted(value)}, not one of {', '.join(schema['enum'])}",
            did_you_mean(value, schema["enum"]),
        )
    elif isinstance(value, dict):
        yield from _table_faults(value, schema, path)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            for fault in faults(item, schema.get("items", {}), path):
                yield fault._replace(path=(*path, str(number), *fault.path[len(path) :]))


def without_faulty(value: Any, faulty: Collection[tuple[str, ...]]) -> Any:
    """Copy tables and lists without the values at the paths in `faulty`, which begin at `value`.

    What is left has the types that the schema wants. In a list None takes the place of a faulty
    entry, so that the others keep their numbers: `numbered` gives those.
    """
    below: dict[str, list[tuple[str, ...]]] = {}
    for key, *rest in faulty:
        below.setdefault(key, []).append(tuple(rest))

    def kept(key: str, item: Any) -> Any:
        return without_faulty(item, below[key]) if key in below else item

    if isinstance(value, list):
        return [
            None if () in below.get(str(number), ()) else kept(str(number), item)
            for number, item in enumerate(value)
        ]
    return {key: kept(key, item) for key, item in value.items() if () not in below.get(key, ())}


def numbered(entries: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a list that have no fault, each with its number in paths."""
    return ((str(number), one) for number, one in enumerate(entries) if one is not None)


def _table_faults(
    value: dict[str, Any], schema: Mapping[str, Any], path: tuple[str, ...]
) -> Iterator[Fault]:
    known = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for key in schema.get("required", []):
        if key not in value:
            yield Fault((*path, key), f"{dotted(path)} lacks '{key}'", f"add {key} = ...")
    for key, item in value.items():
        if key in known:
            yield from faults(item, known[key], (*path, key))
        elif others is False:
            kind = "table" if isinstance(item, dict) else "key"
            yield Fault(
                (*path, key),
                f"unknown {kind} '{dotted((*path, key))}'",
                did_you_mean(key, known),
            )
        elif isinstance(others, dict):
            yield from faults(item, others, (*path, key))
