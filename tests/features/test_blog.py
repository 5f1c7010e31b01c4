"""Material's blog: posts, views, pagination, drafts, categories, authors."""

import re
from urllib.parse import urljoin

import pytest

from tests import site as sites
from tests.features.compare import assert_as_plain

CONCEALED = (3, 9, 10, 17, 30)
AUTHORS = """
authors:
  ada: {name: Ada, description: Writes, avatar: a.png}
  bob: {name: Hedgehog Bob, description: Writes, avatar: b.png}
"""


def post(number, **front):
    front = {
        "date": f"20{20 + number // 12:02}-{number % 12 + 1:02}-02",
        "categories": f"[Cat{number % 2}]",
        "authors": "[ada]",
        **front,
    }
    lines = "".join(f"{key}: {value}\n" for key, value in front.items())
    return (
        f"---\n{lines}---\n# Title {number:03}\n\n"
        f"marker{number:03} words.\n\n<!-- more -->\n\nRest {number}.\n"
    )


def blog(posts, **files):
    return {
        "ascribe.toml": '[consumer]\nhost = "netlify"\n',
        "docs/index.md": "---\ndescription: Home of it.\n---\n# Home\n",
        "docs/blog/index.md": "---\ndescription: All posts.\n---\n# News\n",
        "docs/blog/.authors.yml": AUTHORS,
        **{f"docs/blog/posts/{name}.md": text for name, text in posts.items()},
        **files,
    }


def config(**options):
    options = {"pagination_per_page": 4, "authors_profiles": True, **options}
    return {
        "site_url": "https://docs.example.com/",
        "site_description": "About Loom.",
        "theme": {"name": "material", "font": False, "features": ["navigation.footer"]},
        "plugins": ["search", {"blog": options}, "tags"],
    }


@pytest.fixture(scope="module")
def thirty(tmp_path_factory):
    """Build a blog of 30 posts, 5 of them unlisted; one has a category and an author alone."""
    posts = {f"p{number:03}": post(number) for number in range(1, 31)}
    for number in CONCEALED:
        posts[f"p{number:03}"] = post(number, listing="unlisted")
    posts["p009"] = post(
        9, listing="unlisted", categories="[Zebra]", authors="[bob]", tags="[okapi]"
    )
    # A year of its own.
    posts["p030"] = post(30, listing="unlisted", date="2031-01-01")
    where = tmp_path_factory.mktemp("blog") / "site"
    sites.prepare(where, blog(posts), plugin={}, **config())
    built = sites.build(where, strict=True)
    assert built.ok, built.error
    return built


def views(built):
    """Give the numbers of the posts of each view, by the view's file."""
    found = {}
    for name in sorted(built.files):
        if name.startswith("blog/") and name.endswith("index.html"):
            text = built.read(name)
            if "md-post--excerpt" in text:
                found[name] = [int(one) for one in re.findall(r"marker(\d{3})", text)]
    return found


def test_unlisted_posts_are_nowhere_but_at_their_own_address(thirty):
    for number in CONCEALED:
        own = f"blog/20{31 if number == 30 else 20 + number // 12}/"
        holding = thirty.holding(f"marker{number:03}", f"Title {number:03}", f"title-{number:03}")
        others = {
            name
            for name in holding
            if not name.startswith(own) and not name.startswith("_ascribe/") and name != "_headers"
        }
        assert others == set()
        assert f"title-{number:03}" in " ".join(holding)
    assert thirty.holding("Zebra", "zebra", "okapi", "hedgehog-bob") <= {
        "_ascribe/pages.json",
        *(name for name in thirty.files if "title-009" in name),
    }


def test_no_view_is_empty_repeated_or_out_of_order(thirty):
    listed = [number for number in range(30, 0, -1) if number not in CONCEALED]
    found = views(thirty)
    index = [name for name in found if re.fullmatch(r"blog/(page/\d+/)?index\.html", name)]
    index.sort(key=lambda name: int(re.sub(r"\D", "", name) or 1))
    assert [number for name in index for number in found[name]] == listed
    assert [len(found[name]) for name in index] == [4, 4, 4, 4, 4, 4, 1]
    for prefix, wanted in (
        ("blog/category/cat0/", [number for number in listed if number % 2 == 0]),
        ("blog/category/cat1/", [number for number in listed if number % 2 == 1]),
        ("blog/archive/2020/", [number for number in listed if number < 12]),
        ("blog/archive/2021/", [number for number in listed if 12 <= number < 24]),
        ("blog/archive/2022/", [number for number in listed if number >= 24]),
        ("blog/author/ada/", listed),
    ):
        names = [name for name in found if name.startswith(prefix)]
        names.sort(key=lambda name: int(re.sub(r"\D", "", name.removeprefix(prefix)) or 1))
        assert [number for name in names for number in found[name]] == wanted
        assert all(0 < len(found[name]) <= 4 for name in names)
    assert not any(name.startswith("blog/archive/2031/") for name in thirty.files)
    # Every page of a view is reached from its first page, and none leads to a page that is gone.
    for name in thirty.files:
        if name.startswith("blog/") and name.endswith(".html"):
            for href in re.findall(r'href="([^"#?]*)"', thirty.read(name)):
                assert_there(thirty, name, href)


def assert_there(built, name, href):
    target = urljoin(f"https://docs.example.com/{name}", href)
    if target.startswith("https://docs.example.com/"):
        path = target.removeprefix("https://docs.example.com/")
        path = f"{path}index.html" if path.endswith("/") or not path else path
        assert path in built.files, f"{name} leads to {href}"


def test_neighbours_of_listed_posts_are_listed_posts(thirty):
    for number in range(1, 31):
        (name,) = [one for one in thirty.files if one.endswith(f"title-{number:03}/index.html")]
        text = thirty.read(name)
        around = re.findall(r'class="md-footer__link md-footer__link--(prev|next)"', text)
        links = re.findall(
            r'<a href="([^"]*)" class="md-footer__link md-footer__link--(?:prev|next)"', text
        )
        if number in CONCEALED:
            assert links == []
            continue
        listed = [one for one in range(1, 31) if one not in CONCEALED]
        at = listed.index(number)
        wanted = [*listed[max(0, at - 1) : at], *listed[at + 1 : at + 2]]
        assert len(around) == len(wanted)
        assert {int(re.search(r"title-(\d+)", link)[1]) for link in links} == set(wanted)


def test_outputs_of_a_blog_agree(thirty):
    assert thirty.contradictions() == []
    assert thirty.said("WARNING") == []
    by_source = {page["source"]: page for page in thirty.pages["pages"]}
    assert by_source["blog/archive/2020.md"]["markdown"] is None
    assert by_source["blog/archive/2020.md"]["sitemap"]
    assert "blog/archive/2031.md" not in by_source
    assert "blog/page/8.md" not in by_source
    assert not by_source["blog/posts/p003.md"]["sitemap"]


def test_the_markdown_version_of_the_index_lists_its_posts(thirty):
    text = thirty.read("blog.md")
    listed = [number for number in range(30, 0, -1) if number not in CONCEALED]
    assert [int(one) for one in re.findall(r"- \[Title (\d+)\]", text)] == listed
    for address in re.findall(r"\]\((https://[^)]*title[^)]*)\)", text):
        assert address.removeprefix("https://docs.example.com/") in thirty.files


def test_the_note_stands_in_the_index_and_in_no_view(thirty):
    assert thirty.read("blog/index.html").count("data-nosnippet") == 1
    assert "data-nosnippet" not in thirty.read("blog/page/2/index.html")
    assert "data-nosnippet" not in thirty.read("blog/archive/2020/index.html")


def test_the_trail_is_drawn_on_views(site):
    built = site(blog({"p001": post(1), "p002": post(2)}), plugin={"breadcrumbs": True}, **config())
    text = built.read("blog/archive/2020/index.html")
    assert text.count('aria-label="Breadcrumb"') == 1
    assert text.index('aria-label="Breadcrumb"') < text.index("md-post--excerpt")
    assert built.contradictions() == []


def test_an_unlisted_index_takes_its_numbered_pages_along(site):
    """Material copies the index's source, front matter included, for them."""
    files = blog({f"p{number:03}": post(number) for number in range(1, 7)})
    files["docs/blog/index.md"] = "---\nlisting: unlisted\n---\n# Hidden news\n"
    built = site(files, **config())
    assert built.page("blog/index.md")["listing"] == "unlisted"
    assert built.page("blog/page/2/index.md")["listing"] == "unlisted"
    assert built.page("blog/posts/p001.md")["listing"] == "listed"
    assert built.contradictions() == []


def test_a_folder_rule_closes_a_whole_blog(site):
    files = blog({f"p{number:03}": post(number) for number in range(1, 7)})
    files["ascribe.toml"] += '[listing]\nfolders = { "blog/" = "unlisted" }\n'
    built = site(files, **config())
    assert built.contradictions() == []
    assert {page["source"] for page in built.pages["pages"] if page["sitemap"]} == {"index.md"}
    assert "Title 001" not in built.read("index.html")
    assert "blog/" not in built.read("index.html").replace("docs/blog/", "")


def test_a_category_page_of_the_authors_own_stays(site):
    files = blog({"p001": post(1), "p002": post(2, listing="unlisted", categories="[Zebra]")})
    files["docs/blog/category/zebra.md"] = "# Zebras\n\nOwn words.\n"
    built = site(files, **config())
    assert "Own words." in built.read("blog/category/zebra/index.html")
    assert "marker002" not in built.read("blog/category/zebra/index.html")
    assert built.contradictions() == []


def test_without_unlisted_posts_a_blog_is_as_without_us(site):
    files = blog({f"p{number:03}": post(number) for number in range(1, 12)})
    files["docs/blog/posts/draft.md"] = post(12, draft="true", tags="[okapi]")
    ours = site(files, plugin={"agents_note": "none"}, **config())
    plain = site(files, plugin=False, **config())
    assert views(ours) == views(plain)
    assert_as_plain(ours, plain)
    assert "okapi" not in "".join(ours.read(name) for name in ours.holding("okapi"))
