"""Find the tags of a finished page's head, and edit them in place; all other bytes stay."""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mkdocs_ascribe.text import collapse

# HTML, 4.2: what may stand in a head. Anything else ends it.
_METADATA = {"base", "link", "meta", "noscript", "script", "style", "template", "title"}
# What is in them is text; in noscript to a browser that runs scripts.
_TEXT = {"noscript", "script", "style", "textarea", "title"}
# What noscript may not hold in a head (HTML, 4.12.2).
_BODY = r"(?i)<(?!/|!|(?:link|meta|style)\b)[a-z]"  # No pattern yet: few heads have one.
_END = {"/head", "body", "/body", "/html", "/br"}

# HTML, 13.2.5. The positions are needed, to edit a page in place; no parser library gives those of
# tags and of attributes' values, and html.parser's rules differ from one Python to the next.
_BLANKS = " \t\n\f\r"
_MARKUP = re.compile(
    rf"<(?P<name>/?[A-Za-z][^{_BLANKS}/>]*)"
    r"|<!--(?:-?>|.*?--!?>)"
    r"|<(?!!--)[!?/][^>]*>",
    re.DOTALL,
)
_TEXT_END = re.compile(rf"</([A-Za-z]+)[{_BLANKS}/>]")
# The end of a tag, or a name and its value; a quote that nothing closes is the last group.
_ATTRIBUTE = re.compile(
    rf"""[{_BLANKS}/]*(?:>|([^{_BLANKS}/>][^{_BLANKS}/>=]*)(?:[{_BLANKS}]*=[{_BLANKS}]*"""
    rf"""(?:"([^"]*)"|'([^']*)'|([^{_BLANKS}>"'][^{_BLANKS}>]*)|(?=>)|(["'])))?)"""
)


class Tag(NamedTuple):
    """A tag of the head with its place in the page; `text` is what a title or script holds."""

    name: str
    attributes: dict[str, str]
    start: int
    end: int
    text: str = ""


class Head(NamedTuple):
    """A page's head: `insert_at` is where further tags belong."""

    insert_at: int
    tags: list[Tag]


class Edit(NamedTuple):
    """Put `text` in the place of the bytes from `start` to `end`."""

    start: int
    end: int
    text: str


def apply_edits(page: str, edits: Iterable[Edit]) -> str:
    """Apply edits that do not overlap, in one pass over the page."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        parts += (page[at : edit.start], edit.text)
        at = edit.end
    return "".join((*parts, page[at:]))


def scan_head(page: str) -> Head | None:
    """Find the head of a page; None for what is no HTML document, which is then left as it is.

    Handles minified and upper-case tags, unquoted attributes, `</head>` in comments and scripts,
    and documents that leave the head's own tags out.
    """
    start = implied = 0  # Where the head begins by its own tag, and where it does without one.
    templates = 0  # How deep it stands in them: what they hold is no tag of the page.
    tags: list[Tag] = []
    for tag in _tokens(page):
        name = tag.name
        if templates:
            templates += (name == "template") - (name == "/template")
        elif name in _END:
            break
        elif name in ("!doctype", "html"):
            implied = tag.end
        elif name == "head":
            start = start or tag.end
        elif name in _METADATA and (start or implied):
            start = start or implied
            if name == "template":
                templates = 1
            else:
                tags.append(tag)
        elif not name.startswith("/"):
            break  # Text and all other tags end a head, and begin the body (HTML, 13.2.6.4.4).
    # Behind the title, where no broken markup of a layout has closed the head yet, and never
    # before the charset, which must stand in the first 1,024 bytes (HTML, 4.2.5.4).
    marks = [tag.end for tag in tags[: _closer(tags)] if tag.name == "title" or _is_charset(tag)]
    insert_at = max((start or implied, *marks))
    return Head(insert_at, tags) if insert_at else None


def _closer(tags: Sequence[Tag]) -> int:
    """Give the number of the noscript at which a parser that runs no scripts closes the head."""
    closing = (
        n for n, tag in enumerate(tags) if tag.name == "noscript" and re.search(_BODY, tag.text)
    )
    return next(closing, len(tags))


def _is_charset(tag: Tag) -> bool:
    kind = tag.attributes.get("http-equiv", "").strip().lower()
    return "charset" in tag.attributes or kind == "content-type"


def _tokens(page: str) -> Iterator[Tag]:
    """Yield what a page is made of, as far as heads go (HTML, 13.2.5).

    An end tag has "/" before its name, the doctype is "!doctype", and text that is not blank has
    no name. Comments are left out, and so are, as in browsers, a tag and an element of text that
    nothing ends.
    """
    at = 1 if page.startswith("\ufeff") else 0
    while at < len(page):
        start = page.find("<", at)
        start = len(page) if start < 0 else start
        if page[at:start].strip(_BLANKS):
            yield Tag("", {}, at, start)
        found = _MARKUP.match(page, start)
        if found is None:
            if page[start + 1 : start + 2] in ("", "!", "?", "/"):
                return
            yield Tag("", {}, start, start + 1)
            at = start + 1
        elif name := found["name"]:
            read = _read_attributes(page, found.end())
            tag = read and _with_text(page, Tag(name.lower(), read[0], start, read[1]))
            if tag is None:
                return
            yield tag
            at = tag.end
        else:
            at = found.end()
            if found[0].lower().startswith("<!doctype html"):
                yield Tag("!doctype", {}, start, at)


def _read_attributes(page: str, at: int) -> tuple[dict[str, str], int] | None:
    """Read attributes up to the end of their tag; of two with one name the first counts."""
    attributes: dict[str, str] = {}
    while found := _ATTRIBUTE.match(page, at):
        at = found.end()
        name, double, single, bare, unclosed = found.groups()
        if name is None:
            return attributes, at
        if unclosed:
            break
        attributes.setdefault(name.lower(), html.unescape(double or single or bare or ""))
    return None


def _with_text(page: str, tag: Tag) -> Tag | None:
    """Give a tag with what it holds, which is not looked into, up to its end tag."""
    if tag.name not in _TEXT:
        return tag
    for found in _TEXT_END.finditer(page, tag.end):
        if found[1].lower() == tag.name:
            closed = _read_attributes(page, found.end() - 1)
            end = closed[1] if closed else len(page)
            return tag._replace(end=end, text=page[tag.end : found.start()])
    return None


def text_of(markup: str) -> str:
    """Give the text of a title's or an attribute's markup, white space collapsed."""
    return collapse(html.unescape(markup))


def escape(text: str) -> str:
    """Escape a text for an attribute in double quotes or for a title, white space collapsed."""
    return html.escape(collapse(text), quote=True).replace("&#x27;", "'")
