"""Compare builds with and without the plugin: CPU a page and peak memory, runs interleaved.

    python tests/bench/run.py [--pages 1000] [--runs 3] [--markdown rendered]

CPU is user and system time of the whole build process, as the kernel counts it. Machines differ,
so read the ratio and the difference, not the absolute figures.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from generate import generate

ASCRIBE = "  - ascribe: {{markdown: {}}}"


class Cost(NamedTuple):
    """CPU seconds and peak memory in MiB of one build."""

    cpu: float
    memory: float


def build(config: Path) -> Cost:
    """Build a site in a process of its own."""
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", str(config)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    process = subprocess.Popen(command, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--markdown", choices=("rendered", "source"), default="rendered")
    arguments = parser.parse_args()
    plugins = {"plain": "", "ascribe": ASCRIBE.format(arguments.markdown)}
    with tempfile.TemporaryDirectory() as folder:
        configs = {
            name: generate(Path(folder, name), arguments.pages, plugin=plugin)
            for name, plugin in plugins.items()
        }
        costs: dict[str, list[Cost]] = {name: [] for name in plugins}
        for _ in range(arguments.runs):
            for name, config in configs.items():
                costs[name].append(build(config))
    report(arguments.pages, costs)


def report(pages: int, costs: dict[str, list[Cost]]) -> None:
    """Print medians, and what each pair of runs says of the difference."""
    for name, found in costs.items():
        cpu = statistics.median(cost.cpu for cost in found)
        memory = statistics.median(cost.memory for cost in found)
        print(f"{name:8} {cpu:7.2f} s CPU, {cpu / pages * 1000:6.2f} ms a page, {memory:5.0f} MiB")
    pairs = list(zip(costs["plain"], costs["ascribe"], strict=True))
    added = statistics.median(ours.cpu - plain.cpu for plain, ours in pairs)
    ratio = statistics.median(ours.cpu / plain.cpu for plain, ours in pairs)
    memory = statistics.median(ours.memory - plain.memory for plain, ours in pairs)
    print(
        f"added    {added / pages * 1000:.2f} ms CPU a page, ratio {ratio:.3f}, "
        f"{memory:.1f} MiB ({pages} pages, {len(pairs)} pairs)"
    )


if __name__ == "__main__":
    main()
