import copy
import json
import warnings

import html5lib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import Project
from mkdocs_ascribe.html_head import scan_head
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.outputs.head import Surroundings, write_head, write_noindex
from mkdocs_ascribe.records import Breadcrumb, Image, PageRecord
from mkdocs_ascribe.settings import Settings, SiteModel

warnings.simplefilter("ignore", html5lib.constants.DataLossWarning)

HOST = "https://docs.example.com"
MODEL = SiteModel(
    Site(HOST), Project(), Settings(name="Loom", description="The site"), has_llms=True
)
PAGE = (
    "<!doctype html>\n<html>\n<head>\n<meta charset=utf-8>\n{}\n</head>\n"
    "<body>\n<p>b\n</body></html>\n"
)
THEME = PAGE.format("<title>A - Loom</title>")


def record(route="/a/", **fields):
    address = HOST + route
    values = {
        "title": "A",
        "description": "About A",
        "canonical": address,
        "own_address": address,
        "markdown": "/a.md",
        **fields,
    }
    return PageRecord("a.md", route, "a/index.html", "A", **values)


RECORD = record()


def written(page, rec=RECORD, model=MODEL, **around):
    return write_head(page, rec, model, Surroundings(**around))


def dom(page):
    return html5lib.parse(page, namespaceHTMLElements=False)


def head_of(page):
    """Give name and value of each tag of the head as a browser sees it, in order."""
    found = []
    for tag in dom(page).find("head"):
        if tag.tag == "title":
            found.append(("title", tag.text))
        elif tag.tag == "meta":
            found.append((tag.get("name") or tag.get("property"), tag.get("content")))
        elif tag.tag == "link":
            found.append((tag.get("rel"), tag.get("href")))
        elif tag.tag == "script":
            found.append((tag.get("type"), tag.text))
    return found


def values(page, name):
    return [value for key, value in head_of(page) if key == name]


def test_every_tag_of_a_listed_page():  # S38-S43
    page, final, found = written(THEME)
    assert found == []
    assert final == RECORD._replace(head_title="A - Loom")
    assert page == PAGE.format(
        "<title>A - Loom</title>\n"
        '<meta name="description" content="About A">\n'
        '<link rel="canonical" href="https://docs.example.com/a/">\n'
        '<link rel="alternate" type="text/markdown" href="https://docs.example.com/a.md">\n'
        '<link rel="describedby" type="text/plain" href="https://docs.example.com/llms.txt">\n'
        '<meta property="og:type" content="website">\n'
        '<meta property="og:title" content="A - Loom">\n'
        '<meta property="og:description" content="About A">\n'
        '<meta property="og:url" content="https://docs.example.com/a/">\n'
        '<meta property="og:site_name" content="Loom">'
    )


@pytest.mark.parametrize(
    ("listing", "robots", "alternates", "describedby"),
    [
        (Listing.LISTED, [], [f"{HOST}/a.md"], [f"{HOST}/llms.txt"]),
        (Listing.UNQUOTED, ["nosnippet"], [f"{HOST}/a.md"], [f"{HOST}/llms.txt"]),
        (Listing.UNLISTED, ["noindex"], [], []),
    ],
)  # S34, S41, S42
def test_by_listing(listing, robots, alternates, describedby):
    page, final, _ = written(THEME, record(listing=listing, robots=listing.robots))
    assert values(page, "robots") == robots
    assert values(page, "alternate") == alternates
    assert values(page, "describedby") == describedby
    assert final.robots == listing.robots


def test_without_an_origin():  # S40
    model = SiteModel(Site(None), Project(), Settings(name="Loom"))
    bare = record(canonical=None, own_address=None, markdown=None)
    page, _, _ = written(THEME, bare, model)
    assert [name for name, _ in head_of(page)] == [
        None, "title", "description", "og:type", "og:title", "og:description", "og:site_name",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("theirs", "name", "ours"),
    [
        ('<meta name="description" content="x">', "description", "About A"),
        ("<META NAME=DESCRIPTION CONTENT=x>", "description", "About A"),
        ('<meta content=None name="description"/>', "description", "About A"),
        ('<meta property="description" content="x">', "description", "About A"),
        ("<meta property='og:title' content='x'>", "og:title", "A"),
        ("<meta name=og:description content=x>", "og:description", "About A"),
        ("<meta property=og:url content=x>", "og:url", f"{HOST}/a/"),
        ("<meta property=og:type content=article>", "og:type", "website"),
        ("<meta property=og:site_name content=x>", "og:site_name", "Loom"),
        ("<link href=/a/ rel=canonical>", "canonical", f"{HOST}/a/"),
        ("<LINK REL='Canonical' HREF='https://docs.example.com/a/'>", "canonical", f"{HOST}/a/"),
        ("<link rel=alternate type=text/markdown href=x.md>", "alternate", f"{HOST}/a.md"),
        ("<link rel=alternate type='Text/Markdown' href=x.md>", "alternate", f"{HOST}/a.md"),
        (f"<link rel=describedby href={HOST}/llms.txt>", "describedby", f"{HOST}/llms.txt"),
    ],
)  # S49
def test_a_layouts_tag_is_replaced_where_it_stands(theirs, name, ours):
    page, _, _ = written(
        PAGE.format(f"<base href=/><title>A</title>{theirs}<link rel=icon href=i>")
    )
    found = [(key, value) for key, value in head_of(page) if key]
    assert [value for key, value in found if key == name] == [ours]
    assert found[-2:] == [(name, ours), ("icon", "i")]
    # Twice is once too often, wherever the second stands.
    page, _, _ = written(PAGE.format(f"{theirs}<title>A</title>{theirs}{theirs}"))
    assert values(page, name) == [ours]


@pytest.mark.parametrize("theirs", ["None", "The site", "else", ""])
def test_a_description_that_the_record_lacks_is_removed(theirs):  # S39
    tag = (
        f'<meta name="description" content="{theirs}"><meta property="og:description" content="y">'
    )
    page, final, found = written(PAGE.format(f"<title>A</title>{tag}"), record(description=None))
    assert values(page, "description") == values(page, "og:description") == []
    assert final.description is None
    assert [one.name for one in found] == ["head-overruled"] * (theirs == "else")


def test_overruled_names_both_values():  # S49
    _, _, found = written(PAGE.format('<meta name=description content="Their  own">'))
    (one,) = found
    assert one.file == "a.md"
    assert "'Their own'" in one.message
    assert "'About A'" in one.message
    assert written(PAGE.format('<meta name=description content="About A">'))[2] == []


def test_title():  # S44, S45
    named = record(head_title="A · Loom")
    page, _, _ = written(PAGE.format("<TITLE lang=en>Theirs</TITLE><title>2</title>"), named)
    assert values(page, "title") == ["A · Loom"]
    assert values(page, "og:title") == ["A · Loom"]
    page, final, _ = written(PAGE.format("<title> Theirs\n &amp; co </title>"))
    assert "<title> Theirs\n &amp; co </title>" in page
    assert values(page, "og:title") == [final.head_title] == ["Theirs & co"]
    page, final, _ = written(PAGE.format(""), record(title=None))
    assert (values(page, "title"), values(page, "og:title"), final.head_title) == ([], [], None)
    page, _, _ = written(PAGE.format(""))
    assert values(page, "title") == ["A"]


@pytest.mark.parametrize(
    ("own", "theirs", "head"),
    [
        (None, ["noindex"], "noindex"),
        ("noindex", ["index, follow"], "noindex"),
        ("nosnippet", ["noindex"], "nosnippet, noindex"),
        ("noindex", ["nofollow", "max-snippet:5"], "noindex, nofollow, max-snippet:5"),
        (None, ["none"], "noindex, nofollow"),
        (None, ["NOINDEX,NoFollow", "noarchive"], "noindex, nofollow, noarchive"),
        ("nosnippet", ["all"], "nosnippet"),
    ],
)  # S41
def test_the_stricter_robots_rule_wins(own, theirs, head):
    tags = "".join(f'<meta name="Robots" content="{one}">' for one in theirs)
    page, final, found = written(PAGE.format(f"<title>A</title>{tags}"), record(robots=own))
    assert [v for k, v in head_of(page) if k and k.lower() == "robots"] == [head]
    assert final.robots == head
    warned = "noindex" in head and own != "noindex"
    assert [one.name for one in found] == ["robots-elsewhere"] * warned
    assert not (final.offered and "noindex" in head)


def test_robots_of_one_engine():
    page, final, _ = written(PAGE.format("<meta name=googlebot content=noindex>"))
    assert final.noindex
    assert values(page, "googlebot") == ["noindex"]
    assert not values(page, "describedby")


@pytest.mark.parametrize(
    ("href", "canonical"),
    [
        ("https://docs.example.com/a/", None),
        ("/a/", None),
        ("./", None),
        ("", None),
        ("https://theme.example/a/", None),
        ("https://else.example/x", "https://else.example/x"),
        ("//else.example/x", "https://else.example/x"),
        ("../b/", "https://docs.example.com/b/"),
        ("https://else.example/ä b?c=d&amp;e#f", "https://else.example/%C3%A4%20b?c=d&e#f"),
    ],
)  # S40
def test_a_foreign_canonical_wins(href, canonical):
    tag = f'<link rel=canonical href="{href}">'
    page, final, found = written(
        PAGE.format(f"<title>A</title>{tag}{tag}"), canonical_urls=("https://theme.example/a/",)
    )
    assert values(page, "canonical") == [canonical or RECORD.canonical]
    assert values(page, "og:url") == [canonical or RECORD.canonical]
    assert final.canonical == (canonical or RECORD.canonical)
    assert [one.name for one in found] == ["robots-elsewhere"] * (canonical is not None)
    assert final.offered is (canonical is None)


@pytest.mark.parametrize(
    "href",
    [
        "http://[bad",
        "https://docs.example.com:x/",
        "javascript:1",
    ],
)
def test_a_canonical_that_is_no_address(href):
    page, _, _ = written(PAGE.format(f'<title>A</title><link rel=canonical href="{href}">'))
    assert len(values(page, "canonical")) == 1


def test_image():  # S47
    card = Image("https://docs.example.com/c.png", 'A "card"', 1200, 630)
    page, _, _ = written(THEME, record(image=card))
    assert [(k, v) for k, v in head_of(page) if k and k.startswith("og:image")] == [
        ("og:image", "https://docs.example.com/c.png"),
        ("og:image:alt", 'A "card"'),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
    ]
    theirs = '<meta property="og:image" content="t.png"><meta name=twitter:card content=x>'
    page, final, found = written(PAGE.format(f"<title>A</title>{theirs}"), record(image=card))
    assert values(page, "og:image") == ["t.png"]
    assert not values(page, "og:image:alt")
    assert values(page, "twitter:card") == ["x"]
    assert final.image == Image("t.png")
    assert found == []


def test_an_absurd_width():
    tag = f"<meta property=og:image content=t><meta property=og:image:width content={'9' * 5000}>"
    assert written(PAGE.format(tag))[1].image == Image("t")


TRAIL = (Breadcrumb("Home", "/", ""), Breadcrumb('A </script> & "', "/a/", "a/"))
OURS = {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    "itemListElement": [
        {"@type": "ListItem", "position": 1, "name": "Home", "item": f"{HOST}/"},
        {"@type": "ListItem", "position": 2, "name": 'A </script> & "', "item": f"{HOST}/a/"},
    ],
}


def test_breadcrumbs():  # S43
    page, _, _ = written(THEME, record(breadcrumbs=TRAIL))
    (text,) = values(page, "application/ld+json")
    assert json.loads(text) == OURS
    assert not set("<>&") & set(text)
    assert not values(written(THEME, record(breadcrumbs=TRAIL[1:]))[0], "application/ld+json")


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ('{"@type":"BreadcrumbList"}', False),
        ('[{"@type":"Thing"},{"@type":"BreadcrumbList"}]', False),
        ('{"@graph":[{"@type":"BreadcrumbList"}]}', False),
        ('{"@type":"Article"}', True),
        ('{"@type":"BreadcrumbList"', True),
        ("", True),
        ("1", True),
        ('"BreadcrumbList"', True),
        ('{"@graph":{"@type":1}}', True),
        ('{"@type":"WebPage","breadcrumb":{"@type":"BreadcrumbList"}}', True),
    ],
)  # S49
def test_structured_data_of_a_layout(theirs, ours):
    tag = f"<SCRIPT type='application/ld+json'>{theirs}</SCRIPT>"
    page, _, _ = written(PAGE.format(f"<title>A</title>{tag}"), record(breadcrumbs=TRAIL))
    assert tag in page
    assert [json.loads(one) for one in values(page, "application/ld+json")[: int(ours)]] == (
        [OURS] if ours else []
    )
    assert len(values(page, "application/ld+json")) == 1 + ours


@pytest.mark.parametrize(
    "theirs",
    [
        pytest.param('{"@type":["BreadcrumbList"]}', id="list of types"),
        pytest.param("[" * 100_000, id="nested too deep"),
    ],
)
def test_structured_data_that_is_odd(theirs):
    tag = f"<script type=application/ld+json>{theirs}</script>"
    page, _, _ = written(PAGE.format(f"<title>A</title>{tag}"), record(breadcrumbs=TRAIL))
    assert len(values(page, "application/ld+json")) == 2 - ("Breadcrumb" in theirs)


@pytest.mark.parametrize(
    ("base", "route", "there"),
    [
        ("/", "/", True),
        ("/", "/a/", False),
        ("/docs/", "/docs/", False),
        ("/", "/index.html", True),
    ],
)  # S46
def test_the_sites_name_at_the_hosts_root(base, route, there):
    model = SiteModel(Site(HOST, base), Project(), Settings(name="Loom"))
    page, _, _ = written(THEME, record(route), model)
    found = [json.loads(text) for text in values(page, "application/ld+json")]
    site = {"@context": "https://schema.org", "@type": "WebSite", "name": "Loom"}
    assert found == ([{**site, "url": HOST + route}] if there else [])


@pytest.mark.parametrize(
    "page",
    [
        THEME,
        THEME.replace("\n", ""),
        THEME.replace("\n", "\r\n"),
        PAGE.format("<meta name=x content='\u2028\r\n\u2029'>\n<title>\u2028A\r\n</title>"),
        THEME.upper(),
        PAGE.format("<title>A - Loom</title><!-- </head><meta name=robots content=x> -->"),
        PAGE.format("<script>'</head>'</script><title>A </head></title>"),
        "<!doctype html><title>A - Loom</title><p>b",
        "<!doctype html><html lang=en><title>A - Loom</title><body>b",
        "<html><body>b",
    ],
)  # S49
def test_documents_of_every_shape(page):
    hidden = record(listing=Listing.UNLISTED, robots="noindex")
    after, final, _ = written(page, hidden)
    assert values(after, "robots") == ["noindex"]
    assert values(after, "canonical") == [RECORD.canonical]
    assert [" ".join(text.split()) for text in values(after, "title")] == [final.head_title]
    assert same_but_ours(page, after)
    assert written(after, hidden)[0] == after


@pytest.mark.parametrize(
    "page", ["", "text", "<p>fragment</p>", '{"json": 1}', "<svg><title>x</title></svg>"]
)
def test_what_is_no_document_stays(page):
    assert written(page) == (page, RECORD, [])


@pytest.mark.parametrize(
    "page",
    [
        "<html><head><title>T</title><p>text<svg><title>Icon</title></svg>",
        "<html><head><title>T</title><img><meta name=robots content=all></head><body>",
        "<html><head><title>T</title>stray<meta name=robots content=all></head><body>",
        "<!doctype html>text<title>no</title>",
    ],
)
def test_a_head_that_ends_early(page):
    hidden = record(listing=Listing.UNLISTED, robots="noindex", head_title="Ours")
    after, _, _ = written(page, hidden)
    assert values(after, "robots") == ["noindex"]
    assert len(values(after, "title")) == 1
    assert same_but_ours(page, after)


NAMES = {
    "title", "description", "robots", "canonical", "alternate", "alternate ", "describedby",
    "og:type", "og:title", "og:description", "og:url", "og:site_name", "og:image", "og:image:alt",
    "og:image:width", "og:image:height", "application/ld+json",
}  # fmt: skip


def same_but_ours(before, after):
    """Say whether two pages are one DOM when the kinds of ours are taken out of both heads."""

    def rest(page):
        tree = copy.deepcopy(dom(page))
        head = tree.find("head")
        for tag in list(head):
            name = tag.get("name") or tag.get("property") or tag.get("rel") or tag.get("type")
            if tag.tag == "title" or (name or "").lower() in NAMES:
                head.remove(tag)
        for tag in head:
            tag.tail = ""
        head.text = ""
        return html5lib.serialize(tree, omit_optional_tags=False)

    return rest(before) == rest(after)


HOSTILE = st.text(
    st.sampled_from("ab \"'<>&/\\=-!;#x\u2028\u2029\u00a0\n\r\té日\U0001f600{}[]"), max_size=30
) | st.sampled_from(
    ["</title>", "</script>", "<!--", "-->", "</head><body>", '"><script>', "&lt;", "&amp;amp;",
     "]]>", "<!--<script>", "\\u003c", "None"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(HOSTILE, HOSTILE, HOSTILE)
def test_hostile_text_stays_text(title, description, name):  # S49
    clean = [" ".join(text.split()) for text in (title, description, name)]
    title, description, name = clean
    model = SiteModel(Site(HOST), Project(), Settings(name=name))
    trail = (Breadcrumb(name, "/", ""), Breadcrumb(title, "/a/", "a/"))
    hostile = record(
        head_title=title or None,
        description=description or None,
        image=Image(f"{HOST}/i.png", description),
        breadcrumbs=trail,
    )
    after, final, _ = written(THEME, hostile, model)
    assert same_but_ours(THEME, after)
    assert values(after, "title") == [title or "A - Loom"]
    assert values(after, "og:title") == [final.head_title]
    assert values(after, "description") == ([description] if description else [])
    assert values(after, "og:image:alt") == [description]
    assert values(after, "og:site_name") == ([name] if name else [])
    (data,) = [json.loads(text) for text in values(after, "application/ld+json")]
    assert [step["name"] for step in data["itemListElement"]] == [name, title]
    assert written(after, hostile, model)[0] == after


SOUP = st.lists(
    st.sampled_from(
        [
            "<title>x</title>", "<TITLE>y</TITLE>", "<meta name=robots content=noindex>",
            "<meta name=description content='d'>", "<meta property=og:title content=t>",
            "<link rel=canonical href=/c/>", "<link rel=canonical href=https://o.example/>",
            "<link rel='alternate' type=text/markdown href=m>", "<script>", "</script>",
            '<script type=application/ld+json>{"@type":"WebSite"}</script>',
            "<meta property=og:image content=i>", "<!--",
            "-->", "\u2028", "\r\n", "\n", "<base>", "<link rel=stylesheet href=s>",
            "<style>a</style>", "<template>", "</template>", "<noscript>", "</noscript>", "<meta",
            '"', "'", ">", "<![CDATA[", "<?x", "</head>", "<body>", "&amp;",
        ]
    ),
    max_size=8,
).map("".join)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(SOUP, st.sampled_from(["{}", "<!doctype html>{}", PAGE, "<html><head>{}"]))
def test_soup_is_edited_by_position_and_once(soup, shape):
    before = shape.format(soup) if shape != PAGE else PAGE.replace("{}", soup)
    for rec in (record("/", breadcrumbs=TRAIL), record(listing=Listing.UNLISTED, robots="noindex")):
        after, final, _ = written(before, rec)
        assert written(after, rec)[:2] == (after, final)
        assert is_subsequence(unowned(before), after)


def unowned(page):
    """Give the bytes of a page that no edit may touch: all outside of tags of our kinds."""
    head = scan_head(page)
    for tag in reversed(head.tags if head else []):
        if tag.name in ("title", "meta", "link"):
            page = page[: tag.start] + page[tag.end :]
    return page


def is_subsequence(wanted, text):
    rest = iter(text)
    return all(character in rest for character in wanted)


@pytest.mark.parametrize(
    ("page", "robots"),
    [
        (THEME, ["noindex"]),
        (
            PAGE.format("<meta name=robots content='nofollow'><meta name=robots content=all>"),
            ["noindex, nofollow"],
        ),
        ("<!doctype html><p>x", ["noindex"]),
    ],
)  # S45
def test_drafts_are_noindex_and_nothing_else(page, robots):
    after = write_noindex(page)
    assert values(after, "robots") == robots
    assert not values(after, "canonical")
    assert same_but_ours(page, after)
    assert write_noindex("text") == "text"


def test_no_llms_txt_no_link_to_it():  # S34
    page, _, _ = written(THEME, model=MODEL._replace(has_llms=False))
    assert values(page, "describedby") == []
