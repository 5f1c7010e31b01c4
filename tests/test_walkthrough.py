"""The sitemap handbook's walkthrough on one site, and rows that only a whole site shows."""

import gzip
from urllib.parse import unquote, urljoin, urlsplit

import pytest

ORIGIN = "https://docs.example.com"
FILES = {
    "ascribe.toml": f"""
[consumer]
site = "{ORIGIN}"
base-path = "/docs/"
host = "netlify"

[listing]
folders = {{ "internal/" = "unlisted" }}
""",
    "docs/index.md": "# Home\n",
    "docs/guide/index.md": "# Guide\n",
    "docs/guide/install.md": "---\ndescription: How to install.\n---\n# Install\n",
    "docs/internal/runbook.md": "# Runbook\n",
    "docs/quote.md": "---\nlisting: unquoted\n---\n# Quote\n",
}
SITE = {"site_name": "Loom", "site_url": f"{ORIGIN}/docs/"}


def file_of(address):
    path = unquote(urlsplit(address).path.removeprefix("/docs/"))
    return f"{path}index.html" if path.endswith("/") or not path else path


def test_walkthrough(site):  # S139
    built = site(FILES, **SITE)
    # Entries match real public pages that a static host answers. S105, S115, S119, S137
    assert built.sitemap == [
        f"{ORIGIN}/docs/",
        f"{ORIGIN}/docs/guide/",
        f"{ORIGIN}/docs/guide/install/",
        f"{ORIGIN}/docs/quote/",
    ]
    for address in built.sitemap:
        assert file_of(address) in built.files
        head = built.head(file_of(address))
        assert head.link("canonical") == [address]  # S122
        assert "noindex" not in head.meta("robots")  # S116
        # Each page announces its Markdown version, and that one is beside it. S103, S104
        (markdown,) = head.link("alternate", "text/markdown")
        assert file_of(markdown) in built.files
    # Every address is absolute and from the configured origin. S90
    for record in built.pages["pages"]:
        assert record["canonical"] == urljoin(ORIGIN, record["route"])
    # The pipeline ends in one urlset that its .gz repeats, without dates. S132, S123
    text = built.read("sitemap.xml")
    assert gzip.decompress(built.bytes("sitemap.xml.gz")).decode() == text
    assert "<lastmod>" not in text
    # What is kept out is kept out everywhere, and still built.
    assert "internal/runbook/index.html" in built.files
    assert "runbook" not in text + built.read("llms.txt")
    # Host files are written to host/; under a base path they are printed, not placed. S80, S87
    assert "_headers" not in built.files
    assert "/docs/internal/runbook.md\n" in built.read("_ascribe/host/_headers")
    assert built.contradictions() == []


def test_the_head_is_written_without_a_change_to_the_theme(site):  # S37, S48
    page = "<!doctype html><html><head>{}</head><body>{{{{ page.content }}}}</body></html>"
    kept = '<meta charset="utf-8"><meta name="viewport" content="x"><link rel="icon" href="i.png">'
    kept += '<meta name="twitter:card" content="summary"><title>{{ page.title }}</title>'
    theme = {"name": None, "custom_dir": "theme"}
    files = {**FILES, "theme/main.html": page.format(kept)}
    built = site(files, theme=theme, **SITE)
    head = built.read("quote/index.html").partition("</head>")[0]
    for tag in kept.replace("{{ page.title }}", "Quote").partition("<title>")[0].split(">")[:-1]:
        assert head.count(f"{tag}>") == 1
    assert '<meta name="robots" content="nosnippet">' in head


def test_templates_have_the_record(site):  # S51, S57
    page = (
        "<!doctype html><html><head><title>x</title></head><body>"
        "{% for step in page.ascribe.breadcrumbs %}[{{ step.title }} {{ step.url | url }}]"
        "{% endfor %}{{ page.ascribe.listing.word }}</body></html>"
    )
    files = {**FILES, "theme/main.html": page}
    built = site(files, theme={"name": None, "custom_dir": "theme"}, **SITE)
    body = built.read("guide/install/index.html").partition("<body>")[2]
    assert body == "[Home ../..][Guide ../][Install ./]listed</body></html>"


def test_a_hook_has_the_record(site):  # S57
    hook = (
        "from mkdocs_ascribe import page_record\n"
        "def on_post_page(output, page, config):\n"
        "    return output.replace('</body>', page_record(page).route + '</body>')\n"
    )
    built = site({**FILES, "hook.py": hook}, hooks=["hook.py"], **SITE)
    assert "/docs/quote/</body>" in built.read("quote/index.html")


@pytest.mark.parametrize("name", ["sitemap.xml", "llms.txt", "robots.txt"])
def test_the_sites_own_file_is_kept(site, name):  # S65, S66, S73
    own = {
        "sitemap.xml": f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        f"<url><loc>{ORIGIN}/</loc></url></urlset>\n",
        "llms.txt": "# Ours\n",
        "robots.txt": "User-agent: *\nDisallow:\n",
    }[name]
    files = {
        **{key: text for key, text in FILES.items() if key != "ascribe.toml"},
        f"docs/{name}": own,
    }
    built = site(files, site_name="Loom", site_url=f"{ORIGIN}/")
    assert built.read(name) == own
    (said,) = built.said("INFO", f"{name.partition('.')[0]}-own")
    assert f"the site's own {name} is kept" in said
    # robots.txt leads to the sitemap, whoever wrote it.
    if name != "robots.txt":
        assert built.read("robots.txt") == f"Sitemap: {ORIGIN}/sitemap.xml\n"


def test_the_host_that_files_are_written_for(site):  # S6, S81
    files = {**FILES, "ascribe.toml": FILES["ascribe.toml"].replace('host = "netlify"\n', "")}
    built = site(files, **SITE)
    assert "_ascribe/host/_headers" not in built.files
    assert built.headers["/docs/internal/runbook.md"]["X-Robots-Tag"] == "noindex"
    assert built.said("WARNING", "headers-unserved")
