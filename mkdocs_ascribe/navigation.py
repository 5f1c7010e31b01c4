"""The navigation that a site's reader sees, free of MkDocs."""

from collections.abc import Iterator
from typing import NamedTuple


class NavItem(NamedTuple):
    """A page, a section or a link of the navigation, under the navigation's own label.

    A page has a `route`, and so has a section with a page of its own; a link out of the site has
    an `href`. Only sections have `children`.
    """

    title: str
    route: str | None = None
    href: str | None = None
    children: tuple["NavItem", ...] = ()

    def routes(self) -> Iterator[str]:
        """Yield the routes of this item and of all below it, in the order a reader sees."""
        if self.route is not None:
            yield self.route
        for child in self.children:
            yield from child.routes()
