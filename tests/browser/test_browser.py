"""The sample site in a browser: Material's instant navigation, search, blog and tags.

The theme's script reads sitemap.xml, swaps pages by itself and searches in a worker: what it makes
of our outputs only a browser shows. `mkdocs serve` serves, on its own address.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urldefrag, urljoin
from urllib.request import urlopen

import pytest

try:
    from playwright.sync_api import expect, sync_playwright
except ImportError:
    sync_playwright = None

ROOT = Path(__file__).parent.parent.parent
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)

FRONT = {
    "one": ("2026-01-01\ncategories: [First]\ntags: [wool]", "First post\n\nWombatfish."),
    "two": ("2026-01-02\nlisting: unlisted\ntags: [silk]", "Second\n\nQuokkaburger."),
    "three": ("2026-01-03\ncategories: [First]", "Third post\n\nText."),
}
POSTS = {name: f"---\ndate: {front}\n---\n# {text}\n" for name, (front, text) in FRONT.items()}


def lacking(what):
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Serve the sample site with more in it, and give its address."""
    folder = tmp_path_factory.mktemp("browser")
    shutil.copy(ROOT / "ascribe.toml", folder)
    ignore = shutil.ignore_patterns("site", ".cache")
    shutil.copytree(ROOT / "sample_site", folder / "sample_site", ignore=ignore)
    docs = folder / "sample_site" / "docs"
    (docs / "all-tags.md").write_text("# All tags\n\n<!-- material/tags -->\n")
    (docs / "blog" / "posts").mkdir(parents=True, exist_ok=True)
    (docs / "blog" / "index.md").write_text("# Weblog\n")
    for name, text in POSTS.items():
        (docs / "blog" / "posts" / f"{name}.md").write_text(text)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / "log.txt"
    with log.open("w") as output:
        process = subprocess.Popen(
            [
                sys.executable,
                str(Path(__file__).parent / "serve.py"),
                folder / "sample_site",
                str(port),
            ],
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    base = f"http://127.0.0.1:{port}/"
    try:
        for _ in range(300):
            try:
                with urlopen(base):
                    break
            except OSError:
                assert process.poll() is None, log.read_text()
                time.sleep(0.2)
        yield base
    finally:
        process.terminate()
        process.wait()


class Visit:
    """One browser page, and all that went wrong in it."""

    def __init__(self, browser, address):
        self.address = address
        self.faults = []
        self.page = browser.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("response", self._response)
        self.page.on("request", self._request)

    def _console(self, message):
        if message.type == "error":
            self.faults.append(f"console: {message.text} {message.location}")

    def _response(self, response):
        if response.status >= 400:
            self.faults.append(f"{response.status}: {response.url}")

    def _request(self, request):
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"elsewhere: {request.url}")

    def click(self, link):
        """Click a link and wait until Material has put its page in; give the path."""
        target = urljoin(self.page.url, link.get_attribute("href"))
        link.click()
        self.page.wait_for_function(
            "target => location.href.split('#')[0] === target"
            " && document.readyState === 'complete'",
            arg=urldefrag(target)[0],
        )
        # The head and the content are swapped together, shortly after the address.
        self.page.wait_for_function(
            "() => { const link = document.querySelector('link[rel=canonical]');"
            " return link && link.href === location.href.split('#')[0] }"
        )
        return self.page.url

    def unvisited(self, seen):
        """Give a link to a page of the site that was not visited yet, one that can be clicked."""
        for link in self.page.locator("a[href]").all():
            target = urldefrag(urljoin(self.page.url, link.get_attribute("href")))[0]
            if not target.startswith(self.address) or target in seen:
                continue
            if target.endswith("/") and link.is_visible():
                return link
        return None

    def search(self, query):
        """Type into the search, and give the text of what it finds; "" where that is nothing."""
        field, meta = (
            self.page.locator(f".md-search{name}") for name in ("__input", "-result__meta")
        )
        self.page.keyboard.press("/")
        # It listens to keys, not to the value of its field.
        field.press("Control+a")
        field.press("Backspace")
        expect(meta).to_have_text("Type to start searching")
        field.press_sequentially(query)
        expect(meta).to_have_text(re.compile("matching"))
        self.page.wait_for_timeout(1_000)
        found = self.page.locator(".md-search-result__list").inner_text()
        self.page.keyboard.press("Escape")
        return found


@pytest.fixture
def visit(address):
    if not CHROMIUM:
        lacking("there is no Chromium: install Debian's package `chromium`, or Google Chrome")
    if sync_playwright is None:
        lacking("there is no Playwright: install it with `pip install playwright`")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield Visit(browser, address)
        browser.close()


def test_ten_clicks_and_a_search(visit, address):
    page = visit.page
    page.set_viewport_size({"width": 1400, "height": 1000})
    page.goto(address)
    page.evaluate("window.stayed = true")
    seen = {page.url}
    for name in ("Weblog", "Third post", "Back to index", "First post", "First", "All tags"):
        link = page.get_by_role("link", name=name, exact=True).locator("visible=true").first
        seen.add(visit.click(link))
    while len(seen) < 12 and (link := visit.unvisited(seen)):
        seen.add(visit.click(link))
        note = page.locator(".ascribe-note")
        assert note.count() <= 1
        # The note is swapped with the page: it leads to the Markdown version of this one.
        for href in [one.get_attribute("href") for one in note.locator("a").all()]:
            assert href.endswith(".txt") or urljoin(page.url, href).removesuffix(".md") in (
                page.url.rstrip("/"),
                f"{address}index",
            )
    assert len(seen) >= 11, seen
    # Not one of the clicks has loaded a page anew.
    assert page.evaluate("window.stayed")
    assert "Third post" in visit.search("third")
    assert "Wombatfish" in visit.search("wombatfish")
    assert visit.search("quokkaburger") == ""
    assert visit.search("silk") == ""
    assert "documentation index is at" not in visit.search("documentation index available")
    assert visit.faults == []


def test_an_unlisted_page_opens_and_leads_back(visit, address):
    page = visit.page
    page.goto(f"{address}blog/2026/01/02/second/")
    assert "Quokkaburger" in page.locator("article").inner_text()
    assert page.locator('meta[name="robots"]').get_attribute("content") == "noindex"
    assert page.locator(".ascribe-note").count() == 0
    visit.click(page.get_by_role("link", name="Back to index").locator("visible=true").first)
    assert page.get_by_text("Third post").count() > 0
    assert page.get_by_text("Second").count() == 0
    assert visit.faults == []
