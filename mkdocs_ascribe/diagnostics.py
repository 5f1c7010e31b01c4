"""What can be wrong, and how it is said.

Pure functions return lists of `Diagnostic`; only the adapter logs them or raises.
Each name is stable: users set its level in `[checks]`, and the docs have a page for it.
"""

import enum
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

_QUOTED_LENGTH = 60
_NAMED = 3
_CONTROLS = r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]"  # Compiled when there is a fault.


class Level(enum.Enum):
    """How much a diagnostic weighs.

    An error fails the build, a warning fails it under `--strict`, advice is an INFO line,
    and what is off is not said.
    """

    OFF = "off"
    ADVICE = "advice"
    WARNING = "warning"
    ERROR = "error"


class Check(NamedTuple):
    """One kind of diagnostic: its level unless `[checks]` says otherwise, and what it means."""

    level: Level
    meaning: str


def _table(level: Level, meanings: Mapping[str, str]) -> dict[str, Check]:
    return {name: Check(level, meaning) for name, meaning in meanings.items()}


CHECKS: Mapping[str, Check] = MappingProxyType(
    _table(
        Level.ERROR,
        {
            "config-invalid": "ascribe.toml or a plugin option has a fault",
            "consumer-mismatch": "ascribe.toml and mkdocs.yml disagree about the site",
            "listing-invalid": "a listing that is not listed, unquoted or unlisted",
            "listing-looser": "a page sets a looser listing than a rule it is under",
            "listing-unread": "a page has a listing line that MkDocs does not read",
            "type-ambiguous": "the patterns of two types match one page",
            "markdown-collision": "a Markdown version has the address of another file",
            "output-collision": "an output has the name of a file of the site",
            "head-missing": "a page that should say noindex has no head to say it in",
            "robots-line-invalid": "a line of [crawlers] lines is no robots.txt directive",
            "headers-missing": "the site's own _headers lacks lines that pages need",
            "host-case": "two addresses that the host cannot tell apart",
            "redirect-hides-page": "a move from an address where a page is",
            "redirect-loop": "a move that leads back to where it begins",
            "redirect-target": "a move or permalink to what is not built",
            "redirect-source": "an old address that cannot lead on",
            "permalink-target": "a permalink to a section that no heading bears",
            "dirty-stale": "a --dirty build after a change that reaches pages it does not render",
        },
    )
    | _table(
        Level.WARNING,
        {
            "rule-unused": "a listing rule that restricts matches no page",
            "front-matter-invalid": "MkDocs drops front matter, or a value cannot be used",
            "address-shared": "two sources have one address",
            "address-case": "two addresses differ in nothing but case",
            "page-unreadable": "a page's content cannot be made into Markdown",
            "robots-elsewhere": "noindex or a foreign canonical does not come from the listing",
            "head-overruled": "a layout's description was replaced",
            "sitemap-no-site": "the site has no address, so no sitemap",
            "loc-too-long": "an address is too long for a sitemap",
            "robots-group-loosens": "a group of the project's own loosens a disallowed purpose",
            "listing-disallowed": "a crawler may not fetch the page whose noindex it should read",
            "sitemap-disallowed": "the sitemap offers an address that robots.txt refuses",
            "llms-disallowed": "robots.txt refuses llms.txt",
            "markdown-disallowed": "robots.txt refuses a Markdown version that is offered",
            "headers-overlap": "a pattern in the site's own _headers reaches a Markdown version",
            "redirects-own": "a line of the site's own _redirects hides a page",
            "address-lost": "an address that was published is gone without a move",
            "headers-unserved": "no host sends the headers that a page needs",
            "serve-mount": "mkdocs serve cannot mount a base path that only ascribe.toml knows",
        },
    )
    | _table(
        Level.ADVICE,
        {
            "type-unknown": "front matter names a type that ascribe.toml does not declare",
            "type-unused": "a type without a rule matches no page",
            "sitemap-own": "the site's own sitemap.xml is kept",
            "robots-own": "the site's own robots.txt is kept",
            "llms-own": "the site's own llms.txt is kept",
            "sitemap-shallow": "dates from git need the whole history",
            "robots-under-base": "robots.txt belongs at the host's root",
            "host-under-base": "the host's files belong at its root",
            "crawlers-disallowed": "what disallowing a purpose costs",
            "records-public": "the deployed records name unlisted pages",
            "http-origin": "the site's address is not https",
            "title-missing": "a page has no title of its own",
            "title-duplicate": "two listed pages have one title",
            "description-missing": "a listed page has no description",
            "description-too-long": "a description is longer than results show",
        },
    )
)
"""Every diagnostic by its name."""


class Diagnostic(NamedTuple):
    """One fault: where it is, what is wrong, and what to do about it.

    `file` is a path as the user knows it, `line` counts from 1 (0: unknown). `message` and `hint`
    are sentences without a final full stop. `details` are further lines, such as those to copy.
    """

    name: str
    message: str
    hint: str = ""
    file: str = ""
    line: int = 0
    details: str = ""

    def __str__(self) -> str:
        """Give the line of the log: place, what is wrong, what to do, name.

        It is one line, whatever a name or a value in it holds; only details are more.
        """
        place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        hint = f"; {self.hint}" if self.hint else ""
        details = f"\n{self.details.rstrip()}" if self.details else ""
        return one_line(f"{place}{self.message}{hint} ({self.name})") + details


def levelled(
    diagnostics: Iterable[Diagnostic], checks: Mapping[str, Level]
) -> list[tuple[Level, Diagnostic]]:
    """Give each diagnostic its level, drop those that are off, and sort by file and line.

    `checks` is `[checks]` of ascribe.toml; the level of an error cannot be changed.
    """
    found = []
    for diagnostic in dict.fromkeys(diagnostics):
        level = CHECKS[diagnostic.name].level
        if level is not Level.ERROR:
            level = checks.get(diagnostic.name, level)
        if level is not Level.OFF:
            found.append((level, diagnostic))
    return sorted(found, key=lambda pair: (pair[1].file, pair[1].line))


def one_line(text: str) -> str:
    """Write line breaks and other control characters out."""
    return re.sub(_CONTROLS, lambda found: repr(found[0])[1:-1], text)


def quoted(value: object) -> str:
    """Show a value of the user's in a message, cut so that the message stays one line."""
    try:
        text = repr(value) if isinstance(value, str) else one_line(str(value))
    except (ValueError, RecursionError):  # More digits, or more levels, than Python writes out.
        text = f"a very long {type(value).__name__}"
    return text if len(text) <= _QUOTED_LENGTH else f"{text[:_QUOTED_LENGTH]}..."


def some_of(names: Sequence[str]) -> str:
    """Name the first few, and count the rest."""
    rest = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")


def did_you_mean(value: object, permitted: Iterable[str], otherwise: str | None = None) -> str:
    """Give the hint that names the nearest permitted value, or all of them when none is near.

    `otherwise` is what to say then where they are too many to name.
    """
    import difflib  # Few builds have a fault to say.

    names = list(permitted)
    near = difflib.get_close_matches(value, names, n=1) if isinstance(value, str) else []
    if near:
        return f"did you mean '{near[0]}'?"
    if otherwise is not None:
        return otherwise
    return f"permitted: {', '.join(names)}" if names else ""
