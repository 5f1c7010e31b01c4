"""The crawlers by purpose, as the package ships them: data, with operator, source and date."""

import functools
from typing import NamedTuple

import tomli

from mkdocs_ascribe.packaged import packaged_text

PURPOSES = ("training", "search", "on-request")


class Crawler(NamedTuple):
    """One product token (RFC 9309, 2.2.1) and what is known of it.

    `kind` is "crawler", or "control" for a name that only robots.txt knows. `honours_robots` is
    what the operator documents: yes, no, may-ignore or not-stated. `docs` is the operator's page,
    `basis` says whether that page or lists of others were read, `source_date` on what day.
    """

    token: str
    purpose: str
    operator: str = ""
    kind: str = "crawler"
    honours_robots: str = "not-stated"
    docs: str = ""
    basis: str = ""
    source_date: str = ""


class CrawlerList(NamedTuple):
    """The shipped list: its date, its crawlers, and the search engines no purpose may name."""

    date: str
    crawlers: tuple[Crawler, ...]
    search_engines: tuple[str, ...]

    def of(self, purpose: str) -> list[Crawler]:
        """Give the crawlers of one purpose, in the list's order."""
        return [crawler for crawler in self.crawlers if crawler.purpose == purpose]


@functools.cache
def shipped() -> CrawlerList:
    """Read `data/crawlers.toml` of the package."""
    data = tomli.loads(packaged_text("data/crawlers.toml"))
    crawlers = tuple(
        Crawler(
            token=entry["token"],
            purpose=entry["purpose"],
            operator=entry["operator"],
            kind=entry["kind"],
            honours_robots=entry["honours-robots"],
            docs=entry["docs"],
            basis=entry["basis"],
            source_date=entry["source-date"],
        )
        for entry in data["crawler"]
    )
    # The file's first part of names that are in no purpose is that of ordinary search engines.
    return CrawlerList(data["list"]["date"], crawlers, tuple(data["not-listed"][0]["tokens"]))
