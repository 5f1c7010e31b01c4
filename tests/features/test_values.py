"""Values of pages: dates, images, first paragraphs, cards, titles, robots."""

import gzip
import subprocess
import xml.etree.ElementTree as ET

import pytest

from tests import site as sites

URL = "https://docs.example.com/"
S = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
IMAGE = "{http://www.google.com/schemas/sitemap-image/1.1}"
THEME = {"name": "material", "font": False}
BASE = {"ascribe.toml": '[consumer]\nhost = "netlify"\n', "docs/index.md": "# Home\n"}


def config(*plugins, **options):
    return {"site_url": URL, "theme": THEME, "plugins": ["search", *plugins], **options}


def lastmods(built):
    assert gzip.decompress(built.bytes("sitemap.xml.gz")) == built.bytes("sitemap.xml")
    root = ET.fromstring(built.bytes("sitemap.xml"))
    return {url.findtext(f"{S}loc").removeprefix(URL): url.findtext(f"{S}lastmod") for url in root}


# sitemap.lastmod


@pytest.fixture
def repository(tmp_path):
    """Give a site in a folder of a repository, all of it committed on one day."""

    def make(files, **options):
        where = sites.prepare(tmp_path / "repo" / "web", files, **options)
        git(where, "init", "-q", "..")
        commit(where, 1)
        return where

    return make


def git(where, *arguments, **environment):
    me = ("-c", "user.name=A", "-c", "user.email=a@example.com")
    environment = {**sites.os.environ, **environment}
    subprocess.run(["git", *me, *arguments], cwd=where, check=True, env=environment)


def commit(where, day):
    (where.parent / ".gitignore").write_text("site/\n")
    git(where, "add", "-A", "..")
    date = f"2026-01-{day:02}T12:00:00+00:00"
    git(where, "commit", "-q", "-m", "x", GIT_COMMITTER_DATE=date)


GIT = {"sitemap": {"lastmod": "git"}}


def test_dates_of_the_last_commits(repository):
    files = {
        **BASE,
        "docs/a.md": "# A\n",
        "docs/ü ber.md": "# U\n",
        "docs/h.md": "---\nlisting: unlisted\n---\n# H\n",
        "gen.py": "import mkdocs_gen_files as g\nprint('# M', file=g.open('made.md', 'w'))\n",
    }
    where = repository(files, plugin=GIT, **config({"gen-files": {"scripts": ["gen.py"]}}))
    (where / "docs/a.md").write_text("# A\n\nMore.\n")
    commit(where, 5)
    (where / "docs/index.md").write_text("# Home\n\nNot committed.\n")
    built = sites.build(where, strict=True)
    assert built.ok, built.error
    assert lastmods(built) == {
        "": None,
        "a/": "2026-01-05T12:00:00+00:00",
        "%C3%BC%20ber/": "2026-01-01T12:00:00+00:00",
        "made/": None,
    }
    assert built.page("a.md")["lastmod"] == "2026-01-05T12:00:00+00:00"
    assert built.contradictions() == []


def test_dates_of_a_blog(repository):
    """Views have no source, so no date; posts have theirs, wherever they are built."""
    files = {
        **BASE,
        "docs/blog/index.md": "# Blog\n",
        "docs/blog/posts/x.md": "---\ndate: 2020-01-01\n---\n# Post\n",
    }
    where = repository(files, plugin=GIT, **config("blog"))
    found = lastmods(sites.build(where))
    assert found["blog/2020/01/01/post/"] == "2026-01-01T12:00:00+00:00"
    assert found["blog/archive/2020/"] is None


def test_two_builds_of_a_repository_are_equal(repository, monkeypatch):
    where = repository({**BASE, "docs/a.md": "# A\n"}, plugin=GIT, **config())
    first = sites.build(where).bytes("sitemap.xml.gz")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    assert sites.build(where).bytes("sitemap.xml.gz") == first


def test_a_shallow_clone_has_no_date_and_one_line(repository, tmp_path):
    where = repository({**BASE, "docs/a.md": "# A\n"}, plugin=GIT, **config())
    (where / "docs/a.md").write_text("# A\n\nMore.\n")
    commit(where, 5)
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{where.parent}", str(clone))
    built = sites.build(clone / "web", strict=True)
    assert built.ok
    assert lastmods(built) == {"": None, "a/": None}
    assert len(built.said("INFO", "sitemap-shallow")) == 1


def test_dates_of_front_matter(site):
    files = {
        **BASE,
        "docs/day.md": "---\nlastmod: 2026-02-03\n---\n# Day\n",
        "docs/time.md": "---\nlastmod: 2026-02-03 04:05:06\n---\n# Time\n",
        "docs/zone.md": "---\nlastmod: 2026-02-03T04:05:06+02:00\n---\n# Zone\n",
        "docs/wrong.md": "---\nlastmod: yesterday\n---\n# Wrong\n",
    }
    built = site(files, plugin={"sitemap": {"lastmod": "frontmatter"}}, **config())
    assert lastmods(built) == {
        "": None,
        "day/": "2026-02-03",
        "time/": "2026-02-03T04:05:06+00:00",
        "zone/": "2026-02-03T04:05:06+02:00",
        "wrong/": None,
    }
    (line,) = built.said("WARNING")
    assert "wrong.md: lastmod: 'yesterday' cannot be used" in line
    assert built.contradictions() == []
    assert lastmods(site(files, **config()))["day/"] is None


# sitemap.images


def images(built):
    root = ET.fromstring(built.bytes("sitemap.xml"))
    return {
        url.findtext(f"{S}loc").removeprefix(URL): [
            loc.text.removeprefix(URL) for loc in url.iter(f"{IMAGE}loc")
        ]
        for url in root
    }


@pytest.mark.parametrize("urls", [True, False])
def test_images_of_pages_in_the_sitemap(site, urls):
    svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    files = {
        **BASE,
        "docs/img/a b.svg": svg,
        "docs/g/b.svg": svg,
        "docs/g/x.md": (
            "# X\n\n![one](../img/a%20b.svg) ![two](b.svg) ![again](b.svg)\n\n"
            "![out](https://example.org/o.png?x=1&y=2) ![data](data:image/png;base64,AA)\n\n"
            '<img src="/root.png"> <p>`![code](no.png)`</p>\n'
        ),
        "docs/h.md": "---\nlisting: unlisted\n---\n# H\n\n![h](g/b.svg)\n",
    }
    built = site(files, plugin={"sitemap": {"images": True}}, use_directory_urls=urls, **config())
    found = images(built)
    assert found["g/x/" if urls else "g/x.html"] == [
        "img/a%20b.svg",
        "g/b.svg",
        "https://example.org/o.png?x=1&y=2",
        "root.png",
    ]
    assert not [name for name in found if name.startswith("h")]
    assert built.contradictions() == []
    assert "image:" not in site(files, **config()).read("sitemap.xml")


def test_an_image_for_light_and_one_for_dark(site):
    """Material tells them apart by a fragment, which no file has."""
    files = {**BASE, "docs/a.md": "# A\n\n![x](i.png#only-light) ![x](j.png#only-dark)\n"}
    built = site(
        {**files, "docs/i.png": "", "docs/j.png": ""},
        plugin={"sitemap": {"images": True}},
        **config(),
    )
    assert images(built)["a/"] == ["i.png", "j.png"]


# descriptions, card


def test_first_paragraphs_as_descriptions(site):
    files = {
        **BASE,
        "docs/a.md": (
            "# A\n\n!!! note\n    Passed over.\n\nThe *first* <b>words</b> & more.\n\nSecond.\n"
        ),
        "docs/own.md": "---\ndescription: Its own.\n---\n# Own\n\nText.\n",
        "docs/none.md": "# None\n\n- only\n- a list\n",
        "docs/blog/index.md": "# Blog\n",
        "docs/blog/posts/x.md": "---\ndate: 2020-01-01\n---\n# Post\n\nPost words.\n",
    }
    plugin = {"descriptions": "first-paragraph"}
    built = site(files, plugin=plugin, **config("blog", markdown_extensions=["admonition"]))
    assert built.page("a.md")["description"] == "The first words & more."
    assert built.page("own.md")["description"] == "Its own."
    assert built.page("none.md")["description"] is None
    assert built.page("blog/posts/x.md")["description"] == "Post words."
    assert built.head("a/index.html").meta("description") == ["The first words & more."]
    assert built.contradictions() == []


def test_images_of_single_pages(site):
    files = {
        **BASE,
        "docs/g/c.png": "",
        "docs/g/beside.md": "---\nimage: c.png\n---\n# Beside\n",
        "docs/g/root.md": "---\nimage: /x/c d.png\n---\n# Root\n",
        "docs/far.md": "---\nimage: https://example.org/c.png\n---\n# Far\n",
        "docs/wrong.md": "---\nimage: 'javascript:x'\n---\n# Wrong\n",
        "docs/plain.md": "# Plain\n",
    }
    card = {"src": "/card.png", "alt": "Card", "width": 1200, "height": 630}
    built = site(files, plugin={"card": card}, **config(site_url=f"{URL}sub/"))
    sources = {
        page["source"]: page["image"] and page["image"]["src"] for page in built.pages["pages"]
    }
    assert sources == {
        "index.md": f"{URL}card.png",
        "plain.md": f"{URL}card.png",
        "g/beside.md": f"{URL}sub/g/c.png",
        "g/root.md": f"{URL}x/c%20d.png",
        "far.md": "https://example.org/c.png",
        "wrong.md": None,
    }
    # A size and a text are the card's, not those of another image.
    assert built.page("far.md")["image"]["alt"] is None
    assert built.head("g/beside/index.html").meta("og:image:width") == []
    (line,) = built.said("WARNING")
    assert "wrong.md: image: 'javascript:x' cannot be used" in line
    assert built.contradictions() == []


def test_an_image_beside_a_post_is_where_the_blog_puts_it(site):
    files = {
        **BASE,
        "docs/blog/index.md": "# Blog\n",
        "docs/blog/posts/c.png": "",
        "docs/blog/posts/x.md": "---\ndate: 2020-01-01\nimage: c.png\n---\n# Post\n",
    }
    built = site(files, **config("blog"))
    assert built.page("blog/posts/x.md")["image"]["src"] == f"{URL}blog/c.png"
    assert "blog/c.png" in built.files
    assert built.contradictions() == []


# title

FUNCTIONS = """
def upper(title, record):
    return f"{title.upper()} ({record.route})"

def raising(title, record):
    raise KeyError("no such thing")

def nothing(title, record):
    return None

def blank(title, record):
    return " "

def pair(title, record):
    return title, "x"

class Maker:
    def __call__(self, title, record):
        return f"<{title}>  &\\nmore"

maker = Maker()
"""


@pytest.fixture
def functions(tmp_path, monkeypatch):
    """Give the loader of a function by `!!python/name`, as it stands in mkdocs.yml."""
    (tmp_path / "title_functions.py").write_text(FUNCTIONS)
    monkeypatch.syspath_prepend(str(tmp_path))

    def build(name, files=BASE, **options):
        where = sites.prepare(tmp_path / f"site-{name}", files, plugin={"title": "@"}, **config())
        path = where / "mkdocs.yml"
        tag = f"!!python/name:title_functions.{name}"
        path.write_text(path.read_text().replace("'@'", tag))
        assert tag in path.read_text()
        return sites.build(where, **options)

    return build


def test_a_title_by_template(site):
    files = {
        **BASE,
        "docs/a.md": "---\ntitle: '{site_name} {title} <b>'\n---\n",
        "docs/none.md": "Text.\n",
    }
    plugin = {"title": "{title} · {site_name}", "home_title": "{site_name}!"}
    built = site(files, plugin=plugin, **config(), strict=True)
    titles = {page["source"]: page["headTitle"] for page in built.pages["pages"]}
    assert titles == {
        "index.md": "Loom!",
        "a.md": "{site_name} {title} <b> · Loom",
        # A page without a title of its own keeps the theme's.
        "none.md": "None - Loom",
    }
    assert built.contradictions() == []


def test_a_title_by_a_function(functions):
    built = functions("upper", {**BASE, "docs/a.md": "# A\n"})
    assert built.ok, built.error
    assert built.head("a/index.html").titles == ["A (/a/)"]
    assert built.head("a/index.html").meta("og:title") == ["A (/a/)"]
    assert built.contradictions() == []


def test_a_title_by_an_object(functions):
    built = functions("maker")
    assert built.head("index.html").titles == ["<Home> & more"]
    assert built.contradictions() == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("raising", "title: raising raised KeyError ('no such thing') for a.md"),
        ("nothing", "title: nothing returned None for a.md"),
        ("blank", "title: blank returned ' ' for a.md"),
        ("pair", "title: pair returned ('Home', 'x') for a.md"),
    ],
)
def test_a_function_that_fails_gives_one_line(functions, name, said):
    built = functions(name, {**BASE, "docs/a.md": "# A\n", "docs/b.md": "# B\n"})
    assert not built.ok
    (line,) = [line for line in built.error.splitlines() if "config-invalid" in line]
    assert said.replace("a.md", "index.md") in line
    assert "Traceback" not in built.error
    assert "Traceback" not in built.output


# robots


def test_robots_of_front_matter(site):
    files = {
        **BASE,
        "docs/no.md": "---\nrobots: noindex, follow\n---\n# No\n",
        "docs/archive.md": "---\nrobots: [noarchive]\n---\n# Archive\n",
        "docs/both.md": "---\nrobots: noarchive\nlisting: unquoted\n---\n# Both\n",
        "docs/wrong.md": "---\nrobots: {a: b}\n---\n# Wrong\n",
    }
    built = site(files, **config())
    heads = {
        name: built.head(f"{name}/index.html").meta("robots") for name in ("no", "archive", "both")
    }
    assert heads == {"no": ["noindex"], "archive": ["noarchive"], "both": ["nosnippet, noarchive"]}
    assert built.headers["/no.md"]["X-Robots-Tag"] == "noindex"
    assert f"{URL}no/" not in built.sitemap
    # Navigation is the listing's.
    assert "No" in [item["title"] for item in built.json("nav.json")["nav"]]
    said = built.said("WARNING")
    assert [line.partition(": ")[2].partition(":")[0] for line in said] == [
        "docs/no.md",
        "docs/wrong.md",
    ]
    assert built.contradictions() == []


LAYOUT = """{{% extends "base.html" %}}
{{% block extrahead %}}{}{{% endblock %}}
"""


HOOK = """\
def on_post_page(output, page, config):
    output = output.replace("</body>", "<!-- built --></body>")
    if page.file.src_uri == "a.md":
        output = output.replace("</title>", "</title>{}")
    return output
"""


# A hook of the site's own runs behind the plugin, as minifiers do.
@pytest.mark.parametrize(
    ("markup", "hidden"),
    [
        ("<meta name='robots' content='noindex'>", True),
        ("<link rel='canonical' href='https://other.example/'>", True),
        ("<meta name='author' content='Me'>", False),
    ],
)
@pytest.mark.parametrize("host", ["netlify", "static"])
def test_the_head_that_a_hook_writes(site, markup, hidden, host):
    files = {
        **BASE,
        "ascribe.toml": f"[consumer]\nhost = '{host}'\n[project]\noutput-dir = 'out'\n",
        "hook.py": HOOK.format(markup),
        "docs/a.md": "# A\n",
        "docs/b.md": "# B\n\n[A](a.md)\n",
    }
    built = site(files, **config(hooks=["hook.py"]))
    built.records = built.folder / "out/site/_ascribe"
    assert "<!-- built -->" in built.read("a/index.html")
    assert markup.split()[1] in built.read("a/index.html").replace('"', "'")
    assert (f"{URL}a/" in built.sitemap) is not hidden
    assert ("A" in [link.title for link in built.llms]) is not hidden
    assert ("describedby" in built.read("a/index.html")) is not hidden
    assert ("ascribe-note" in built.read("a/index.html")) is not (hidden and "robots" in markup)
    assert len(built.said("WARNING", "robots-elsewhere")) == hidden
    assert built.contradictions() == []


@pytest.mark.parametrize(
    ("markup", "robots"),
    [
        ('<meta name="robots" content="noindex">', "noindex"),
        ("<META NAME=robots CONTENT='NoIndex, NoFollow'>", "noindex, nofollow"),
        ('<meta name="robots" content="max-image-preview:large">', "max-image-preview:large"),
        ('<meta name="googlebot" content="none">', "noindex"),
    ],
)
def test_robots_of_a_layout(site, markup, robots):
    files = {
        **BASE,
        "theme/lay.html": LAYOUT.format(markup),
        "docs/a.md": "---\ntemplate: lay.html\n---\n# A\n",
        "docs/b.md": "---\ntemplate: lay.html\nlisting: unquoted\n---\n# B\n",
    }
    built = site(files, **config(theme={**THEME, "custom_dir": "theme"}))
    assert built.page("a.md")["robots"] == robots
    assert built.page("b.md")["robots"].split(", ")[0] in ("noindex", "nosnippet")
    hidden = "noindex" in robots
    assert (f"{URL}a/" in built.sitemap) is not hidden
    assert ("A" in [link.title for link in built.llms]) is not hidden
    assert built.headers["/a.md"].get("X-Robots-Tag") == ("noindex" if hidden else None)
    assert len(built.said("WARNING", "robots-elsewhere")) == 2 * hidden
    assert built.contradictions() == []
