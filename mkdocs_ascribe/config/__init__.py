"""ascribe.toml and ascribe.addresses: read, checked as a whole, and turned into values."""

from mkdocs_ascribe.config.addresses_file import (
    ADDRESSES_NAME,
    Addresses,
    Move,
    Permalink,
    Recorded,
    load_addresses,
    parse_addresses,
)
from mkdocs_ascribe.config.load import load_project, parse_project
from mkdocs_ascribe.config.project import Consumer, CrawlerPolicy, Host, Project
from mkdocs_ascribe.config.toml_text import unusable_path

__all__ = [
    "ADDRESSES_NAME",
    "Addresses",
    "Consumer",
    "CrawlerPolicy",
    "Host",
    "Move",
    "Permalink",
    "Project",
    "Recorded",
    "load_addresses",
    "load_project",
    "parse_addresses",
    "parse_project",
    "unusable_path",
]
