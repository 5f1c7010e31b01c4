"""The tags of a page's head: HTML's own, Open Graph's and schema.org's, each of them once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from mkdocs_ascribe.diagnostics import Diagnostic, quoted
from mkdocs_ascribe.front_matter import collapse, join_robots
from mkdocs_ascribe.html_head import Edit, Head, Tag, apply_edits, escape, scan_head, text_of
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.records import HeadReport, Image, with_head

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mkdocs_ascribe.records import PageRecord
    from mkdocs_ascribe.settings import SiteModel

# `<` and `>` could end the script and `&` is not decoded in it (HTML, 4.12.1.3); the two
# separators are line breaks to older JavaScript.
_JSON_ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


@dataclass(frozen=True, slots=True)
class Surroundings:
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
        return page, record, []
    final, diagnostics = with_head(record, _read(head, record, around))
    editor = _Editor(head)
    # Without the option `title` the theme's own title stays.
    if record.head_title is not None or not _matching(head, _is_title):
        editor.put(_is_title, final.head_title and f"<title>{escape(final.head_title)}</title>")
    for matches, markup in _tags(final, model, around):
        editor.put(matches, markup)
    for markup in _unless_there(head, final, model):
        editor.add(markup)
    diagnostics += _overruled(head, final, model)
    return apply_edits(page, editor.edits()), final, diagnostics


def write_noindex(page: str) -> str:
    """Give the page with noindex and nothing else of ours: for drafts, which have no record."""
    head = scan_head(page)
    if head is None:
        return page
    editor = _Editor(head)
    robots = join_robots("noindex", _robots_of(head))
    editor.put(_is_meta("robots"), _meta("name", "robots", robots))
    return apply_edits(page, editor.edits())


class _Editor:
    """Collects the edits of one head."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.replaced: list[Edit] = []
        self.added: list[str] = []

    def put(self, matches: Callable[[Tag], bool], markup: str | None) -> None:
        """Put a tag in the place of the first that matches, and remove the others that do."""
        for tag in _matching(self.head, matches):
            self.replaced.append(Edit(tag.start, tag.end, markup or ""))
            markup = None
        if markup:
            self.add(markup)

    def add(self, markup: str) -> None:
        """Add a tag behind the title."""
        self.added.append(f"\n{markup}")

    def edits(self) -> list[Edit]:
        at = self.head.insert_at
        return [*self.replaced, Edit(at, at, "".join(self.added))]


def _tags(
    record: PageRecord, model: SiteModel, around: Surroundings
) -> Iterator[tuple[Callable[[Tag], bool], str | None]]:
    """Yield each tag of ours: what it takes the place of, and its markup.

    None removes what a layout wrote; a kind that is not yielded is left to the layout.
    """
    yield _is_meta("description"), _meta("name", "description", record.description)
    if record.canonical:
        yield _is_link("canonical"), _link("canonical", record.canonical)
    if record.robots:
        yield _is_meta("robots"), _meta("name", "robots", record.robots)
    if record.markdown:
        address = model.site.absolute(record.markdown)
        shown = record.listing is not Listing.UNLISTED
        markup = _link(around.alternate_rel, address, "text/markdown") if shown else None
        yield _is_markdown_alternate, markup
    if model.agents and record.offered:
        address = model.site.absolute(model.llms_route)
        yield _is_link("describedby", address), _link("describedby", address, "text/plain")
    yield _is_meta("og:type"), _meta("property", "og:type", "website")
    if record.head_title:
        yield _is_meta("og:title"), _meta("property", "og:title", record.head_title)
    yield _is_meta("og:description"), _meta("property", "og:description", record.description)
    if record.canonical:
        yield _is_meta("og:url"), _meta("property", "og:url", record.canonical)
    if model.settings.name:
        yield _is_meta("og:site_name"), _meta("property", "og:site_name", model.settings.name)


def _unless_there(head: Head, record: PageRecord, model: SiteModel) -> Iterator[str]:
    """Yield the tags that are left out where a layout has its own: image and JSON-LD."""
    image = record.image
    if image and not _matching(head, _is_meta("og:image")):
        values = (("", image.src), (":alt", image.alt), (":width", image.width))
        for suffix, value in (*values, (":height", image.height)):
            if markup := _meta("property", f"og:image{suffix}", value):
                yield markup
    there = {name for tag in head.tags for name in _json_types(tag)}
    for data in json_ld(record, model):
        if data["@type"] not in there:
            text = json.dumps(data, ensure_ascii=False).translate(_JSON_ESCAPES)
            yield f'<script type="application/ld+json">{text}</script>'


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


def _read(head: Head, record: PageRecord, around: Surroundings) -> HeadReport:
    """Read what theme, layout and other plugins wrote that the record has to follow."""
    title = record.head_title
    if title is None:
        written = _matching(head, _is_title)
        title = (text_of(written[0].text) if written else record.title) or None
    own = {record.own_address, record.canonical, *around.canonical_urls}
    foreign = [
        address
        for tag in _matching(head, _is_link("canonical"))
        if (href := tag.attributes.get("href", "").strip())
        and record.own_address
        and (address := urljoin(record.own_address, href)) not in own
    ]
    return HeadReport(title, _robots_of(head), foreign[0] if foreign else None, _image_of(head))


def _robots_of(head: Head) -> str | None:
    contents = [tag.attributes.get("content") for tag in _matching(head, _is_meta("robots"))]
    # A rule for one engine's crawler alone still keeps the page from being offered.
    contents += [
        "noindex"
        for tag in _matching(head, _is_meta("googlebot"))
        if "noindex" in (join_robots(tag.attributes.get("content")) or "")
    ]
    return join_robots(*contents)


def _image_of(head: Head) -> Image | None:
    values: dict[str, str] = {}
    for suffix in ("", ":alt", ":width", ":height"):
        for tag in _matching(head, _is_meta(f"og:image{suffix}"))[:1]:
            values[suffix] = collapse(tag.attributes.get("content", ""))
    width, height = (
        int(value) if (value := values.get(suffix, "")).isdecimal() else None
        for suffix in (":width", ":height")
    )
    return Image(values[""], values.get(":alt"), width, height) if values.get("") else None


def _overruled(head: Head, record: PageRecord, model: SiteModel) -> list[Diagnostic]:
    """Name a layout's own description that the record's has replaced; themes' defaults are none."""
    defaults = {record.description, model.settings.description, "None", ""}
    for tag in _matching(head, _is_meta("description")):
        theirs = collapse(tag.attributes.get("content", ""))
        if theirs not in {collapse(value) for value in defaults if value is not None}:
            ours = quoted(record.description) if record.description else "none"
            message = (
                f"the layout's description {quoted(theirs)} was replaced by the record's, {ours}"
            )
            hint = (
                "write 'description:' in the page's front matter, or take the tag out of the layout"
            )
            return [Diagnostic("head-overruled", message, hint, record.source)]
    return []


def _json_types(tag: Tag) -> set[str]:
    if tag.name != "script" or not tag.has(type="application/ld+json"):
        return set()
    try:
        data = json.loads(tag.text)
    except ValueError:
        return set()
    items = data if isinstance(data, list) else [data]
    objects = [item for item in items if isinstance(item, dict)]
    for item in list(objects):
        graph = item.get("@graph")
        objects += (
            [one for one in graph if isinstance(one, dict)] if isinstance(graph, list) else []
        )
    return {str(item.get("@type")) for item in objects}


def _matching(head: Head, matches: Callable[[Tag], bool]) -> list[Tag]:
    return [tag for tag in head.tags if matches(tag)]


def _is_title(tag: Tag) -> bool:
    return tag.name == "title"


def _is_markdown_alternate(tag: Tag) -> bool:
    return tag.name == "link" and tag.has(rel="alternate", type="text/markdown")


def _is_meta(name: str) -> Callable[[Tag], bool]:
    # Layouts write og: names in `name` and description in `property` too, and readers take both.
    return lambda tag: tag.name == "meta" and (tag.has(name=name) or tag.has(property=name))


def _is_link(rel: str, href: str | None = None) -> Callable[[Tag], bool]:
    return lambda tag: (
        tag.name == "link" and tag.has(rel=rel) and href in (None, tag.attributes.get("href"))
    )


def _meta(key: str, name: str, content: object) -> str | None:
    if content is None:
        return None
    return f'<meta {key}="{name}" content="{escape(str(content))}">'


def _link(rel: str, href: str | None, media_type: str | None = None) -> str | None:
    if href is None:
        return None
    kind = f' type="{media_type}"' if media_type else ""
    return f'<link rel="{rel}"{kind} href="{escape(href)}">'
