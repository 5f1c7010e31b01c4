"""From sources to records: titles, descriptions, trails, addresses, what keeps a page out."""

import pytest

from mkdocs_ascribe.addresses import Site
from mkdocs_ascribe.assemble import build_records
from mkdocs_ascribe.config import Consumer, Project
from mkdocs_ascribe.front_matter import FrontMatter
from mkdocs_ascribe.listing import Listing, Resolution
from mkdocs_ascribe.records import Image, PageSource
from mkdocs_ascribe.settings import Settings, SiteModel

ORIGIN = "https://docs.example.com"
UNLISTED = Resolution(Listing.UNLISTED, "page", None, concealed=True)
UNQUOTED = Resolution(Listing.UNQUOTED, "page")


def page(src_uri, *, flat=False, resolution=None, title="A title", **more):
    """Describe a page as MkDocs would: its file, its address, and what was read of it."""
    fields = {key: more.pop(key) for key in ("is_home", "is_view") if key in more}
    reading = ("first_paragraph", "fallback_title", "images", "lastmod")
    fields |= {key: more.pop(key) for key in reading if key in more}
    stem = src_uri.removesuffix(".md")
    folder, slash, name = stem.rpartition("/")
    if name in ("index", "README"):
        dest, url = f"{folder}{slash}index.html", f"{folder}/" if folder else "./"
    else:
        dest, url = f"{stem}/index.html", f"{stem}/"
    if flat:
        dest = url = f"{folder}{slash}{'index' if name == 'README' else name}.html"
    return PageSource(
        src_uri=src_uri,
        dest_uri=dest,
        url=url,
        resolution=resolution or Resolution(),
        front=FrontMatter(**more),
        title=title,
        **fields,
    )


def model(origin=ORIGIN, base="/", agents=None, **settings):
    return SiteModel(
        Site(origin, base), Project(consumer=Consumer(agents=agents)), Settings(**settings)
    )


def build(*sources, **options):
    records, found = build_records(model(**options), sources)
    return {record.source: record for record in records}, found


def one(source, **options):
    records, _ = build(source, **options)
    return records[source.src_uri]


def names_of(found, *, quality=False):
    advice = ("title-missing", "title-duplicate", "description-missing", "description-too-long")
    return [diag.name for diag in found if quality or diag.name not in advice]


# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("src_uri", "flat", "base", "route", "markdown"),
    [
        ("index.md", False, "/", "/", "/index.md"),  # b16
        ("index.md", True, "/", "/index.html", "/index.md"),
        ("a/b.md", False, "/", "/a/b/", "/a/b.md"),  # S29
        ("a/b.md", True, "/", "/a/b.html", "/a/b.md"),  # b15
        ("a/README.md", False, "/", "/a/", "/a.md"),  # b14
        ("a/b.md", False, "/docs/", "/docs/a/b/", "/docs/a/b.md"),  # b11
        ("index.md", False, "/docs/", "/docs/", "/docs/index.md"),  # b16
    ],
)
def test_routes(src_uri, flat, base, route, markdown):
    record = one(page(src_uri, flat=flat), base=base)
    assert record.route == route
    assert record.markdown == markdown
    assert record.canonical == record.own_address == f"{ORIGIN}{route}"
    assert record.offered
    assert record.listed_in_sitemap


def test_records_are_sorted_by_route():
    records, _ = build_records(
        model(), [page("b.md"), page("index.md"), page("a/c.md"), page("a.md")]
    )
    assert [record.route for record in records] == ["/", "/a/", "/a/c/", "/b/"]


def test_without_an_origin():  # S10 S64
    record = one(page("a.md", title="A", image="card.png"), origin=None, card=Image("/card.png"))
    assert (record.canonical, record.markdown, record.image) == (None, None, None)
    assert not record.listed_in_sitemap
    assert record.offered


@pytest.mark.parametrize(
    ("agents", "is_view", "markdown"),
    [(None, False, "/a.md"), (True, False, "/a.md"), (False, False, None), (None, True, None)],
)
def test_markdown_versions(agents, is_view, markdown):  # S5 S30
    record = one(page("a.md", is_view=is_view), agents=agents)
    assert record.markdown == markdown
    assert record.listed_in_sitemap


@pytest.mark.parametrize(
    ("src_uri", "private"),
    [("_drafts/a.md", True), ("a/_b.md", False), ("a/b_.md", False), ("a.md", False)],
)
def test_private_folders(src_uri, private):  # S92
    record = one(page(src_uri))
    assert record.private is private
    assert record.offered is not private
    assert record.listed_in_sitemap is not private


# ---------------------------------------------------------------- titles


@pytest.mark.parametrize(
    ("front", "title", "fallback", "expected", "label"),
    [
        ("Front", "Nav", "File", "Front", "Front"),
        (None, "Nav", "File", "Nav", "Nav"),
        (None, None, "File", None, "File"),  # S45
        (None, "", "File", None, "File"),
        (None, " \n", "File", None, "File"),
        (None, "Two\n  lines", "File", "Two lines", "Two lines"),  # b66
        (
            "Arrays [1] and ] more",
            None,
            "a",
            "Arrays [1] and ] more",
            "Arrays [1] and ] more",
        ),  # b66
        ("R&D <fast>", None, "a", "R&D <fast>", "R&D <fast>"),  # b66
    ],
)
def test_title(front, title, fallback, expected, label):  # SPEC 5.2
    source = page("a.md", title=title, fallback_title=fallback)
    record = one(source._replace(front=FrontMatter(title=front)))
    assert (record.title, record.label) == (expected, label)


@pytest.mark.parametrize(
    ("template", "home", "is_home", "title", "expected"),
    [
        (None, None, False, "A", None),  # S38: the theme's own stays
        ("{title} · {site_name}", None, False, "A", "A · Docs"),  # S44
        ("{title} · {site_name}", None, True, "A", "A · Docs"),
        ("{title} · {site_name}", "{site_name}", True, "A", "Docs"),  # S44
        ("{title} · {site_name}", "{site_name}", False, "A", "A · Docs"),
        ("{title} · {site_name}", None, False, None, None),  # S45
        ("{title} · {site_name}", "{site_name}", True, None, "Docs"),
        ("{title}", "{title}", True, "A", "A"),
        (None, "{site_name}", True, "A", "Docs"),
        (None, "{site_name}", False, "A", None),
        ("{title}{title}", None, False, "A", "AA"),
        ("{Title} {} {title!r} %s", None, False, "A", "{Title} {} {title!r} %s"),
        ("{title} · {site_name}", None, False, "{site_name} {title}", "{site_name} {title} · Docs"),
        (" {title}\n\tx ", None, False, "A", "A x"),
        (" ", None, False, "A", None),
    ],
)
def test_head_title_template(template, home, is_home, title, expected):
    source = page("index.md" if is_home else "a.md", title=title, is_home=is_home)
    record = one(source, name="Docs", title=template, home_title=home)
    assert record.head_title == expected
    assert record.title == title


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda title, record: f"{title}: {record.route} {record.listing.word}", "A: /a/ listed"),
        (lambda title, _record: f" {title}\n", "A"),
        (lambda _title, _record: None, None),  # b67: never the word None
        (lambda _title, _record: "", None),
        (lambda _title, _record: 2024, "2024"),
    ],
)
def test_head_title_function(function, expected):  # S44
    assert one(page("a.md", title="A"), title=function).head_title == expected


def test_head_title_function_sees_the_whole_record():
    seen = []
    source = page("a/b.md", title="A", description="D", robots="noindex")
    record = one(source, title=lambda _, record: seen.append(record) or "T")
    assert seen == [record._replace(head_title=None)]
    assert seen[0].robots == "noindex"


def test_head_title_function_is_not_asked_without_a_title():  # S45
    assert one(page("a.md", title=None), title=lambda *_: "T").head_title is None


# ---------------------------------------------------------------- descriptions


@pytest.mark.parametrize(
    ("own", "paragraph", "is_home", "options", "expected"),
    [
        ("Own", "First", True, (True, "Site"), "Own"),  # S39
        (None, "First", True, (True, "Site"), "First"),
        (None, "First", True, (False, "Site"), "Site"),
        (None, "First", False, (False, "Site"), None),
        (None, None, False, (True, "Site"), None),
        (None, None, True, (True, "Site"), "Site"),
        (None, None, True, (False, None), None),
        (None, None, True, (False, ""), None),
        (None, " \n", False, (True, None), None),
        (None, "Two\nlines", False, (True, None), "Two lines"),
        (None, None, True, (False, "Two\n lines "), "Two lines"),
    ],
)
def test_description(own, paragraph, is_home, options, expected):  # SPEC 5.2
    source = page("a.md", description=own, first_paragraph=paragraph, is_home=is_home)
    record = one(source, first_paragraph=options[0], description=options[1])
    assert record.description == expected


# ---------------------------------------------------------------- breadcrumbs


def trail(records, src_uri):
    return [(step.title, step.route, step.url) for step in records[src_uri].breadcrumbs]


B34 = [
    ("index.md", "Home"),
    ("guides/install.md", "Install"),
    ("guides/linux/index.md", "Linux"),
    ("guides/linux/arch.md", "Arch"),
]


def test_breadcrumbs_leave_gaps_out():  # S43 S50 S52 b34
    records, _ = build(*(page(src, title=title) for src, title in B34))
    assert trail(records, "index.md") == [("Home", "/", "./")]
    assert trail(records, "guides/install.md") == [
        ("Home", "/", "./"),
        ("Install", "/guides/install/", "guides/install/"),
    ]
    assert trail(records, "guides/linux/index.md") == [
        ("Home", "/", "./"),
        ("Linux", "/guides/linux/", "guides/linux/"),
    ]
    assert trail(records, "guides/linux/arch.md") == [
        ("Home", "/", "./"),
        ("Linux", "/guides/linux/", "guides/linux/"),
        ("Arch", "/guides/linux/arch/", "guides/linux/arch/"),
    ]


def test_breadcrumbs_with_flat_addresses_and_a_base_path():  # S50 b11 b15 b34
    records, _ = build(*(page(src, title=title, flat=True) for src, title in B34), base="/docs/")
    assert trail(records, "index.md") == [("Home", "/docs/index.html", "index.html")]
    assert trail(records, "guides/linux/index.md") == [
        ("Home", "/docs/index.html", "index.html"),
        ("Linux", "/docs/guides/linux/index.html", "guides/linux/index.html"),
    ]
    assert trail(records, "guides/linux/arch.md") == [
        ("Home", "/docs/index.html", "index.html"),
        ("Linux", "/docs/guides/linux/index.html", "guides/linux/index.html"),
        ("Arch", "/docs/guides/linux/arch.html", "guides/linux/arch.html"),
    ]


def test_a_page_can_be_the_page_of_a_folder():  # S50
    records, _ = build(page("api.md", title="API"), page("api/auth.md", title="Auth"))
    assert trail(records, "api/auth.md") == [
        ("API", "/api/", "api/"),
        ("Auth", "/api/auth/", "api/auth/"),
    ]


def test_flat_pages_are_no_page_of_a_folder():
    sources = [page("api.md", flat=True), page("api/auth.md", title="Auth", flat=True)]
    records, _ = build(*sources)
    assert trail(records, "api/auth.md") == [("Auth", "/api/auth.html", "api/auth.html")]


def test_a_readme_is_the_page_of_its_folder():  # b14
    records, _ = build(
        page("index.md", title="Start"),
        page("api/README.md", title="API"),
        page("api/auth.md", title="Auth"),
    )
    assert [record.route for record in records.values()] == ["/", "/api/", "/api/auth/"]
    assert trail(records, "api/auth.md") == [
        ("Start", "/", "./"),
        ("API", "/api/", "api/"),
        ("Auth", "/api/auth/", "api/auth/"),
    ]


@pytest.mark.parametrize(
    ("resolution", "shown"),
    [
        (UNLISTED, False),  # S13
        (UNQUOTED, True),
        # Unlisted by the rule for the whole site alone: navigation stays whole (SPEC 3).
        (Resolution(Listing.UNLISTED, "site"), True),
    ],
)
def test_unlisted_pages_are_no_step_of_others(resolution, shown):
    records, _ = build(
        page("index.md", title="Home"),
        page("a/index.md", title="A", resolution=resolution),
        page("a/b.md", title="B"),
    )
    home, own = ("Home", "/", "./"), ("B", "/a/b/", "a/b/")
    assert trail(records, "a/b.md") == ([home, ("A", "/a/", "a/"), own] if shown else [home, own])
    # Its own page still shows where it is.
    assert trail(records, "a/index.md") == [home, ("A", "/a/", "a/")]


def test_a_step_without_a_title_has_the_name_of_its_file():
    records, _ = build(
        page("a/index.md", title=None, fallback_title="A file"), page("a/b.md", title="B")
    )
    assert trail(records, "a/b.md")[0] == ("A file", "/a/", "a/")


def test_breadcrumbs_of_encoded_addresses():  # b01
    folder = page("ü b/index.md", title="Ü")._replace(url="%C3%BC%20b/")
    below = page("ü b/c.md", title="C")._replace(url="%C3%BC%20b/c/")
    records, _ = build(folder, below)
    assert trail(records, "ü b/c.md") == [
        ("Ü", "/%C3%BC%20b/", "%C3%BC%20b/"),
        ("C", "/%C3%BC%20b/c/", "%C3%BC%20b/c/"),
    ]


# ---------------------------------------------------------------- one address for two


@pytest.mark.parametrize(
    ("first", "second", "listing", "concealed"),
    [
        (UNLISTED, UNQUOTED, Listing.UNLISTED, True),
        (UNQUOTED, UNLISTED, Listing.UNLISTED, True),
        (Resolution(), Resolution(), Listing.LISTED, False),
        (Resolution(Listing.UNLISTED, "site"), UNLISTED, Listing.UNLISTED, True),
        (UNLISTED, Resolution(Listing.UNLISTED, "site"), Listing.UNLISTED, True),
    ],
)
def test_shared_address(first, second, listing, concealed):  # SPEC 3
    records, found = build_records(
        model(),
        [
            page("foo.md", title="One", resolution=first),
            page("foo/index.md", title="Two", resolution=second),
        ],
    )
    assert [record.route for record in records] == ["/foo/"]
    assert records[0].source == "foo/index.md"
    assert records[0].title == "Two"
    assert (records[0].listing, records[0].concealed) == (listing, concealed)
    assert [str(diag) for diag in found if diag.name == "address-shared"] == [
        (
            "foo/index.md: foo.md has the same address, /foo/; "
            "rename one of the two; the stricter of their listings holds (address-shared)"
        )
    ]


def test_three_sources_for_one_address():
    sources = [
        page(f"{name}.md", resolution=resolution)._replace(url="foo/", dest_uri="foo/index.html")
        for name, resolution in [("a", UNLISTED), ("b", None), ("c", UNQUOTED)]
    ]
    records, found = build_records(model(), sources)
    assert [(record.source, record.listing) for record in records] == [("c.md", Listing.UNLISTED)]
    assert names_of(found) == ["address-shared", "address-shared"]


@pytest.mark.parametrize(
    ("one_url", "other_url"),
    [("Setup/", "setup/"), ("a/%C3%89/", "a/%C3%A9/"), ("stra%C3%9Fe/", "strasse/")],
)
def test_addresses_equal_but_for_case(one_url, other_url):  # SPEC 3 b01
    first = page("x.md")._replace(url=one_url)
    second = page("y.md")._replace(url=other_url)
    records, found = build_records(model(), [first, second])
    assert len(records) == 2
    assert [str(diag) for diag in found if diag.name == "address-case"] == [
        (
            f"y.md: /{other_url} differs from /{one_url} in nothing but case; "
            "rename one of the two: many hosts and file systems cannot tell them apart "
            "(address-case)"
        )
    ]


def test_other_addresses_are_no_twins():
    _, found = build(page("a.md"), page("a-b.md"), page("a/b.md"))
    assert names_of(found) == []


# ---------------------------------------------------------------- robots and canonical


@pytest.mark.parametrize(
    ("resolution", "own", "robots", "offered", "warned"),
    [
        (Resolution(), None, None, True, False),  # S41
        (UNQUOTED, None, "nosnippet", True, False),
        (UNLISTED, None, "noindex", False, False),
        (Resolution(), "noindex", "noindex", False, True),
        (Resolution(), "nosnippet", "nosnippet", True, False),
        (Resolution(), "noarchive", "noarchive", True, False),
        (UNQUOTED, "noindex, nofollow", "nosnippet, noindex, nofollow", False, True),
        (UNLISTED, "noindex", "noindex", False, False),
    ],
)
def test_robots(resolution, own, robots, offered, warned):  # SPEC 3
    records, found = build(page("a.md", resolution=resolution, robots=own))
    record = records["a.md"]
    assert record.robots == robots
    assert record.offered is record.listed_in_sitemap is offered
    assert record.listing is resolution.listing
    assert names_of(found) == ["robots-elsewhere"] * warned


def test_robots_warning():
    _, found = build(page("a.md", robots="noindex"))
    assert str(found[0]) == (
        "a.md: robots: noindex: the page is left out of sitemap.xml and llms.txt; "
        "to keep a page out of search write 'listing: unlisted', which navigation and search "
        "of the site follow too (robots-elsewhere)"
    )


@pytest.mark.parametrize(
    ("value", "canonical", "warning"),
    [
        (None, f"{ORIGIN}/a/b/", None),
        (f"{ORIGIN}/a/b/", f"{ORIGIN}/a/b/", None),
        ("/a/b/", f"{ORIGIN}/a/b/", None),
        ("https://other.example/x", "https://other.example/x", "robots-elsewhere"),
        ("https://other.example/ü x", "https://other.example/%C3%BC%20x", "robots-elsewhere"),
        ("https://bücher.example/", "https://xn--bcher-kva.example/", "robots-elsewhere"),
        ("//other.example/x", "https://other.example/x", "robots-elsewhere"),
        ("../c/", f"{ORIGIN}/a/c/", "robots-elsewhere"),
        ("mailto:a@b.example", f"{ORIGIN}/a/b/", "front-matter-invalid"),
        ("javascript:alert(1)", f"{ORIGIN}/a/b/", "front-matter-invalid"),
        ("http://[oops", f"{ORIGIN}/a/b/", "front-matter-invalid"),
    ],
)
def test_canonical(value, canonical, warning):  # SPEC 3 S122
    records, found = build(page("a/b.md", canonical=value))
    record = records["a/b.md"]
    assert record.canonical == canonical
    assert record.own_address == f"{ORIGIN}/a/b/"
    assert record.offered is (canonical == record.own_address)
    assert names_of(found) == [] if warning is None else [warning]


def test_canonical_without_an_origin():
    records, found = build(
        page("a.md", canonical="https://other.example/"), page("b.md", canonical="/x/"), origin=None
    )
    assert records["a.md"].canonical == "https://other.example/"
    assert not records["a.md"].offered
    assert records["b.md"].canonical is None
    assert records["b.md"].offered
    assert names_of(found) == ["robots-elsewhere"]


def test_what_cannot_be_used_names_file_and_key():  # SPEC 2.3
    _, found = build(page("a.md", canonical="mailto:x", image="http://[oops"))
    assert [str(diag) for diag in found if diag.name == "front-matter-invalid"] == [
        (
            "a.md: canonical: 'mailto:x' cannot be used; "
            "write an address that begins with https://, or a path (front-matter-invalid)"
        ),
        (
            "a.md: image: 'http://[oops' cannot be used; "
            "write an address that begins with https://, or a path (front-matter-invalid)"
        ),
    ]


@pytest.mark.parametrize("own", [True, False])
def test_sitemap_false(own):  # SPEC 2.3
    record = one(page("a.md", sitemap=own))
    assert record.offered
    assert record.listed_in_sitemap is own


# ---------------------------------------------------------------- images


@pytest.mark.parametrize(
    ("value", "base", "src"),
    [
        ("card.png", "/", f"{ORIGIN}/a/card.png"),  # relative to the page's file
        ("../card.png", "/", f"{ORIGIN}/card.png"),
        ("card.png", "/docs/", f"{ORIGIN}/docs/a/card.png"),
        ("/card.png", "/docs/", f"{ORIGIN}/card.png"),  # from the root
        ("https://cdn.example/x.png?v=1", "/", "https://cdn.example/x.png?v=1"),
        ("//cdn.example/x.png", "/", "https://cdn.example/x.png"),
        ("große karte 100%.png", "/", f"{ORIGIN}/a/gro%C3%9Fe%20karte%20100%25.png"),
        ("data:image/png;base64,AAAA", "/", None),
        ("http://[oops", "/", None),
    ],
)
def test_own_image(value, base, src):  # SPEC 2.3 S47
    card = Image("/card.png", "Card", 1200, 630)
    image = one(page("a/b.md", image=value), base=base, card=card).image
    assert image == (None if src is None else Image(src))


def test_the_folder_of_an_image_is_encoded():
    image = one(page("100% ü/b.md", image="c.png")).image
    assert image == Image(f"{ORIGIN}/100%25%20%C3%BC/c.png")


@pytest.mark.parametrize(
    ("src", "base", "address"),
    [
        ("/card.png", "/", f"{ORIGIN}/card.png"),  # S47
        ("/card.png", "/docs/", f"{ORIGIN}/card.png"),
        ("img/card.png", "/docs/", f"{ORIGIN}/docs/img/card.png"),
        ("https://cdn.example/card.png", "/docs/", "https://cdn.example/card.png"),
    ],
)
def test_card(src, base, address):
    card = Image(src, "Card", 1200, 630)
    assert one(page("a/b.md"), base=base, card=card).image == Image(address, "Card", 1200, 630)


@pytest.mark.parametrize(
    ("src", "address"),
    [
        ("https://cdn.example/card.png", "https://cdn.example/card.png"),
        ("//cdn.example/card.png", None),
        ("/card.png", None),
    ],
)
def test_card_without_an_origin(src, address):  # S10
    image = one(page("a.md"), origin=None, card=Image(src)).image
    assert image == (None if address is None else Image(address))


def test_no_card():  # S47
    assert one(page("a.md")).image is None


# ---------------------------------------------------------------- what else the record keeps


def test_the_rest_is_kept():  # S7 S36
    resolution = Resolution(Listing.UNQUOTED, "folder a/", "guide")
    source = page(
        "a/b.md", resolution=resolution, images=("https://x/y.png",), lastmod="2024-05-01"
    )
    record = one(source)
    assert record.source == "a/b.md"
    assert record.dest_uri == "a/b/index.html"
    assert record.type == "guide"
    assert record.listing is Listing.UNQUOTED
    assert record.listing_from == "folder a/"
    assert record.images == ("https://x/y.png",)
    assert record.lastmod == "2024-05-01"


# ---------------------------------------------------------------- advice


def advice(*sources, **options):
    return [str(diag) for diag in build(*sources, **options)[1]]


def test_a_good_site_has_none():
    assert (
        advice(page("a.md", title="A", description="D"), page("b.md", title="B", description="E"))
        == []
    )


def test_missing_title_and_description():  # S45
    assert advice(page("a.md", title=None)) == [
        (
            "a.md: the page has no title of its own, only its file's name; "
            "begin it with a heading, or write 'title:' in its front matter (title-missing)"
        ),
        (
            "a.md: the page has no description; write 'description:' in its front matter "
            "(description-missing)"
        ),
    ]


def test_one_title_for_two():
    sources = [page(f"{name}.md", title="Same", description=name) for name in "cab"]
    assert advice(*sources) == [
        (
            "b.md: the title 'Same' is that of a.md too; "
            "give each page a title that tells it apart (title-duplicate)"
        ),
        (
            "c.md: the title 'Same' is that of a.md too; "
            "give each page a title that tells it apart (title-duplicate)"
        ),
    ]


@pytest.mark.parametrize(("length", "too_long"), [(160, False), (161, True)])
def test_long_description(length, too_long):
    assert (
        advice(page("a.md", description="x" * length))
        == [
            (
                "a.md: the description has 161 characters; "
                "say it in 160: search results cut the rest (description-too-long)"
            )
        ]
        * too_long
    )


@pytest.mark.parametrize(
    "more",
    [{"resolution": UNLISTED}, {"robots": "noindex"}, {"canonical": "https://other.example/"}],
)
def test_pages_nobody_is_offered_need_no_advice(more):
    _, found = build(page("a.md", title=None, **more), page("_b.md", title=None))
    assert names_of(found, quality=True) == ([] if "resolution" in more else ["robots-elsewhere"])
