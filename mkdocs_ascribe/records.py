"""The record of every page, from which every output is written."""

from typing import NamedTuple

from mkdocs_ascribe.diagnostics import Diagnostic
from mkdocs_ascribe.front_matter import FrontMatter, join_robots
from mkdocs_ascribe.listing import Listing, Resolution


class Image(NamedTuple):
    """An image with its absolute address; alt text and pixels where they are known."""

    src: str
    alt: str | None = None
    width: int | None = None
    height: int | None = None


class Breadcrumb(NamedTuple):
    """One step of a page's trail. `url` is relative to the built site, for `| url` in templates."""

    title: str
    route: str
    url: str


class Alternate(NamedTuple):
    """A version of a page in another language, or the page itself: `hreflang` as BCP 47 has it."""

    hreflang: str
    route: str


class PageSource(NamedTuple):
    """What the adapter read of one page that is built; titles are text, not HTML.

    `src_uri` and `dest_uri` are the source and the built file, `url` is MkDocs' address.
    `title` comes from the navigation or a heading, `fallback_title` is MkDocs' own, from the file's
    name. A view is a page that only lists others: it has no Markdown version.
    """

    src_uri: str
    dest_uri: str
    url: str
    resolution: Resolution = Resolution()
    front: FrontMatter = FrontMatter()
    title: str | None = None
    fallback_title: str = ""
    is_home: bool = False
    is_view: bool = False
    first_paragraph: str | None = None
    images: tuple[str, ...] = ()
    alternates: tuple[Alternate, ...] = ()
    lastmod: str | None = None


class PageRecord(NamedTuple):
    """What every output says of a page.

    `route` and `markdown` are percent-encoded paths from the host's root, `canonical` is absolute.
    `title` is None when only the file's name gave one; `label` is never empty. `head_title` is the
    text of the final `<title>`. `robots` is the rule of the final head, `size` the bytes of the
    Markdown version. A view is a page that only lists others, such as a blog's archive.
    """

    source: str
    route: str
    dest_uri: str
    label: str
    canonical: str | None = None
    markdown: str | None = None
    title: str | None = None
    head_title: str | None = None
    description: str | None = None
    image: Image | None = None
    images: tuple[str, ...] = ()
    alternates: tuple[Alternate, ...] = ()
    type: str | None = None
    listing: Listing = Listing.LISTED
    listing_from: str | None = None
    concealed: bool = False
    robots: str | None = None
    in_sitemap: bool = True
    breadcrumbs: tuple[Breadcrumb, ...] = ()
    lastmod: str | None = None
    size: int | None = None
    own_address: str | None = None
    private: bool = False
    is_view: bool = False

    @property
    def noindex(self) -> bool:
        """Whether the page asks not to be listed, by its listing or by its robots rule."""
        return self.listing is Listing.UNLISTED or "noindex" in _rules(self.robots)

    @property
    def offered(self) -> bool:
        """Whether search engines and agents are offered the page at all.

        One rule for sitemap and llms.txt: no noindex, its own canonical, no private folder.
        """
        return not self.noindex and not self.private and self.canonical == self.own_address

    @property
    def offered_to_agents(self) -> bool:
        """Whether llms.txt has the page."""
        return self.offered and not self.is_view

    @property
    def listed_in_sitemap(self) -> bool:
        """Whether sitemap.xml has the page."""
        return self.offered and self.in_sitemap and self.canonical is not None

    @property
    def markdown_robots(self) -> str | None:
        """The X-Robots-Tag of the Markdown version: noindex, nosnippet or none."""
        if self.noindex:
            return "noindex"
        return "nosnippet" if "nosnippet" in _rules(self.robots) else None

    def without_kept_out_markdown(self) -> "PageRecord":
        """Give the record as it is where no header can keep a Markdown version out of search."""
        return self if self.markdown_robots is None else self._replace(markdown=None, size=None)


def _rules(robots: str | None) -> list[str]:
    return [] if robots is None else robots.split(", ")


class HeadReport(NamedTuple):
    """What a page's final head says, once theme, layout and other plugins have written it."""

    title: str | None = None
    robots: str | None = None
    canonical: str | None = None
    image: Image | None = None


def with_head(record: PageRecord, head: HeadReport) -> tuple[PageRecord, list[Diagnostic]]:
    """Bring a record in line with its final head, which may be stricter than the page's own say."""
    updated = record._replace(
        head_title=head.title,
        robots=join_robots(record.robots, head.robots),
        canonical=head.canonical or record.canonical,
        image=head.image or record.image,
    )
    diagnostics = []
    if updated.noindex and not record.noindex:
        diagnostics.append(
            robots_elsewhere(record.source, "a layout writes noindex in this page's head")
        )
    if updated.canonical != record.canonical:
        diagnostics.append(
            robots_elsewhere(record.source, f"a layout writes the canonical {updated.canonical}")
        )
    return updated, diagnostics


def robots_elsewhere(file: str, found: str) -> Diagnostic:
    """Say that something other than the listing keeps a page from being offered."""
    return Diagnostic(
        "robots-elsewhere",
        f"{found}: the page is left out of sitemap.xml and llms.txt",
        "to keep a page out of search write 'listing: unlisted', which navigation and search "
        "of the site follow too",
        file,
    )
