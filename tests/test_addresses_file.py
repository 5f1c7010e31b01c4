"""ascribe.addresses is checked as a whole: every fault at once, each with its line."""

import jsonschema
import pytest
import tomli

from mkdocs_ascribe.config import (
    Addresses,
    Move,
    Permalink,
    Recorded,
    load_addresses,
    parse_addresses,
)
from mkdocs_ascribe.packaged import packaged_schema

SCHEMA = packaged_schema("ascribe-addresses")

TEXT = """\
# where things were
[[move]]
from = "/old/"
to = "new.md#part"

[[permalink]]
key = "connect"
to = "/new/#part"
help = true

[[permalink]]
key = "grüße.1_x-y~z"
to = "new.md"

[[address]]
route = "/new/"
source = "new.md"
"""


def problems(text):
    return [str(one) for one in parse_addresses(text, "ascribe.addresses")[1]]


# SPEC 8
def test_all_parts_with_their_lines():
    addresses, found = parse_addresses(TEXT, "x/ascribe.addresses")
    assert found == []
    file = "x/ascribe.addresses"
    assert addresses.moves == (Move("/old/", "new.md#part", file, 2),)
    assert addresses.permalinks == (
        Permalink("connect", "/new/#part", True, file, 6),  # noqa: FBT003 - a table's value
        Permalink("grüße.1_x-y~z", "new.md", False, file, 11),  # noqa: FBT003
    )
    assert addresses.recorded == (Recorded("/new/", "new.md", 15),)
    jsonschema.Draft202012Validator(SCHEMA).validate(tomli.loads(TEXT))


def test_an_empty_file_says_nothing():
    addresses, found = parse_addresses("", "a")
    assert (addresses.moves, addresses.permalinks, addresses.recorded, found) == ((), (), (), [])


# S86
def test_every_fault_at_once():
    text = """\
[[move]]
from = "/old/"
[[move]]
form = "/old/"
to = 3
[[permalink]]
key = "a"
to = "b.md"
help = "yes"
[[moves]]
from = "x"
"""
    lines = sorted(int(line.split(":")[1]) for line in problems(text))
    assert lines == [1, 3, 4, 5, 9, 10]
    said = "\n".join(problems(text))
    for part in ("lacks 'to'", "lacks 'from'", "move.to is 3", "did you mean 'move'?"):
        assert part in said
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(tomli.loads(text))


def test_a_faulty_value_hides_no_other():
    text = """\
[[mov]]
from = "/old/"
[[move]]
from = ""
to = 3
[[permalink]]
key = "a b"
too = "b.md"
to = " "
[[permalink]]
key = 1
to = ""
[[address]]
route = ""
"""
    found = sorted(int(line.split(":")[1]) for line in problems(text))
    assert found == [1, 4, 5, 7, 8, 9, 11, 12, 13, 14]
    assert parse_addresses(text, "a")[0] == Addresses("a")


@pytest.mark.parametrize("key", ["", "a/b", "a b", "..", "a#b", "a?b", "-a", ":a", "a%20b", "*"])
def test_a_key_that_makes_no_address(key):
    (said,) = problems(f"[[permalink]]\nto = 'a.md'\nkey = '{key}'\n")
    assert said.startswith(f"ascribe.addresses:3: permalink.key is '{key}', no short address")


@pytest.mark.parametrize("length", [250, 251])
def test_a_key_that_is_too_long_for_a_file(length):
    text = f"[[permalink]]\nto = 'a.md'\nkey = '{'a' * length}'\n"
    expected = (
        f"ascribe.addresses:3: permalink.key is '{'a' * 59}..., which has a name of more than 255 "
        "bytes, too long for a file; write a short word, such as connect (config-invalid)"
    )
    assert problems(text) == [expected] * (length > 250)


@pytest.mark.parametrize(
    "text",
    ["[[move]]\nfrom = ' '\nto = 'a.md'\n", "[[address]]\nroute = ''\nsource = 'a.md'\n"],
)
def test_an_empty_value(text):
    (said,) = problems(text)
    assert said.startswith("ascribe.addresses:2: ")
    assert " is empty" in said


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[[move]\n", "ascribe.addresses:1: "),
        (b'\n\n[[move]]\nfrom = "\xff"', "ascribe.addresses:4: is not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path, data, said):
    path = tmp_path / "ascribe.addresses"
    path.write_bytes(data)
    addresses, (found,) = load_addresses(path, path.name)
    assert addresses.moves == ()
    assert str(found).startswith(said)


def test_a_byte_order_mark(tmp_path):
    path = tmp_path / "ascribe.addresses"
    path.write_bytes(TEXT.replace("\n", "\r\n").encode("utf-8-sig"))
    addresses, found = load_addresses(path, path.name)
    assert found == []
    assert addresses.moves[0].line == 2
