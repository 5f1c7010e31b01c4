import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import parse_project
from mkdocs_ascribe.outputs.robots import robots_txt
from mkdocs_ascribe.robots.crawlers import PURPOSES, shipped
from mkdocs_ascribe.settings import Settings, SiteModel

TOOL = Path(__file__).parent / "robots-judges"
ORIGIN = "https://e.com"
JUDGES = ("google", "google-jwm", "google-py", "protego", "robotspy", "rerp", "stdlib", "npm")
# These compare the beginning of a name, or any part of it: to them a group for Diffbot is one for
# Diffbot-User too. judge.py has the case "a shorter name is another agent".
COMPARE_A_PART = ("protego", "rerp", "stdlib")
# judge.py has the case "star and end mark".
KNOW_NO_WILDCARDS = ("stdlib",)

# The project's own lines, and the rules that they amount to for each agent.
OWN_LINES = {
    "none": ([], {}),
    "everyone": (
        ["# drafts", "Disallow: /drafts/", "Allow: /drafts/open/", "Disallow: /a b/"],
        {"*": [("Disallow", "drafts/"), ("Allow", "drafts/open/"), ("Disallow", "a%20b/")]},
    ),
    "groups": (
        [
            "Disallow: /drafts/",
            "",
            "User-agent: ExampleBot",
            "# between agents",
            "User-agent: gptbot",
            "",
            "Allow: /drafts/open/",
            "Disallow: /drafts/",
            "User-agent: *",
            "Disallow: /guide/",
            "User-agent: OtherBot",
            "Crawl-delay: 5",
            "User-agent: OAI-SearchBot/1.3",
            "Sitemap: https://e.com/own.xml",
            "User-agent: bingbot",
            "Disallow:",
            "User-agent: examplebot",
            "Disallow: /guide/",
            "User-agent: ChatGPT-User",
            "User-agent: ChatGPT-User",
            "Disallow: /guide/",
            "License: https://e.com/rsl.xml",
        ],
        {
            "*": [("Disallow", "drafts/"), ("Disallow", "guide/")],
            "examplebot": [
                ("Allow", "drafts/open/"),
                ("Disallow", "drafts/"),
                ("Disallow", "guide/"),
            ],
            "gptbot": [("Allow", "drafts/open/"), ("Disallow", "drafts/")],
            "otherbot": [],
            "oai-searchbot": [],
            "bingbot": [],
            "chatgpt-user": [("Disallow", "guide/")],
        },
    ),
    "wildcards": (["Disallow: *.pdf$"], {"*": [("Disallow", "*.pdf")]}),
}
PAGES = ("", "guide/", "drafts/x/", "drafts/open/x/", "a%20b/x/", "file.pdf")


def _questions():
    """Give each robots.txt with its questions and the answers that the policy demands."""
    named = [c.token for c in shipped().crawlers if not any(map(str.isdigit, c.token))]
    agents = [*named, *shipped().search_engines, "ExampleBot", "OtherBot", "UnknownBot"]
    words = itertools.product(("allow", "disallow"), repeat=len(PURPOSES))
    for policy, (kind, (lines, rules)), base_path in itertools.product(
        words, OWN_LINES.items(), ("/", "/docs/")
    ):
        purposes = dict(zip(PURPOSES, policy, strict=True))
        table = "".join(f'{purpose} = "{word}"\n' for purpose, word in purposes.items())
        text = f"[crawlers]\n{table}lines = {json.dumps(lines)}\n"
        project, faults = parse_project(text, "ascribe.toml", Path())
        assert not faults
        model = SiteModel(Site(ORIGIN, base_path), project, Settings())
        disallowed = {
            crawler.token
            for purpose in project.crawlers.disallowed
            for crawler in shipped().of(purpose)
        }
        asked = [
            (agent, page, _may_fetch(agent, page, rules, agent in disallowed))
            for agent in agents
            for page in PAGES
        ]
        yield robots_txt(model, sitemap=True), kind, base_path, disallowed, asked


def _may_fetch(agent, page, rules, disallowed):
    """Say what RFC 9309 says of the project's own rules and a purpose that is disallowed."""
    own = rules.get(agent.lower(), [] if disallowed else rules.get("*", []))
    matching = [
        (len(path), kind == "Allow")
        for kind, path in [*own, *[("Disallow", "")] * disallowed]
        if (page.endswith(path[1:]) if path.startswith("*") else page.startswith(path))
    ]
    return max(matching, default=(0, True))[1]


@pytest.fixture(scope="module")
def questions(require):
    require(TOOL)
    return list(_questions())


def _answers(judge, questions):
    asked = [
        (text, [(agent, f"{ORIGIN}{base_path}{page}") for agent, page, _ in pages])
        for text, _, base_path, _, pages in questions
    ]
    command = [sys.executable, TOOL / "batch.py", judge]
    ran = subprocess.run(
        command, input=json.dumps(asked), stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(ran.stdout)


@pytest.mark.parametrize("judge", JUDGES)
def test_each_judge_reads_robots_txt_as_the_policy_says(judge, questions):  # S67, S68, S69, S70
    counted = 0
    answers = _answers(judge, questions)
    for (text, kind, _, disallowed, asked), given in zip(questions, answers, strict=True):
        if kind == "wildcards" and judge in KNOW_NO_WILDCARDS:
            continue
        for (agent, page, expected), answer in zip(asked, given, strict=True):
            if agent == "Diffbot-User" and judge in COMPARE_A_PART and "Diffbot" in disallowed:
                continue
            assert answer is expected, f"{judge}: {agent} at {page} of\n{text}"
            counted += 1
    assert counted > 10_000
