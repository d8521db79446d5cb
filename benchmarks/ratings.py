"""Fill the measured parts of docs/arena.md: each lies between two marks and is replaced by what its command says.

`python -m benchmarks.ratings` runs all of them, `python -m benchmarks.ratings ratings-kalah` one. A run of ratings that
is interrupted goes on when started again; the time told is then that of the last session.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

from sowfish.runtime.files import write_whole

PAGE = Path(__file__).parent.parent / "docs" / "arena.md"
PART = re.compile(r"(<!-- (?P<name>[a-z-]+): begin[^>]*-->\n)(?P<text>.*?)(<!-- (?P=name): end -->)", re.DOTALL)
COMMAND = re.compile(r"```sh\n(.*?)```\n", re.DOTALL)


def filled(part: re.Match[str]) -> str:
    """Return a part with what its command says now."""
    shown = COMMAND.search(part["text"])
    words = shlex.split(shown[1].replace("\\\n", " ")) if shown else [sys.executable, "-m", "benchmarks.arena"]
    if shown:
        words[0] = str(Path(sys.executable).with_name(words[0]))
    started = time.monotonic()
    output = subprocess.run(words, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout.strip()  # noqa: S603  # the page's own command
    taken = f"Took {(time.monotonic() - started) / 60:.1f} minutes on {os.cpu_count()} cores."
    text = f"{shown[0]}\n```text\n{output}\n```\n\n{taken}\n" if shown else f"{output}\n"
    return f"{part[1]}{text}{part[4]}"


def main(names: list[str], page: Path = PAGE) -> None:
    """Run the commands of the named parts, or of all, and write the page after each."""
    for name in names or [part["name"] for part in PART.finditer(page.read_text(encoding="utf-8"))]:
        text = page.read_text(encoding="utf-8")
        parts = {part["name"]: part for part in PART.finditer(text)}
        if name not in parts:
            raise SystemExit(f"{page} has no part {name}; there are {', '.join(parts)}")
        part = parts[name]
        write_whole(page, (text[: part.start()] + filled(part) + text[part.end() :]).encode())
        print(f"{name} is measured")


if __name__ == "__main__":
    main(sys.argv[1:])
