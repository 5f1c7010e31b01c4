"""Recording published addresses, and the moves that lost ones need."""

import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.cli import main
from mkdocs_ascribe.config import Project, Recorded, parse_addresses
from mkdocs_ascribe.lasting.recorded import (
    Proposal,
    RewriteError,
    lost_addresses,
    merged,
    proposed,
    rewritten,
)
from mkdocs_ascribe.lasting.redirects import Redirect
from mkdocs_ascribe.outputs.pages_json import pages_json
from mkdocs_ascribe.outputs.redirects_json import redirects_json
from mkdocs_ascribe.records import PageRecord
from mkdocs_ascribe.settings import Settings, SiteModel

OWN = """\
# Ours.

[[move]]   # why
from = "/old/"
to = "a.md"

# printed on the box
[[permalink]]
key = "box"
to = "a.md"
"""
PART = """\
# Published so far. Written by `mkdocs-ascribe addresses record`; commit it.
[[address]]
route = "/a/"
source = "a.md"

[[address]]
route = "/b/"
source = "b.md"
"""
AB = [Recorded("/a/", "a.md"), Recorded("/b/", "b.md")]


def rewrite(text, recorded=AB):
    return rewritten(text, recorded, "ascribe.addresses")


# SPEC 8: what the author wrote stays as it is.
def test_the_recorded_part_is_appended():
    assert rewrite("") == PART
    assert rewrite(OWN) == f"{OWN}\n{PART}"
    assert rewrite(OWN.rstrip("\n")) == f"{OWN}\n{PART}"
    crlf = OWN.replace("\n", "\r\n")
    assert rewrite(crlf) == f"{OWN}\n{PART}".replace("\n", "\r\n")


def test_the_recorded_part_is_replaced_where_it_stands():
    old = '[[address]]\nroute = "/a/"\nsource = "old.md"\n'
    later = '\n# later\n[[move]]\nfrom = "/x/"\nto = "a.md"\n'
    note, part = PART.split("\n", 1)
    for text in (f"{OWN}\n{note}\n{old}{later}", f"{OWN}\n{note}\n{old}\n{old}{later}"):
        assert rewrite(text) == f"{OWN}\n{note}\n{part}{later}"
    assert rewrite(rewrite(OWN)) == rewrite(OWN)
    assert rewrite(old + later.lstrip("\n")) == f"{part}\n{later.lstrip(chr(10))}"


def test_parts_between_others_come_together():
    old = "[[ address ]] # x\nsource = 'b.md'\nroute = \"/b/\" # y\n"
    note, part = PART.split("\n", 1)
    text = f'{old}# note\n[[move]]\nfrom = "/x/"\nto = "a.md"\n\n{old}'
    assert rewrite(text) == f'{part}\n# note\n[[move]]\nfrom = "/x/"\nto = "a.md"\n'
    assert note not in rewrite(text)


@pytest.mark.parametrize(
    "text",
    [
        "[[move]\n",
        "address = []\n",
        'address = [{ route = "/a/", source = "a.md" }]\n',
        '[[address]]\nroute = """/a/"""\nsource = "a.md"\n',
    ],
)
def test_a_file_that_cannot_be_rewritten(text):
    with pytest.raises(RewriteError, match=r"^ascribe\.addresses.*[^\n]$"):
        rewrite(text)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)


@given(st.lists(st.tuples(TEXTS, TEXTS), unique_by=lambda pair: pair[0]))
def test_any_text_is_read_back(pairs):
    recorded = [Recorded(route, source) for route, source in pairs]
    addresses, found = parse_addresses(rewrite(OWN, recorded), "a")
    assert found == []
    assert [(one.route, one.source) for one in addresses.recorded] == pairs
    assert len(addresses.moves) == len(addresses.permalinks) == 1


def test_merging_keeps_what_was_published():
    known = [Recorded("/gone/", "gone.md"), Recorded("/a/", "a/index.md")]
    assert merged(known, {"/b/": "b.md", "/a/": "a.md"}) == [*AB, Recorded("/gone/", "gone.md")]


# S135
def test_lost_addresses():
    known = [Recorded(route, "x.md") for route in ("/a/", "/b/", "/c/", "/d.html", "/%C3%BC/")]
    lost = lost_addresses(known, ["/a/", "/ü"], ["/b"])
    assert [one.route for one in lost] == ["/c/", "/d.html"]


def test_proposals():
    lost = [Recorded(f"/{n}/", f"{n}.md") for n in range(4)]
    titles = {"1.md": "One", "2.md": "Two", "3.md": ""}
    by_title = {"One": ["new/one.md"], "Two": ["x.md", "y.md"], "": ["z.md"]}
    assert proposed(lost, {"0.md": "null.md"}, titles, by_title) == {
        "/0/": Proposal("/0/", "null.md", "git renamed 0.md"),
        "/1/": Proposal("/1/", "new/one.md", "the title of 1.md was One"),
    }
    assert str(Proposal("/0/", 'a"b.md', "git renamed\n0.md")) == (
        '# git renamed?0.md\n[[move]]\nfrom = "/0/"\nto = "a\\"b.md"\n'
    )


# Recording 1,000 pages costs linear time.
def test_recording_costs_linear_time():
    def cost(count):
        best = 9.0
        for _ in range(3):
            before = time.process_time()
            text = rewrite(OWN, [Recorded(f"/{n}/", f"{n}.md") for n in range(count)])
            rewrite(text, [Recorded(f"/{n}/", f"{n}.md") for n in range(count)])
            best = min(best, time.process_time() - before)
        return best

    assert cost(4_000) < 4 * 2.5 * cost(1_000)


def git(folder, *arguments):
    who = ("-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def write_records(folder, pages, redirects=()):
    """Write what a build would have left of these pages: their title by source."""
    records = folder / "site/_ascribe"
    records.mkdir(parents=True, exist_ok=True)
    site = Site("https://e.com")
    built = [
        PageRecord(name, f"/{name.removesuffix('.md')}/", "", title, title=title)
        for name, title in pages.items()
    ]
    model = SiteModel(site, Project(), Settings("Loom"))
    document = pages_json(model, built, sitemap=True, llms=True)
    (records / "pages.json").write_text("".join(document), "utf-8")
    moved = redirects_json([Redirect(one, "/a/") for one in redirects])
    (records / "redirects.json").write_text("".join(moved), "utf-8")


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Give a repository with four pages whose addresses are recorded."""
    monkeypatch.chdir(tmp_path)
    pages = {"a.md": "A page", "b.md": "Another", "sub/c.md": "Third", "d.md": "Fourth"}
    for name, title in pages.items():
        path = tmp_path / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# {title}\n\n{'Some text of it. ' * 9}{name}\n", "utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "One")
    Path("ascribe.addresses").write_text(OWN, "utf-8")
    write_records(tmp_path, pages)
    assert main(["addresses", "record"]) == 0
    return tmp_path


@pytest.mark.usefixtures("project")
def test_record(capsys):
    text = Path("ascribe.addresses").read_text("utf-8")
    assert text.startswith(OWN)
    assert text.count("[[address]]") == 4
    before = Path("ascribe.addresses").stat().st_mtime_ns
    assert main(["addresses", "record"]) == 0
    assert capsys.readouterr().out == "ascribe.addresses: 4 addresses recorded, 0 of them new\n"
    assert Path("ascribe.addresses").stat().st_mtime_ns == before
    assert main(["addresses", "check"]) == 0
    assert capsys.readouterr() == ("", "")


# A page renamed in git without a move: the proposal, pasted, makes it right.
@pytest.mark.parametrize("committed", [True, False])
def test_what_git_renamed_is_proposed(project, capsys, committed):
    capsys.readouterr()
    Path("docs/new").mkdir()
    git(project, "mv", "docs/sub/c.md", "docs/new/c.md")
    if committed:
        git(project, "commit", "-qm", "Two")
        git(project, "mv", "docs/new/c.md", "docs/new/third.md")
        git(project, "commit", "-qm", "Three")
    name = "new/third.md" if committed else "new/c.md"
    write_records(project, {"a.md": "A page", "b.md": "Another", name: "Third", "d.md": "Fourth"})
    assert main(["addresses", "check"]) == 1
    out, err = capsys.readouterr()
    assert err == (
        "ascribe.addresses:25: /sub/c/, once sub/c.md, is gone and no move leads on from it; "
        "paste the move that is proposed (address-lost)\n"
    )
    assert out == f'\n# git renamed sub/c.md\n[[move]]\nfrom = "/sub/c/"\nto = "{name}"\n'
    with Path("ascribe.addresses").open("a", encoding="utf-8") as file:
        file.write(out)
    assert main(["addresses", "check"]) == 0
    assert main(["addresses", "record"]) == 0
    assert Path("ascribe.addresses").read_text("utf-8").endswith(f"{out}")


@pytest.mark.parametrize("committed", [True, False])
def test_a_page_of_the_same_title_is_proposed(project, capsys, committed):
    capsys.readouterr()
    for name in ("b", "d"):
        Path(f"docs/{name}.md").unlink()
    Path("docs/new.md").write_text("---\ntitle: 'Another'\n---\nAll new.\n", "utf-8")
    if committed:
        git(project, "add", "-A")
        git(project, "commit", "-qm", "Two")
    write_records(project, {"a.md": "A page", "sub/c.md": "Third", "new.md": "Another"})
    assert main(["addresses", "check"]) == 1
    out, err = capsys.readouterr()
    assert out == ('\n# the title of b.md was Another\n[[move]]\nfrom = "/b/"\nto = "new.md"\n')
    assert [line.partition(": ")[2].split(",")[0] for line in err.splitlines()] == ["/b/", "/d/"]
    assert "write a [[move]] from it" in err.splitlines()[1]


def test_moves_of_other_kinds_count(project):
    pages = {"a.md": "A page", "b.md": "Another", "d.md": "Fourth"}
    write_records(project, pages, redirects=["/sub/c/"])
    assert main(["addresses", "check"]) == 0


def test_without_git(project, capsys, monkeypatch):
    monkeypatch.setenv("PATH", "")
    write_records(project, {"a.md": "A page"})
    capsys.readouterr()
    assert main(["addresses", "check"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("(address-lost)") == 3


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--pages", "no/pages.json"], "no/pages.json cannot be read: No such file or directory"),
        (["--pages", "bad.json"], "bad.json is no JSON: "),
        (["--pages", "other.json"], "other.json is not ascribe-pages of version 1"),
        (["--config", "bad.toml"], "bad.toml:1: "),
        (["--config", "sub/ascribe.toml"], "sub/site/_ascribe/pages.json cannot be read"),
        (["--config", "folder/ascribe.toml"], "folder/ascribe.addresses"),
        (["--config", "a" * 300], "--config 'aaa"),
        (["--pages", "a\0b"], "--pages 'a\\x00b' holds a character that no path can hold"),
        (["--docs", "a" * 300], "--docs 'aaa"),
    ],
)
def test_what_it_cannot_work_without(capsys, arguments, said):
    Path("folder/ascribe.addresses").mkdir(parents=True)
    Path("bad.json").write_text("{", "utf-8")
    Path("other.json").write_text("[]", "utf-8")
    Path("bad.toml").write_text("[", "utf-8")
    assert_unusable(capsys, said, *arguments)


# Each value that the command reads is named where it is of the wrong type.
@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("pages", ('"source": "a.md"', '"source": 1'), "pages[0].source is 1"),
        ("pages", ('"title": "A page"', '"title": {}'), "pages[0].title is an object"),
        ("pages", ('"title": "A page"', '"title": "\\ud800"'), "pages[0].title is '\\ud800'"),
        ("pages", ('"route": "/b/"', '"route": null'), "pages[1].route is None"),
        ("pages", ('"basePath": "/"', '"basePath": []'), "site.basePath is an array"),
        ("pages", ('"name": "Loom",', ""), "site.name is missing"),
        ("redirects", ('"from": "/x/"', '"from": 5'), "redirects[0].from is 5"),
        ("redirects", ('"from": "/x/"', '"who": "/x/"'), "redirects[0].from is missing"),
    ],
)
def test_records_that_no_build_wrote(project, capsys, name, change, said):
    write_records(project, {"a.md": "A page", "b.md": "Another"}, redirects=["/x/"])
    path = Path(f"site/_ascribe/{name}.json")
    text = path.read_text("utf-8")
    assert text.count(change[0]) == 1
    path.write_text(text.replace(*change), "utf-8")
    assert_unusable(
        capsys, f"site/_ascribe/{name}.json is not as a build writes it: {said}; build the site"
    )


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("name", ["pages", "redirects"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[" * 100_000, "is nested too deeply"),
        (b"\xff", "is not UTF-8"),
        (b"9" * 5_000, "is no JSON: "),
    ],
)
def test_records_that_cannot_be_parsed(capsys, name, content, said):
    Path(f"site/_ascribe/{name}.json").write_bytes(content)
    assert_unusable(capsys, f"site/_ascribe/{name}.json {said}")


def assert_unusable(capsys, said, *arguments):
    """See that both actions end with one line, and leave what is recorded as it was."""
    before = Path("ascribe.addresses").read_bytes()
    capsys.readouterr()
    for action in ("record", "check"):
        assert main(["addresses", action, *arguments]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"mkdocs-ascribe addresses: {said}")
        assert err.count("\n") == 1
    assert Path("ascribe.addresses").read_bytes() == before


@pytest.mark.usefixtures("project")
def test_a_faulty_file_is_not_rewritten(capsys):
    path = Path("ascribe.addresses")
    path.write_text("[[move]]\nfrom = 1\n", "utf-8")
    capsys.readouterr()
    assert main(["addresses", "record"]) == 2
    assert capsys.readouterr().err.startswith("mkdocs-ascribe addresses: ascribe.addresses:")
    assert path.read_text("utf-8") == "[[move]]\nfrom = 1\n"


@pytest.mark.usefixtures("project")
def test_where_the_records_are(capsys):
    Path("ascribe.toml").write_text("[consumer]\nhost = 'github-pages'\n", "utf-8")
    assert main(["addresses", "record"]) == 2
    assert ".ascribe/build/site/_ascribe/pages.json cannot be read" in capsys.readouterr().err
    Path("site").rename(".ascribe-site")
    Path(".ascribe/build").mkdir(parents=True)
    Path(".ascribe-site").rename(".ascribe/build/site")
    assert main(["addresses", "record"]) == 0


@pytest.mark.usefixtures("project")
def test_a_byte_order_mark_stays():
    path = Path("ascribe.addresses")
    path.write_bytes(OWN.replace("\n", "\r\n").encode("utf-8-sig"))
    assert main(["addresses", "record"]) == 0
    data = path.read_bytes()
    assert data.startswith(OWN.replace("\n", "\r\n").encode("utf-8-sig"))
    assert data.count(b"\n") == data.count(b"\r\n")
