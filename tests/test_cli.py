import json
import subprocess
import sys

import pytest

from mkdocs_ascribe import __version__
from mkdocs_ascribe.cli import COMMANDS, main
from mkdocs_ascribe.robots.crawlers import PURPOSES, shipped


def test_the_list_by_purpose(capsys):  # S21, S26
    assert main(["crawlers"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"AI crawlers by purpose, as of {shipped().date}\n\ntraining\n  token ")
    assert [line for line in out.splitlines() if line in PURPOSES] == list(PURPOSES)
    rows = {line.split()[0]: line for line in out.splitlines() if line.startswith("  ")}
    for crawler in shipped().crawlers:
        row = rows[crawler.token]
        for value in (crawler.operator, crawler.source_date, crawler.docs or crawler.basis):
            assert value in row
    assert "may ignore it" in rows["ChatGPT-User"]
    assert "follows it" in rows["GPTBot"]
    assert rows["Bytespider"].endswith("not stated     2026-09-14  lists")


def test_the_columns_are_aligned(capsys):
    main(["crawlers", "--purpose", "search"])
    _, _, purpose, headings, *rows = capsys.readouterr().out.splitlines()
    assert purpose == "search"
    assert len(rows) == len(shipped().of("search"))
    for heading in ("operator", "robots.txt", "date", "source"):
        column = headings.index(heading)
        assert all(row[column - 2 : column] == "  " and row[column] != " " for row in rows)


def test_the_list_as_json(capsys):
    assert main(["crawlers", "--purpose", "on-request", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["date"] == shipped().date
    assert data["crawlers"][0] == {
        "token": "ChatGPT-User",
        "purpose": "on-request",
        "operator": "OpenAI",
        "kind": "crawler",
        "honours_robots": "may-ignore",
        "docs": "https://developers.openai.com/api/docs/bots",
        "basis": "operator-via-list",
        "source_date": "2026-10-28",
    }
    assert {entry["purpose"] for entry in data["crawlers"]} == {"on-request"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["crawler"], "invalid choice: 'crawler'"),
        (["crawlers", "--purpose", "seach"], "invalid choice: 'seach'"),
        (["crawlers", "--what"], "unrecognized arguments: --what"),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_2(arguments, message, capsys):
    with pytest.raises(SystemExit) as exit_:
        main(arguments)
    assert exit_.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("mkdocs-ascribe")
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_version_and_help(capsys):
    for option in ("--version", "--help"):
        with pytest.raises(SystemExit) as exit_:
            main([option])
        assert exit_.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith(f"mkdocs-ascribe {__version__}\n")
    assert all(f"\n    {name}" in out for name in COMMANDS)


def test_the_command_needs_no_mkdocs():
    code = "import sys, mkdocs_ascribe.cli; sys.exit('mkdocs' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
