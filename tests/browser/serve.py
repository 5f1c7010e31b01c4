"""Serve a copy of the sample site with a blog and tags added: `python serve.py FOLDER PORT`."""

import os
import sys

from mkdocs.commands.serve import serve
from mkdocs.utils import yaml_load


def main(folder, port):
    """Serve until the process is ended."""
    os.chdir(folder)
    with open("mkdocs.yml", encoding="utf-8") as file:  # noqa: PTH123 - one file, read once
        data = yaml_load(file)
    plugins = data["plugins"]
    names = {next(iter(one)) if isinstance(one, dict) else one for one in plugins}
    plugins += [name for name in ("blog", "tags") if name not in names]
    nav = [*data["nav"], {"Weblog": "blog/index.md"}, {"All tags": "all-tags.md"}]
    serve("mkdocs.yml", dev_addr=f"127.0.0.1:{port}", plugins=plugins, nav=nav)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
