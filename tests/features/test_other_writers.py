"""Files that the site or another plugin has where the plugin writes."""

import copy

import pytest
from mkdocs.config import load_config

from tests import site as sites

URL = "https://docs.example.com/"
BASE = {
    "ascribe.toml": '[consumer]\nhost = "netlify"\n',
    "docs/index.md": "# Home\n",
    "docs/a.md": "# A\n",
}


def build(site, files, **plugin):
    return site({**BASE, **files}, plugin=plugin, site_url=URL, hooks=[*{"hook.py"} & {*files}])


# What the site has is never written over, and is in nobody's way where nothing is written.
@pytest.mark.parametrize(
    ("theirs", "max_urls", "refused"),
    [
        ("sitemap-2.xml", 1, True),
        ("sitemap-1.xml", 1, True),
        ("sitemap-2.xml.gz", 1, True),
        ("sitemap.xml.gz", 50_000, True),
        ("sitemap-3.xml", 1, False),
        ("sitemap-1.xml", 50_000, False),
        ("sitemap-x.xml", 1, False),
    ],
)
def test_a_file_with_a_sitemaps_name(site, theirs, max_urls, refused):
    built = build(site, {f"docs/{theirs}": "theirs"}, sitemap={"max_urls": max_urls})
    assert built.ok is not refused
    if refused:
        assert f"{theirs}: {theirs} is a file of the site and of the plugin" in str(built.error)
    assert built.read(theirs) == "theirs"


def test_a_file_with_a_sitemaps_name_where_there_is_no_sitemap(site):
    toml = f'{BASE["ascribe.toml"]}[listing]\nsite = "unlisted"\n'
    built = build(site, {"ascribe.toml": toml, "docs/sitemap-1.xml": "theirs"})
    assert built.ok, built.error
    assert "sitemap.xml" not in built.files


REMOVING = """\
import os

def on_post_build(config):
    os.remove(os.path.join(config.site_dir, "a.md"))
"""


def test_a_markdown_version_that_another_plugin_removes(site):
    built = build(site, {"hook.py": REMOVING}, llms_full=True)
    assert "another plugin has removed the Markdown version a.md" in str(built.error)


def test_the_configuration_can_be_copied(tmp_path):  # As plugins do that build a site again.
    where = sites.prepare(tmp_path, BASE, site_url=URL)
    config = load_config(str(where / "mkdocs.yml"))
    config.plugins.on_startup(command="build", dirty=False)
    copied = copy.deepcopy(config.plugins.on_config(config))
    assert copied.plugins["ascribe"].config == config.plugins["ascribe"].config
