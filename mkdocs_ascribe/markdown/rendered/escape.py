r"""Plain strings to Markdown: what must be escaped, quoted or encoded, and nothing more.

No function here knows of HTML or of nodes. CommonMark numbers are sections of the 0.31.2
specification, GFM ones of GitHub Flavored Markdown 0.29. Within inline Markdown that is still being
put together, ``"\n"`` stands for a hard line break and nothing else: text never holds one, because
its white space is already collapsed.
"""

from __future__ import annotations

import html
import re
import unicodedata
from urllib.parse import quote

BLANK = " \n"
"""The blanks within inline Markdown: spaces and hard breaks."""

# Most runs of text hold none of these, and one scan for a
# character set is far cheaper than the alternation below.
_SUSPECT = re.compile(r"[\\`*_\[\]<&~$]")
# With them, the blanks that HTML shows as spaces. Bytes
# are looked through faster still, and all are ASCII.
_NOT_PLAIN = b"\\`*_[]<&~$\t\n\r\f"
_PLAIN = bytes.maketrans(_NOT_PLAIN, bytes(len(_NOT_PLAIN)))

# Blanks beside a mark count only with text beyond them:
# those at the ends of a text may be taken off later.
_MARKS = re.compile(
    r"""
    (?= [\\`*_~$<&] ) (?:                    # asked first: a look behind at every letter is slow
      \\ (?= [!-/:-@\[-`{-~] | \s*\Z )      # 2.4: a backslash before ASCII punctuation
    | `                                     # 6.1: could pair with any later one
    | (?<! \S\s ) \*+ | \*+ (?! \s\S )      # 6.2: a run between blanks neither opens nor closes
    | (?<! \w ) _+ | _+ (?! \w )            # 6.2: within a word it does neither
    | (?<! \S\s ) ~+ | ~~+ | ~ (?= \s*\Z )  # GFM 6.5: a single one that could close, or any run
    | (?<! \S\s ) \$ (?! \d )               # GitHub's math: one that could close
    | < (?= [A-Za-z/!?] | \Z )              # 6.5, 6.6: an autolink or inline HTML
    | & (?= \#?\w+; )                       # 2.5: an entity
    )
    """,
    re.VERBOSE,
)
# 4.7, 6.3, GFM 5.3 and footnotes; within a link every bracket.
_BRACKETS = re.compile(r"\[(?=\^|[ xX]\])|\](?=:)|\((?<=\]\()")
_IN_LINK = re.compile(r"[\[\]]")
_DOLLAR = re.compile(r"(?<!\\)\$")

# 4.1 to 4.3, 5.1, 5.2 and GFM 4.10: what would make a block of a paragraph's line.
_LINE_START = re.compile(
    r"^(?:(?P<number>\d{1,9})(?=[.)](?:\s|$))"
    r"|(?=(?:[-+*]|\#{1,6})(?:\s|$)|>|=+\s*$|-{2,}\s*$|[|:-][-:|\ ]*$))",
    re.MULTILINE,
)
_STARTS = frozenset("-+*#>=|:0123456789")
_CLOSING_HASHES = re.compile(r"(?:(?<=\s)|^)(?=#+$)")
_BACKTICKS = re.compile("`+")
_SPACES = re.compile(r"[ \t\r\f]{2,}|[\t\r\f]")
_TEX_PIPE = re.compile(r"(\\?)\|([A-Za-z]?)")
_BREAKS = re.compile(r" *\n[ \n]*")

# Left as they are in an address: what RFC 3986 reserves, escapes already
# there, and letters of any script, which browsers show and CommonMark
# allows. What is encoded would end the address or a table's cell.
_ADDRESS_UNSAFE = re.compile(r'[\x00-\x20\x7f"<>\\^`{|}]')
_ADDRESS_SUSPECT = re.compile(r'[\x00-\x20\x7f"<>\\^`{|}()]')
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*\Z")


def is_plain(text: str) -> bool:
    """Return whether `text` is surely Markdown of itself, its white space already collapsed."""
    raw = text.encode()
    return raw.translate(_PLAIN) == raw and "  " not in text


def collapse(text: str) -> str:
    """Return `text` with each run of white space made one space, as HTML shows it.

    No-break spaces stay.
    """
    text = text.replace("\n", " ")
    if "  " in text or "\t" in text or "\r" in text or "\f" in text:
        return _SPACES.sub(" ", text)
    return text


def tidy(inline: str) -> str:
    """Return finished inline Markdown with no blanks at its ends or around its hard breaks.

    Of hard breaks in a row one is left.
    """
    inline = inline.strip(" \n")
    return _BREAKS.sub("\n", inline) if "\n" in inline else inline


def _backslash(match: re.Match[str]) -> str:
    return "\\" + "\\".join(match[0])


def _bracket(match: re.Match[str]) -> str:
    """Return a bracket escaped, but not one that closes what a definition cannot begin with.

    A definition's label stands at its paragraph's beginning (4.7).
    """
    if match[0] == "]":
        before, opens, _ = match.string[: match.start()].rpartition("[")
        if opens and before.strip():
            return match[0]
    return _backslash(match)


def around(content: str, core: str) -> str:
    """Return `core` with the blanks that `content` has at its ends."""
    if core and content and content[0] not in BLANK and content[-1] not in BLANK:
        return core
    before = content[: len(content) - len(content.lstrip(BLANK))]
    after = content[len(content.rstrip(BLANK)) :]
    return before + core + after if content.strip(BLANK) else core


def append(pieces: list[str], piece: str) -> None:
    """Add a piece of inline Markdown to a line's.

    No two spaces meet, and nothing comes of two pieces that is in neither alone.
    """
    if not piece:
        return
    if pieces:
        last, first = pieces[-1][-1], piece[0]
        if first == " ":
            if last in " \n":
                if len(piece) == 1:
                    return
                piece = piece[1:]
        elif first in "*~`":
            # 6.1, 6.2: delimiters that touch are one run. An
            # empty comment keeps them apart and shows nothing.
            if last == first and not (first != "`" and _escaped(pieces[-1])):
                pieces.append("<!-- -->")
        elif first == "[" and last == "!":
            pieces[-1] = pieces[-1][:-1] + "\\!"
        elif first == "(" and last == "]":
            piece = "\\" + piece
    pieces.append(piece)


def _escaped(piece: str) -> bool:
    """Return whether the last character of `piece` has a backslash of its own before it."""
    before = piece[:-1]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def text(plain: str, *, in_link: bool = False, dollars: bool = False) -> str:
    """Return Markdown that a CommonMark and GFM parser reads as `plain`.

    `in_link`: every bracket is escaped, since an unpaired one would end the link's text. `dollars`:
    the page has math, so a dollar must not look like more of it.
    """
    if not _SUSPECT.search(plain):
        return plain
    escaped = _MARKS.sub(_backslash, plain)
    escaped = _IN_LINK.sub(_backslash, escaped) if in_link else _BRACKETS.sub(_bracket, escaped)
    return _DOLLAR.sub(r"\\$", escaped) if dollars else escaped


def paragraph(inline: str) -> str:
    r"""Return inline Markdown as a paragraph.

    Hard breaks are written (6.7), and no line would begin another block.
    """
    inline = tidy(inline)
    if inline[:1] in _STARTS or "\n" in inline:
        inline = _LINE_START.sub(lambda match: (match["number"] or "") + "\\", inline)
        return inline.replace("\n", "\\\n")
    return inline


def heading(inline: str) -> str:
    """Return inline Markdown as the text of an ATX heading (4.2).

    It is one line, without a closing run of ``#``.
    """
    line = tidy(inline).replace("\n", " ")
    return _CLOSING_HASHES.sub(r"\\", line) if line.endswith("#") else line


def code_span(code: str) -> str:
    """Return a code span (6.1), or nothing for no code.

    Its delimiter is of a length that no run of backticks in it has.
    """
    code = code.replace("\n", " ")
    if not code.strip():
        return ""
    runs = {len(run) for run in _BACKTICKS.findall(code)} if "`" in code else ()
    length = 1
    while length in runs:
        length += 1
    # One space is taken off each end by the parser,
    # where both have one and there is more than spaces.
    edge = " " if code[0] == "`" or code[-1] == "`" or (code[0] == code[-1] == " ") else ""
    return "`" * length + edge + code + edge + "`" * length


def fence(code: str, info: str = "") -> str:
    """Return a fenced code block (4.5).

    `code` is without its last line break, `info` is the language or nothing.
    """
    longest = max(map(len, _BACKTICKS.findall(code))) if "`" in code else 0
    marks = "`" * max(3, longest + 1)
    return f"{marks}{info}\n{code}\n{marks}" if code else f"{marks}{info}\n{marks}"


def address(url: str) -> str:
    """Return `url` as a link destination (6.3).

    It is in angle brackets where its parentheses do not pair.
    """
    url = url.strip()
    if not _ADDRESS_SUSPECT.search(url):
        return url or "<>"
    url = _ADDRESS_UNSAFE.sub(lambda match: quote(match[0], safe=""), url)
    depth = 0
    for mark in re.findall("[()]", url):
        depth += 1 if mark == "(" else -1
        if depth < 0:
            break
    return url if depth == 0 else f"<{url}>"


def link(label: str, url: str, title: str = "") -> str:
    """Return an inline link (6.3), or an image's part after its ``!``.

    `label` is Markdown already.
    """
    suffix = (
        ' "' + re.sub(r'["\\]', r"\\\g<0>", collapse(title).strip()) + '"' if title.strip() else ""
    )
    return f"[{label}]({address(url)}{suffix})"


def autolink(url: str) -> str:
    """Return `url` as an autolink (6.5) if it can be one, else as a link that shows the address."""
    return f"<{url}>" if _ABSOLUTE.match(url) else link(text(url, in_link=True), url)


def math(tex: str, *, display: bool, in_cell: bool) -> str:
    """Return TeX as math within a line.

    In a table's cell a pipe would end the cell, so it is written by name.
    """
    tex = " ".join(tex.split())
    if in_cell:
        tex = _TEX_PIPE.sub(
            lambda pipe: f"\\{'V' if pipe[1] else 'v'}ert{' ' * bool(pipe[2])}{pipe[2]}", tex
        )
    mark = "$$" if display else "$"
    return f"{mark}{tex}{mark}" if tex else ""


def html_code(code: str) -> str:
    r"""Return ``<code>`` for a table's cell.

    In a code span there, ``\|`` would be read as a pipe (GFM 4.10).
    """
    entities = html.escape(code.replace("\n", " "), quote=False)
    return (
        "<code>"
        + re.sub(r"[|\\`*_\[\]~$]", lambda match: f"&#{ord(match[0])};", entities)
        + "</code>"
    )


def is_punctuation(char: str) -> bool:
    """Return whether `char` is Unicode punctuation or a symbol.

    6.2 tells these from letters beside a delimiter.
    """
    return unicodedata.category(char)[0] in "PS"


def prefixed(block: str, first: str, rest: str) -> str:
    """Return `block` with `first` before its first line and `rest` before the others.

    No blank is left at a line's end.
    """
    if "\n" not in block:
        return first + block if block else first.rstrip()
    lines = block.split("\n")
    bare = rest.rstrip()
    out = [(first + lines[0]).rstrip() if not lines[0] else first + lines[0]]
    out.extend(rest + line if line else bare for line in lines[1:])
    return "\n".join(out)
