import contextlib
import http.client
import logging
import os
import socket
import subprocess
import sys
import time
from urllib.parse import quote

import pytest
from mkdocs.commands import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.livereload import LiveReloadServer

from mkdocs_ascribe.accept import prefers_markdown
from mkdocs_ascribe.headers import HeaderRule
from mkdocs_ascribe.records import PageRecord
from mkdocs_ascribe.serving import Served, answering
from mkdocs_ascribe.serving import served as indexed

FILES = {
    "mkdocs.yml": "site_name: Loom\nsite_url: https://docs.example.com{base}\n"
    "draft_docs: draft.md\nplugins: [search, ascribe]\n",
    "ascribe.toml": '[project]\noutput-dir = "records"\n\n'
    '[listing]\nfolders = {{ "internal/" = "unlisted" }}\n',
    "docs/index.md": "# Home\n",
    "docs/a.md": "# Alpha\n",
    "docs/quoted.md": "---\nlisting: unquoted\n---\n# Quoted\n",
    "docs/internal/plan.md": "# Plan\n",
    "docs/ü/日 b.md": "# Über\n",
    "docs/draft.md": "# Draft zeppelin\n",
    "docs/plain.txt": "plain\n",
}


def write(folder, base="/", **changes):
    for name, text in {**FILES, **changes}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.format(base=base) if name in FILES else text, encoding="utf-8")
    return folder


def snapshot(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


# The middleware by itself


def answer(app, path, method="GET", accept=""):
    found = {}

    def start(status, headers, _exc_info=None):
        found.update(status=status, headers=headers)
        return found.setdefault("written", []).append

    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path.encode().decode("latin-1"),
        "SCRIPT_NAME": "",
        "HTTP_ACCEPT": accept,
    }
    result = app(environ, start)
    try:
        body = b"".join(result)
    finally:
        if hasattr(result, "close"):
            result.close()
    headers = found["headers"]
    names = [name.lower() for name, _ in headers]
    assert len(names) == len(set(names)), f"a header twice: {headers}"
    return int(found["status"].split()[0]), {k.lower(): v for k, v in headers}, body


def stub(status="200 OK", headers=(("Content-Type", "text/html"), ("cache-control", "max-age=9"))):
    def app(_environ, start_response):
        start_response(status, list(headers))
        return [b"body"]

    return app


def rule(path, **headers):
    return HeaderRule(path, {name.replace("_", "-"): value for name, value in headers.items()})


def test_the_middleware_replaces_and_adds():  # S31, S101
    now = indexed([rule("/a%20b/%C3%BC.md", Content_Type="text/markdown", Link="<x>")], [])
    app = answering(stub(), lambda: now)
    assert answer(app, "/a b/ü.md") == (
        200,
        {"content-type": "text/markdown", "link": "<x>", "cache-control": "no-cache"},
        b"body",
    )
    assert answer(app, "/else")[1] == {"content-type": "text/html", "cache-control": "no-cache"}


def test_only_what_is_there_has_headers_of_ours():
    now = indexed([rule("/a.md", X_Robots_Tag="noindex")], [])
    app = answering(stub("404 Not Found"), lambda: now)
    assert answer(app, "/a.md")[1] == {"content-type": "text/html", "cache-control": "no-cache"}


def test_the_newest_mapping_counts():
    builds = [indexed([], []), indexed([rule("/a.md", Link="<x>")], [])]
    app = answering(stub(), lambda: builds[-1])
    assert answer(app, "/a.md")[1]["link"] == "<x>"
    builds.pop()
    assert "link" not in answer(app, "/a.md")[1]


def test_a_path_that_is_no_utf8():
    environ = {"PATH_INFO": "/\xff", "REQUEST_METHOD": "GET"}
    heads = []
    answering(stub(), Served)(environ, lambda *head: heads.append(head))
    assert heads[0][0] == "200 OK"


@pytest.mark.parametrize(
    ("accept", "markdown"),
    [
        ("", False),
        ("*/*", False),
        ("text/*", False),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", False),
        ("text/markdown", True),
        ("TEXT/Markdown;charset=utf-8", True),
        ("text/markdown, */*", True),
        ("text/markdown;q=0.5, */*", False),
        ("text/html;q=0.8, text/markdown;q=0.9", True),
        ("text/html, text/markdown", False),
        ("text/html;q=0.9, text/markdown;q=0.8", False),
        ("text/markdown;q=0", False),
        ("text/html;q=0, */*", True),
        ("text/markdown;q=2, text/html;q=0.1", False),
        ("text/markdown;q=x", False),
        ("text/markdownish, text/html", False),
    ],
)  # S98: qualities are compared, not substrings
def test_who_gets_markdown(accept, markdown):
    assert prefers_markdown(accept) is markdown


def test_a_page_answers_with_its_markdown():  # S98, S101
    record = PageRecord(
        source="ü.md", route="/%C3%BC/", dest_uri="ü/index.html", label="Ü", markdown="/%C3%BC.md"
    )
    now = indexed([rule("/%C3%BC.md", Content_Type="text/markdown")], [record])
    asked = []

    def app(environ, start_response):
        asked.append(environ["PATH_INFO"].encode("latin-1").decode())
        return stub()(environ, start_response)

    wrapped = answering(app, lambda: now)
    headers = {"content-type": "text/html", "cache-control": "no-cache", "vary": "Accept"}
    assert answer(wrapped, "/ü/")[1] == headers
    assert answer(wrapped, "/ü/", accept="text/markdown")[1] == {
        **headers,
        "content-type": "text/markdown",
    }
    assert "vary" not in answer(wrapped, "/ü.md", accept="text/markdown")[1]
    assert asked == ["/ü/", "/ü.md", "/ü.md"]


# MkDocs' own server, without a socket


class Server:
    """What `mkdocs serve` does, as far as the plugin sees it."""

    def __init__(self, folder, mount="/"):
        self.folder, self.mount = folder, mount
        self.temporary = folder.parent / f"{folder.name}-served"
        config = self.build(startup=True)
        server = LiveReloadServer(
            lambda: None, "127.0.0.1", 8000, root=str(self.temporary), mount_path=mount
        )
        self.app = config.plugins.on_serve(server, config=config, builder=lambda: None).get_app()

    def build(self, *, startup=False):
        """Build as a live edit does: a new config, the same plugin objects."""
        config = load_config(
            str(self.folder / "mkdocs.yml"),
            site_dir=str(self.temporary),
            site_url=f"http://127.0.0.1:8000{self.mount}",
        )
        if startup:
            config.plugins.on_startup(command="serve", dirty=False)
        mkdocs_build.build(config, serve_url=config.site_url)
        return config

    def get(self, path, method="GET"):
        return answer(self.app, path, method)


@pytest.fixture
def served(tmp_path, caplog):
    caplog.set_level(logging.INFO, "mkdocs")

    def make(base="/", **changes):
        return Server(write(tmp_path / "project", base, **changes), base)

    return make


@pytest.mark.parametrize("base", ["/", "/docs/"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_every_file_with_its_headers(served, base, method):  # S31, S101, b61
    server = served(base)
    origin = f"http://127.0.0.1:8000{base}"
    expected = {
        "index.md": ("text/markdown; charset=utf-8", origin, None),
        "a.md": ("text/markdown; charset=utf-8", f"{origin}a/", None),
        "quoted.md": ("text/markdown; charset=utf-8", f"{origin}quoted/", "nosnippet"),
        "internal/plan.md": ("text/markdown; charset=utf-8", f"{origin}internal/plan/", "noindex"),
        "ü/日 b.md": ("text/markdown; charset=utf-8", f"{origin}{quote('ü/日 b')}/", None),
        "llms.txt": ("text/plain; charset=utf-8", None, "noindex"),
        "_ascribe/pages.json": ("application/json", None, "noindex"),
    }
    for name, (kind, canonical, robots) in expected.items():
        status, headers, body = server.get(f"{base}{name}", method)
        assert status == 200, name
        assert headers["content-type"] == kind
        assert headers.get("link") == (canonical and f'<{canonical}>; rel="canonical"')
        assert headers.get("x-robots-tag") == robots
        assert headers["cache-control"] == "no-cache"
        assert int(headers["content-length"]) == (server.temporary / name).stat().st_size
        if method == "GET":
            assert body == (server.temporary / name).read_bytes()


def test_the_build_writes_what_is_served_save_the_origin(served, site):  # S106
    server = served()
    files = {name: text for name, text in FILES.items() if name.startswith("docs/")}
    files["ascribe.toml"] = '[listing]\nfolders = { "internal/" = "unlisted" }\n'
    options = {"site_name": "Loom", "draft_docs": "draft.md", "theme": {"name": "mkdocs"}}
    built = site(files, site_url="https://docs.example.com/", plugins=["search"], **options)
    for name in ("sitemap.xml", "robots.txt", "llms.txt", "a.md", "internal/plan.md"):
        body = server.get(f"/{name}")[2].decode()
        assert body.replace("http://127.0.0.1:8000", "https://docs.example.com") == built.read(name)


def test_what_is_not_ours_is_untouched(served):
    server = served()
    bare = Server.__new__(Server)
    bare.app = LiveReloadServer(
        lambda: None, "127.0.0.1", 8000, root=str(server.temporary)
    ).get_app()
    for path in (
        "/",
        "/a/",
        "/a",
        "/plain.txt",
        "/sitemap.xml",
        "/robots.txt",
        "/nowhere.md",
        "/x",
    ):
        status, headers, body = server.get(path)
        plain_status, plain, plain_body = bare.get(path)
        assert status == plain_status
        negotiated = {"vary": "Accept"} if path in ("/", "/a/") else {}
        assert headers == {**plain, "cache-control": "no-cache", **negotiated}
        if "epoch" not in str(plain_body):
            assert body == plain_body
    assert server.get("/nowhere.md")[0] == 404


@pytest.mark.parametrize(("base", "status"), [("/", 200), ("/docs/", 404)])
def test_robots_txt_at_the_root(served, base, status):  # S70
    server = served(base)
    found, _, body = server.get(f"{base}robots.txt")
    assert found == status
    if status == 200:
        assert body == b"Sitemap: http://127.0.0.1:8000/sitemap.xml\n"


def test_an_edit_changes_the_header(served):
    server = served()
    page = server.folder / "docs" / "a.md"
    for listing, robots in (("unlisted", "noindex"), ("unquoted", "nosnippet"), ("listed", None)):
        page.write_text(f"---\nlisting: {listing}\n---\n# Alpha\n", encoding="utf-8")
        server.build()
        assert server.get("/a.md")[1].get("x-robots-tag") == robots
        assert (b"127.0.0.1:8000/a/" in server.get("/sitemap.xml")[2]) is (listing != "unlisted")
    page.unlink()
    server.build()
    assert server.get("/a.md")[0] == 404
    assert b"/a.md" not in server.get("/llms.txt")[2]


FAULTS = [
    (
        "ascribe.toml",
        '[listing]\nfoldrs = { "internal/" = "unlisted" }\n',
        "did you mean 'folders'?",
    ),
    ("ascribe.toml", "[listing\n", "ascribe.toml:1"),
    ("docs/internal/plan.md", "---\nlisting: listed\n---\n# Plan\n", "is looser than the rule"),
    ("docs/a.md", "---\nlisting: unlistd\n---\n# Alpha\n", "listing-invalid"),
    ("docs/a.md", "---\nlisting: unlisted\ntitle: a: b\n---\n# Alpha\n", "listing-unread"),
    ("docs/a/index.md", "# Also a\n", "address-shared"),
    ("docs/robots.txt", "User-agent: *\nDisallow: /\n", "sitemap-disallowed"),
]


@pytest.mark.parametrize(("name", "text", "said"), FAULTS, ids=[one[2] for one in FAULTS])
def test_a_fault_is_logged_and_mended(served, caplog, name, text, said):  # S98
    server = served()
    path = server.folder / name
    before = path.read_bytes() if path.exists() else None
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    caplog.clear()
    server.build()
    assert any(said in message for message in caplog.messages)
    assert server.get("/internal/plan.md")[1].get("x-robots-tag") == "noindex"
    assert server.get("/a/")[0] == 200
    path.unlink() if before is None else path.write_bytes(before)
    caplog.clear()
    server.build()
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert "x-robots-tag" not in server.get("/a.md")[1]
    assert server.get("/internal/plan.md")[1]["x-robots-tag"] == "noindex"


def test_a_fault_from_the_start(served, caplog):
    server = served(**{"ascribe.toml": "[consumer]\nsite = 1\n"})
    assert any("consumer.site is 1" in message for message in caplog.messages)
    assert server.get("/a.md")[1]["content-type"] == "text/markdown; charset=utf-8"


def test_drafts_are_noindex_and_in_no_output(served):  # b22
    server = served()
    status, _, body = server.get("/draft/")
    assert status == 200
    assert b'<meta name="robots" content="noindex">' in body
    assert server.get("/draft.md")[0] == 404
    for name, data in snapshot(server.temporary).items():
        if name != "draft/index.html" and not name.startswith("search/"):
            assert b"zeppelin" not in data, name
    for name in ("sitemap.xml", "llms.txt", "_ascribe/pages.json", "_ascribe/nav.json"):
        assert b"draft" not in (server.temporary / name).read_bytes()


def test_nothing_is_written_outside_the_temporary_site(served):
    server = served()
    before = snapshot(server.folder)
    server.build()
    assert snapshot(server.folder) == before
    assert not (server.folder / "records").exists()
    assert not any(
        b"docs.example.com" in data
        for name, data in snapshot(server.temporary).items()
        if name.endswith((".md", ".xml", ".txt", ".json"))
    )


# The command, with a socket


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextlib.contextmanager
def serving(folder, *options):
    """Run `mkdocs serve`; gives a function for requests and the log's file."""
    port = free_port()
    log = folder.parent / "serve.log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "-a", f"127.0.0.1:{port}", *options],
            cwd=folder,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "TMPDIR": str(folder.parent)},
            stdout=file,
            stderr=subprocess.STDOUT,
        )

    def request(path, method="HEAD"):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        try:
            connection.request(method, quote(path))
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    try:
        until(lambda: b"Serving on" in log.read_bytes() or process.poll() is not None)
        assert process.poll() is None, log.read_text()
        yield request, log
    finally:
        process.terminate()
        process.wait(10)


def until(holds, seconds=20):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def builds(log):
    return log.read_text(encoding="utf-8").count("Building documentation...")


def test_mkdocs_serve(tmp_path):  # S31, S98, S101
    folder = write(tmp_path / "project", "/docs/")
    page, toml = folder / "docs" / "a.md", folder / "ascribe.toml"
    with serving(folder) as (request, log):
        status, headers, body = request("/docs/a.md")
        assert (status, body) == (200, b"")
        assert headers["Content-Type"] == "text/markdown; charset=utf-8"
        assert headers["Link"].endswith('/docs/a/>; rel="canonical"')
        assert headers["Cache-Control"] == "no-cache"
        assert request("/docs/ü/日 b.md")[1]["Content-Type"] == "text/markdown; charset=utf-8"
        assert request("/docs/nowhere.md", "GET")[0] == 404

        page.write_text("---\nlisting: unlisted\n---\n# Alpha\n", encoding="utf-8")
        until(lambda: request("/docs/a.md")[1].get("X-Robots-Tag") == "noindex")

        right = toml.read_text(encoding="utf-8")
        toml.write_text(right.replace("folders", "foldrs"), encoding="utf-8")
        until(lambda: "did you mean 'folders'?" in log.read_text(encoding="utf-8"))
        assert request("/docs/internal/plan.md")[1]["X-Robots-Tag"] == "noindex"

        toml.write_text(right.replace("unlisted", "unquoted"), encoding="utf-8")
        until(lambda: request("/docs/internal/plan.md")[1]["X-Robots-Tag"] == "nosnippet")
        assert builds(log) == 4
        time.sleep(1.5)
        assert builds(log) == 4, "a rebuild that nobody asked for"
    assert not (folder / "records").exists()
    assert not (folder / "site").exists()
    assert "Traceback" not in log.read_text(encoding="utf-8")


def test_mkdocs_serve_dirty(tmp_path):
    folder = write(tmp_path / "project")
    page = folder / "docs" / "a.md"
    with serving(folder, "--dirty") as (request, log):
        assert request("/a.md")[1]["Content-Type"] == "text/markdown; charset=utf-8"
        page.write_text("---\nlisting: unlisted\n---\n# Alpha\n", encoding="utf-8")
        until(lambda: request("/a.md")[1].get("X-Robots-Tag") == "noindex")
        assert request("/quoted/", "GET")[0] == 200
    assert "Traceback" not in log.read_text(encoding="utf-8")


def test_mkdocs_serve_dirty_keeps_other_pages(tmp_path):
    folder = write(tmp_path / "project")
    page = folder / "docs" / "a.md"
    with serving(folder, "--dirty") as (request, log):
        page.write_text("# Alpha, edited\n", encoding="utf-8")
        until(lambda: builds(log) == 2)
        assert request("/quoted.md")[1].get("X-Robots-Tag") == "nosnippet"
        assert "listing-unread" not in log.read_text(encoding="utf-8")
