import llms_txt
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.config import Consumer, Project
from mkdocs_ascribe.listing import Listing
from mkdocs_ascribe.markdown.commonmark import heading, link_line, quote_line
from mkdocs_ascribe.navigation import NavItem
from mkdocs_ascribe.outputs.llms import MAX_LENGTH, full_header, full_order, llms_files
from mkdocs_ascribe.records import PageRecord
from mkdocs_ascribe.settings import Settings, SiteModel
from mkdocs_ascribe.text import collapse

ORIGIN = "https://docs.example.com"
ADDRESS = f"{ORIGIN}/a/b.md"
TEXT = ("text", "text_special")


def site_model(base_path="/", name="Loom", description="How to weave", agents=None, **options):
    project = Project(consumer=Consumer(agents=agents))
    settings = Settings(name, description, **options)
    return SiteModel(Site(ORIGIN, base_path), project, settings)


def page(route, label="A page", **fields):
    address = ORIGIN + route
    record = PageRecord(
        source="a.md",
        route=route,
        dest_uri="",
        label=label,
        canonical=address,
        own_address=address,
        markdown=Site(ORIGIN).markdown_route(route),
    )
    return record._replace(**fields)


def nav_page(route):
    return NavItem("The navigation's label", route)


def parse(text):
    """Read a text by CommonMark: the type of each block, and for inline ones their tokens."""
    return [
        (token.type, token.children) for token in MarkdownIt("commonmark").parse(text) if token.map
    ]


def plain(tokens):
    """Give the text of tokens that are nothing but text, else None."""
    return "".join(t.content for t in tokens) if {t.type for t in tokens} <= {*TEXT} else None


def parse_line(line):
    """Give a link line's title, address and description, None for what is not plain text."""
    (tokens,) = (children for kind, children in parse(line) if kind == "inline")
    if tokens[0].type != "link_open":
        return None, None, None
    end = next(at for at, token in enumerate(tokens) if token.type == "link_close")
    return plain(tokens[1:end]), tokens[0].attrs["href"], plain(tokens[end + 1 :])


def titles(text):
    """Give the link titles of each section, by the reference parser."""
    sections = llms_txt.parse_llms_file(text).sections
    return {name: [link.title for link in links] for name, links in sections.items()}


def only_file(*arguments):
    ((name, text),) = llms_files(*arguments)
    assert name == "llms.txt"
    return text


# S29 S53 b47 SPEC 6.3: the whole file.
def test_llms_txt():
    records = [
        page("/", "Home", description="Where to begin"),
        page("/about/", "About"),
        page("/guide/a.html", "Mid", description="Weave [fast] *now*"),
        page("/guide/b/", "Beta"),
        page("/left/", "Left"),
        page("/alone/", "Alone"),
    ]
    nav = [
        nav_page("/"),
        NavItem("Guide", children=(nav_page("/guide/b/"), nav_page("/guide/a.html"))),
        nav_page("/about/"),
    ]
    assert only_file(site_model(), records, nav) == (
        """\
# Loom

> How to weave

An address that ends in .md gives the page as Markdown.

## Pages

- [Home](https://docs.example.com/index.md): Where to begin
- [About](https://docs.example.com/about.md)

## Guide

- [Beta](https://docs.example.com/guide/b.md)
- [Mid](https://docs.example.com/guide/a.md): Weave [fast] \\*now\\*

## Other pages

- [Alone](https://docs.example.com/alone.md)
- [Left](https://docs.example.com/left.md)
"""
    )


# S11 S12 S13
def test_only_offered_pages():
    records = [
        page("/a/", "Listed"),
        page("/b/", "Unquoted", listing=Listing.UNQUOTED),
        page("/c/", "Unlisted", listing=Listing.UNLISTED),
        page("/d/", "Noindex", robots="noindex"),
        page("/e/", "Elsewhere", canonical="https://e.com/"),
        page("/f/", "Out of the sitemap", in_sitemap=False),
    ]
    nav = [NavItem("All", children=tuple(nav_page(record.route) for record in records))]
    assert titles(only_file(site_model(), records, nav)) == {
        "All": ["Listed", "Unquoted", "Out of the sitemap"]
    }


# S30 SPEC 6.3: no file.
def test_nothing_to_offer_no_file():
    nav = [nav_page("/a/")]
    assert llms_files(site_model(), [page("/a/", listing=Listing.UNLISTED)], nav) == []
    assert llms_files(site_model(), [], nav) == []
    assert llms_files(site_model(agents=False), [page("/a/")], nav) == []
    assert llms_files(site_model()._replace(site=Site(None)), [page("/a/")], nav) == []


# SPEC 7.3
def test_a_page_without_markdown_has_its_html_address():
    text = only_file(site_model(), [page("/a/", markdown=None)], [])
    assert "- [A page](https://docs.example.com/a/)\n" in text


def test_a_page_that_is_in_the_navigation_twice_is_listed_once():
    nav = [
        NavItem("One", children=(nav_page("/a/"), nav_page("/a/"))),
        NavItem("Two", children=(nav_page("/a/"), nav_page("/b/"))),
        nav_page("/b/"),
    ]
    records = [page("/a/", "A"), page("/b/", "B")]
    assert titles(only_file(site_model(), records, nav)) == {"One": ["A"], "Two": ["B"]}


# A section's own page comes before the pages below it; links out and empty sections leave no trace.
def test_sections_of_sections():
    nav = [
        NavItem(
            "Guide",
            "/guide/",
            children=(
                NavItem("Deep", children=(nav_page("/guide/x/y/"),)),
                nav_page("/guide/z/"),
                NavItem("Out", href="https://e.com/"),
            ),
        ),
        NavItem("Links", children=(NavItem("Out", href="https://e.com/"),)),
    ]
    records = [page(f"/guide/{name}", name or "guide") for name in ("", "x/y/", "z/")]
    assert titles(only_file(site_model(), records, nav)) == {"Guide": ["guide", "x/y/", "z/"]}


# The reference parser keeps the last of two sections of one name.
def test_sections_of_one_title_are_one():
    nav = [
        NavItem("API", children=(nav_page("/a/"),)),
        NavItem("Pages", children=(nav_page("/b/"),)),
        NavItem(" API\n", children=(nav_page("/c/"),)),
        nav_page("/d/"),
    ]
    records = [page(f"/{name}/", name) for name in "abcd"]
    text = only_file(site_model(), records, nav)
    assert titles(text) == {"Pages": ["b", "d"], "API": ["a", "c"]}


# S29 b11
def test_addresses_have_the_base_path():
    text = only_file(site_model("/product/docs/"), [page("/product/docs/setup/")], [])
    assert "(https://docs.example.com/product/docs/setup.md)" in text


# SPEC 6.3: without a description there is no quote, and a line of text in any case.
@pytest.mark.parametrize("description", [None, "", " \n "])
def test_no_description_no_quote(description):
    text = only_file(site_model(description=description), [page("/a/")], [])
    assert text.startswith("# Loom\n\nAn address")
    parsed = llms_txt.parse_llms_file(text)
    assert (parsed.title, parsed.get("summary")) == ("Loom", None)


def test_the_reference_parser_reads_name_and_quote():
    parsed = llms_txt.parse_llms_file(only_file(site_model(), [page("/a/")], []))
    assert (parsed.title, parsed.summary) == ("Loom", "How to weave")
    assert parsed.info == "An address that ends in .md gives the page as Markdown."


# A site without a name is called by its address, since the format has no place for a missing name.
def test_a_site_without_a_name():
    text = only_file(site_model("/docs/", name=""), [page("/docs/a/")], [])
    assert text.startswith("# https://docs.example.com/docs/\n")


# b66
def test_names_titles_and_descriptions_with_marks():
    records = [
        page("/a/", "Arrays [1] and ] more"),
        page("/b/", "The `--flag` option"),
        page("/c/", "R&D <fast> | slow", description="*one*\ntwo\u2028three"),
        page("/d/", "Two\nlines"),
        page("/e/", "Launch 🚀 (v2)"),
    ]
    text = only_file(site_model(name="Docs [beta] & <more>"), records, [])
    tokens = parse(text)
    assert plain(tokens[1][1]) == "Docs [beta] & <more>"
    assert [line for line in text.split("\n") if line.startswith("- ")] == [
        "- [Arrays (1) and ) more](https://docs.example.com/a.md)",
        "- [The \\`--flag\\` option](https://docs.example.com/b.md)",
        "- [R&D \\<fast> | slow](https://docs.example.com/c.md): \\*one\\* two three",
        "- [Two lines](https://docs.example.com/d.md)",
        "- [Launch 🚀 (v2)](https://docs.example.com/e.md)",
    ]


# SPEC 6.3: "the same title wherever CommonMark needs no escape".
@pytest.mark.parametrize(
    "title",
    [
        "snake_case_name",
        "*args and **kwargs",
        "2 * 3 * 4",
        "R&D",
        "&nosuch;",
        "a < b > c",
        "vector<int*>",
        "C:\\Users",
        "a lone ` mark",
        "`` and `",
        "guide/**/*.md",
        "#5",
        "(parentheses)",
        "!important",
        "C #",
        "_private",
        "~~x~~",
    ],
)
def test_a_title_that_needs_no_escape(title):
    assert link_line(title, ADDRESS) == f"- [{title}]({ADDRESS})"
    assert parse_line(link_line(title, ADDRESS))[0] == title


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("__init__", "\\_\\_init\\_\\_"),
        ("*all*", "\\*all\\*"),
        ("`x`", "\\`x\\`"),
        ("List<T>", "List\\<T>"),
        ("<https://e.com>", "\\<https://e.com>"),
        ("&copy; &#35;", "\\&copy; \\&#35;"),
        ("\\*", "\\\\*"),
        ("the end \\", "the end \\\\"),
        ("[x]", "(x)"),
    ],
)
def test_a_title_that_needs_an_escape(title, written):
    assert link_line(title, ADDRESS) == f"- [{written}]({ADDRESS})"


# A code span or a tag that begins in the title could end in the description.
@pytest.mark.parametrize(
    ("title", "description", "line"),
    [
        ("a ` b", "c ` d", f"- [a \\` b]({ADDRESS}): c ` d"),
        ("a ` b", "``c``", f"- [a \\` b]({ADDRESS}): \\`\\`c\\`\\`"),
        ('<a b="', '">', f'- [\\<a b="]({ADDRESS}): ">'),
        ("a", "[b](c) ![d](e)", f"- [a]({ADDRESS}): [b\\](c) ![d\\](e)"),
    ],
)
def test_title_and_description_together(title, description, line):
    assert link_line(title, ADDRESS, description) == line
    assert parse_line(line) == (title, ADDRESS, f": {description}")


MARKS = "\\`*_<>&;:[]()!#~\"'=/-+.@| ab1"
PIECES = ["&amp;", "<b>", '<a b="', "-->", "**", "__", "``", "](", "http://x", "é日。€🚀"]
ANY_CHARACTER = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
ANY_TEXT = st.lists(st.one_of(st.sampled_from([*MARKS, *PIECES]), ANY_CHARACTER)).map("".join)


# b66: whatever a title holds, the parsers of others give it back.
@given(ANY_TEXT, ANY_TEXT)
@example("~€-。__1=_", ".")
def test_any_title_and_description(title, description):
    title, description = collapse(title) or "a", collapse(description)
    line = link_line(title, ADDRESS, description)
    shown = title.replace("[", "(").replace("]", ")")
    assert "\n" not in line
    assert parse_line(line) == (shown, ADDRESS, f": {description}" if description else "")
    link = llms_txt.parse_llms_file(f"# A\n\ntext\n\n## B\n\n{line}\n").sections.B[0]
    assert link.url == ADDRESS


# SPEC 6.3: where the reference parser gives another title, CommonMark needs the escape. The last
# word keeps marks from the end, which not all parsers read alike.
@given(st.text(MARKS))
def test_a_title_is_escaped_only_where_it_has_to_be(text):
    title = collapse(text.translate(str.maketrans("[]!", "() ")) + " end")
    line = link_line(title, ADDRESS)
    link = llms_txt.parse_llms_file(f"# A\n\ntext\n\n## B\n\n{line}\n").sections.B[0]
    assert link.title == title or parse_line(f"- [{title}]({ADDRESS})")[0] != title


@given(ANY_TEXT)
def test_any_name_and_site_description(text):
    text = collapse(text) or "a"
    kinds, tokens = zip(*parse(heading(1, text)), strict=True)
    assert kinds == ("heading_open", "inline")
    assert plain(tokens[1]) == text
    kinds, tokens = zip(*parse(quote_line(text)), strict=True)
    assert kinds == ("blockquote_open", "paragraph_open", "inline")
    assert plain(tokens[2]) == text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1. First", "> 1\\. First"),
        ("3.5 is out", "> 3.5 is out"),
        ("- a", "> \\- a"),
        ("**a** b", "> \\*\\*a\\*\\* b"),
        ("***", "> \\*\\*\\*"),
        ("[a]: /b", "> \\[a]: /b"),
        ("# a", "> \\# a"),
        ("<div", "> \\<div"),
        ("```", "> \\`\\`\\`"),
    ],
)
def test_a_quote_is_one_paragraph(text, line):
    assert quote_line(text) == line


@pytest.mark.parametrize(
    ("text", "line"), [("C #", "## C \\#"), ("C#", "## C#"), ("##", "## \\##"), ("#a", "## #a")]
)
def test_hashes_at_the_end_of_a_heading(text, line):
    assert heading(2, text) == line


# SPEC 6.3: brackets and blanks in an address.
@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("/a(b)/c[d].md", "/a%28b%29/c%5Bd%5D.md"),
        ("/a b.md", "/a%20b.md"),
        ("/a&copy;b&c.md", "/a%26copy;b&c.md"),
        ("/a%20_b_*c*.md", "/a%20_b_*c*.md"),
    ],
)
def test_an_address_is_read_as_it_is(address, written):
    line = link_line("a", ORIGIN + address)
    assert line == f"- [a]({ORIGIN}{written})"
    assert parse_line(line)[1] == ORIGIN + written


# SPEC 6.3: more than 50,000 characters.
def large_site(*sections):
    """Give a site whose sections have so many pages of about 100 characters each."""
    records, nav = [], []
    for at, (title, count) in enumerate(sections):
        routes = [f"/s{at}/{'x' * 40}{number:04}/" for number in range(count)]
        records += [page(route, f"Page {number}") for number, route in enumerate(routes)]
        nav.append(NavItem(title, children=tuple(nav_page(route) for route in routes)))
    return records, nav


def test_a_long_file_is_split_by_section():
    records, nav = large_site(("Guide", 300), ("日本語", 10), ("Café & Co.", 300), ("guide!", 1))
    (name, index), *files = llms_files(site_model(), [*records, page("/a/")], nav)
    assert name == "llms.txt"
    assert index == (
        """\
# Loom

> How to weave

The pages are listed by section, each section in a file of its own.

## Sections

- [Guide](https://docs.example.com/llms-guide.txt): 300 pages
- [日本語](https://docs.example.com/llms-section.txt): 10 pages
- [Café & Co.](https://docs.example.com/llms-cafe-co.txt): 300 pages
- [guide!](https://docs.example.com/llms-guide-2.txt): 1 page
- [Other pages](https://docs.example.com/llms-other-pages.txt): 1 page
"""
    )
    assert [name for name, _ in files] == [
        "llms-guide.txt",
        "llms-section.txt",
        "llms-cafe-co.txt",
        "llms-guide-2.txt",
        "llms-other-pages.txt",
    ]
    assert dict(files)["llms-guide-2.txt"] == (
        f"""\
# Loom: guide!

> How to weave

An address that ends in .md gives the page as Markdown.

## guide!

- [Page 0](https://docs.example.com/s3/{"x" * 40}0000.md)
"""
    )
    assert sum(len(titles(text).popitem()[1]) for _, text in files) == 612
    assert max(len(text) for _, text in files) <= MAX_LENGTH


def test_a_section_that_is_too_long_itself_has_several_files():
    records, nav = large_site(("Guide", 1_000))
    (_, index), *files = llms_files(site_model(), records, nav)
    assert titles(index) == {"Sections": ["Guide (1)", "Guide (2)"]}
    assert [name for name, _ in files] == ["llms-guide.txt", "llms-guide-2.txt"]
    assert max(len(text) for _, text in files) <= MAX_LENGTH
    assert sum(len(found) for _, text in files for found in titles(text).values()) == 1_000


def test_the_limit_itself_fits():
    records, nav = large_site(("Guide", 300))
    text = only_file(site_model(), records, nav)
    fill = records[0]._replace(description="x" * (MAX_LENGTH - len(text) - 2))
    assert len(only_file(site_model(), [fill, *records[1:]], nav)) == MAX_LENGTH
    over = fill._replace(description=f"{fill.description}x")
    assert len(llms_files(site_model(), [over, *records[1:]], nav)) > 1


# llms-full.txt is a file of its own.
def test_a_section_of_the_name_full():
    records, nav = large_site(("Full", 600))
    names = [name for name, _ in llms_files(site_model(), records[:590], nav)]
    assert "llms-full.txt" not in names
    records, nav = large_site(("Full", 300), ("x" * 300, 300))
    names = [name for name, _ in llms_files(site_model(), records, nav)]
    assert names == ["llms.txt", "llms-full-2.txt", f"llms-{'x' * 80}.txt"]


# S134
def test_the_same_records_give_the_same_files():
    records, nav = large_site(("Guide", 300), ("API", 300))
    first = llms_files(site_model(), records, nav)
    assert first == llms_files(site_model(), list(reversed(records)), nav)


# SPEC 6.3: llms-full.txt
def test_llms_full_has_the_order_of_llms_txt():
    records = [page("/a/"), page("/b/"), page("/c/"), page("/d/", markdown=None)]
    records.append(page("/e/", listing=Listing.UNLISTED))
    nav = [NavItem("S", children=(nav_page("/b/"), nav_page("/d/"), nav_page("/e/")))]
    assert [record.route for record in full_order(records, [*nav, nav_page("/c/")])] == [
        "/c/",
        "/b/",
        "/a/",
    ]
    assert full_header(site_model()) == (
        "# Loom\n\n> How to weave\n\nThe Markdown versions of the pages follow.\n"
    )


def test_llms_txt_names_llms_full():
    text = only_file(site_model("/docs/", llms_full=True), [page("/docs/a/")], [])
    assert llms_txt.parse_llms_file(text).info == (
        "An address that ends in .md gives the page as Markdown. "
        "All of them in one file: <https://docs.example.com/docs/llms-full.txt>"
    )
