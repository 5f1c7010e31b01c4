"""JSON documents of an earlier build, read back: none but what this version writes is taken.

They are the plugin's own, but anyone may have edited them, so each is checked against its schema.
The few keywords that the schemas of pages.json and redirects.json use are read here: a build does
without the jsonschema package, and a test compares the two.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from mkdocs_ascribe.diagnostics import quoted
from mkdocs_ascribe.packaged import packaged_schema

if TYPE_CHECKING:
    from collections.abc import Mapping

_TYPES: dict[type, str] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    list: "array",
    dict: "object",
    type(None): "null",
}
# JSON can escape half of a pair (RFC 8259, 8.2), which no file in UTF-8 can hold.
_SURROGATE = re.compile("[\ud800-\udfff]")


class UnreadableError(ValueError):
    """What is wrong with a document, in words that follow the name of its file on one line."""


def read_json(text: str, name: str) -> Any:
    """Parse a document and check it against the schema `name`, such as "pages".

    The result has the shape that `documents` gives that document. Raises UnreadableError.
    """
    try:
        document = json.loads(text)
    except RecursionError as error:
        raise UnreadableError("is nested too deeply") from error
    except ValueError as error:
        raise UnreadableError(f"is no JSON: {error}") from error
    schema = packaged_schema(name)
    marks = {key: schema["properties"][key] for key in ("format", "version")}
    if not isinstance(document, dict) or not all(
        _permits(mark, document.get(key)) for key, mark in marks.items()
    ):
        kind, version = (mark["const"] for mark in marks.values())
        raise UnreadableError(f"is not {kind} of version {version}")
    if misfit := _misfit(document, schema, schema.get("$defs", {})):
        raise UnreadableError(f"is not as a build writes it: {misfit.lstrip(' .')}")
    return document


def _misfit(value: object, schema: Mapping[str, Any], shared: Mapping[str, Any]) -> str | None:
    """Say where a value first differs from its schema, in steps such as ".pages[0]", and how.

    `shared` are the schemas that others refer to.
    """
    if "$ref" in schema:
        schema = shared[schema["$ref"].rpartition("/")[2]]
    if not _permits(schema, value):
        # What is nested deeply cannot even be printed.
        shown = f"an {_TYPES[type(value)]}" if isinstance(value, (dict, list)) else quoted(value)
        return f" is {shown}"
    if isinstance(value, dict):
        return _object_misfit(value, schema, shared)
    if isinstance(value, list):
        for number, item in enumerate(value):
            if misfit := _misfit(item, schema["items"], shared):
                return f"[{number}]{misfit}"
    return None


def _object_misfit(
    value: dict[str, Any], schema: Mapping[str, Any], shared: Mapping[str, Any]
) -> str | None:
    known = schema["properties"]
    for key in schema["required"]:
        if key not in value:
            return f".{key} is missing"
    for key, item in value.items():
        if key not in known:
            return f" has the unknown key {quoted(key)}"
        if misfit := _misfit(item, known[key], shared):
            return f".{key}{misfit}"
    return None


def _permits(schema: Mapping[str, Any], value: object) -> bool:
    """Say whether a schema permits a value, what is in it aside."""
    kind, types = _TYPES[type(value)], schema.get("type")
    if types is None:
        permitted = schema["enum"] if "enum" in schema else [schema["const"]]
        # True is 1 in Python, and not in JSON.
        return any(value == one and type(value) is type(one) for one in permitted)
    if kind != types and (isinstance(types, str) or kind not in types):
        return False
    if isinstance(value, str):
        pattern = schema.get("pattern")
        return not _SURROGATE.search(value) and (not pattern or bool(re.search(pattern, value)))
    if isinstance(value, int):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return True
