import json
from pathlib import Path
from textwrap import dedent

import pytest
from protego import Protego

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import parse_project
from mkdocs_ascribe.diagnostics import CHECKS
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.outputs.robots import robots_txt
from mkdocs_ascribe.records import PageRecord
from mkdocs_ascribe.robots.checks import policy_diagnostics, reach_diagnostics
from mkdocs_ascribe.settings import Settings, SiteModel

ORIGIN = "https://docs.example.com"


def site_model(crawlers="", base_path="/", *, agents="true"):
    text = f"[consumer]\nagents = {agents}\n\n[crawlers]\n{dedent(crawlers)}"
    project, faults = parse_project(text, "ascribe.toml", Path())
    assert not faults
    return SiteModel(Site(ORIGIN, base_path), project, Settings())


def own_lines(text):
    return f"lines = {json.dumps(dedent(text).strip())}"


def record(route, listing=Listing.LISTED, **more):
    name = route.strip("/") or "index"
    values = {
        "source": f"{name}.md",
        "route": route,
        "dest_uri": f"{name}/index.html",
        "label": name,
        "canonical": f"{ORIGIN}{route}",
        "own_address": f"{ORIGIN}{route}",
        "markdown": f"/{name}.md",
        "listing": listing,
    }
    return PageRecord(**(values | more))


def reach(crawlers, records, base_path="/", **more):
    model = site_model(crawlers, base_path, **more)
    robots = robots_txt(model, sitemap=True)
    found = reach_diagnostics(model, records, robots, is_own=False)
    assert all(one.name in CHECKS for one in found)
    assert all(one.file == "ascribe.toml" for one in found)
    return found


def names(diagnostics):
    return [diagnostic.name for diagnostic in diagnostics]


def test_disallowing_search_says_what_it_costs():  # S24
    (found,) = policy_diagnostics(site_model('training = "disallow"\nsearch = "disallow"'))
    assert str(found) == (
        'ascribe.toml:6: search = "disallow" takes the site out of the answers of those AI search '
        "products, while Google's and Bing's search, and the AI answers in it, stay as they are; "
        "keep it if that is meant; only a page's listing keeps it out of Google and Bing "
        "(crawlers-disallowed)"
    )


def test_disallowing_on_request_says_who_may_ignore_it():  # S25
    (found,) = policy_diagnostics(site_model('on-request = "disallow"'))
    assert found.name == "crawlers-disallowed"
    assert "answer from memory or from another site" in found.message
    assert found.message.endswith(
        "the operators of ChatGPT-User, Perplexity-User, meta-externalfetcher, Kimi-User say that "
        "these may fetch all the same"
    )


def test_disallowing_training_or_allowing_costs_nothing():  # S23
    assert not policy_diagnostics(site_model('training = "disallow"\nsearch = "allow"'))
    assert not policy_diagnostics(site_model())


def test_an_own_group_that_allows_what_a_purpose_disallows():
    lines = own_lines(
        "User-agent: gptbot\nUser-agent: CCBot\nUser-agent: ExampleBot\nAllow: /open/"
    )
    (found,) = policy_diagnostics(site_model(f'training = "disallow"\n{lines}'))
    assert str(found) == (
        "ascribe.toml:6: crawlers.lines: 'Allow: /open/' in the group of gptbot, CCBot loosens "
        'training = "disallow"; remove the Allow line, or leave the crawler out of the purpose '
        "with except (robots-group-loosens)"
    )


@pytest.mark.parametrize(
    ("purpose", "lines"),
    [
        ("allow", "User-agent: GPTBot\nAllow: /open/"),
        ("disallow", "User-agent: GPTBot\nDisallow:"),
        ("disallow", "User-agent: GPTBot\nAllow:\nDisallow: /a/"),
        ("disallow", "User-agent: ExampleBot\nAllow: /open/"),
        ("disallow", "Allow: /open/"),
    ],
)
def test_own_groups_that_loosen_nothing(purpose, lines):
    model = site_model(f'training = "{purpose}"\n{own_lines(lines)}')
    assert not policy_diagnostics(model)


def test_case_b50_a_line_hides_noindex():  # S27, S96
    records = [record("/"), record("/internal/runbook/", Listing.UNLISTED)]
    (found,) = reach(own_lines("Disallow: /internal/"), records)
    assert str(found) == (
        "ascribe.toml:5: 'Disallow: /internal/' for the crawler * refuses internal/runbook.md at "
        "/internal/runbook/: a crawler that follows it never reads that the page asks not to be "
        "listed or quoted; remove the line: the listing alone keeps a page out of search "
        "(listing-disallowed)"
    )


def test_a_page_that_is_not_to_be_quoted_or_has_noindex_is_meant_too():  # S27
    lines = own_lines("Disallow: /a")
    unquoted = reach(lines, [record("/a/", Listing.UNQUOTED)])
    assert names(unquoted) == ["listing-disallowed", "sitemap-disallowed", "markdown-disallowed"]
    assert names(reach(lines, [record("/a/", robots="noindex")])) == ["listing-disallowed"]


def test_what_is_offered_and_refused():
    records = [record("/"), record("/a/"), record("/b/")]
    found = reach(own_lines("Disallow: /"), records)
    said = [(one.name, one.message) for one in found]
    refuses = "'Disallow: /' for the crawler * refuses"
    assert said == [
        (
            "sitemap-disallowed",
            f"{refuses} the sitemap or what it lists: /, /a/, /b/ and 1 more",
        ),
        (
            "markdown-disallowed",
            f"{refuses} Markdown versions that pages offer to agents: /index.md, /a.md, /b.md",
        ),
        (
            "llms-disallowed",
            f"{refuses} /llms.txt, which every page names for agents",
        ),
    ]


def test_what_is_not_offered_is_not_missed():
    lines = own_lines("Disallow: /a/\nDisallow: /*.md$\nDisallow: /llms.txt\nDisallow: /sitemap")
    foreign = record("/a/", canonical="https://other.example/a/", markdown=None)
    assert not reach(lines, [foreign], agents="false")


def test_the_sitemap_itself():
    (found,) = reach(own_lines("Disallow: /*.xml$"), [record("/")])
    assert found.name == "sitemap-disallowed"
    assert "/sitemap.xml" in found.message


def test_one_diagnostic_a_line_however_many_pages_it_refuses():
    records = [record(f"/internal/{number}/", Listing.UNLISTED) for number in range(15)]
    (found,) = reach(own_lines("Disallow: /internal/"), records)
    assert "internal/2.md at /internal/2/ and 12 more:" in found.message


def test_the_longest_line_is_the_one_that_refuses():
    lines = own_lines("Disallow: /a/\nDisallow: /a/b/\nAllow: /a/b/open/")
    records = [record(route, Listing.UNLISTED) for route in ("/a/", "/a/b/open/", "/a/b/x/")]
    outer, inner = reach(lines, records)
    assert "'Disallow: /a/' for the crawler * refuses a.md at /a/:" in outer.message
    assert "'Disallow: /a/b/' for the crawler * refuses a/b/x.md at /a/b/x/:" in inner.message


def test_search_engines_with_a_group_of_their_own():  # S27
    lines = own_lines(
        """
        User-agent: googlebot
        User-agent: ExampleBot
        Disallow: /internal/

        User-agent: Bingbot
        Disallow: /other/
        """
    )
    (found,) = reach(lines, [record("/internal/", Listing.UNLISTED)])
    assert "'Disallow: /internal/' for the crawler googlebot refuses" in found.message


def test_crawlers_of_no_search_engine_may_be_refused_anything():
    lines = own_lines("User-agent: ExampleBot\nUser-agent: OAI-SearchBot\nDisallow: /")
    every = 'training = "disallow"\nsearch = "disallow"\non-request = "disallow"\n'
    assert not reach(every + lines, [record("/"), record("/a/", Listing.UNLISTED)])


def test_under_a_base_path_the_final_lines_count():  # S70, S74
    lines = own_lines("Disallow: /internal/")
    (found,) = reach(lines, [record("/docs/internal/", Listing.UNLISTED)], "/docs/")
    assert "'Disallow: /docs/internal/'" in found.message


def test_encoded_and_plain_paths_are_one():
    (found,) = reach(own_lines("Disallow: /é/"), [record("/%C3%A9/x/", Listing.UNLISTED)])
    assert found.name == "listing-disallowed"


def test_the_sites_own_file_is_read_too():  # S73
    own = "\ufeff# ours\r\nUser-agent: *\r\nNoindex: /a/\r\nDisallow: /tmp/\r\nUser-agent:\r\n"
    (found,) = reach_diagnostics(
        site_model(), [record("/tmp/x/", Listing.UNLISTED)], own, is_own=True
    )
    assert str(found).startswith("robots.txt: 'Disallow: /tmp/' for the crawler * refuses tmp/x.md")


def test_a_misspelt_line_of_the_sites_own_is_no_line():
    own = "User-agent: *\nDisallow: /tmp/\nDisalow: /a/\n"
    records = [record("/a/", Listing.UNLISTED)]
    assert not reach_diagnostics(site_model(), records, own, is_own=True)


def test_no_page_is_looked_at_when_no_line_disallows_anything(monkeypatch):
    monkeypatch.setattr(Protego, "parse", None)
    every = 'training = "disallow"\nsearch = "disallow"\non-request = "disallow"\n'
    model = site_model(every + own_lines("Allow: /a/\nUser-agent: Googlebot\nDisallow:"))
    robots = robots_txt(model, sitemap=True)
    assert not reach_diagnostics(model, iter([record("/")]), robots, is_own=False)
