import itertools
import json
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from protego import Protego

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import parse_project
from mkdocs_ascribe.outputs.robots import robots_txt
from mkdocs_ascribe.robots.crawlers import PURPOSES, shipped
from mkdocs_ascribe.settings import Settings, SiteModel

ORIGIN = "https://docs.example.com"


def site_model(crawlers="", base_path="/", origin=ORIGIN):
    text = f"[crawlers]\n{dedent(crawlers)}"
    project, faults = parse_project(text, "ascribe.toml", Path())
    assert not faults
    return SiteModel(Site(origin, base_path), project, Settings())


def own_lines(text):
    return f"lines = {json.dumps(dedent(text).strip())}"


def written(crawlers="", base_path="/", *, sitemap=False, origin=ORIGIN):
    return robots_txt(site_model(crawlers, base_path, origin), sitemap=sitemap)


def few(purpose, *tokens):
    """Reduce a purpose to a few tokens, so that a layout can be read."""
    left_out = [c.token for c in shipped().of(purpose) if c.token not in tokens]
    return f"except = {json.dumps(left_out)}\n"


def test_a_site_that_says_nothing_has_the_sitemap_line_alone():  # S22, S71
    assert written(sitemap=True) == "Sitemap: https://docs.example.com/sitemap.xml\n"


def test_nothing_to_say_is_no_file():  # S71
    assert written() is None
    assert written('training = "allow"\nsearch = "allow"') is None
    assert written(own_lines("\n")) is None


def test_without_an_origin_there_is_no_sitemap_line():  # S71
    assert written(sitemap=True, origin=None) is None


def test_the_layout_of_the_whole_file():  # S20, S67, S68, S69, S71
    crawlers = few("training", "GPTBot", "ClaudeBot", "Google-Extended") + own_lines(
        """
        Disallow: /drafts/

        User-agent: ExampleBot
        Disallow: /
        """
    )
    assert written(f'training = "disallow"\n{crawlers}', sitemap=True) == dedent(
        """\
        User-agent: GPTBot
        User-agent: ClaudeBot
        User-agent: Google-Extended
        Disallow: /

        User-agent: *
        Disallow: /drafts/

        User-agent: ExampleBot
        Disallow: /

        Sitemap: https://docs.example.com/sitemap.xml
        """
    )


def test_each_disallowed_purpose_is_one_group_in_a_fixed_order():  # S4, S20, S67
    text = written('on-request = "disallow"\nsearch = "disallow"\ntraining = "disallow"')
    groups = text.split("\n\n")
    assert len(groups) == 3
    for group, purpose in zip(groups, PURPOSES, strict=True):
        agents = [f"User-agent: {crawler.token}" for crawler in shipped().of(purpose)]
        assert group.strip().splitlines() == [*agents, "Disallow: /"]


def test_added_and_excepted_tokens():  # S21
    text = written(
        """\
        training = "disallow"
        add = [{ token = "FooBot", purpose = "training" }]
        except = ["Amazonbot"]
        """
    )
    assert "User-agent: FooBot\nDisallow: /\n" in text
    assert "Amazonbot" not in text


def test_a_purpose_without_a_token_left_makes_no_group():
    assert written(f'search = "disallow"\n{few("search")}') is None


def test_the_base_path_is_put_before_paths_alone():  # S70, S74, b52
    crawlers = few("training", "GPTBot") + own_lines(
        """
        Disallow: /tmp/
        Disallow: *.pdf$
        Crawl-delay: 5
        Clean-param: ref /tmp/
        Sitemap: https://example.com/other.xml
        Host: example.com
        User-agent: ExampleBot
        Disallow:
        """
    )
    assert written(f'training = "disallow"\n{crawlers}', "/project/", sitemap=True) == dedent(
        """\
        User-agent: GPTBot
        Disallow: /project/

        User-agent: *
        Crawl-delay: 5
        Clean-param: ref /tmp/
        Disallow: /project/tmp/
        Disallow: /project/*.pdf$

        User-agent: ExampleBot
        Disallow:

        Host: example.com
        Sitemap: https://example.com/other.xml
        Sitemap: https://docs.example.com/project/sitemap.xml
        """
    )


def test_paths_are_encoded_once_and_patterns_stay():
    lines = (
        "Disallow: /a b/\nDisallow: /é/\nDisallow: /%C3%A9/x\nDisallow: /*.md$\nDisallow: /s?q=ü"
    )
    assert written(own_lines(lines)).splitlines() == [
        "User-agent: *",
        "Disallow: /a%20b/",
        "Disallow: /%C3%A9/",
        "Disallow: /%C3%A9/x",
        "Disallow: /*.md$",
        "Disallow: /s?q=%C3%BC",
    ]


def test_a_group_without_a_rule_gets_an_empty_one():
    lines = "Crawl-delay: 5\nUser-agent: ExampleBot\n# nothing\nUser-agent: OtherBot"
    assert written(own_lines(lines)) == dedent(
        """\
        User-agent: *
        Crawl-delay: 5
        Disallow:

        User-agent: ExampleBot
        User-agent: OtherBot
        # nothing
        Disallow:
        """
    )


def test_an_empty_rule_beside_others_is_left_out():
    lines = "User-agent: ExampleBot\nDisallow:\nDisallow: /a/"
    assert written(own_lines(lines)) == "User-agent: ExampleBot\nDisallow: /a/\n"


def test_there_is_one_group_for_everyone_with_allow_first():  # S68, S71
    lines = """
        # keep out
        Disallow: /a/
        Disallow: /b/

        User-agent: ExampleBot
        Disallow: /x/

        User-agent: *
        User-agent: examplebot
        # but this
        Allow: /a/open/
        Disallow: /b/
        """
    assert written(own_lines(lines)) == dedent(
        """\
        User-agent: *
        # but this
        Allow: /a/open/
        # keep out
        Disallow: /a/
        Disallow: /b/

        User-agent: ExampleBot
        Disallow: /x/
        # but this
        Allow: /a/open/
        Disallow: /b/
        """
    )


def test_a_group_of_the_projects_own_keeps_its_order():  # S69
    lines = "User-agent: ExampleBot\nDisallow: /a/\nCrawl-delay: 5\nAllow: /a/open/"
    assert written(own_lines(lines)) == f"{lines}\n"


def test_a_token_of_an_own_group_and_of_a_purpose_is_written_once():  # S67, S69
    crawlers = few("training", "GPTBot", "ClaudeBot") + own_lines(
        """
        User-agent: gptbot
        User-agent: ExampleBot
        Allow: /open/
        """
    )
    assert written(f'training = "disallow"\n{crawlers}') == dedent(
        """\
        User-agent: ClaudeBot
        Disallow: /

        User-agent: gptbot
        Allow: /open/
        Disallow: /

        User-agent: ExampleBot
        Allow: /open/
        """
    )


def test_an_own_group_of_an_allowed_purpose_stays_as_it_is():
    lines = "User-agent: GPTBot\nDisallow: /a/"
    assert written(f'training = "allow"\n{own_lines(lines)}') == f"{lines}\n"


def test_own_sitemaps_are_kept_and_ours_is_last_and_once():  # S69, S129
    lines = """
        Sitemap: https://docs.example.com/sitemap.xml
        Sitemap: https://docs.example.com/blog.xml
        License: https://docs.example.com/rsl.xml
        Sitemap: https://docs.example.com/blog.xml
        """
    assert written(own_lines(lines), sitemap=True) == dedent(
        """\
        License: https://docs.example.com/rsl.xml
        Sitemap: https://docs.example.com/blog.xml
        Sitemap: https://docs.example.com/sitemap.xml
        """
    )


def test_comments_alone_make_a_file_and_no_group():  # S71
    assert written('lines = ["# Hello", "#", "#"]') == "# Hello\n#\n#\n"
    assert written('lines = ["# Hello"]', sitemap=True) == (
        "# Hello\n\nSitemap: https://docs.example.com/sitemap.xml\n"
    )


@pytest.mark.parametrize("sitemap", [True, False])
def test_the_file_is_plain_lines(sitemap):
    text = written(f'training = "disallow"\n{own_lines("Disallow: /é/")}', sitemap=sitemap)
    assert text.isascii()
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\r" not in text
    assert "\n\n\n" not in text


def test_purposes_alone_refuse_no_ordinary_search_engine_anything():  # S23, S24, S26
    for policy in itertools.product(("allow", "disallow"), repeat=len(PURPOSES)):
        text = written(_policy(dict(zip(PURPOSES, policy, strict=True))), sitemap=True)
        parser = Protego.parse(text)
        for engine in shipped().search_engines:
            assert parser.can_fetch(f"{ORIGIN}/a/", engine), engine


def test_case_b51_training_is_refused_and_the_rest_may_fetch():  # S97
    parser = Protego.parse(written('training = "disallow"\nsearch = "allow"'))
    for token in ("GPTBot", "ClaudeBot", "CCBot", "Google-Extended", "Applebot-Extended"):
        assert not parser.can_fetch(f"{ORIGIN}/", token)
    for token in (
        "OAI-SearchBot",
        "Claude-SearchBot",
        "PerplexityBot",
        "ChatGPT-User",
        "Claude-User",
    ):
        assert parser.can_fetch(f"{ORIGIN}/", token)
    for token in ("Googlebot", "bingbot", "Applebot"):
        assert parser.can_fetch(f"{ORIGIN}/", token)


PATHS = ("", "a/", "a/b/", "c/")
OWN_AGENTS = ("*", "ExampleBot", "gptbot", "OAI-SearchBot", "ChatGPT-User", "bingbot")
RULES = st.tuples(st.sampled_from(("Allow", "Disallow")), st.sampled_from(PATHS))
GROUPS = st.tuples(
    st.lists(st.sampled_from(OWN_AGENTS), min_size=1, max_size=3), st.lists(RULES, max_size=3)
)


def _policy(purposes):
    return "".join(f'{purpose} = "{word}"\n' for purpose, word in purposes.items())


def _may_fetch(path, rules):
    """RFC 9309, 2.2.2: the longest rule decides, an Allow where two are equal."""
    matching = [(len(prefix), kind == "Allow") for kind, prefix in rules if path.startswith(prefix)]
    return max(matching, default=(0, True))[1]


def _rules_for(agent, everyone, groups, disallowed):
    named = [rules for agents, rules in groups if agent.lower() in map(str.lower, agents)]
    own = [rule for rules in named for rule in rules]
    if agent in disallowed:
        return [*own, ("Disallow", "")]
    if named:
        return own
    stars = [rule for agents, rules in groups if "*" in agents for rule in rules]
    return [*everyone, *stars]


@settings(deadline=None)
@given(
    purposes=st.fixed_dictionaries(
        {}, optional=dict.fromkeys(PURPOSES, st.sampled_from(("allow", "disallow")))
    ),
    everyone=st.lists(RULES, max_size=3),
    groups=st.lists(GROUPS, max_size=4),
    base_path=st.sampled_from(("/", "/docs/")),
    sitemap=st.booleans(),
)
def test_every_file_says_what_the_policy_says(purposes, everyone, groups, base_path, sitemap):
    # S67-S71
    lines = [f"{kind}: /{path}" for kind, path in everyone]
    for agents, rules in groups:
        lines += [f"User-agent: {agent}" for agent in agents]
        lines += [f"{kind}: /{path}" for kind, path in rules] or ["Crawl-delay: 1"]
    text = written(f"{_policy(purposes)}lines = {json.dumps(lines)}", base_path, sitemap=sitemap)
    disallowed = {
        crawler.token
        for purpose in PURPOSES
        if purposes.get(purpose) == "disallow"
        for crawler in shipped().of(purpose)
    }
    if text is None:
        assert not disallowed
        assert not lines
        assert not sitemap
        return

    agents = [
        line.removeprefix("User-agent: ").lower()
        for line in text.splitlines()
        if line.startswith("User-agent: ")
    ]
    assert len(agents) == len(set(agents))
    assert {token.lower() for token in disallowed} <= set(agents)
    for block in text.split("\n\n"):
        names = [line.partition(":")[0] for line in block.splitlines()]
        # Agents stand at the head of their group, one behind the other, and rules follow.
        assert "User-agent" not in names[names.count("User-agent") :]
        assert "User-agent" not in names or {"Allow", "Disallow"} & set(names)

    parser = Protego.parse(text)
    tokens = {crawler.token for crawler in shipped().crawlers}
    if "Diffbot" in disallowed and "Diffbot-User" not in disallowed:
        # Parsers that compare the beginning of a name, protego among them, apply the group for
        # Diffbot to Diffbot-User.
        tokens.remove("Diffbot-User")
    for agent in {*tokens, "ExampleBot", "bingbot", "Googlebot", "UnknownBot"}:
        rules = _rules_for(agent, everyone, groups, disallowed)
        for path in PATHS:
            expected = _may_fetch(path, rules)
            assert parser.can_fetch(f"{ORIGIN}{base_path}{path}", agent) == expected, (agent, path)
