import datetime as dt
import importlib.resources
import re

import pytest
import tomli

from mkdocs_ascribe.robots.crawlers import PURPOSES, shipped

FILE = importlib.resources.files("mkdocs_ascribe") / "data" / "crawlers.toml"


def tokens(purpose):
    return {crawler.token for crawler in shipped().of(purpose)}


def not_listed():
    data = tomli.loads(FILE.read_text("utf-8"))
    return {token.lower() for part in data["not-listed"] for token in part["tokens"]}


def test_the_crawlers_that_the_purposes_are_known_by():  # S21, S23, S97
    assert tokens("training") >= {
        "GPTBot",
        "ClaudeBot",
        "CCBot",
        "Bytespider",
        "Google-Extended",
        "Applebot-Extended",
    }
    assert tokens("search") >= {"OAI-SearchBot", "Claude-SearchBot", "PerplexityBot"}
    assert tokens("on-request") >= {"ChatGPT-User", "Claude-User", "Perplexity-User"}


def test_tokens_without_a_crawler_are_known_as_such():  # S23
    controls = {crawler.token for crawler in shipped().crawlers if crawler.kind == "control"}
    assert controls >= {"Google-Extended", "Applebot-Extended"}


@pytest.mark.parametrize("crawler", shipped().crawlers, ids=lambda crawler: crawler.token)
def test_each_crawler_has_operator_purpose_source_and_date(crawler):  # S21
    assert re.fullmatch(r"[A-Za-z0-9_-]+", crawler.token)
    assert crawler.purpose in PURPOSES
    assert crawler.operator
    assert crawler.kind in {"crawler", "control"}
    assert crawler.honours_robots in {"yes", "no", "may-ignore", "not-stated"}
    assert crawler.docs.startswith("https://") or crawler.honours_robots == "not-stated"
    assert dt.date.fromisoformat(crawler.source_date).isoformat() <= shipped().date


def test_each_token_is_listed_once_and_under_one_purpose():  # S67
    names = [crawler.token.lower() for crawler in shipped().crawlers]
    assert len(names) == len(set(names))
    assert sum(len(shipped().of(purpose)) for purpose in PURPOSES) == len(names)


def test_no_search_engine_and_no_googles_own_agent_is_in_a_purpose():  # S24, S26
    names = {crawler.token.lower() for crawler in shipped().crawlers}
    assert not names & not_listed()
    assert {"googlebot", "bingbot", "applebot", "yandexbot"} <= {
        engine.lower() for engine in shipped().search_engines
    }
    assert {"google-agent", "google-notebooklm"} <= not_listed()


def test_no_token_is_the_beginning_of_a_search_engines_name():  # S24
    # Parsers that compare the beginning of a name would apply its group to the search engine.
    for crawler in shipped().crawlers:
        for engine in shipped().search_engines:
            assert not engine.lower().startswith(crawler.token.lower()), (crawler.token, engine)
