"""One page at a time: what joins its content before it is rendered, and its head afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mkdocs_ascribe.adapter import languages, theme
from mkdocs_ascribe.outputs.head import Surroundings, write_head, write_noindex
from mkdocs_ascribe.outputs.markdown import note_html

if TYPE_CHECKING:
    from jinja2 import Environment
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

    from mkdocs_ascribe.diagnostics import Diagnostic
    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel


class Rendering:
    """Carries what belongs to the page at hand from its context to its HTML."""

    def __init__(self, config: MkDocsConfig, *, draws_breadcrumbs: bool) -> None:
        """Begin before the first page."""
        self._config = config
        self._draws_breadcrumbs = draws_breadcrumbs
        self._alternate_rel = theme.alternate_rel(config)
        self._texts: theme.EscapedTexts | None = None
        self._note = ""

    def before(self, page: Page, model: SiteModel, env: Environment, context: Any) -> None:
        """Put the trail and the agents' note above the content, and escape what themes do not."""
        record = record_of(page)
        if record is None:
            return
        trail = theme.draw_trail(env, context) if self._draws_breadcrumbs else ""
        self._note = note_html(record, model)
        page.content = f"{trail}{self._note}{page.content or ''}"
        self._texts = theme.EscapedTexts(page, record, self._config)

    def after(
        self, output: str, page: Page, model: SiteModel
    ) -> tuple[str, PageRecord | None, list[Diagnostic]]:
        """Write a page's head; give the HTML and the record that says what the head says.

        A page without a record is a draft, which `mkdocs serve` alone builds: it is noindex.
        """
        if self._texts:
            self._texts.restore()
            self._texts = None
        record = record_of(page)
        if record is None:
            return write_noindex(output), None, []
        output = theme.mend_title(output, page)
        output, final, found = write_head(output, record, model, self._around(page))
        if final.concealed:
            languages.forget_alternates(self._config)
        return self._noted(output, final), final, found

    def again(
        self, output: str, page: Page, record: PageRecord, model: SiteModel
    ) -> tuple[str, PageRecord, list[Diagnostic]]:
        """Read a head that has changed since; where it keeps the page out, write it once more."""
        written, final, found = write_head(output, record, model, self._around(page))
        if (final.robots, final.canonical) == (record.robots, record.canonical):
            return output, record, []
        return self._noted(written, final), final, found

    def _around(self, page: Page) -> Surroundings:
        return Surroundings((page.canonical_url,), self._alternate_rel)

    def _noted(self, output: str, final: PageRecord) -> str:
        """Take the note out again where a layout keeps the page out of search."""
        if self._note and (final.noindex or final.markdown is None):
            return output.replace(self._note, "", 1)
        return output


def record_of(page: Page) -> PageRecord | None:
    """Give the record that templates see as `page.ascribe`."""
    record: PageRecord | None = getattr(page, "ascribe", None)
    return record
