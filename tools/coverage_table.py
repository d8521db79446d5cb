"""Print coverage per package and in total, and the files below 90 %; fail if the total is below --fail-under.

Usage: coverage_table.py REPORT [--fail-under PERCENT]. REPORT is what `coverage json` writes for Python, or
`gcovr --json-summary` for the core.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LOW = 90.0
ROOTS = ("src/sowfish/", "include/sowfish/", "src/")  # the first that the path contains


@dataclass(frozen=True, slots=True)
class Count:
    """Lines and branches that ran, of those there are."""

    lines: int = 0
    covered_lines: int = 0
    branches: int = 0
    covered_branches: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(
            self.lines + other.lines,
            self.covered_lines + other.covered_lines,
            self.branches + other.branches,
            self.covered_branches + other.covered_branches,
        )

    @property
    def percent(self) -> float:
        """The share of lines and branches together, as coverage.py computes it."""
        return share(self.covered_lines + self.covered_branches, self.lines + self.branches)

    def row(self, name: str) -> str:
        """Return a line of the table; branches are left out where none were counted."""
        branches = f"{share(self.covered_branches, self.branches):9.1f}" if self.branches else f"{'-':>9}"
        return f"{name:<40}{self.lines:7}{share(self.covered_lines, self.lines):9.1f}{branches}{self.percent:9.1f}"


def share(part: int, whole: int) -> float:
    """Return how much of the whole the part is, in percent."""
    return 100 * part / whole if whole else 100.0


def counts(report: dict[str, Any]) -> dict[str, Count]:
    """Return the count of every file, by its path below the sources."""
    files = report["files"]
    if isinstance(files, list):  # gcovr; its branches are those of the compiler, exceptions included
        return {inside(file["filename"]): Count(file["line_total"], file["line_covered"]) for file in files}
    return {
        inside(path): Count(
            file["summary"]["num_statements"],
            file["summary"]["covered_lines"],
            file["summary"]["num_branches"],
            file["summary"]["covered_branches"],
        )
        for path, file in files.items()
    }


def inside(path: str) -> str:
    """Return the path below the folder of sources."""
    return next((path.split(root, 1)[1] for root in ROOTS if root in path), path)


def by_package(files: dict[str, Count]) -> dict[str, Count]:
    """Return the sum of every package; a module beside the packages counts for itself."""
    sums: dict[str, Count] = defaultdict(Count)
    for path, count in files.items():
        sums[path.split("/")[0]] += count
    return dict(sorted(sums.items()))


def table(files: dict[str, Count]) -> str:
    """Return the table: packages, total, low files."""
    packages = by_package(files)
    total = sum(packages.values(), Count())
    low = {path: count for path, count in sorted(files.items()) if count.percent < LOW}
    lines = [f"{'':<40}{'lines':>7}{'lines %':>9}{'branch %':>9}{'total %':>9}"]
    lines += [count.row(name) for name, count in packages.items()]
    lines += [total.row("total")]
    if low:
        lines += [f"files below {LOW:g} %:", *(count.row(path) for path, count in low.items())]
    return "\n".join(lines)


def main() -> None:
    """Read a report, print the table and judge the total."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", type=Path)
    parser.add_argument("--fail-under", type=float, default=0.0)
    arguments = parser.parse_args()
    files = counts(json.loads(arguments.report.read_text()))
    sys.stdout.write(table(files) + "\n")
    total = sum(files.values(), Count()).percent
    if total < arguments.fail_under:
        sys.exit(f"coverage is {total:.2f} %, and should be at least {arguments.fail_under:g} %")


if __name__ == "__main__":
    main()
