"""Diagnostics to MkDocs' log, and errors to an exception that it shows without a traceback."""

from __future__ import annotations

import logging
from collections import Counter
from typing import TYPE_CHECKING

from mkdocs.plugins import get_plugin_logger

from mkdocs_ascribe.diagnostics import Diagnostic, Level, levelled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# Below "mkdocs", so that --strict counts the warnings.
_log = get_plugin_logger("ascribe")

_LOG_LEVELS = {
    Level.ERROR: logging.ERROR,
    Level.WARNING: logging.WARNING,
    Level.ADVICE: logging.INFO,
}

# Said of the first page alone: a layout writes the same on all of them.
_SAID_ONCE = {"head-overruled"}

# A site of thousands of pages says the same advice of most of them; the log names a few.
_ADVICE_OF_A_KIND = 3


class Reporter:
    """Says each diagnostic of one build once.

    With `raises` off, as in `mkdocs serve`, errors are logged too: an exception during a rebuild
    would leave every request without an answer.
    """

    def __init__(self, *, raises: bool) -> None:
        """Begin a build."""
        self._raises = raises
        self._said: set[Diagnostic | str] = set()

    def say(
        self,
        diagnostics: Iterable[Diagnostic],
        checks: Mapping[str, Level],
        error_type: type[Exception],
    ) -> None:
        """Log warnings and advice, then raise one error of `error_type` with all errors in it."""
        new = [one for one in diagnostics if self._is_new(one)]
        advice: Counter[str] = Counter()
        errors = []
        for level, diagnostic in levelled(new, checks):
            if level is Level.ERROR and self._raises:
                errors.append(str(diagnostic))
                continue
            if level is Level.ADVICE:
                advice[diagnostic.name] += 1
                if advice[diagnostic.name] > _ADVICE_OF_A_KIND:
                    continue
            _log.log(_LOG_LEVELS[level], "%s", diagnostic)
        for name, count in advice.items():
            if count > _ADVICE_OF_A_KIND:
                _log.info("and %d more of this kind (%s)", count - _ADVICE_OF_A_KIND, name)
        if errors:
            raise error_type("\n".join(errors))

    def fail(self, message: str, error_type: type[Exception]) -> None:
        """Say that something could not be done: raise, or log where nothing is raised."""
        if self._raises:
            raise error_type(message)
        _log.error("%s", message)

    def _is_new(self, diagnostic: Diagnostic) -> bool:
        key = diagnostic.name if diagnostic.name in _SAID_ONCE else diagnostic
        is_new = key not in self._said
        self._said.add(key)
        return is_new
