"""What others' programs say of the sample site's HTML, against a build without the plugin."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parent / "html-judges"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def sample(tmp_path):
    """Build the sample site with the plugin and without it."""
    shutil.copytree(ROOT / "sample_site", tmp_path / "sample_site", ignore=lambda *_: {"site"})
    shutil.copy(ROOT / "ascribe.toml", tmp_path)
    shutil.copy(ROOT / "ascribe.addresses", tmp_path)
    config = tmp_path / "sample_site" / "mkdocs.yml"
    text = config.read_text(encoding="utf-8")
    with_plugin = "config: ../ascribe.toml\n"
    assert with_plugin in text
    plain = text.replace(with_plugin, f"{with_plugin}      enabled: false\n")
    # Material's own markup of a page that is not in the navigation has faults, so the unlisted
    # pages are out of it in both.
    plain = re.sub(r"  - Internal:\n(?:      .*\n)+", "", plain) + "not_in_nav: internal/\n"
    assert "internal/index.md" not in plain
    for name, options in (("ours", text), ("plain", plain)):
        config.write_text(options, encoding="utf-8")
        subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", "-q", "-f", config, "-d", tmp_path / name],
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            check=True,
        )
    return tmp_path / "ours", tmp_path / "plain"


def test_no_fault_that_the_plain_build_lacks(require, sample):  # SPEC 12, S108
    require(TOOL, "java")
    ours, plain = sample
    run = subprocess.run(
        ["node", "judge.mjs", ours, "--baseline", plain],
        cwd=TOOL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert ", 0 kinds are new" in run.stdout
    assert '"BreadcrumbList":' in run.stdout
    assert '"WebSite":1' in run.stdout
    # The theme's own 404 page and the forwarding pages of permalinks are no pages of the site.
    without = "opengraph: 3 pages without og:title or og:url: 404.html, go/moving/index.html, go/"
    assert without in run.stdout
