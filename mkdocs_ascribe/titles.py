"""The `<title>` of a page, as the options `title` and `home_title` make it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mkdocs_ascribe.diagnostics import Diagnostic, quoted
from mkdocs_ascribe.text import collapse

if TYPE_CHECKING:
    from collections.abc import Callable

    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import Settings

_HINT = "it must give a text for every page: mend it, or write a template"


class HeadTitles:
    """Makes the titles of one build.

    A function of the user's that fails is not called again: one line says what is wrong with it
    (`diagnostics`), not one per page.
    """

    def __init__(self, settings: Settings) -> None:
        """Take the options."""
        self._settings = settings
        self.diagnostics: list[Diagnostic] = []

    def of(self, record: PageRecord, *, is_home: bool) -> str | None:
        """Give the title of a page; None where the theme's own stays."""
        settings = self._settings
        named = settings.home_title if is_home else None
        template = named or settings.title
        if template is None or (record.title is None and not named):
            return None
        title = record.title or ""
        if callable(template):
            return None if self.diagnostics else self._call(template, title, record)
        # One pass, so that braces in a title are text.
        names = {"{title}": title, "{site_name}": settings.name}
        parts = re.split("({title}|{site_name})", template)
        return collapse("".join(names.get(part, part) for part in parts)) or None

    def _call(
        self, function: Callable[[str, PageRecord], object], title: str, record: PageRecord
    ) -> str | None:
        try:
            found = function(title, record)
        except Exception as error:  # noqa: BLE001 - it is the user's, and may raise anything
            problem = f"raised {type(error).__name__} ({error})"
        else:
            # As in front matter a number is text.
            is_text = isinstance(found, (str, int, float)) and not isinstance(found, bool)
            if is_text and (text := collapse(str(found))):
                return text
            problem = f"returned {quoted(found)}"
        name = getattr(function, "__qualname__", None) or repr(function)
        message = f"plugin option: title: {name} {problem} for {record.source}"
        self.diagnostics.append(Diagnostic("config-invalid", message, _HINT, "mkdocs.yml"))
        return None
