"""Find the line of a key in a TOML text, for messages; tomli does not keep it."""

from __future__ import annotations

import re

import tomli

# No patterns yet: most files have nothing that a message names, and then none is compiled.
_LEXEME = r"""(?xs)
    (?P<blank>[ \t\r]+|\#[^\n]*)
    |\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*'
    |[\[\]{}=,.\n]
    |[^\s\[\]{}=,.\#"']+
    """
_ENDS_VALUE = ("\n", ",", "]", "}")
_QUOTES = r"(\"{3}|'{3})(\r?\n)?|[\"']"
# Where a line of a text's value ends: a backslash at the end of the file's line joins two.
_LITERAL_BREAK = r"(?P<ends>\n)"
_BREAK = r"(?s)(?P<ends>\n|\\(?:n|u000[aA]|U0000000[aA]))|\\[ \t\r]*\n\s*|\\."


class KeyLines:
    """The lines of a TOML text's keys, which are looked for when the first is asked for."""

    def __init__(self, text: str) -> None:
        """Take a text that tomli has read."""
        self._text = text
        self._found: dict[tuple[str, ...], int] | None = None

    def of(self, *path: str) -> int:
        """Give the line of a key, or of the nearest table around it; 0 when none is known."""
        if self._found is None:
            self._found = key_lines(self._text)
        while path and path not in self._found:
            path = path[:-1]
        return self._found.get(path, 0)


def key_lines(text: str) -> dict[tuple[str, ...], int]:
    """Give the line, from 1, of each table and key, keys of inline tables included.

    The text is TOML that tomli has read. Entries of arrays have their number in the path, from
    "0", and so have the lines of a text that is written in several. A key that is not found here
    has no entry, and `KeyLines` then gives the line of the nearest table around it.
    """
    return _Scanner(text).found


class _Scanner:
    """Walks the tokens once: tables, keys and, inside values, what can hold further keys."""

    def __init__(self, text: str) -> None:
        self.found: dict[tuple[str, ...], int] = {}
        self.last_entries: dict[tuple[str, ...], int] = {}
        self.tokens: list[tuple[str, int]] = []
        self.at = 0
        line = 1
        for token in re.finditer(_LEXEME, text):
            if token["blank"] is None:
                self.tokens.append((token[0], line))
            line += token[0].count("\n")
        table: tuple[str, ...] = ()
        while self.at < len(self.tokens):
            if self.word == "\n":
                self.at += 1
            elif self.word == "[":
                table = self.header()
            else:
                self.assignment(table)

    @property
    def word(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else "\n"

    def header(self) -> tuple[str, ...]:
        line = self.tokens[self.at][1]
        is_array = self.tokens[self.at + 1][0] == "["
        self.at += 1 + is_array
        key = self.key()
        self.at += 1 + is_array
        table: tuple[str, ...] = ()
        for number, part in enumerate(key, start=1):
            table += (part,)
            self.found.setdefault(table, line)
            if is_array and number == len(key):
                self.last_entries[table] = self.last_entries.get(table, -1) + 1
            if table in self.last_entries:
                table += (str(self.last_entries[table]),)
                self.found.setdefault(table, line)
        return table

    def assignment(self, table: tuple[str, ...]) -> None:
        line = self.tokens[self.at][1]
        for part in self.key():
            table += (part,)
            self.found.setdefault(table, line)
        self.at += 1
        self.value(table)

    def key(self) -> list[str]:
        parts: list[str] = []
        while self.word not in ("=", "]"):
            if self.word[0] in "\"'":
                parts += tomli.loads(f"{self.word} = 0")
            elif self.word != ".":
                parts.append(self.word)
            self.at += 1
        return parts

    def text(self, path: tuple[str, ...]) -> None:
        """Note where each line of a text begins, unless all of them stand in the key's line."""
        token, line = self.tokens[self.at] if self.at < len(self.tokens) else ("", 0)
        opening = re.match(_QUOTES, token)
        if opening is None or "\n" not in token:
            return
        line += opening[0].count("\n")
        begins = [line]
        breaks = _LITERAL_BREAK if token.startswith("'") else _BREAK
        for found in re.compile(breaks).finditer(token, opening.end()):
            line += found[0].count("\n")
            if found["ends"]:
                begins.append(line)
        self.found.update({(*path, str(number)): at for number, at in enumerate(begins)})

    def value(self, path: tuple[str, ...]) -> None:
        opening = self.word
        if opening not in ("[", "{"):
            self.text(path)
            while self.word not in _ENDS_VALUE:
                self.at += 1
            return
        self.at += 1
        number = 0
        while self.word not in ("]", "}"):
            if self.word in _ENDS_VALUE:
                self.at += 1
            elif opening == "{":
                self.assignment(path)
            else:
                entry = (*path, str(number))
                self.found.setdefault(entry, self.tokens[self.at][1])
                self.value(entry)
                number += 1
        self.at += 1
