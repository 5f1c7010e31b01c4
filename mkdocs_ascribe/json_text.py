"""JSON as the records are written, indented by two spaces, and as scripts in a page hold it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# `<` and `>` could end a script and `&` is not decoded in it (HTML, 4.12.1.3); the two separators
# are line breaks to JavaScript before ECMAScript 2019.
_SCRIPT_ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}
_ENCODER = json.JSONEncoder(ensure_ascii=False, indent=2)


def json_chunks(document: Mapping[str, object]) -> Iterator[str]:
    """Yield a JSON object (RFC 8259) in chunks that join to what `json.dumps` gives.

    The array of a key may be any iterable: its items are taken and written one by one, so that a
    large site's records never stand in memory as one text.
    """
    separator = "{\n"
    for key, value in document.items():
        yield f'{separator}  "{key}": '
        if isinstance(value, Iterable) and not isinstance(value, (str, dict)):
            yield from _array(value)
        else:
            yield _dump(value, "  ")
        separator = ",\n"
    yield "\n}\n"


def _array(items: Iterable[object]) -> Iterator[str]:
    separator = "[\n"
    for item in items:
        yield f"{separator}    {_dump(item, '    ')}"
        separator = ",\n"
    yield "[]" if separator == "[\n" else "\n  ]"


def _dump(value: object, indent: str) -> str:
    # A line break inside a JSON text is escaped, so every one here is layout.
    return _ENCODER.encode(value).replace("\n", f"\n{indent}")


def script_json(value: object) -> str:
    """Give a value as JSON that may stand in an HTML script."""
    return json.dumps(value, ensure_ascii=False).translate(_SCRIPT_ESCAPES)
