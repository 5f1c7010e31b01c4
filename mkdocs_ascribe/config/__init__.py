"""ascribe.toml: read, checked as a whole, and turned into a `Project`."""

from mkdocs_ascribe.config.load import load_project, parse_project
from mkdocs_ascribe.config.project import Consumer, CrawlerPolicy, Host, Project

__all__ = ["Consumer", "CrawlerPolicy", "Host", "Project", "load_project", "parse_project"]
