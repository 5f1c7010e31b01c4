"""Compare builds with and without the plugin: CPU a page and peak memory, runs interleaved.

    python tests/bench/run.py [--pages 1000] [--runs 3] [--markdown source] [--theme bare] [--peer]
    python tests/bench/run.py --config plain=a/mkdocs.yml --config ascribe=a/with.yml --pages 19

CPU is user and system time of the whole build process, as the kernel counts it. Machines differ,
so read the ratio and the difference, not the absolute figures. --peer measures mkdocs-llmstxt in
the same run, which has to be installed.
"""

from __future__ import annotations

import argparse
import compileall
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from generate import THEMES, generate

import mkdocs_ascribe

ASCRIBE = "  - ascribe: {{markdown: {}}}"
LLMSTXT = "  - llmstxt: {sections: {Pages: ['*.md', '**/*.md']}}"


class Cost(NamedTuple):
    """CPU seconds and peak memory in MiB of one build."""

    cpu: float
    memory: float


def build(config: Path, site: Path) -> Cost:
    """Build a site in a process of its own."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "-f", config, "-d", site]
    quiet = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    environment = {**os.environ, **quiet}
    # Bytecode is kept, as that of installed packages is.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    process = subprocess.Popen(command, env=environment, cwd=config.parent)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"the build of {config} failed")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--markdown", choices=("rendered", "source"), default="rendered")
    parser.add_argument("--theme", choices=THEMES, default="material")
    parser.add_argument("--peer", action="store_true")
    parser.add_argument("--config", action="append", metavar="NAME=MKDOCS_YML")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.config:
            pairs = (one.split("=", 1) for one in arguments.config)
            configs = {name: Path(config).resolve() for name, config in pairs}
        else:
            plugins = {"plain": "", "ascribe": ASCRIBE.format(arguments.markdown)}
            if arguments.peer:
                plugins["llmstxt"] = LLMSTXT
            configs = {
                name: generate(
                    Path(folder, name), arguments.pages, plugin=plugin, theme=arguments.theme
                )
                for name, plugin in plugins.items()
            }
        compileall.compile_dir(mkdocs_ascribe.__path__[0], quiet=1)
        costs: dict[str, list[Cost]] = {name: [] for name in configs}
        for _ in range(arguments.runs):
            for name, config in configs.items():
                costs[name].append(build(config, Path(folder, f"site-{name}")))
    report(arguments.pages, costs)


def report(pages: int, costs: dict[str, list[Cost]]) -> None:
    """Print medians, and what each pair of runs says of the difference from the first build."""
    first, *others = costs
    for name, found in costs.items():
        cpu = statistics.median(cost.cpu for cost in found)
        memory = statistics.median(cost.memory for cost in found)
        print(f"{name:8} {cpu:7.2f} s CPU, {cpu / pages * 1000:6.2f} ms a page, {memory:5.0f} MiB")
    for name in others:
        pairs = list(zip(costs[first], costs[name], strict=True))
        added = statistics.median(ours.cpu - plain.cpu for plain, ours in pairs)
        ratio = statistics.median(ours.cpu / plain.cpu for plain, ours in pairs)
        memory = statistics.median(ours.memory - plain.memory for plain, ours in pairs)
        print(
            f"{name:8} adds {added / pages * 1000:.2f} ms CPU a page, ratio {ratio:.3f}, "
            f"{memory:.1f} MiB ({pages} pages, {len(pairs)} pairs)"
        )


if __name__ == "__main__":
    main()
