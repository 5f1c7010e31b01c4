"""Join all that a built site says of its pages by address, and name every contradiction.

This is a judge from outside: it reads the built files alone and shares no code with the plugin.
`python tests/join.py SITE_DIR` prints figures and contradictions, and exits with 1 on any.
"""

import argparse
import contextlib
import gzip
import html
import json
import re
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urljoin

import html5lib
from html5lib.treebuilders import getTreeBuilder
from markdown_it import MarkdownIt

# RFC 3986, 2: what an address may hold, each percent sign with its two digits.
_ADDRESS = re.compile(r"(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*")
_NOTE = re.compile(r'<p class=["\']?ascribe-note\b.*?</p>', re.DOTALL)
_HREF = re.compile(r'href=(?:"([^"]*)"|([^\s">]+))')
_OPEN_GRAPH = (
    "og:title",
    "og:description",
    "og:url",
    "og:type",
    "og:site_name",
    "og:image",
    "og:image:alt",
    "og:image:width",
    "og:image:height",
)
_SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
_MAX_LOC = 2_048


class _BodyReachedError(Exception):
    """The head is over."""


class _HeadBuilder(getTreeBuilder("etree")):
    def insertElementNormal(self, token):  # noqa: N802 - html5lib's name
        if token["name"] in ("body", "frameset"):
            raise _BodyReachedError
        return super().insertElementNormal(token)


@dataclass
class Head:
    """What a browser finds in a page's head; `json_ld` has every object of it."""

    titles: list[str] = field(default_factory=list)
    metas: list[dict[str, str]] = field(default_factory=list)
    links: list[dict[str, str]] = field(default_factory=list)
    json_ld: list[dict] = field(default_factory=list)

    def meta(self, name):
        """Give the content of each meta of a name, be it in `name` or in `property`."""
        return [
            one.get("content", "")
            for one in self.metas
            if name in (one.get("name", "").lower(), one.get("property", "").lower())
        ]

    def link(self, rel, media_type=None):
        """Give the address of each link of a relation."""
        return [
            one.get("href", "")
            for one in self.links
            if rel in one.get("rel", "").lower().split()
            and media_type in (None, one.get("type", "").lower())
        ]

    def data(self, kind):
        """Give the JSON-LD objects of one type."""
        return [one for one in self.json_ld if one.get("@type") == kind]

    @property
    def rules(self):
        """The rules of all robots tags."""
        return {rule.strip() for text in self.meta("robots") for rule in text.lower().split(",")}


def parse_head(text):
    """Read a page's head as HTML says; what a broken head has lost to the body is not in it."""
    parser = html5lib.HTMLParser(tree=_HeadBuilder, namespaceHTMLElements=False)
    with contextlib.suppress(_BodyReachedError):
        parser.parse(text)
    root = parser.tree.getDocument().find("head")
    head = Head()
    for element in () if root is None else root:
        if element.tag == "title":
            head.titles.append(" ".join((element.text or "").split()))
        elif element.tag == "meta":
            head.metas.append(dict(element.attrib))
        elif element.tag == "link":
            head.links.append(dict(element.attrib))
        elif element.tag == "script" and element.get("type") == "application/ld+json":
            found = json.loads(element.text or "")
            head.json_ld += found if isinstance(found, list) else [found]
    return head


def sitemap_locs(data):
    """Give the root's name and every `loc` of a sitemap or of an index."""
    root = ET.fromstring(data)
    locs = [(loc.text or "") for loc in root.iterfind(f"./*/{_SITEMAP}loc")]
    return root.tag.removeprefix(_SITEMAP), locs


@dataclass(frozen=True)
class Link:
    """A line of llms.txt as a CommonMark parser reads it."""

    title: str
    address: str
    description: str | None


def llms_links(text):
    """Give the link of every list item; an item without one has an empty address."""
    found, in_item = [], False
    for token in MarkdownIt("commonmark").parse(text):
        if token.type == "list_item_open":
            in_item = True
        elif token.type == "inline" and in_item:
            in_item = False
            found.append(_link_of(token.children))
    return found


def _link_of(children):
    title, rest, address, inside = "", "", "", False
    for child in children:
        if child.type == "link_open":
            address, inside = (child.attrs["href"], True)
        elif child.type == "link_close":
            inside = False
        elif inside:
            title += child.content
        else:
            rest += child.content
    return Link(title, address, rest.removeprefix(": ") if rest else None)


def header_lines(text):
    """Read a `_headers` file: the headers by path."""
    found, path = {}, ""
    for line in text.splitlines():
        if line.startswith("/"):
            path = line.strip()
            found.setdefault(path, {})
        elif line.strip() and not line.lstrip().startswith("#"):
            name, _, value = line.partition(":")
            found[path][name.strip().lower()] = value.strip()
    return found


def _noindex(page):
    return page["listing"] == "unlisted" or "noindex" in (page["robots"] or "").split(", ")


def _concealed(page):
    """Say whether navigation leaves a page out: not where the rule for the whole site decides."""
    return page["listing"] == "unlisted" and page["listingFrom"] != "site"


class Join:
    """The contradictions of one built site (`found`), and its figures.

    `records` is the folder of pages.json where that is not in the site; `own` names those of the
    outputs that the site brings itself, which are not compared.
    """

    def __init__(self, site_dir, records=None, own=()):
        self.folder = Path(site_dir)
        self.records = Path(records) if records else self.folder / "_ascribe"
        self.own = frozenset(own)
        self.found = []
        self.figures = {}
        self.files = {
            path.relative_to(self.folder).as_posix()
            for path in self.folder.rglob("*")
            if path.is_file()
        }
        self.heads = {}
        document = self._json("pages.json")
        if document is None:
            return
        self.site, self.crawlers = document["site"], document["crawlers"]
        self.entries = document["entries"]
        self.pages = document["pages"]
        self.base = self.site["basePath"]
        self.by_route = {page["route"]: page for page in self.pages}
        self.headers = {
            rule["path"]: rule["headers"] for rule in (self._json("headers.json") or {})["headers"]
        }
        self.redirects = (self._json("redirects.json") or {"redirects": []})["redirects"]
        self.help = {
            one["from"][:-1]: self.by_route.get(one["to"].partition("#")[0])
            for one in self.redirects
            if one["kind"] == "permalink" and self._file(f"{one['from'][:-1]}.json") is not None
        }
        for check in (
            self._check_records,
            self._check_heads,
            self._check_others,
            self._check_markdown,
            self._check_redirects,
            self._check_headers,
            self._check_host_file,
            self._check_sitemap,
            self._check_robots,
            self._check_llms,
            self._check_navigation,
            self._check_search,
        ):
            check()
        self._count()

    # Small tools

    def _say(self, where, what):
        self.found.append(f"{where}: {what}")

    def _json(self, name):
        path = self.records / name
        if not path.is_file():
            self._say(name, "there is no such file")
            return None
        return json.loads(path.read_text(encoding="utf-8"))

    def _text(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def _absolute(self, route):
        return None if self.site["origin"] is None else self.site["origin"] + route

    def _file(self, address):
        """Give the file a static host answers an address with, or None where it has none."""
        route = address.partition("#")[0]
        if self.site["origin"]:
            route = route.removeprefix(self.site["origin"])
        if not route.startswith(self.base):
            return None
        name = unquote(route.removeprefix(self.base))
        name = f"{name}index.html" if name.endswith("/") or not name else name
        return name if name in self.files else None

    def _check_address(self, where, address):
        """Name what is wrong with the form of an address of ours, and whether it has a file."""
        if not _ADDRESS.fullmatch(address):
            self._say(where, f"{address} is not percent-encoded")
        if "//" in address.partition("://")[2] or address.startswith("//"):
            self._say(where, f"{address} has two slashes in a row")
        if self._file(address) is None:
            twice = self._file(unquote(address))
            self._say(where, f"{address} is {'encoded twice' if twice else 'no file of the site'}")

    def _equal(self, where, what, values, expected):
        """Compare all values that a head has for one thing with the one that the record has."""
        wanted = [] if expected is None else [str(expected)]
        if values != wanted:
            self._say(where, f"head has {what} {values}, the record {wanted}")

    def _offered(self, page):
        private = page["route"].removeprefix(self.base).startswith("_")
        own = page["canonical"] == self._absolute(page["route"])
        return own and not private and not _noindex(page)

    # The records and the heads

    def _check_records(self):
        for route, times in Counter(page["route"] for page in self.pages).items():
            if times > 1:
                self._say(route, f"has {times} records")
        for page in self.pages:
            route = page["route"]
            for address in filter(None, (route, page["markdown"])):
                self._check_address(route, address)
            self._check_canonical(page)
            rule = {"unlisted": "noindex", "unquoted": "nosnippet"}.get(page["listing"])
            if rule and rule not in (page["robots"] or "").split(", "):
                self._say(route, f"is {page['listing']}, and its robots rule is {page['robots']}")
            if page["sitemap"] and not self._offered(page):
                self._say(route, "is in the sitemap by its record, and not to be offered")
            self._check_trail(page)

    def _check_canonical(self, page):
        canonical = page["canonical"]
        if canonical is None:
            if self.site["origin"] is not None:
                self._say(page["route"], "has no canonical")
            return
        if not _ADDRESS.fullmatch(canonical):
            self._say(page["route"], f"canonical {canonical} is not percent-encoded")
        if not canonical.startswith(("https://", "http://")):
            self._say(page["route"], f"canonical {canonical} is not absolute")

    def _check_trail(self, page):
        steps = page["breadcrumbs"]
        if not steps or steps[-1]["route"] != page["route"]:
            self._say(page["route"], "is not the last step of its breadcrumbs")
        for step in steps[:-1]:
            above = self.by_route.get(step["route"])
            if above is None:
                self._say(page["route"], f"breadcrumb {step['route']} is no page")
            elif _concealed(above):
                self._say(page["route"], f"breadcrumb {step['route']} is unlisted")

    def _check_heads(self):
        for page in self.pages:
            name = self._file(page["route"])
            if name is None:
                continue
            text = self._text(name)
            self.heads[name] = parse_head(text)
            self._check_head(page, self.heads[name])
            self._check_structured(page, self.heads[name])
            self._check_note(page, text)

    def _check_head(self, page, head):
        where = page["route"]
        for what, values, expected in (
            ("title", head.titles, page["headTitle"]),
            ("description", head.meta("description"), page["description"]),
            ("canonical", head.link("canonical"), page["canonical"]),
            ("og:title", head.meta("og:title"), page["headTitle"]),
            ("og:description", head.meta("og:description"), page["description"]),
            ("og:url", head.meta("og:url"), page["canonical"]),
            ("og:type", head.meta("og:type"), "website"),
            ("og:site_name", head.meta("og:site_name"), self.site["name"] or None),
        ):
            self._equal(where, what, values, expected)
        image = page["image"] or {"src": None, "alt": None, "width": None, "height": None}
        for key, value in image.items():
            what = "og:image" if key == "src" else f"og:image:{key}"
            self._equal(where, what, head.meta(what)[:1], value)
        robots = head.meta("robots")
        if page["robots"] is not None or {"noindex", "none", "nosnippet"} & head.rules:
            self._equal(where, "robots", robots, page["robots"])
        elif len(robots) > 1:
            self._say(where, f"head has {len(robots)} robots tags")
        shown = page["markdown"] is not None and page["listing"] != "unlisted"
        alternate = self._absolute(page["markdown"]) if shown else None
        self._equal(where, "alternate", head.link("alternate", "text/markdown"), alternate)
        llms = self.site["llms"] if self._offered(page) else None
        self._equal(where, "describedby", head.link("describedby"), llms)
        for address in (*filter(None, (alternate, llms)), *self._stylesheets(head, where)):
            self._check_address(where, address)

    def _stylesheets(self, head, route):
        hrefs = [
            one for one in head.link("stylesheet") if re.search(r"(^|/)assets/ascribe\.css$", one)
        ]
        if len(hrefs) > 1:
            self._say(route, f"head has our stylesheet {len(hrefs)} times")
        here = urljoin(self.site["origin"] or "https://example.invalid", route)
        return [f"/{urljoin(here, one).split('/', 3)[3]}" for one in hrefs]

    def _check_structured(self, page, head):
        steps = page["breadcrumbs"] if self.site["origin"] else []
        expected = [
            (number, step["title"], self._absolute(step["route"]))
            for number, step in enumerate(steps, start=1)
        ]
        trails = [
            [(one.get("position"), one.get("name"), one.get("item")) for one in trail]
            for trail in (found.get("itemListElement", []) for found in head.data("BreadcrumbList"))
        ]
        if trails != ([expected] if len(expected) > 1 else []):
            self._say(page["route"], f"head has the breadcrumbs {trails}, the record {expected}")
        at_root = page["route"] in ("/", "/index.html") and self.site["name"] and page["canonical"]
        sites = [(one.get("name"), one.get("url")) for one in head.data("WebSite")]
        if sites != ([(self.site["name"], page["canonical"])] if at_root else []):
            self._say(page["route"], f"head has the WebSite {sites}")

    def _check_note(self, page, text):
        notes = _NOTE.findall(text)
        if len(notes) > 1 or (notes and (_noindex(page) or page["markdown"] is None)):
            self._say(page["route"], f"has {len(notes)} notes for agents")
        for found in (match for note in notes for match in _HREF.findall(note)):
            address = html.unescape("".join(found))
            if address not in (page["markdown"], f"{self.base}llms.txt"):
                self._say(page["route"], f"its note leads to {address}")
            self._check_address(page["route"], address)

    def _check_others(self):
        """Check the HTML files without a record: nothing of ours is in them."""
        for name in sorted(self.files):
            if not name.endswith((".html", ".htm")) or name in self.heads:
                continue
            text = self._text(name)
            head = parse_head(text)
            ours = [f"describedby {one}" for one in head.link("describedby")]
            ours += [f"alternate {one}" for one in head.link("alternate", "text/markdown")]
            ours += ["the note for agents"] * bool(_NOTE.search(text))
            refresh = any(one.get("http-equiv", "").lower() == "refresh" for one in head.metas)
            if refresh or name in ("404.html", "search.html"):
                ours += [one for one in _OPEN_GRAPH if head.meta(one)]
                ours += [f"the data {one.get('@type')}" for one in head.json_ld]
                if not refresh:
                    ours += ["a canonical"] * bool(head.link("canonical"))
                    ours += ["a robots tag"] * bool(head.meta("robots"))
            for one in ours:
                self._say(name, f"has no record, and {one} in it")

    # Markdown versions and headers

    def _check_markdown(self):
        versions = {self._file(page["markdown"]) for page in self.pages if page["markdown"]}
        versions |= {self._file(f"{path}.md") for path in self.help}
        for name in sorted(self.files - versions):
            if name.endswith(".md"):
                self._say(name, "is no page's Markdown version")
        concealed = [
            self._absolute(page["markdown"])
            for page in self.pages
            if page["markdown"] and page["listing"] == "unlisted"
        ]
        for page in self.pages:
            name = self._file(page["markdown"]) if page["markdown"] else None
            if name is None:
                continue
            data = (self.folder / name).read_bytes()
            if len(data) != page["size"]:
                self._say(page["route"], f"{name} has {len(data)} bytes, not {page['size']}")
            if data.startswith(b"\xef\xbb\xbf") or b"\r" in data:
                self._say(page["route"], f"{name} has a byte order mark or CR")
            first, _, rest = data.decode().partition("\n")
            llms = f"{self._absolute(self.base)}llms.txt"
            named = first.startswith("> ") and f"]({llms})" in first
            if named != (self.site["llms"] is not None):
                self._say(page["route"], f"{name} begins with {first!r}")
            for address in concealed:
                if f"]({address})" in rest or f"]({address}#" in rest:
                    self._say(page["route"], f"{name} leads to the Markdown of an unlisted page")

    def _check_redirects(self):
        """Check that no page is where an address leads on, and that one is where it leads."""
        for one in self.redirects:
            target = one["to"].partition("#")[0]
            if one["from"] in self.by_route:
                self._say(one["from"], "leads on, and a page is there")
            if target.startswith("/") and self._file(target) is None:
                self._say(one["from"], f"leads to {target}, where nothing is")
            name = self._file(one["from"])
            if one["kind"] == "permalink" and name is None:
                self._say(one["from"], "has no forwarding page")
            elif one["kind"] == "permalink" and f'url={one["to"]}"' not in self._text(name):
                self._say(name, f"does not lead to {one['to']}")

    def _check_headers(self):
        expected = {
            page["markdown"]: self._markdown_headers(page)
            for page in self.pages
            if page["markdown"] is not None
        }
        for name in self.files:
            if re.fullmatch(r"llms(-[^/]+)?\.txt", name) and self.site["llms"]:
                wanted = {"Content-Type": "text/plain; charset=utf-8", "X-Robots-Tag": "noindex"}
                expected[self.base + name] = wanted
            elif name.startswith("_ascribe/"):
                expected[self.base + name] = {"X-Robots-Tag": "noindex"}
        for path, page in self.help.items():
            robots = self._markdown_headers(page)
            wanted = {"Access-Control-Allow-Origin": "*"}
            wanted |= {name: value for name, value in robots.items() if name == "X-Robots-Tag"}
            link = f'<{self._absolute(path)}.md>; rel="alternate"; type="text/markdown"'
            expected[f"{path}.json"] = {**wanted, "Link": link}
            markdown = {"Content-Type": "text/markdown; charset=utf-8"}
            expected[f"{path}.md"] = {**wanted, **markdown}
        for path in sorted({*expected, *self.headers}):
            if self.headers.get(path) != expected.get(path):
                self._say(path, f"headers {self.headers.get(path)}, not {expected.get(path)}")

    def _markdown_headers(self, page):
        """Give the headers that a page's head asks for: a crawler compares these two."""
        wanted = {"Content-Type": "text/markdown; charset=utf-8"}
        if page["canonical"]:
            target = page["canonical"].replace(",", "%2C")
            wanted["Link"] = f'<{target}>; rel="canonical"'
        head = self.heads.get(self._file(page["route"]) or "", Head())
        rules = head.rules | ({"noindex"} if "none" in head.rules else set())
        for rule in ("nosnippet", "noindex"):
            if rule in rules:
                wanted["X-Robots-Tag"] = rule
        return wanted

    def _check_host_file(self):
        wanted = {}
        for path, headers in self.headers.items():
            sent = {name.lower(): v for name, v in headers.items() if name != "Content-Type"}
            if sent:
                wanted[path.replace("*", "%2A").replace("/:", "/%3A")] = sent
        names = [name for name in ("_headers", "_ascribe/host/_headers") if name in self.files]
        for name in names:
            if name in self.own:
                continue
            found = header_lines(self._text(name))
            for path in sorted({*wanted, *found}):
                if found.get(path) != wanted.get(path):
                    self._say(name, f"{path} has {found.get(path)}, not {wanted.get(path)}")

    # What is offered

    def _check_sitemap(self):
        if "sitemap.xml" in self.own:
            return
        address = f"{self._absolute(self.base)}sitemap.xml" if self.site["origin"] else None
        there = "sitemap.xml" in self.files
        if self.site["sitemap"] != (address if there else None):
            self._say("sitemap.xml", f"pages.json has {self.site['sitemap']}, the site {there}")
        locs, read = [], set()
        if there:
            kind, locs = self._sitemap_file("sitemap.xml", read)
            if kind == "sitemapindex":
                children = [self._file(child) for child in locs]
                missing = [loc for loc, name in zip(locs, children, strict=True) if name is None]
                for loc in missing:
                    self._say("sitemap.xml", f"{loc} is no file of the site")
                names = filter(None, children)
                locs = [loc for name in names for loc in self._sitemap_file(name, read)[1]]
        for name in sorted(self.files):
            if re.fullmatch(r"sitemap(-\d+)?\.xml(\.gz)?", name) and name not in read:
                self._say(name, "belongs to no sitemap")
        self._check_entries(locs)

    def _sitemap_file(self, name, read):
        data = (self.folder / name).read_bytes()
        packed = f"{name}.gz"
        read.update((name, packed))
        if packed not in self.files:
            self._say(packed, "there is no such file")
        elif gzip.decompress((self.folder / packed).read_bytes()) != data:
            self._say(packed, f"does not hold what {name} does")
        return sitemap_locs(data)

    def _check_entries(self, locs):
        self.figures["sitemap entries"] = len(locs)
        self._say_twice("sitemap.xml", locs)
        offered = {page["canonical"]: page for page in self.pages if self._offered(page)}
        extra = {self._absolute(route) for route in self.entries}
        for loc in locs:
            self._check_address("sitemap.xml", loc)
            if len(loc) > _MAX_LOC:
                self._say("sitemap.xml", f"{loc} is too long")
            if loc not in offered and loc not in extra:
                self._say("sitemap.xml", f"{loc} is the canonical of no page that is offered")
            elif loc in offered and not offered[loc]["sitemap"]:
                self._say("sitemap.xml", f"{loc} is not to be in it by its record")
        wanted = {page["canonical"] for page in self.pages if page["sitemap"]} | extra
        for loc in sorted(wanted - set(locs)):
            self._say("sitemap.xml", f"{loc} is not in it")
        for route in self.entries:
            name = self._file(route)
            if route in self.by_route:
                self._say(route, "is an entry without a record, and has a record")
            if name is not None and "noindex" in parse_head(self._text(name)).rules:
                self._say(route, "is an entry, and its head says noindex")

    def _say_twice(self, where, addresses):
        for address, times in Counter(addresses).items():
            if times > 1:
                self._say(where, f"{address} is there {times} times")

    def _check_robots(self):
        if "robots.txt" in self.own:
            return
        at_root = self.base == "/"
        if not at_root and "robots.txt" in self.files:
            self._say("robots.txt", f"is in a site under {self.base}")
        path = self.folder / "robots.txt" if at_root else self.records / "host" / "robots.txt"
        refused = [one for one in self.crawlers.values() if isinstance(one, dict)]
        refused = [one for one in refused if one["value"] == "disallow"]
        if path.is_file():
            lines = path.read_text(encoding="utf-8").splitlines()
            pairs = [line.partition(": ")[::2] for line in lines if line and line[0] != "#"]
            self._check_sitemap_lines([value for name, value in pairs if name == "Sitemap"])
            self._check_groups(pairs, refused)
        elif refused or self.crawlers["lines"] or self.site["sitemap"]:
            self._say("robots.txt", "there is no such file")

    def _check_sitemap_lines(self, sitemaps):
        ours = self.site["sitemap"]
        if ours and sitemaps[-1:] != [ours]:
            self._say("robots.txt", f"ends with the sitemaps {sitemaps}")
        if ours and sitemaps.count(ours) > 1:
            self._say("robots.txt", f"names the sitemap twice: {sitemaps}")
        if not ours and sitemaps and not self.crawlers["lines"]:
            self._say("robots.txt", f"names the sitemaps {sitemaps}, and there is none")

    def _check_groups(self, pairs, refused):
        agents = Counter(value.lower() for name, value in pairs if name == "User-agent")
        for token in (token for one in refused for token in one["tokens"]):
            if agents[token.lower()] != 1:
                self._say("robots.txt", f"names {token} {agents[token.lower()]} times")
        rules = [value for name, value in pairs if name in ("Allow", "Disallow") and value]
        for rule in rules:
            if "//" in rule or not rule.isascii() or not rule.startswith(self.base):
                self._say("robots.txt", f"has the rule {rule}")

    def _check_llms(self):
        self.figures["llms links"] = 0
        if "llms.txt" in self.own:
            return
        there = "llms.txt" in self.files
        address = f"{self._absolute(self.base)}llms.txt" if self.site["origin"] else None
        if self.site["llms"] != (address if there else None):
            self._say("llms.txt", f"pages.json has {self.site['llms']}, the site {there}")
        if not there:
            if any(self._offered(page) and page["markdown"] for page in self.pages):
                self._say("llms.txt", "there is no such file")
            return
        links = llms_links(self._text("llms.txt"))
        sections = {self._absolute(self.base) + name for name in self.files if "/" not in name}
        parts = [link.address for link in links if link.address in sections]
        parts = [part for part in parts if re.search(r"/llms-[^/]+\.txt$", part)]
        if parts:
            links = [
                link for part in parts for link in llms_links(self._text(self._file(part) or ""))
            ]
        for name in self.files:
            known = ("llms.txt", "llms-full.txt", *(self._file(part) for part in parts))
            if re.fullmatch(r"llms(-[^/]+)?\.txt", name) and name not in known:
                self._say(name, "is not named in llms.txt")
        self._check_links(links)

    def _check_links(self, links):
        self.figures["llms links"] = len(links)
        wanted = {}
        for page in self.pages:
            address = self._absolute(page["markdown"] or page["route"]) or ""
            # A bracket would end the address for a simple reader.
            address = re.sub(r"[][()]", lambda found: f"%{ord(found[0]):02X}", address)
            wanted[address] = page
        self._say_twice("llms.txt", [link.address for link in links])
        for link in links:
            self._check_address("llms.txt", link.address)
            page = wanted.get(link.address)
            if page is None or not self._offered(page):
                self._say("llms.txt", f"{link.address} is no page that is offered")
            else:
                self._check_link(link, page)
        there = {link.address for link in links}
        for address, page in wanted.items():
            if self._offered(page) and page["markdown"] and address not in there:
                self._say("llms.txt", f"{address} is not in it")

    def _check_link(self, link, page):
        # A host without headers withholds the versions of pages that are not listed alone.
        if page["markdown"] is None and page["listing"] == "listed":
            self._say("llms.txt", f"{link.address} is a view without a Markdown version")
        title = page["title"] and page["title"].replace("[", "(").replace("]", ")")
        if not link.title or title not in (None, link.title):
            self._say("llms.txt", f"{link.address} is {link.title!r}, not {title!r}")
        if link.description != page["description"]:
            self._say("llms.txt", f"{link.address} has the description {link.description!r}")

    def _check_navigation(self):
        def walk(items):
            for item in items:
                page = self.by_route.get(item["route"])
                if item["route"] is not None and page is None:
                    self._say("nav.json", f"{item['route']} is no page")
                elif page is not None and _concealed(page):
                    self._say("nav.json", f"{item['route']} is unlisted")
                walk(item["children"])

        walk((self._json("nav.json") or {"nav": []})["nav"])

    def _check_search(self):
        name = "search/search_index.json"
        if name not in self.files:
            return
        concealed = {
            unquote(page["route"].removeprefix(self.base))
            for page in self.pages
            if _concealed(page)
        }
        for entry in json.loads(self._text(name))["docs"]:
            location = unquote(entry["location"].partition("#")[0])
            if location in concealed:
                self._say(name, f"{location} is unlisted")

    def _count(self):
        listings = Counter(page["listing"] for page in self.pages)
        self.figures = {
            "pages": len(self.pages),
            "listed": listings["listed"],
            "unquoted": listings["unquoted"],
            "unlisted": listings["unlisted"],
            "noindex": sum(map(_noindex, self.pages)),
            **self.figures,
            "Markdown versions": sum(page["markdown"] is not None for page in self.pages),
            "headers": len(self.headers),
            "HTML files without a record": sum(
                name.endswith(".html") and name not in self.heads for name in self.files
            ),
        }


def join(site_dir, records=None, own=()):
    """Give the contradictions of a built site, none when its files agree."""
    return Join(site_dir, records, own).found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site_dir")
    parser.add_argument("--records", help="the folder of pages.json, where it is not in the site")
    parser.add_argument("--own", action="append", default=[], help="a file that the site brings")
    arguments = parser.parse_args()
    joined = Join(arguments.site_dir, arguments.records, arguments.own)
    lines = [f"{name}: {value}" for name, value in joined.figures.items()]
    lines += [f"CONTRADICTION {one}" for one in joined.found]
    lines.append(f"{len(joined.found)} contradictions")
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 1 if joined.found else 0


if __name__ == "__main__":
    sys.exit(main())
