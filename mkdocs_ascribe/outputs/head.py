"""The tags of a page's head: HTML's own, Open Graph's and schema.org's, each of them once."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from mkdocs_ascribe.addresses import absolute_address
from mkdocs_ascribe.diagnostics import Diagnostic, quoted
from mkdocs_ascribe.front_matter import join_robots
from mkdocs_ascribe.html_head import Edit, Head, Tag, apply_edits, escape, scan_head, text_of
from mkdocs_ascribe.json_text import script_json
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.records import HeadReport, Image, with_head
from mkdocs_ascribe.text import collapse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel

_PIXELS = r"[0-9]{1,5}"
_MARKDOWN = "link alternate text/markdown"


class Surroundings(NamedTuple):
    """What the adapter knows of the theme that wrote a page.

    `canonical_urls` are the addresses the theme may have written as the page's own;
    `alternate_rel` is the `rel` of the link to the Markdown version.
    """

    canonical_urls: tuple[str | None, ...] = ()
    alternate_rel: str = "alternate"


def write_head(
    page: str, record: PageRecord, model: SiteModel, around: Surroundings
) -> tuple[str, PageRecord, list[Diagnostic]]:
    """Give the page with the record's tags, the record its head now tells, and what was overruled.

    A tag of ours that a layout wrote is replaced where it stands; the stricter robots rule and a
    foreign canonical win; a layout's image, and its JSON-LD of one type, stay, and ours is left
    out. What is no HTML document stays as it is.
    """
    head = scan_head(page)
    if head is None:
        return page, record, _headless(record)
    written = _Written(head)
    final, diagnostics = with_head(record, _read(written, record, around))
    if model.withholds_markdown:
        final = final.without_kept_out_markdown()
    editor = _Editor(written)
    # Without the option `title` the theme's own title stays.
    if record.head_title is not None or not written.tags("title"):
        editor.put("title", final.head_title and f"<title>{escape(final.head_title)}</title>")
    for kind, markup in _tags(final, model, around):
        editor.put(kind, markup)
    for markup in _unless_there(written, final, model):
        editor.add(markup)
    diagnostics += _overruled(written, final, model)
    return apply_edits(page, editor.edits()), final, diagnostics


def _headless(record: PageRecord) -> list[Diagnostic]:
    if not record.noindex:
        return []
    message = "the page should say noindex, and its template writes no HTML document"
    hint = "give it a template with a head, or leave it out of the site"
    return [Diagnostic("head-missing", message, hint, record.source)]


def write_noindex(page: str) -> str:
    """Give the page with noindex and nothing else of ours: for drafts, which have no record."""
    head = scan_head(page)
    if head is None:
        return page
    written = _Written(head)
    editor = _Editor(written)
    editor.put("robots", _meta("name", "robots", join_robots("noindex", _robots_of(written))))
    return apply_edits(page, editor.edits())


class _Written:
    """The tags that a head has, by their kind: a meta's name, a link's rel, title or script."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self._by_kind: dict[str, list[Tag]] = {}
        for tag in head.tags:
            for kind in _kinds(tag):
                self._by_kind.setdefault(kind, []).append(tag)

    def tags(self, kind: str) -> list[Tag]:
        return self._by_kind.get(kind, [])

    def content(self, name: str) -> str | None:
        """Give what the first meta of a name says."""
        found = self.tags(name)
        return collapse(found[0].attributes.get("content", "")) if found else None


def _kinds(tag: Tag) -> set[str]:
    attributes = tag.attributes
    if tag.name == "meta":
        # Layouts write og: names in `name` and description in `property` too; readers take both.
        return {attributes.get(key, "").strip().lower() for key in ("name", "property")}
    if tag.name == "link":
        kinds = {f"link {rel}" for rel in attributes.get("rel", "").lower().split()}
        if "link describedby" in kinds:
            # A page can be described by other resources than ours.
            return {f"link describedby {attributes.get('href', '')}"}
        is_markdown = attributes.get("type", "").strip().lower() == "text/markdown"
        return kinds | {_MARKDOWN} if is_markdown and "link alternate" in kinds else kinds
    return {tag.name}


class _Editor:
    """Collects the edits of one head."""

    def __init__(self, written: _Written) -> None:
        self.written = written
        self.replaced: list[Edit] = []
        self.added: list[str] = []

    def put(self, kind: str, markup: str | None) -> None:
        """Put a tag in the place of the first of its kind, and remove the others."""
        for tag in self.written.tags(kind):
            self.replaced.append(Edit(tag.start, tag.end, markup or ""))
            markup = None
        if markup:
            self.add(markup)

    def add(self, markup: str) -> None:
        """Add a tag behind the title."""
        self.added.append(f"\n{markup}")

    def edits(self) -> list[Edit]:
        at = self.written.head.insert_at
        return [*self.replaced, Edit(at, at, "".join(self.added))]


def _tags(
    record: PageRecord, model: SiteModel, around: Surroundings
) -> Iterator[tuple[str, str | None]]:
    """Yield each tag of ours: the kind it takes the place of, and its markup.

    None removes what a layout wrote; a kind that is not yielded is left to the layout.
    """
    yield "description", _meta("name", "description", record.description)
    if record.canonical:
        yield "link canonical", _link("canonical", record.canonical)
    if record.robots:
        yield "robots", _meta("name", "robots", record.robots)
    if record.markdown and record.listing is not Listing.UNLISTED:
        address = model.site.absolute(record.markdown)
        yield _MARKDOWN, _link(around.alternate_rel, address, "text/markdown")
    elif record.markdown or record.noindex:
        yield _MARKDOWN, None
    if model.has_llms:
        address = model.site.absolute(model.llms_route)
        link = _link("describedby", address, "text/plain") if record.offered else None
        yield f"link describedby {address}", link
    yield "og:type", _meta("property", "og:type", "website")
    if record.head_title:
        yield "og:title", _meta("property", "og:title", record.head_title)
    yield "og:description", _meta("property", "og:description", record.description)
    if record.canonical:
        yield "og:url", _meta("property", "og:url", record.canonical)
    if model.settings.name:
        yield "og:site_name", _meta("property", "og:site_name", model.settings.name)


def _unless_there(written: _Written, record: PageRecord, model: SiteModel) -> Iterator[str]:
    """Yield the tags that are left out where a layout has its own: image and JSON-LD."""
    image = record.image
    if image and not written.tags("og:image"):
        values = (("", image.src), (":alt", image.alt), (":width", image.width))
        for suffix, value in (*values, (":height", image.height)):
            if markup := _meta("property", f"og:image{suffix}", value):
                yield markup
    there = {name for tag in written.tags("script") for name in _json_types(tag)}
    for data in json_ld(record, model):
        if data["@type"] not in there:
            yield f'<script type="application/ld+json">{script_json(data)}</script>'


def json_ld(record: PageRecord, model: SiteModel) -> list[dict[str, Any]]:
    """Give a page's structured data: its breadcrumbs from two steps on, the site's name at "/"."""
    found: list[dict[str, Any]] = []
    if len(record.breadcrumbs) > 1 and model.site.origin:
        steps = [
            {
                "@type": "ListItem",
                "position": position,
                "name": step.title,
                "item": model.site.absolute(step.route),
            }
            for position, step in enumerate(record.breadcrumbs, start=1)
        ]
        found.append({"@type": "BreadcrumbList", "itemListElement": steps})
    if model.settings.name and record.canonical and model.site.is_root(record.route):
        found.append({"@type": "WebSite", "name": model.settings.name, "url": record.canonical})
    return [{"@context": "https://schema.org", **data} for data in found]


def _read(written: _Written, record: PageRecord, around: Surroundings) -> HeadReport:
    """Read what theme, layout and other plugins wrote that the record has to follow."""
    title = record.head_title
    if title is None:
        titles = written.tags("title")
        title = (text_of(titles[0].text) if titles else record.title) or None
    own = {record.own_address, record.canonical, *around.canonical_urls}
    foreign = [
        address
        for tag in written.tags("link canonical")
        if (href := tag.attributes.get("href", "").strip())
        and href not in own  # As most themes write it, and then nothing is to be resolved.
        and record.own_address
        and (address := absolute_address(record.own_address, href)) not in (None, *own)
    ]
    canonical = foreign[0] if foreign else None
    return HeadReport(title, _robots_of(written), canonical, _image_of(written))


def _robots_of(written: _Written) -> str | None:
    contents = [tag.attributes.get("content") for tag in written.tags("robots")]
    # A rule for one engine's crawler alone still keeps the page from being offered.
    contents += [
        "noindex"
        for tag in written.tags("googlebot")
        if "noindex" in (join_robots(tag.attributes.get("content")) or "")
    ]
    return join_robots(*contents)


def _image_of(written: _Written) -> Image | None:
    src = written.content("og:image")
    if not src:
        return None
    width, height = (
        int(value) if value and re.fullmatch(_PIXELS, value) else None
        for value in (written.content("og:image:width"), written.content("og:image:height"))
    )
    return Image(src, written.content("og:image:alt"), width, height)


def _overruled(written: _Written, record: PageRecord, model: SiteModel) -> list[Diagnostic]:
    """Name a layout's own description that the record's has replaced; themes' defaults are none."""
    defaults = {record.description, model.settings.description, "None", ""}
    for tag in written.tags("description"):
        theirs = collapse(tag.attributes.get("content", ""))
        if theirs not in defaults:
            ours = quoted(record.description) if record.description else "none"
            message = (
                f"the layout's description {quoted(theirs)} is replaced by the record's, {ours}"
            )
            hint = "write 'description:' in the page's front matter, or drop the tag in the layout"
            return [Diagnostic("head-overruled", message, hint, record.source)]
    return []


def _json_types(tag: Tag) -> set[str]:
    if tag.attributes.get("type", "").strip().lower() != "application/ld+json":
        return set()
    try:
        data = json.loads(tag.text)
    except (ValueError, RecursionError):
        return set()
    items = data if isinstance(data, list) else [data]
    objects = [item for item in items if isinstance(item, dict)]
    for item in list(objects):
        graph = item.get("@graph")
        objects += (
            [one for one in graph if isinstance(one, dict)] if isinstance(graph, list) else []
        )
    types = (item.get("@type") for item in objects)
    return {str(name) for one in types for name in (one if isinstance(one, list) else [one])}


def _meta(key: str, name: str, content: object) -> str | None:
    if content is None:
        return None
    return f'<meta {key}="{name}" content="{escape(str(content))}">'


def _link(rel: str, href: str | None, media_type: str | None = None) -> str | None:
    if href is None:
        return None
    kind = f' type="{media_type}"' if media_type else ""
    return f'<link rel="{rel}"{kind} href="{escape(href)}">'
