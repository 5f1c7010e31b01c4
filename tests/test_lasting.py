"""Moves, permalinks and help entries in whole builds: each host's files, and what is refused."""

import json
import re
import subprocess
from urllib.parse import quote

import jsonschema
import pytest
from mkdocs import utils
from mkdocs.config import load_config

from mkdocs_ascribe.cli import main
from tests import site as sites
from tests.join import join

ORIGIN = "https://docs.example.com"
NETLIFY = "[consumer]\nhost = 'netlify'\n"
GITHUB = "[consumer]\nhost = 'github-pages'\n"
SECRET = "Zephyr Runbook"
ADDRESSES = """\
[[move]]
from = "/old/"
to = "new.md#part"

[[move]]
from = "older.md"
to = "/old/"

[[permalink]]
key = "connect"
to = "new.md#part"
help = true

[[permalink]]
key = "secret"
to = "internal/run.md"
help = true
"""
FILES = {
    "ascribe.toml": NETLIFY + "[listing]\nfolders = { 'internal/' = 'unlisted' }\n",
    "ascribe.addresses": ADDRESSES,
    "docs/index.md": "# Home\n\nHello, [in](internal/run.md).\n",
    "docs/new.md": (
        "---\nmoved-from: [/front/, ältere/seite.md]\n---\n# New\n\n"
        "## Part\n\nText of [home](index.md), [run](internal/run.md).\n\n## Next\n"
    ),
    "docs/internal/run.md": f"# {SECRET}\n\n## Step\n\nText.\n",
    "docs/quote.md": "---\nlisting: unquoted\n---\n# Quote\n\nText.\n",
}


@pytest.fixture
def made(site):
    """Build the small site with other files or settings."""

    def make(files=None, **config):
        files = {
            name: text for name, text in {**FILES, **(files or {})}.items() if text is not None
        }
        return site(files, **{"site_url": f"{ORIGIN}/", **config})

    return make


def host(name):
    return {"ascribe.toml": FILES["ascribe.toml"].replace("netlify", name)}


def redirects(built):
    return {one["from"]: one for one in built.json("redirects.json")["redirects"]}


def forwards(built, name):
    """Give where a forwarding page leads, and check that nothing lists it."""
    text = built.read(name)
    head = built.head(name)
    assert '<meta name="robots" content="noindex">' in text
    (target,) = re.findall(r'http-equiv="refresh" content="0; url=([^"]*)"', text)
    assert f'<a href="{target}">' in text
    assert head.link("canonical") == [ORIGIN + target.partition("#")[0]]
    return target


# S82 S85 S89 S135
def test_netlify(made):
    built = made()
    assert built.ok, built.error
    assert built.said("WARNING") == []
    expected = """\
/front/ /new/ 301
/go/connect/ /new/#part 301!
/go/secret/ /internal/run/ 301!
/old/ /new/#part 301
/older/ /new/#part 301
/ältere/seite/ /new/ 301
/%C3%A4ltere/seite/ /new/ 301
"""
    assert sorted(built.read("_redirects").splitlines()) == sorted(expected.splitlines())
    assert built.bytes("_redirects") == built.bytes("_ascribe/host/_redirects")
    assert redirects(built)["/go/connect/"] == {
        "from": "/go/connect/",
        "to": "/new/#part",
        "status": 301,
        "kind": "permalink",
        "force": True,
    }
    assert forwards(built, "go/connect/index.html") == "/new/#part"
    assert "old/index.html" not in built.files
    for name in ("sitemap.xml", "llms.txt", "search/search_index.json", "_ascribe/pages.json"):
        assert "go/" not in built.read(name)
        assert "has moved" not in built.read(name)
    assert built.contradictions() == []


# S75
def test_help_entries(made):
    built = made()
    folder = sites.Path(__file__).parent.parent / "mkdocs_ascribe/schemas"
    schema = json.loads((folder / "help.schema.json").read_text("utf-8"))
    entry = json.loads(built.read("go/connect.json"))
    jsonschema.Draft202012Validator(schema).validate(entry)
    assert entry == {
        "format": "ascribe-help",
        "version": 1,
        "key": "connect",
        "title": "Part",
        "address": f"{ORIGIN}/new/#part",
        "markdown": (
            f"## Part\n\nText of [home]({ORIGIN}/index.md), [run]({ORIGIN}/internal/run/).\n"
        ),
    }
    assert built.read("go/connect.md").startswith("## Part\n\nText of")
    everyone = {"Access-Control-Allow-Origin": "*"}
    link = f'<{ORIGIN}/go/{{}}.md>; rel="alternate"; type="text/markdown"'
    typed = {**everyone, "Content-Type": "text/markdown; charset=utf-8"}
    noindex = {"X-Robots-Tag": "noindex"}
    assert built.headers["/go/connect.json"] == {**everyone, "Link": link.format("connect")}
    assert built.headers["/go/connect.md"] == typed
    assert built.headers["/go/secret.json"] == {
        **everyone,
        "Link": link.format("secret"),
        **noindex,
    }
    assert built.headers["/go/secret.md"] == {**typed, **noindex}


def test_help_without_markdown_versions(made):
    built = made({"ascribe.toml": NETLIFY + "agents = false\n"})
    assert built.ok, built.error
    assert json.loads(built.read("go/connect.json"))["title"] == "Part"
    assert "new.md" not in built.files
    built = made(site_url="")
    assert json.loads(built.read("go/connect.json"))["address"] == "/new/#part"


# S85 b72: the site's own follow ours, byte for byte.
@pytest.mark.parametrize(
    "own",
    [
        b"/x /y 301\n# \xc3\xa4 \xff\r\n/z/* /y/:splat",
        b"\xef\xbb\xbf/x /y\r\n",
        b"",
    ],
)
def test_the_sites_own_redirects(made, own):
    plain = made().bytes("_redirects")
    built = made({"docs/_redirects": own})
    assert built.ok, built.error
    assert built.said("WARNING") == []
    assert built.bytes("_redirects") == plain + own
    alone = made({"docs/_redirects": own, "ascribe.addresses": None, "docs/new.md": "# New\n"})
    assert alone.bytes("_redirects") == own


def test_lines_of_the_sites_own_that_hide_pages(made):
    own = "/x /y 301\n/internal/* /gone 410!\n/internal/* /login 302! Role=x\n/new/ /y 301\n"
    built = made({"docs/_redirects": own})
    assert built.said("WARNING", "redirects-own") == [
        (
            "ascribe: _redirects:2: '/internal/* /gone 410!' hides /internal/run/; take the ! "
            "away, so that a file wins over the line, or narrow its path (redirects-own)"
        )
    ]
    assert made({"docs/_redirects": "/* /y 301!\n"}).said("WARNING", "and 3 more pages")


# S84
def test_the_sites_own_headers_need_those_of_help_entries(made):
    lines = made().read("_headers")
    built = made({"docs/_headers": "/x\n  A: b\n"})
    assert not built.ok
    assert "headers-missing" in built.error
    for line in lines.splitlines():
        assert line in built.error
    blocks = re.findall(r"/.*\n(?:  .*\n)+", lines)
    own = "".join(reversed(blocks))
    for name in ("Access-Control-Allow-Origin", "X-Robots-Tag", "Link"):
        own = own.replace(name, name.swapcase())
    built = made({"docs/_headers": own})
    assert built.ok, built.error
    assert built.said("WARNING") == []


# S87
def test_under_a_base_path(made):
    files = {"ascribe.addresses": ADDRESSES.replace("/old/", "/docs/old/")}
    files["docs/new.md"] = FILES["docs/new.md"].replace("/front/", "/docs/front/")
    built = made(files, site_url=f"{ORIGIN}/docs/")
    assert built.ok, built.error
    assert "_redirects" not in built.files
    lines = built.read("_ascribe/host/_redirects")
    assert "/docs/old/ /docs/new/#part 301\n" in lines
    (said,) = built.said("INFO", "Netlify reads _redirects at the host's root")
    assert lines.strip() in said
    assert forwards(built, "go/connect/index.html") == "/docs/new/#part"


# S88
@pytest.mark.parametrize("toml", ["", None])
def test_no_host(made, toml):
    built = made({"ascribe.toml": toml})
    assert built.ok, built.error
    assert "_redirects" not in built.files
    assert "old/index.html" not in built.files
    assert set(redirects(built)) >= {"/old/", "/front/", "/go/connect/"}
    assert forwards(built, "go/connect/index.html") == "/new/#part"


# S102 SPEC 7.3
@pytest.mark.parametrize("name", ["github-pages", "static"])
@pytest.mark.parametrize("theme", [None, {"name": "material", "font": False}])
@pytest.mark.parametrize("base", ["", "/repo"])
def test_hosts_that_send_no_headers(made, name, theme, base):
    files = host(name)
    files["ascribe.addresses"] = ADDRESSES.replace('"/old/"', f'"{base}/old/"')
    files["docs/new.md"] = FILES["docs/new.md"].replace("/front/", f"{base}/front/")
    config = {} if theme is None else {"theme": theme}
    built = made(files, site_url=f"{ORIGIN}{base}/", **config)
    assert built.ok, built.error
    # An entry of an unlisted page would be found by search engines, so it is withheld, and said.
    (said,) = built.said("WARNING")
    assert "'secret' is withheld" in said
    assert said.startswith("ascribe: ascribe.addresses:14: ")
    for old, target in {
        "old": f"{base}/new/#part",
        "older": f"{base}/new/#part",
        "front": f"{base}/new/",
        "ältere/seite": f"{base}/new/",
        "go/connect": f"{base}/new/#part",
        "go/secret": f"{base}/internal/run/",
    }.items():
        assert forwards(built, f"{old}/index.html") == target
    assert not {name for name in built.files if name.startswith("_ascribe")}
    assert (built.folder / ".ascribe/build/site/_ascribe/pages.json").is_file()
    assert (".nojekyll" in built.files) == (name == "github-pages")
    assert {one for one in built.files if one.endswith(".md")} == {
        "index.md",
        "new.md",
        "go/connect.md",
    }
    assert "go/secret.json" not in built.files
    assert join(built.site, built.folder / ".ascribe/build/site/_ascribe") == []
    assert built.holding(SECRET) == {"internal/run/index.html"}
    assert built.holding("internal/run.md", "quote.md") == set()
    llms = built.read("llms.txt")
    assert f"[Quote]({ORIGIN}{base}/quote/)" in llms
    assert SECRET not in llms
    assert "location.search+location.hash" in built.read("front/index.html")
    assert "<script>" not in built.read("old/index.html")


def noindex_layout(condition):
    return {
        "over/main.html": (
            f'{{% extends "base.html" %}}{{% block extrahead %}}{{% if {condition} %}}'
            '<meta name="robots" content="noindex">{% endif %}{% endblock %}'
        )
    }


LAYOUT = {"name": "material", "font": False, "custom_dir": "over"}


# A layout can keep a page out too, which only its final head tells.
def test_markdown_is_withheld_for_a_layouts_noindex(made):
    files = {
        **host("static"),
        **noindex_layout("page and page.meta.hide_me"),
        "docs/hide.md": "---\nhide_me: true\n---\n# Hide\n\n## Me\n\nText.\n",
        "docs/index.md": "# Home\n\nA [link](hide.md), [one](hide.md#me).\n",
        "ascribe.addresses": "[[permalink]]\nkey = 'h'\nto = 'index.md'\nhelp = true\n",
    }
    built = made(files, theme=LAYOUT)
    assert built.ok, built.error
    assert "hide.md" not in built.files
    assert built.holding("hide.md") == set()
    assert join(built.site, built.folder / ".ascribe/build/site/_ascribe") == []
    assert f"[link]({ORIGIN}/hide/), [one]({ORIGIN}/hide/#me)" in built.read("index.md")
    assert f"]({ORIGIN}/hide/#me)" in json.loads(built.read("go/h.json"))["markdown"]
    assert "text/markdown" not in built.read("hide/index.html")
    records = json.loads((built.folder / ".ascribe/build/site/_ascribe/pages.json").read_text())
    (page,) = [page for page in records["pages"] if page["source"] == "hide.md"]
    assert (page["markdown"], page["size"], page["robots"]) == (None, None, "noindex")


def test_a_layout_that_keeps_every_page_out_leaves_no_llms_txt_to_name(made):
    files = {
        "ascribe.toml": "[consumer]\nhost = 'netlify'\n",
        **noindex_layout("page"),
        "docs/index.md": "> A quote.\n\n# Home\n\nText.\n",
        "docs/new.md": "# New\n",
        "ascribe.addresses": "[[permalink]]\nkey = 'h'\nto = 'index.md'\nhelp = true\n",
    }
    built = made(files, theme=LAYOUT)
    assert built.ok, built.error
    assert "llms.txt" not in built.files
    assert built.read("new.md") == "# New\n"
    assert built.read("index.md").startswith("> A quote.")
    assert built.holding("llms.txt") == set()
    assert join(built.site) == []


# Nor has a site of unlisted pages one, and a page's own quote is no preface.
def test_help_of_a_page_that_begins_with_a_quote(made):
    files = {
        "ascribe.toml": "[consumer]\nhost = 'netlify'\n[listing]\nsite = 'unlisted'\n",
        "docs/index.md": "> A quote.\n\n# Home\n",
        "docs/quote.md": None,
        "ascribe.addresses": "[[permalink]]\nkey = 'h'\nto = 'index.md'\nhelp = true\n",
    }
    built = made(files)
    assert built.ok, built.error
    assert json.loads(built.read("go/h.json"))["markdown"] == "> A quote.\n\n# Home\n"


# What the guide says of headings that are no lines of Markdown of the page's own.
@pytest.mark.parametrize(
    ("markdown", "whole"),
    [("rendered", {"quote", "note"}), ("source", {"quote", "note", "list", "raw"})],
)
def test_which_help_entries_hold_their_section(made, markdown, whole):
    keys = ("macro", "snippet", "raw", "list", "quote", "note")
    pages = dict.fromkeys(keys, "index.md") | {"snippet": "new.md"}
    entries = "".join(
        f"[[permalink]]\nkey = '{key}'\nto = '{page}#{key}'\nhelp = true\n"
        for key, page in pages.items()
    )
    files = {
        "ascribe.toml": NETLIFY,
        "ascribe.addresses": entries,
        "docs/index.md": (
            "# Home\n\n## {{ 'Macro' }}\n\nText.\n\n<h2 id='raw'>Raw</h2>\n\nText.\n\n"
            "- One\n\n    ## List\n\n    Text.\n\n> ## Quote\n>\n> Text.\n\n"
            "!!! note\n    ## Note\n\n    Text.\n"
        ),
        "docs/new.md": "# New\n\n--8<-- 'docs/part.txt'\n",
        "docs/part.txt": "## Snippet\n\nText.\n",
    }
    extensions = ["toc", "admonition", "pymdownx.snippets"]
    built = made(
        files,
        plugin={"markdown": markdown},
        plugins=["search", "macros"],
        markdown_extensions=extensions,
    )
    assert built.ok, built.error
    texts = {key: json.loads(built.read(f"go/{key}.json"))["markdown"] for key in keys}
    assert {key for key, text in texts.items() if text.startswith("# ")} == whole
    for key in set(keys) - whole:
        assert texts[key].lstrip().startswith(f"## {key.title()}\n\n")
    said = built.said("WARNING", "page-unreadable")
    assert len(said) == len(whole)
    assert all("write the heading in Markdown, outside of quotes" in line for line in said)


def test_output_dir_says_otherwise(made):
    toml = host("static")["ascribe.toml"] + "[project]\noutput-dir = 'out'\n"
    built = made({"ascribe.toml": toml})
    assert (built.folder / "out/site/_ascribe/redirects.json").is_file()
    assert not (built.folder / ".ascribe").exists()


# SPEC 8: the stubs of mkdocs-redirects stay its own; on Netlify they are passed by.
@pytest.mark.parametrize("name", ["netlify", "github-pages"])
def test_mkdocs_redirects(made, name):
    maps = {
        "stub/old.md": "new.md#part",
        "stub/out.md": "https://other.org/",
        "stub/chain.md": "old-new.md",
    }
    files = host(name)
    files["ascribe.addresses"] = ADDRESSES + '\n[[move]]\nfrom = "old-new.md"\nto = "new.md"\n'
    plugins = ["search", {"redirects": {"redirect_maps": maps}}]
    built = made(files, plugins=plugins)
    assert built.ok, built.error
    built.records = None if name == "netlify" else built.folder / ".ascribe/build/site/_ascribe"
    found = redirects(built)
    assert (found["/stub/old/"]["to"], found["/stub/old/"]["force"]) == ("/new/#part", True)
    assert (found["/stub/out/"]["to"], found["/stub/out/"]["force"]) == ("https://other.org/", True)
    # Its plugin cannot follow a chain, so it writes no stub there.
    assert (found["/stub/chain/"]["to"], found["/stub/chain/"]["force"]) == ("/new/", False)
    for stub in ("stub/old/index.html", "stub/out/index.html"):
        assert "Redirecting..." in built.read(stub)
    if name == "netlify":
        assert "/stub/old/ /new/#part 301!\n" in built.read("_redirects")
        assert "stub/chain/index.html" not in built.files
    else:
        assert forwards(built, "stub/chain/index.html") == "/new/"


def test_faults_of_redirect_maps_name_their_line(made):
    maps = {"stub/a.md": "gone.md", "new.md": "index.md"}
    built = made(plugins=["search", {"redirects": {"redirect_maps": maps}}])
    lines = (built.folder / "mkdocs.yml").read_text("utf-8").splitlines()
    at = {key: n for n, line in enumerate(lines, 1) for key in maps if line.strip().startswith(key)}
    assert f"mkdocs.yml:{at['stub/a.md']}: 'gone.md' is not built" in built.error
    assert f"mkdocs.yml:{at['new.md']}: /new/ cannot lead on" in built.error


# S86: all faults of a build at once, each with its place.
def test_every_fault_names_its_line(made):
    files = {
        "ascribe.addresses": (
            '[[move]]\nfrom = "new.md"\nto = "index.md"\n'
            '[[move]]\nfrom = "/a/"\nto = "/b/"\n[[move]]\nfrom = "/b/"\nto = "/a/"\n'
            '[[permalink]]\nkey = "x"\nto = "new.md#gone"\n'
        ),
        "docs/quote.md": "---\ntitle: x\nmoved-from:\n  - /q/\n  - /new\n---\n# Quote\n",
    }
    built = made(files)
    assert not built.ok
    said = [line.partition(": ")[0] for line in built.error.splitlines() if " (" in line]
    assert said == [
        "ascribe.addresses:1",
        "ascribe.addresses:4",
        "ascribe.addresses:10",
        "docs/quote.md:5",
    ]
    for word in ("redirect-hides-page", "redirect-loop", "permalink-target", "'x'", "'gone'"):
        assert word in built.error
    assert built.said("WARNING") == []


@pytest.mark.parametrize("value", ["3", "[a.md, 3]", "{a: b}", "['']"])
def test_moved_from_that_cannot_be_used(made, value):
    built = made({"docs/quote.md": f"---\nmoved-from: {value}\n---\n# Quote\n"})
    assert built.ok, built.error
    (said,) = built.said("WARNING", "front-matter-invalid")
    assert said.startswith("ascribe: docs/quote.md: moved-from: ")


# S86: Netlify's rules are words with blanks between them.
def test_a_source_with_a_space(made):
    files = {"ascribe.addresses": '[[move]]\nfrom = "a b.md"\nto = "new.md"\n'}
    built = made(files)
    assert "ascribe.addresses:1: /a%20b/ cannot lead on: it holds a blank" in built.error
    built = made({**files, **host("github-pages")})
    assert built.ok, built.error
    assert forwards(built, "a b/index.html") == "/new/"


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("/feed.xml", "would not be sent as HTML"),
        (f"/{'ä' * 128}/", "has a name of more than 255 bytes, too long for a file"),
    ],
)
def test_a_source_where_no_page_can_lie(made, source, problem):
    files = {"ascribe.addresses": f'[[move]]\nfrom = "{source}"\nto = "new.md"\n'}
    assert made(files).ok
    built = made({**files, **host("static")})
    said = f"ascribe.addresses:1: {quote(source)} cannot lead on: a page there, which is all that "
    assert f"{said}this host can do, {problem}" in built.error


# Deleting a section that a permalink names fails the build, naming both.
def test_deleting_a_section(made):
    built = made({"docs/new.md": "# New\n\n## Other\n"})
    assert not built.ok
    assert (
        "ascribe.addresses:9: the permalink 'connect' leads to the section 'part', which no "
        "heading of /new/ bears; its sections are #new, #other (permalink-target)"
    ) in built.error


# b79: the whole file at once, before MkDocs empties the site folder.
def test_a_faulty_file(made):
    built = made({"ascribe.addresses": "[[move]]\nfrom = 3\n[[permalinks]]\n", "site/keep": "x"})
    assert not built.ok
    for part in ("ascribe.addresses:1: ", "ascribe.addresses:2: ", "ascribe.addresses:3: "):
        assert part in built.error
    assert built.read("keep") == "x"


def test_the_file_is_watched_in_serve(tmp_path, monkeypatch):
    folder = sites.prepare(tmp_path / "site", FILES, site_url=f"{ORIGIN}/")
    monkeypatch.chdir(folder)
    config = load_config("mkdocs.yml")
    config.plugins.on_startup(command="serve", dirty=False)
    config = config.plugins.on_config(config)
    assert str(folder / "ascribe.addresses") in config.watch


def test_prefix(made):
    toml = FILES["ascribe.toml"] + "[permalinks]\nprefix = '/s/l'\n"
    built = made({"ascribe.toml": toml})
    assert forwards(built, "s/l/connect/index.html") == "/new/#part"
    for prefix in ("", "/", "a/../b"):
        built = made({"ascribe.toml": f"[permalinks]\nprefix = '{prefix}'\n"})
        assert "ascribe.toml:2: permalinks.prefix is" in built.error


@pytest.mark.parametrize("flat", [True, False])
def test_flat_addresses(made, flat):
    built = made(host("static"), use_directory_urls=not flat)
    assert built.ok, built.error
    name = "older.html" if flat else "older/index.html"
    assert forwards(built, name) == ("/new.html#part" if flat else "/new/#part")
    assert forwards(built, "go/connect/index.html") == ("/new.html#part" if flat else "/new/#part")


# A page renamed in git without a move: address-lost, and the proposed line makes it right.
def test_a_page_renamed_without_a_move(made, capsys, monkeypatch):
    built = made()
    folder = built.folder
    monkeypatch.chdir(folder)
    assert main(["addresses", "record"]) == 0

    def git(*arguments):
        who = ("-c", "user.name=A", "-c", "user.email=a@example.com")
        subprocess.run(["git", *who, *arguments], check=True, capture_output=True)

    git("init", "-q")
    git("add", "docs", "ascribe.addresses")
    git("commit", "-qm", "One")
    (folder / "docs/deep").mkdir()
    git("mv", "docs/quote.md", "docs/deep/words.md")
    git("commit", "-qm", "Two")
    built = sites.build(folder)
    (said,) = built.said("WARNING", "address-lost")
    assert re.match(r"ascribe: ascribe\.addresses:\d+: /quote/, once quote\.md, is gone", said)
    assert not sites.build(folder, strict=True).ok
    capsys.readouterr()
    assert main(["addresses", "check"]) == 1
    proposal = capsys.readouterr().out
    assert 'to = "deep/words.md"' in proposal
    with (folder / "ascribe.addresses").open("a", encoding="utf-8") as file:
        file.write(proposal)
    built = sites.build(folder, strict=True)
    assert built.ok, built.error
    assert redirects(built)["/quote/"]["to"] == "/deep/words/"


# static-i18n: what the first language lacks can be a page of the next.
def test_with_static_i18n(made, monkeypatch):
    pytest.importorskip("mkdocs_static_i18n")
    # It replaces this while it builds, and does not put it back after an error.
    monkeypatch.setattr(utils, "clean_directory", utils.clean_directory)
    languages = [
        {"locale": "en", "name": "English", "default": True},
        {"locale": "fr", "name": "French"},
    ]
    files = {
        "docs/index.md": None,
        "docs/new.md": None,
        "docs/quote.md": None,
        "docs/internal/run.md": None,
        "docs/en/index.md": "# Home\n",
        "docs/fr/index.md": "# Accueil\n",
        "docs/fr/page.md": "# Page\n\n## Partie\n",
        "ascribe.toml": NETLIFY,
        "ascribe.addresses": (
            '[[move]]\nfrom = "/vieux/"\nto = "/fr/page/"\n'
            '[[permalink]]\nkey = "p"\nto = "fr/page.md#partie"\nhelp = true\n'
            '[[address]]\nroute = "/fr/page/"\nsource = "fr/page.md"\n'
        ),
    }
    i18n = {"i18n": {"docs_structure": "folder", "languages": languages}}
    built = made(files, plugins=["search", i18n], theme={"name": "material", "font": False})
    assert built.ok, built.error
    assert built.said("WARNING", "address-lost") == []
    assert "/vieux/ /fr/page/ 301\n" in built.read("_redirects")
    assert json.loads(built.read("go/p.json"))["title"] == "Partie"
    files["ascribe.addresses"] = '[[move]]\nfrom = "/vieux/"\nto = "/fr/gone/"\n'
    assert "redirect-target" in made(files, plugins=["search", i18n]).error


# --dirty: pages that are not read again keep their moves, permalinks and help entries.
def test_a_dirty_build_says_the_same(made):
    built = made()
    before = built.json("redirects.json"), built.headers, built.read("_redirects")
    entry = built.bytes("go/connect.json")
    (built.folder / "docs/index.md").write_text("# Home\n\nOther words.\n", "utf-8")
    again = sites.build(built.folder, dirty=True)
    assert again.ok, again.error
    assert (again.json("redirects.json"), again.headers, again.read("_redirects")) == before
    assert again.bytes("go/connect.json") == entry
