"""What ascribe.toml says, as values that the rest of the package can trust."""

import enum
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from mkdocs_ascribe.config.addresses_file import Addresses
from mkdocs_ascribe.config.lines import KeyLines
from mkdocs_ascribe.diagnostics import Level
from mkdocs_ascribe.listing import ListingRules


class Host(enum.Enum):
    """A host that the plugin writes files for, by its name in ascribe.toml."""

    NETLIFY = "netlify"
    CLOUDFLARE = "cloudflare"
    GITHUB_PAGES = "github-pages"
    STATIC = "static"
    NGINX = "nginx"
    CADDY = "caddy"
    APACHE = "apache"

    @property
    def sends_headers(self) -> bool:
        """Whether the host can be told to send a header with a file."""
        return self not in (Host.GITHUB_PAGES, Host.STATIC)


class Consumer(NamedTuple):
    """`[consumer]`: None where ascribe.toml leaves a value out.

    `site` is a normalized origin, `base_path` has a slash at each end.
    """

    site: str | None = None
    base_path: str | None = None
    trailing_slash: str | None = None
    agents: bool | None = None
    host: Host | None = None


class CrawlerPolicy(NamedTuple):
    """`[crawlers]`.

    `purposes` has "allow" or "disallow" for each purpose that is set; `tokens` has the product
    tokens of every purpose, with `add` and `except` applied; `lines` are the project's own.
    """

    purposes: Mapping[str, str] = {}
    tokens: Mapping[str, tuple[str, ...]] = {}
    lines: tuple[str, ...] = ()

    @property
    def disallowed(self) -> list[str]:
        """The purposes that are disallowed, in their fixed order."""
        return [name for name in self.tokens if self.purposes.get(name) == "disallow"]


class Project(NamedTuple):
    """One ascribe.toml, or the defaults where there is none.

    `file` is its name for messages. `lines` has the line of each key. `addresses` are those of
    ascribe.addresses beside it.
    """

    file: str = "ascribe.toml"
    content_root: Path | None = None
    output_dir: Path | None = None
    consumer: Consumer = Consumer()
    rules: ListingRules = ListingRules()
    crawlers: CrawlerPolicy = CrawlerPolicy()
    checks: Mapping[str, Level] = {}
    permalinks_prefix: str = "go/"
    addresses: Addresses = Addresses()
    lines: KeyLines = KeyLines("")

    def line(self, *path: str) -> int:
        """Give the line of a key, or of the table around it; 0 when it is not known."""
        return self.lines.of(*path)
