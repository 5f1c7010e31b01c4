"""How much of a page's content its Markdown keeps: a judge that shares no code with the writer.

The HTML is read with the standard library's parser, the Markdown with markdown-it-py, and the two
are compared as words in order, code blocks, images and links. Run over whole sites:

    python tests/quality.py path/to/mkdocs.yml [another/mkdocs.yml ...]
"""

# ruff: noqa: T201 - a script

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.plugins import BasePlugin, event_priority

from mkdocs_ascribe.markdown.rendered import to_markdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jinja2 import Environment
    from markdown_it.token import Token
    from mkdocs.structure.files import Files

# What a conversion must keep: of each page and of a whole site.
WORDS_ON_A_PAGE = 0.99
WORDS_ON_A_SITE = 0.998

# Syntax of the source, or marks of the theme, that a conversion may leave behind.
LEFTOVERS = {
    "!!!": re.compile(r"^\s*(?:!!!|\?\?\?\+?) ", re.MULTILINE),
    "===": re.compile(r'^\s*===[!+]? "', re.MULTILINE),
    "--8<--": re.compile(r"--8<--"),
    ":::": re.compile(r"^\s*::: ", re.MULTILINE),
    "{: ": re.compile(r"\{:? *[.#][\w-]"),
    "permalink": re.compile(r"¶|\(#[^)]* \"Permanent link\"\)"),
    "base64": re.compile(r"data:image|;base64,"),
    "HTML": re.compile(r"</?(?:div|span|p|td|tr|table|a|pre|svg|img|li|ul|ol|label|input)\b[^>]*>"),
}

_VOID = frozenset(
    {
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
    }
)
_UNSEEN_TAGS = frozenset(
    {
        "script",
        "style",
        "template",
        "noscript",
        "svg",
        "video",
        "audio",
        "iframe",
        "object",
        "title",
    }
)
_UNSEEN_CLASSES = frozenset(
    {
        "headerlink",
        "footnote-ref",
        "footnote-backref",
        "toc",
        "md-content__button",
        "md-source-file",
    }
    | {"linenos", "lineno", "linenodiv", "MathJax_Preview", "katex-html", "mkdocstrings-source"}
    | {"anchor-link", "clipboard-copy-txt"}
)
# What can stand in the middle of a word; any other element ends it.
_WITHIN_WORDS = frozenset(
    {
        "span",
        "a",
        "code",
        "em",
        "strong",
        "b",
        "i",
        "u",
        "sub",
        "sup",
        "mark",
        "ins",
        "del",
        "abbr",
        "kbd",
    }
    | {"small", "font", "wbr"}
)
_APART = frozenset(
    {"filename", "comment"}
)  # shown apart from their neighbours by Material's styles
_EMOJI = frozenset({"twemoji", "emojione", "gemoji", "emoji"})
_WORD = re.compile(r"\w+")
# HTML as text, which FastAPI's script shows as a terminal's colours.
_TERMINAL_COLOURS = re.compile(r"</?(?:a|b|em|font|i|span|strong|u)\b[^<>]*>")
_ALERT = re.compile(r"^\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]")
# The kinds of box whose own name the Markdown says in its way, as an alert.
_ALERT_KINDS = frozenset(
    {
        "note",
        "seealso",
        "abstract",
        "summary",
        "tldr",
        "info",
        "todo",
        "question",
        "help",
        "faq",
        "tip",
        "hint",
    }
    | {
        "success",
        "check",
        "done",
        "warning",
        "attention",
        "failure",
        "fail",
        "missing",
        "danger",
        "error",
        "bug",
    }
    | {"caution", "important"}
)


@dataclass
class Content:
    """What a reader gets from a page, from either of its forms."""

    words: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Judgement:
    """Shares kept (1.0 is all) of one page, and the leftovers found in its Markdown."""

    words: float
    code: float
    images: float
    links: float
    count: int
    lost: int
    extra: int
    leftovers: dict[str, int]


@dataclass
class _Element:
    """An open element: whether a reader sees it, and where its text begins."""

    tag: str
    classes: list[str]
    attributes: dict[str, str]
    unseen: bool
    start: int


class _Reader(HTMLParser):
    """Reads content HTML as a browser shows it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.content = Content()
        self.texts: list[str] = []
        self._open: list[_Element] = []
        self._unseen = 0
        # The labels of each set of tabs whose body is
        # still to come: a reader sees each with its own.
        self._labels: list[list[str]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        classes = values.get("class", "").split()
        hidden = "hidden" in values and values.get("role") != "tabpanel"
        math = tag == "script" and values.get("type", "").startswith("math/tex")
        unseen = not math and (
            tag in _UNSEEN_TAGS or not _UNSEEN_CLASSES.isdisjoint(classes) or hidden
        )
        if not self._unseen and not unseen:
            self._begin(tag, classes, values)
        if tag not in _VOID:
            self._open.append(_Element(tag, classes, values, unseen, len(self.texts)))
            self._unseen += unseen

    def _begin(self, tag: str, classes: list[str], values: dict[str, str]) -> None:
        if self._parts(tag, classes):
            self.texts.append("\n" if tag == "br" else " ")
        if tag == "img":
            self.texts.append("")
            self._image(values, classes)
        elif "tabbed-labels" in classes:
            self._labels.append([])
        elif "tabbed-block" in classes and self._labels and self._labels[-1]:
            self.texts.append(f" {self._labels[-1].pop(0)} ")

    def handle_endtag(self, tag: str) -> None:
        while any(one.tag == tag for one in self._open):
            element = self._open.pop()
            self._unseen -= element.unseen
            if not self._unseen and not element.unseen:
                self._end(element, "".join(self.texts[element.start :]))
            if element.tag == tag:
                break

    def _end(self, element: _Element, text: str) -> None:
        above = self._open[-1].classes if self._open else []
        if element.tag == "pre" and any("termy" in one.classes for one in self._open):
            text = unescape(_TERMINAL_COLOURS.sub("", text))
            self.texts[element.start :] = [text]
        if element.tag == "pre" and text.strip() and "arithmatex" not in element.classes:
            self.content.code.append(text)
        elif element.tag == "a" and element.attributes.get("href") and self._leads(element):
            self.content.links.append(element.attributes["href"])
        elif element.tag == "label" and "tabbed-labels" in above:
            self._labels[-1].append(text)
            del self.texts[element.start :]
        elif "admonition-title" in element.classes or element.tag == "summary":
            if text.strip().lower() in _ALERT_KINDS.intersection(name.lower() for name in above):
                del self.texts[element.start :]
        elif "tabbed-alternate" in element.classes and self._labels:
            self._labels.pop()
        if self._parts(element.tag, element.classes):
            self.texts.append(" ")

    def _parts(self, tag: str, classes: list[str]) -> bool:
        """Return whether an element parts the words before it from those after.

        In code only what is written does.
        """
        within = tag in _WITHIN_WORDS or (
            tag != "br" and any(one.tag == "pre" for one in self._open)
        )
        return not within or not _APART.isdisjoint(classes)

    def _leads(self, link: _Element) -> bool:
        """Return whether a link is one to a reader.

        A line's number is none, nor is an anchor that shows nothing.
        """
        if any(one.tag == "pre" for one in self._open):
            return False
        shows = len(self.texts) > link.start or "title" in link.attributes
        return shows or "://" in link.attributes["href"]

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.texts.append(data)

    def _image(self, values: dict[str, str], classes: list[str]) -> None:
        source = values.get("src", "")
        dark = source.endswith(("#only-dark", "#gh-dark-mode-only"))
        if source and not source.startswith("data:") and not dark and _EMOJI.isdisjoint(classes):
            self.content.images.append(
                source.removesuffix("#only-light").removesuffix("#gh-light-mode-only")
            )


def read_html(html: str) -> Content:
    """Return what content HTML holds."""
    return _read(html).content


def _read(html: str) -> _Reader:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    reader.content.words = _WORD.findall("".join(reader.texts))
    return reader


def parser() -> MarkdownIt:
    """Return a CommonMark parser with what GitHub adds.

    That is GFM's tables and strikethrough, GitHub's footnotes and its math.
    """
    return (
        MarkdownIt("commonmark", {"maxNesting": 200})
        .enable(["table", "strikethrough"])
        .use(footnote_plugin, inline=False)
        .use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True)
    )


_PARSER = parser()


def read_markdown(markdown: str) -> Content:
    """Return what Markdown holds, as an independent parser reads it."""
    content = Content()
    texts: list[str] = []
    for token in _flat(_PARSER.parse(markdown)):
        if token.type == "fence":
            content.code.append(token.content)
            texts.append(token.content)
        elif token.type in {
            "text",
            "code_inline",
            "math_inline",
            "math_inline_double",
            "math_block",
        }:
            texts.append(_ALERT.sub("", token.content))
        elif token.type == "image":
            content.images.append(str(token.attrs["src"]))
        elif token.type == "link_open":
            content.links.append(str(token.attrs["href"]))
        elif token.type in {"softbreak", "hardbreak"} or token.content == "<br>" or token.block:
            texts.append(" ")
    content.words = _WORD.findall("".join(texts))
    return content


def _flat(tokens: Iterable[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        if token.type == "inline":
            yield from token.children or []


def judge(html: str, markdown: str) -> Judgement:
    """Return how much of `html` is in `markdown`, whose links stand as they do in the HTML."""
    there, here = read_html(html), read_markdown(markdown)
    common = common_words(there.words, here.words)
    return Judgement(
        words=common / len(there.words) if there.words else 1.0,
        code=_kept(map(_code_key, there.code), map(_code_key, here.code)),
        images=_kept(map(_address_key, there.images), map(_address_key, here.images)),
        links=_kept(map(_address_key, _leading(there)), map(_address_key, here.links)),
        count=len(there.words),
        lost=len(there.words) - common,
        extra=len(here.words) - common,
        leftovers=leftovers(html, markdown),
    )


def leftovers(html: str, markdown: str) -> dict[str, int]:
    """Return the leftovers in `markdown` outside code, less those that the page's text shows."""
    shown = "".join(_read(html).texts)
    prose = "\n".join(
        _prose(token)
        for token in _PARSER.parse(markdown)
        if token.type in {"inline", "html_block", "code_block"}
    )
    found = {
        name: len(mark.findall(prose)) - len(mark.findall(shown))
        for name, mark in LEFTOVERS.items()
    }
    return {name: count for name, count in found.items() if count > 0}


def _prose(token: Token) -> str:
    if token.type != "inline":
        return token.content
    inside = token.children or []
    text = "".join(one.content for one in inside if one.type in {"text", "html_inline"})
    return text + " ".join(str(one.attrs["src"]) for one in inside if one.type == "image")


def _leading(content: Content) -> list[str]:
    """Return the links that lead anywhere.

    A script does not, nor does an image that shows itself larger.
    """
    return [
        url
        for url in content.links
        if url not in content.images and not url.startswith("javascript:")
    ]


def _address_key(url: str) -> str:
    return unquote(url.strip())


def _code_key(code: str) -> str:
    return code.strip("\n")


def _kept(there: Iterable[str], here: Iterable[str]) -> float:
    wanted = Counter(there)
    lost = wanted - Counter(here)
    return 1.0 - lost.total() / wanted.total() if wanted else 1.0


def common_words(one: list[str], other: list[str]) -> int:
    """Return the length of the longest common subsequence.

    It is found by Myers' O(ND) algorithm, since the two hardly differ.
    """
    furthest = {1: 0}
    for edits in range(len(one) + len(other) + 1):
        for diagonal in range(-edits, edits + 1, 2):
            down = diagonal == -edits or (
                diagonal != edits and furthest[diagonal - 1] < furthest[diagonal + 1]
            )
            x = furthest[diagonal + 1] if down else furthest[diagonal - 1] + 1
            y = x - diagonal
            while x < len(one) and y < len(other) and one[x] == other[y]:
                x += 1
                y += 1
            furthest[diagonal] = x
            if x >= len(one) and y >= len(other):
                return (len(one) + len(other) - edits) // 2
    return 0


class _Capture(BasePlugin):  # type: ignore[type-arg, no-untyped-call]
    """Keeps the final content of each page.

    It is read after autorefs and every other plugin that changes it in on_env.
    """

    def __init__(self) -> None:
        self.pages: list[tuple[str, str, str]] = []

    @event_priority(-150)
    def on_env(self, env: Environment, /, *, files: Files, **_: object) -> Environment:
        self.pages = [
            (file.src_uri, file.page.content, file.page.markdown or "")
            for file in files.documentation_pages()
            if file.page is not None and file.page.content is not None
        ]
        return env


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """Work in `folder` for a while: snippets are looked up from there."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def site_contents(config_file: str) -> list[tuple[str, str, str]]:
    """Build a site, and return what each of its pages holds.

    That is its source path, final content HTML and Markdown source.
    """
    capture = _Capture()
    with tempfile.TemporaryDirectory() as site_dir, _inside(Path(config_file).parent):
        config = load_config(Path(config_file).name, site_dir=site_dir)
        config.plugins["quality"] = capture
        build(config)
    return capture.pages


def report(name: str, pages: list[tuple[str, str, str]]) -> bool:
    """Print the figures of a site and of each page that is not whole.

    Return whether the site passes.
    """
    count = lost = extra = 0
    passes = True
    for source, html, markdown in pages:
        result = judge(html, to_markdown(html, link=str, source=markdown).text)
        count, lost, extra = count + result.count, lost + result.lost, extra + result.extra
        whole = result.code == result.images == 1 and not result.leftovers
        passes = passes and whole and result.words >= WORDS_ON_A_PAGE
        if not whole or result.words < WORDS_ON_A_SITE or result.links < 1:
            shares = (
                f"words {result.words:.4f} code {result.code:.3f} "
                f"images {result.images:.3f} links {result.links:.3f}"
            )
            print(f"  {source}: {shares} {result.leftovers or ''}")
    share = 1 - lost / max(count, 1)
    print(
        f"{name}: {len(pages)} pages, {count} words, "
        f"in order {share:.5f}, added {extra / max(count, 1):.5f}"
    )
    return passes and share >= WORDS_ON_A_SITE


if __name__ == "__main__":
    results = [report(path, site_contents(path)) for path in sys.argv[1:]]
    sys.exit(0 if all(results) else 1)
