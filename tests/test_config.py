"""ascribe.toml: what it means, and every fault of it at once, with its line (SPEC 2.1)."""

import json
from pathlib import Path

import pytest
import tomli
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from mkdocs_ascribe.config import Consumer, Host, Project, load_project, parse_project
from mkdocs_ascribe.config.lines import KeyLines, key_lines
from mkdocs_ascribe.config.schema import dotted, faults
from mkdocs_ascribe.config.toml_text import parse_toml
from mkdocs_ascribe.diagnostics import Level
from mkdocs_ascribe.listing import Listing, Rule
from mkdocs_ascribe.packaged import packaged_schema
from mkdocs_ascribe.robots.crawlers import shipped

FOLDER = Path("project")

WHOLE = """\
spec = "0.1"

[project]
content-root = "docs"
output-dir = ".ascribe/build"

[consumer]
site = "https://Docs.example.com:443/"
base-path = "/docs"
trailing-slash = "always"
agents = true
host = "netlify"

[types.runbook]
files = ["internal/runbooks/**"]
frontmatter = { anything = 1 }

[types.guide]

[listing]
site = "listed"
folders = { "internal/" = "unlisted", "./guides/drafts" = "unquoted" }
types = { runbook = "unlisted" }

[crawlers]
training = "disallow"
search = "allow"
lines = '''
Disallow: /drafts/

User-agent: ExampleBot
Disallow: /
'''
add = [{ token = "FooBot", purpose = "training" }]
except = ["amazonbot"]

[permalinks]
prefix = "go/"

[checks]
description-missing = "off"
rule-unused = "error"

[phrases]
anything = [1, { a = 2020-01-01 }]
"""


def load(text):
    project, found = parse_project(text, "ascribe.toml", FOLDER)
    assert found == []
    return project


def problems(text):
    project, found = parse_project(text, "ascribe.toml", FOLDER)
    if found:
        assert project == Project("ascribe.toml")
    for one in found:
        assert len(str(one).splitlines()) == 1
        assert one.file == "ascribe.toml"
    return [str(one).removesuffix(" (config-invalid)") for one in found]


# ---------------------------------------------------------------- what it means


def test_a_whole_file():  # S2 S4 S5 S6 S14 S15 S19 S20
    project = load(WHOLE)
    assert project.content_root == FOLDER / "docs"
    assert project.output_dir == FOLDER / ".ascribe/build"
    assert project.consumer == Consumer(
        "https://docs.example.com", "/docs/", "always", agents=True, host=Host.NETLIFY
    )
    assert project.rules.types == {"runbook": ("internal/runbooks/**",), "guide": ()}
    assert project.rules.site == Rule("site", Listing.LISTED, 21)
    assert project.rules.folders == {
        "internal/": Rule("folder internal/", Listing.UNLISTED, 22),
        "guides/drafts/": Rule("folder guides/drafts/", Listing.UNQUOTED, 22),
    }
    assert project.rules.by_type == {"runbook": Rule("type runbook", Listing.UNLISTED, 23)}
    assert project.rules.type_lines == {"runbook": 14, "guide": 18}
    assert project.crawlers.purposes == {"training": "disallow", "search": "allow"}
    assert project.crawlers.disallowed == ["training"]
    assert project.crawlers.lines == (
        "Disallow: /drafts/",
        "",
        "User-agent: ExampleBot",
        "Disallow: /",
        "",
    )
    assert project.line("crawlers", "lines") == 28
    assert project.checks == {"description-missing": Level.OFF, "rule-unused": Level.ERROR}
    assert project.line("consumer", "site") == 8
    assert project.line("consumer", "no such key") == 7


def test_an_empty_file():
    project = load("")
    assert project.consumer == Consumer(None, None, None, agents=None, host=None)
    assert project.content_root is None
    assert project.output_dir is None
    assert project.crawlers.purposes == {}  # S22
    assert project.crawlers.disallowed == []
    assert project.crawlers.lines == ()
    assert project.checks == {}
    assert project.rules.site is None


@pytest.mark.parametrize(
    ("site", "origin"),
    [
        ("https://docs.example.com/", "https://docs.example.com"),  # b10
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("http://localhost:8000", "http://localhost:8000"),
    ],
)
def test_site(site, origin):  # S10
    assert load(f"consumer.site = '{site}'").consumer.site == origin


@pytest.mark.parametrize(
    ("path", "base"),
    [("/", "/"), ("/docs", "/docs/"), ("//docs//v2/", "/docs/v2/"), ("/ä/", "/%C3%A4/")],
)
def test_base_path(path, base):  # b10 b11
    assert load(f"consumer.base-path = '{path}'").consumer.base_path == base


@pytest.mark.parametrize(
    ("key", "folder", "origin"),
    [
        ("internal", "internal/", "folder internal/"),
        ("internal/", "internal/", "folder internal/"),
        ("./internal/", "internal/", "folder internal/"),
        ("/internal/ops/", "internal/ops/", "folder internal/ops/"),
        ("/", "", "folder /"),
        ("./", "", "folder /"),
        ("..a/b..", "..a/b../", "folder ..a/b../"),
    ],
)
def test_folder_keys(key, folder, origin):  # b25
    rules = load(f"[listing.folders]\n'{key}' = 'unlisted'").rules
    assert rules.folders == {folder: Rule(origin, Listing.UNLISTED, 2)}


@pytest.mark.parametrize("words", [("unlisted", "listed"), ("listed", "unlisted")])
def test_two_spellings_of_a_folder_are_two_rules(words):  # S16
    text = "[listing.folders]\n'internal' = '{}'\n'internal/' = '{}'"
    folders = load(text.format(*words)).rules.folders
    assert folders["internal/"].listing is Listing.UNLISTED
    assert folders["internal/"].line == 2 + words.index("unlisted")


def test_lines_as_a_list():  # S19
    text = "crawlers.lines = ['User-agent: *', 'Disallow: /a']"
    assert load(text).crawlers.lines == ("User-agent: *", "Disallow: /a")


def test_tokens():  # S21 S23 S97
    tokens = load("").crawlers.tokens
    assert list(tokens) == ["training", "search", "on-request"]
    crawlers = {"GPTBot", "ClaudeBot", "CCBot", "Bytespider"}
    assert crawlers | {"Google-Extended", "Applebot-Extended"} <= set(tokens["training"])
    assert {"OAI-SearchBot", "Claude-SearchBot", "PerplexityBot"} <= set(tokens["search"])


def test_add_and_except():
    text = """
[crawlers]
except = ["gptbot", "CCBot"]
add = [
    { token = "GPTBot", purpose = "search" },
    { token = "Foo_Bot-1.0", purpose = "on-request" },
]
"""
    tokens, before = load(text).crawlers.tokens, load("").crawlers.tokens
    assert tokens["training"] == tuple(
        token for token in before["training"] if token not in ("GPTBot", "CCBot")
    )
    assert tokens["search"] == (*before["search"], "GPTBot")
    assert tokens["on-request"] == (*before["on-request"], "Foo_Bot-1.0")


@pytest.mark.parametrize("level", ["off", "advice", "warning", "error"])
def test_checks(level):  # S35
    assert load(f"checks.title-missing = '{level}'").checks == {"title-missing": Level(level)}


TABLES_OF_OTHER_TOOLS = [
    *("availability", "builds", "dimensions", "directives", "features", "fragments"),
    *("glossary", "images", "languages", "nav", "notes", "phrases", "sources", "states"),
    *("versions", "widgets"),
]


@pytest.mark.parametrize("name", TABLES_OF_OTHER_TOOLS)
def test_tables_of_other_tools_are_left_alone(name):  # SPEC 2.1
    assert problems(f"[{name}.a]\nb = [1, 2.5, 2020-01-01]\n") == []
    assert problems(f"[[{name}]]\nb = true\n") == []


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("spec = '0.2'", "1: spec is '0.2', not one of 0.1; did you mean '0.1'?"),
        ("spec = 0.1", "1: spec is 0.1; it must be a text"),
        ("consumer = 1", "1: consumer is 1; it must be a table"),
        ("[[consumer]]\nsite = 'x'", "1: consumer is [{'site': 'x'}]; it must be a table"),
        ("\n[consumer]\nagents = 'yes'", "3: consumer.agents is 'yes'; it must be true or false"),
        ("[consumer]\nsite = false", "2: consumer.site is False; it must be a text"),
        ("consumer.site = 2020-01-01", "1: consumer.site is 2020-01-01; it must be a text"),
        ("consumer.site = inf", "1: consumer.site is inf; it must be a text"),
        (
            "[consumer]\ntrailing-slash = 'sometimes'",
            (
                "2: consumer.trailing-slash is 'sometimes', not one of always, never; "
                "permitted: always, never"
            ),
        ),
        (
            "consumer.host = 'netlfy'",
            (
                "1: consumer.host is 'netlfy', not one of netlify, cloudflare, github-pages, "
                "static, nginx, caddy, apache; did you mean 'netlify'?"
            ),
        ),
        ("[consumers]\n", "1: unknown table 'consumers'; did you mean 'consumer'?"),
        ("[consumer]\nsiet = 'x'", "2: unknown key 'consumer.siet'; did you mean 'site'?"),
        (
            "[consumer.extra]\na = 1",
            (
                "1: unknown table 'consumer.extra'; "
                "permitted: site, base-path, trailing-slash, agents, host"
            ),
        ),
        (
            "[project]\n'a b' = 1",
            "2: unknown key 'project.\"a b\"'; permitted: content-root, output-dir",
        ),
        (
            "[project]\n'ä' = 1",
            "2: unknown key 'project.\"ä\"'; permitted: content-root, output-dir",
        ),
        (
            '[project]\n"a\\n\\"b" = 1',
            '2: unknown key \'project."a\\n\\"b"\'; permitted: content-root, output-dir',
        ),
        ("[permalinks]\nprefx = 'a'", "2: unknown key 'permalinks.prefx'; did you mean 'prefix'?"),
        ("[types]\na = ['x']", "2: types.a is ['x']; it must be a table"),
        ("[types.a]\nfiles = 'x'", "2: types.a.files is 'x'; it must be a list"),
        ("[types.a]\nfiles = ['x', 1]", "2: types.a.files is 1; it must be a text"),
        ("[types.a]\nfiles = [\n'x',\n1]", "4: types.a.files is 1; it must be a text"),
        (
            "[listing]\nsite = 'unlited'",
            (
                "2: listing.site is 'unlited', not one of listed, unquoted, unlisted; "
                "did you mean 'unlisted'?"
            ),
        ),
        (
            "[listing.folders]\n'a/' = 'hidden'",
            (
                "2: listing.folders.\"a/\" is 'hidden', not one of listed, unquoted, unlisted; "
                "permitted: listed, unquoted, unlisted"
            ),
        ),
        (
            "[listing]\nfolders = ['a/']",
            "2: listing.folders is ['a/']; it must be a table",
        ),
        (
            "[types.a]\n[listing.types]\na = true",
            "3: listing.types.a is True; it must be a text",
        ),
        (
            "[crawlers]\ntraining = 'deny'",
            (
                "2: crawlers.training is 'deny', not one of allow, disallow; "
                "permitted: allow, disallow"
            ),
        ),
        (
            "[crawlers]\non_request = 'allow'",
            "2: unknown key 'crawlers.on_request'; did you mean 'on-request'?",
        ),
        ("crawlers.lines = 1", "1: crawlers.lines is 1; it must be a text or a list"),
        ("crawlers.lines = [1]", "1: crawlers.lines is 1; it must be a text"),
        (
            "[crawlers]\nadd = [{ token = 'A' }]",
            "2: crawlers.add lacks 'purpose'; add purpose = ...",
        ),
        (
            "[crawlers]\nadd = [{ purpose = 'search' }]",
            "2: crawlers.add lacks 'token'; add token = ...",
        ),
        (
            "[crawlers]\nadd = [\n  { token = 'A', purpose = 'serch' },\n]",
            (
                "3: crawlers.add.purpose is 'serch', not one of training, search, on-request; "
                "did you mean 'search'?"
            ),
        ),
        (
            (
                "[[crawlers.add]]\ntoken = 'A'\npurpose = 'search'\n"
                "[[crawlers.add]]\ntoken = 'B'\npurpose = 'all'"
            ),
            (
                "6: crawlers.add.purpose is 'all', not one of training, search, on-request; "
                "permitted: training, search, on-request"
            ),
        ),
        (
            (
                "[[crawlers.add]]\ntoken = 'A'\npurpose = 'search'\n"
                "[[crawlers.add]]\ntoken = 'B'\npurpose = 'search'\nname = 'b'"
            ),
            "7: unknown key 'crawlers.add.name'; permitted: token, purpose",
        ),
        ("crawlers.add = ['A']", "1: crawlers.add is 'A'; it must be a table"),
        ("crawlers.except = 'GPTBot'", "1: crawlers.except is 'GPTBot'; it must be a list"),
        (
            "[checks]\ntitle-missing = 'info'",
            (
                "2: checks.title-missing is 'info', not one of off, advice, warning, error; "
                "permitted: off, advice, warning, error"
            ),
        ),
        ("[checks]\ntitle-missing = false", "2: checks.title-missing is False; it must be a text"),
        (
            "[checks]\ntitle-mising = 'off'",
            "2: checks names 'title-mising', no diagnostic; did you mean 'title-missing'?",
        ),
        (
            # The nearest name is of an error, whose level is fixed.
            "[checks]\nmarkdown-colision = 'off'",
            (
                "2: checks names 'markdown-colision', no diagnostic; "
                "did you mean 'markdown-disallowed'?"
            ),
        ),
        (
            "[checks]\nx = 'off'",
            "2: checks names 'x', no diagnostic; the docs list them under Diagnostics",
        ),
        (
            "crawlers.except = ['x']",
            (
                "1: crawlers.except names 'x', which the list of crawlers lacks; "
                "mkdocs-ascribe crawlers shows the list"
            ),
        ),
        (
            "[checks]\nlisting-looser = 'off'",
            "2: checks.listing-looser: the level of an error is fixed; remove the line",
        ),
        (
            "[listing]\ntypes = { runbok = 'unlisted' }\n[types.runbook]\nfiles = ['x']",
            (
                "2: a listing for the type 'runbok', which [types] does not declare; "
                "did you mean 'runbook'?"
            ),
        ),
        (
            "listing.types.runbook = 'unlisted'",
            (
                "1: a listing for the type 'runbook', which [types] does not declare; "
                "declare [types.runbook] with its files"
            ),
        ),
        (
            "[listing.folders]\n'../a/' = 'unlisted'",
            (
                "2: the folder '../a/' is not a path under the content root; "
                "write it as the sources have it, such as internal/"
            ),
        ),
        (
            "[listing.folders]\n'a\\b' = 'unlisted'",
            (
                "2: the folder 'a\\b' is not a path under the content root; "
                "write it as the sources have it, such as internal/"
            ),
        ),
        (
            '[project]\noutput-dir = "a\\u0000b"',
            (
                "2: project.output-dir is 'a\\x00b', which holds a character that no path can "
                "hold; name a folder, relative to this file"
            ),
        ),
        (
            f"[project]\ncontent-root = '{'a' * 300}'",
            (
                f"2: project.content-root is '{'a' * 59}..., which has a name of more than 255 "
                "bytes, too long for a file; name a folder, relative to this file"
            ),
        ),
        (
            f"[permalinks]\nprefix = 'go/{'ä' * 128}'",
            (
                f"2: permalinks.prefix is 'go/{'ä' * 56}..., which has a name of more than 255 "
                "bytes, too long for a file; write a folder under the base path, such as go/"
            ),
        ),
        (
            "[listing.folders]\n'a//b' = 'unlisted'",
            (
                "2: the folder 'a//b' is not a path under the content root; "
                "write it as the sources have it, such as internal/"
            ),
        ),
        (
            "[listing.folders]\n'./a/./' = 'unlisted'",
            (
                "2: the folder './a/./' is not a path under the content root; "
                "write it as the sources have it, such as internal/"
            ),
        ),
        (
            "[types.'a b']\nfiles = [\n'/a/*.md',\n'../a.md',\n]",
            (
                "4: types.\"a b\".files has '../a.md', which has a segment that is empty or "
                "made of dots; write a path such as internal/**"
            ),
        ),
        (
            "[types.a]\nfiles = ['internal/']",
            (
                "2: types.a.files has 'internal/', which names no file; "
                "write ** behind a folder for all that is in it"
            ),
        ),
        (
            "[types.a]\nfiles = ['" + "{a,b}" * 14 + "']",
            (
                "2: types.a.files has '" + "{a,b}" * 11 + "{a,b..., which stands for more than "
                "1,000 patterns; write several patterns, with fewer braces in each"
            ),
        ),
        (
            "crawlers.except = ['GPTBott']",
            (
                "1: crawlers.except names 'GPTBott', which the list of crawlers lacks; "
                "did you mean 'GPTBot'?"
            ),
        ),
        (
            "[crawlers]\nadd = [{ token = 'gptbot', purpose = 'search' }]",
            (
                "2: crawlers.add: 'gptbot' is in the list of crawlers already; "
                "remove it, or except it too"
            ),
        ),
        (
            (
                "[crawlers]\nadd = [\n{ token = 'A', purpose = 'search' },\n"
                "{ token = 'a', purpose = 'training' }]"
            ),
            "4: crawlers.add: 'a' is in the list of crawlers already; remove it, or except it too",
        ),
        (
            "[crawlers]\nadd = [{ token = 'Googlebot', purpose = 'search' }]",
            (
                "2: crawlers.add: 'Googlebot' is an ordinary search engine's crawler; "
                "a purpose must not take the site out of search; write a group in lines"
            ),
        ),
        (
            "[crawlers]\nadd = [{ token = 'BINGBOT', purpose = 'search' }]",
            (
                "2: crawlers.add: 'BINGBOT' is an ordinary search engine's crawler; "
                "a purpose must not take the site out of search; write a group in lines"
            ),
        ),
        (
            "[crawlers]\nadd = [{ token = 'Foo Bot', purpose = 'search' }]",
            "2: crawlers.add: 'Foo Bot' is no product token; write a name such as FooBot",
        ),
        (
            "[crawlers]\nadd = [{ token = '', purpose = 'search' }]",
            "2: crawlers.add: '' is no product token; write a name such as FooBot",
        ),
        (
            '[crawlers]\nadd = [{ token = "*\\nDisallow: /", purpose = "search" }]',
            "2: crawlers.add: '*\\nDisallow: /' is no product token; write a name such as FooBot",
        ),
    ],
)
def test_a_fault(text, problem):  # SPEC 2.1
    assert problems(text) == [f"ascribe.toml:{problem}"]


@pytest.mark.parametrize("key", ["folders", "types"])
def test_listing_keys_of_any_text(key):
    assert len(problems(f'[listing.{key}]\n"a\\n..\\n/../" = "unlited"')) == 1


@pytest.mark.parametrize(
    "site",
    [
        "docs.example.com",
        "https://docs.example.com/docs",  # S138
        "https://docs.example.com/?a=b",  # S138
        "https://user:secret@docs.example.com",  # S138
        "https://docs.example.com#a",
        "ftp://docs.example.com",
        "https://docs example.com",
        "http://[::1",
        "",
    ],
)
def test_a_site_that_is_no_origin(site):  # S138
    assert problems(f"[consumer]\nsite = '{site}'") == [
        (
            f"ascribe.toml:2: consumer.site is '{site}', not an origin; "
            "write scheme and host alone, such as https://docs.example.com; "
            "a path goes to base-path"
        )
    ]


@pytest.mark.parametrize(
    "path",
    ["", "docs/", "https://a.example/", "/a?b", "/a#b", "/a b/", "/a/../b/", "/./", "/a\\b"],
)
def test_a_base_path_that_is_no_path(path):
    shown = repr(path)
    assert problems(f"[consumer]\nbase-path = '{path}'") == [
        (
            f"ascribe.toml:2: consumer.base-path is {shown}, not a path; "
            "write a path from the host's root, such as /docs/"
        )
    ]


@pytest.mark.parametrize("host", ["cloudflare", "nginx", "caddy", "apache"])
def test_a_host_that_is_not_written_for_yet(host):
    assert problems(f"[consumer]\nhost = '{host}'") == [
        (
            f"ascribe.toml:2: consumer.host '{host}' is not written for by this version; "
            "available: netlify, github-pages, static; leave it out for any other host"
        )
    ]


@pytest.mark.parametrize("token", shipped().search_engines)
def test_search_engines_are_in_no_purpose(token):  # S24
    text = f"[crawlers]\nadd = [{{ token = '{token}', purpose = 'training' }}]"
    assert len(problems(text)) == 1
    assert token not in [name for names in load("").crawlers.tokens.values() for name in names]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (
            "['Disallow: /a', 'Noindex: /a']",
            "2: crawlers.lines: 'Noindex: /a' is no robots.txt directive",
        ),
        (
            "[\n'Disallow: /a',\n'Dissallow: /a',\n]",
            (
                "4: crawlers.lines: 'Dissallow: /a' is no robots.txt directive; "
                "did you mean 'Disallow'?"
            ),
        ),
        (
            "'''\nDisallow: /a\nDisallow a\n'''",
            "4: crawlers.lines: 'Disallow a' is no robots.txt directive",
        ),
        (
            '"""\nDisallow: /a\nAllow: \\\n  /b\nDisallow a"""',
            "6: crawlers.lines: 'Disallow a' is no robots.txt directive",
        ),
        (
            '"Disallow: /a\\nDisallow a"',
            "2: crawlers.lines: 'Disallow a' is no robots.txt directive",
        ),
        (
            '["Disallow: /a\\nDisallow: /"]',
            (
                "2: crawlers.lines: 'Disallow: /a\\nDisallow: /' holds a line break; "
                "make each line an entry of its own"
            ),
        ),
        (
            '"Disallow: /a\\u2028Disallow: /"',
            (
                "2: crawlers.lines: 'Disallow: /a\\u2028Disallow: /' holds a line break; "
                "make each line an entry of its own"
            ),
        ),
    ],
)
def test_a_line_of_robots_txt(lines, problem):  # S19
    (found,) = problems(f"[crawlers]\nlines = {lines}")
    assert found.startswith(f"ascribe.toml:{problem}")
    assert found.endswith(" (robots-line-invalid)")


def test_all_faults_at_once():  # SPEC 2.1
    text = """\
spec = "1"
extra = 1
[consumer]
site = "docs"
host = "nginx"
agents = 1
[listing]
site = "all"
folders = { "a/" = "none", "../" = "unlisted" }
types = { guide = "unlisted" }
[crawlers]
training = true
lines = ["Nothing"]
add = [{ token = "A", purpose = "x" }]
except = ["Nobody"]
[checks]
listing-looser = "off"
no-such = "off"
title-missing = "low"
[tpyes]
"""
    _, found = parse_project(text, "ascribe.toml", FOLDER)
    lines = sorted(one.line for one in found)
    assert lines == [1, 2, 4, 5, 6, 8, 9, 9, 10, 12, 13, 14, 15, 17, 18, 19, 20]


def test_a_faulty_value_hides_no_other():
    # Neither another table, nor another entry of the list, nor another key of the entry.
    text = """\
[crawlers]
add = [
    { token = 'A', purpose = 'x' },
    { token = 'Googlebot', purpose = 'x' },
    { token = 'Bingbot' },
    { token = 1, purpose = 'search' },
    { token = 'a', purpose = 'search' },
    1,
    { token = 'B C', purpose = 'search' },
]
lines = [
    1,
    'x',
]
except = [
    1,
    'Nobody',
]
[types.a]
files = [1, '*.md']
[listing.types]
b = 'unlisted'
"""
    _, found = parse_project(text, "ascribe.toml", FOLDER)
    lines = sorted(one.line for one in found)
    assert lines == [3, 4, 4, 5, 5, 6, 7, 8, 9, 12, 13, 16, 17, 20, 22]


# ---------------------------------------------------------------- files that are no TOML


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        # b79: the whole text of the case
        ('[consumer]\nsite = "https://docs.example.com\nagents = true\n', 2, "Illegal character"),
        ("a = '''\nb\nc\n", 3, "Expected"),
        ('a = "', 1, "Unterminated string"),
        ("[a\n", 1, "Expected"),
        ("a = 1\na = 2\n", 2, "Cannot overwrite a value"),
        ("[a]\n[a]\n", 2, "Cannot declare"),
        ("a =\n", 1, "Invalid value"),
        ("a = \\\n", 1, "Invalid value"),
        ("<<<<<<< HEAD\n", 1, "Invalid"),
        ("a = 1 b\n", 1, "Expected newline"),
        ("a = 'b\x00'\n", 1, "Found invalid character"),
        ("\ufeff\ufeffa = 1", 1, "Invalid"),
    ],
)
def test_no_toml(text, place, reason):  # b79
    (problem,) = problems(text)
    assert problem.startswith(f"ascribe.toml:{place}: {reason}")
    assert problem.endswith(
        "; mend the TOML: a text needs a quote at each end, a table its brackets"
    )


@pytest.mark.parametrize("text", ["a = " + "[" * 3000 + "]" * 3000, "a = " + "{a=" * 3000])
def test_too_deep(text):
    (problem,) = problems(text)
    assert problem.startswith("ascribe.toml: nests lists or tables too deep")


def test_a_number_that_python_does_not_read_is_one_line():
    _, (found,) = parse_toml(f"a = {'9' * 5_000}", "ascribe.toml")
    assert str(found).startswith("ascribe.toml: holds a number with too many digits")


@pytest.mark.parametrize(
    "text", ["[consumer]\nsite{} = 1", "consumer.site = 1\n[phrases]\na{} = 1"]
)
def test_keys_of_many_parts(text):
    assert len(problems(text.format(".a" * 950))) == 1


@given(st.text(max_size=40) | st.text("[]{}=,.'\"#\n \\ab1", max_size=40))
@settings(max_examples=150, deadline=None)
def test_no_text_raises(text):  # b79
    problems(text)


def test_a_missing_file(tmp_path):  # SPEC 10
    project, found = load_project(tmp_path / "a.toml", "conf/a.toml")
    assert project == Project("conf/a.toml")
    assert [str(one) for one in found] == [
        "conf/a.toml: cannot be read: No such file or directory (config-invalid)"
    ]


def test_a_folder_in_its_place(tmp_path):
    _, found = load_project(tmp_path, "a.toml")
    assert [one.name for one in found] == ["config-invalid"]
    assert found[0].message.startswith("cannot be read: ")


def test_a_byte_order_mark_and_windows_lines(tmp_path):
    path = tmp_path / "ascribe.toml"
    path.write_bytes(b'\xef\xbb\xbf[consumer]\r\nsite = "https://a.example"\r\nagents = 1\r\n')
    _, found = load_project(path, "ascribe.toml")
    assert [str(one) for one in found] == [
        "ascribe.toml:3: consumer.agents is 1; it must be true or false (config-invalid)"
    ]
    path.write_bytes(path.read_bytes().replace(b"agents = 1", b"agents = false"))
    project, found = load_project(path, "ascribe.toml")
    assert found == []
    assert project.consumer == Consumer(site="https://a.example", agents=False)


@pytest.mark.parametrize(
    "content", [b"[consumer]\n# caf\xe9\n", b"\xef\xbb\xbf[consumer]\n# caf\xe9\n"]
)
def test_not_utf8(tmp_path, content):
    path = tmp_path / "ascribe.toml"
    path.write_bytes(content)
    _, found = load_project(path, "ascribe.toml")
    assert [str(one) for one in found] == [
        "ascribe.toml:2: is not UTF-8; save it as UTF-8 (config-invalid)"
    ]


def test_paths_are_relative_to_the_file(tmp_path):  # SPEC 2.1
    (tmp_path / "conf").mkdir()
    path = tmp_path / "conf/ascribe.toml"
    path.write_text("[project]\ncontent-root = '../docs'\noutput-dir = 'out'\n", "utf-8")
    project, _ = load_project(path, "conf/ascribe.toml")
    assert project.content_root == tmp_path / "conf/../docs"
    assert project.output_dir == tmp_path / "conf/out"
    assert project.file == "conf/ascribe.toml"


# ---------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1\n\nb = 2", {("a",): 1, ("b",): 3}),
        ("a.b.c = 1", {("a",): 1, ("a", "b"): 1, ("a", "b", "c"): 1}),
        ('a . \'b.c\' . "d\\u00e9\\"" = 1', {("a", "b.c"): 1, ("a", "b.c", 'dé"'): 1}),
        ("[a.b]\nc = 1\n[a]\nd = 2", {("a",): 1, ("a", "b"): 1, ("a", "b", "c"): 2, ("a", "d"): 4}),
        ("[ a . 'b' ] # [c]\nd = 1", {("a", "b"): 1, ("a", "b", "d"): 2}),
        (
            "a = { b = 1, 'c d'.e = { f = [1] } }",
            {("a", "b"): 1, ("a", "c d", "e", "f"): 1, ("a", "c d", "e", "f", "0"): 1},
        ),
        ("a = '''\n[b]\nc = 1\n'''\nd = 2", {("a",): 1, ("d",): 5}),
        ('a = """x""" # """\nb = 2', {("a",): 1, ("b",): 2}),
        ("a = '''\"\"\"'''\nb = 2", {("b",): 2}),
        ('a = """\n\\"""\n"""""\nb = 2', {("b",): 4}),
        ('a = 1 # it\'s\nb = "#"\nc = 3', {("b",): 2, ("c",): 3}),
        ('a = "\\\\"\nb = 2', {("b",): 2}),
        (
            "a = [\n  'x',\n  # y\n  '''\nz = 1\n''',\n  { b = 1 },\n]\nc = 2",
            {("a", "0"): 2, ("a", "1"): 4, ("a", "2", "b"): 7, ("c",): 9},
        ),
        ("a = [[1,\n2], [\n3]]", {("a", "0", "1"): 2, ("a", "1", "0"): 3}),
        (
            "[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 1\n[[a.e]]\nf = 1\n[[a.e]]\nf = 2",
            {
                ("a",): 1,
                ("a", "0", "b"): 2,
                ("a", "1", "b"): 4,
                ("a", "1", "c", "d"): 6,
                ("a", "1", "e", "0", "f"): 8,
                ("a", "1", "e", "1", "f"): 10,
            },
        ),
        ("a = 1979-05-27 07:32:00Z\nb = 1_000.5e+3\nc = -inf", {("b",): 2, ("c",): 3}),
        ("a = 1\r\nb = '''\r\n'''\r\nc = 3\r\n", {("b",): 2, ("c",): 4}),
    ],
)
def test_key_lines(text, expected):
    tomli.loads(text)
    found = key_lines(text)
    assert {path: found.get(path) for path in expected} == expected


@pytest.mark.parametrize("text", ["a = '''\n[b]\nc = 1\n'''", 'a = "b = { c = 1 }" # d = 1'])
def test_a_text_holds_no_keys(text):
    assert {part for path in key_lines(text) for part in path} <= {"a", "0", "1", "2"}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("'x'", []),
        ("'\\\\n'", []),
        ('"x\\ny"', []),
        ("'''x'''", []),
        ("'''x\ny'''", [1, 2]),
        ("'''\nx\ny\n'''", [2, 3, 4]),
        ("'''\r\nx\r\ny\r\n'''", [2, 3, 4]),
        ("'''\n\nx\\\ny\\nz'''", [2, 3, 4]),
        ('"""\nx\\ny\nz"""', [2, 2, 3]),
        ('"""\nx\\u000Ay\\U0000000az\\\\n\nz"""', [2, 2, 2, 3]),
        ('"""\\\nx \\  \n\n  y\nz\\\\\n"""', [1, 5, 6]),
        ('"""\\\r\nx\r\n"""', [1, 3]),
    ],
)
def test_lines_of_a_text(text, lines):
    value = tomli.loads(f"a = {text}")["a"]
    found = key_lines(f"a = {text}\n[b]")
    assert [line for path, line in found.items() if path[:-1] == ("a",)] == lines
    assert len(lines) in (0, value.count("\n") + 1)
    assert key_lines(f"a = [{text}]").get(("a", "0", "0")) == (lines[0] if lines else None)


@pytest.mark.parametrize(
    ("path", "line"), [(("a", "b"), 2), (("a", "c", "d"), 1), (("x",), 0), ((), 0)]
)
def test_line_of(path, line):
    assert KeyLines("[a]\nb = 1").of(*path) == line


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x7f"), max_size=5)
VALUES = st.recursive(
    st.integers(-9, 9) | st.booleans() | st.floats(0, 9) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


class Writer:
    """Writes TOML and notes the line of every key and entry."""

    def __init__(self, gap):
        self.text = ""
        self.gap = gap
        self.lines = {}

    def note(self, path):
        self.lines[path] = self.text.count("\n") + 1

    def block(self, lines, path):
        """Write a text of several lines, each of which is an entry."""
        self.text += "'''\n"
        for number, line in enumerate(lines):
            self.text += "\n" * (number > 0)
            self.note((*path, str(number)))
            self.text += line
        self.text += "'''"

    def value(self, value, path):
        if isinstance(value, dict):
            self.text += "{"
            for number, (key, item) in enumerate(value.items()):
                self.text += "," * (number > 0)
                self.note((*path, key))
                self.text += json.dumps(key, ensure_ascii=False) + " = "
                self.value(item, (*path, key))
            self.text += "}"
        elif isinstance(value, list):
            self.text += "["
            for number, item in enumerate(value):
                self.text += f"{',' * (number > 0)}{self.gap}"
                self.note((*path, str(number)))
                self.value(item, (*path, str(number)))
            self.text += f"{self.gap}]"
        elif isinstance(value, str) and "'''" not in value and value.isprintable():
            self.block([value, ""], path)
        else:
            self.text += json.dumps(value, ensure_ascii=False)

    def table(self, table):
        for key, value in table.items():
            self.note((key,))
            if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
                for number, one in enumerate(value):
                    self.note((key, str(number)))
                    self.text += f"[[{json.dumps(key, ensure_ascii=False)}]]{self.gap}\n"
                    self.keys(one, (key, str(number)))
            else:
                self.text += f"[{json.dumps(key, ensure_ascii=False)}]\n"
                self.keys({"value": value}, (key,))

    def keys(self, table, path):
        for key, value in table.items():
            self.note((*path, key))
            self.text += json.dumps(key, ensure_ascii=False) + "="
            self.value(value, (*path, key))
            self.text += "\n"


@given(st.dictionaries(TEXTS, VALUES, max_size=3), st.sampled_from(["", " ", "\n", " # ='[\n"]))
@example({"a": [{"b": 1}, {"b": [[1], {"c": "'"}]}]}, ' # """\n')
@settings(max_examples=100, deadline=None)
def test_every_key_has_its_line(data, gap):
    writer = Writer(gap)
    writer.table(data)
    tomli.loads(writer.text)
    assert key_lines(writer.text) == writer.lines


@pytest.mark.parametrize(
    ("path", "name"),
    [
        (("a", "b-c_1"), "a.b-c_1"),
        (("a b", "c.d"), '"a b"."c.d"'),
        (("", "ä"), '""."ä"'),
        (('a"b\n',), '"a\\"b\\n"'),
    ],
)
def test_dotted(path, name):
    assert dotted(path) == name


# ---------------------------------------------------------------- the shipped schema

SCHEMA = packaged_schema("ascribe-toml")
VALIDATOR = Draft202012Validator(SCHEMA)


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)
    assert VALIDATOR.is_valid(tomli.loads(WHOLE))


def permitted_words(node):
    if isinstance(node, dict):
        yield from node.get("enum", ())
        for child in node.values():
            yield from permitted_words(child)


NAMES = sorted({*SCHEMA["properties"], "token", "purpose", "files", "folders", "types", "site"})
NAMES += ["lines", "add", "except", "a/"]
ANY = st.recursive(
    st.sampled_from(sorted(set(permitted_words(SCHEMA)))) | st.booleans() | st.integers(0, 1)
    | st.dates() | st.floats(0, 1),
    lambda inner: st.lists(inner, max_size=2)
    | st.dictionaries(st.sampled_from(NAMES), inner, max_size=2),
    max_leaves=4,
)  # fmt: skip


@st.composite
def mutated(draw):
    """Change a valid document in one to three places: replace, remove, add."""
    data = tomli.loads(WHOLE)
    for _ in range(draw(st.integers(0, 3))):
        node = data
        while True:
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            below = [key for key in keys if isinstance(node[key], (dict, list))]
            if not below or draw(st.booleans()):
                break
            node = node[draw(st.sampled_from(below))]
        kind = draw(st.sampled_from(["replace", "remove", "add"]))
        if kind == "add" and isinstance(node, list):
            node.append(draw(ANY))
        elif kind == "add":
            node[draw(st.sampled_from(NAMES))] = draw(ANY)
        elif keys and kind == "remove":
            del node[draw(st.sampled_from(keys))]
        elif keys:
            node[draw(st.sampled_from(keys))] = draw(ANY)
    return data


@given(mutated() | st.dictionaries(st.sampled_from(NAMES), ANY, max_size=4))
@settings(max_examples=250, deadline=None)
def test_faults_agrees_with_jsonschema(data):  # SPEC 2.1
    ours = list(faults(data, SCHEMA))
    assert bool(ours) is not VALIDATOR.is_valid(data)
    for fault in ours:
        value = data
        for key in fault.path[:-1] if " lacks " in fault.message else fault.path:
            value = value[int(key)] if isinstance(value, list) else value[key]
