import os
import sys
from pathlib import Path

import pytest

os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
# The tests' own modules are imported as `tests.site`, also where the package is installed.
sys.path.insert(0, str(Path(__file__).parent.parent))

from tests import site as sites


@pytest.fixture
def site(tmp_path):
    """Build a site from files or from a folder; each call makes another one."""

    def make(source, *, plugin=True, dirty=False, strict=False, **config):
        where = tmp_path / f"site-{len(list(tmp_path.iterdir()))}"
        sites.prepare(where, source, plugin=plugin, **config)
        return sites.build(where, dirty=dirty, strict=strict)

    return make


@pytest.fixture
def case(site):
    """Build one of the folders in cases/."""

    def make(name, **options):
        return site(sites.CASES / name, **options)

    return make
