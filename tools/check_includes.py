"""Check that each room of the core includes only itself and the rooms above it in ARCHITECTURE.md.

Usage: check_includes.py [ROOT]. Prints every include that points down, and fails if there is one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

TREE = re.compile(r"^  include/sowfish/, src/\n((?:    .*\n)+)", re.MULTILINE)
ROOM = re.compile(r"^    (\w+)/", re.MULTILINE)
INCLUDE = re.compile(r'^#include "sowfish/(\w+)/')


def rooms_of(architecture: str) -> list[str]:
    """Return the rooms of the core in the order of the page."""
    tree = TREE.search(architecture)
    rooms = ROOM.findall(tree[1]) if tree else []
    if not rooms:
        raise ValueError("ARCHITECTURE.md lists no rooms of the core")
    return rooms


def wrong_includes(native: Path, rooms: list[str]) -> Iterator[str]:
    """Yield a sentence for every include of a room that is not above, and for every file outside the rooms."""
    for base in ("include/sowfish", "src"):
        for path in sorted((native / base).rglob("*.[ch]pp")):
            room = path.relative_to(native / base).parts[0]
            name = path.relative_to(native.parent).as_posix()
            if room not in rooms:
                yield f"{name}: ARCHITECTURE.md has no room {room}/"
                continue
            above = rooms[: rooms.index(room) + 1]
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                include = INCLUDE.match(line)
                if include and include[1] not in above:
                    yield f"{name}:{number}: {room}/ includes {include[1]}/, which is not above it in ARCHITECTURE.md"


def main(root: Path) -> int:
    """Check a source tree; return the exit code."""
    rooms = rooms_of((root / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    wrong = list(wrong_includes(root / "native", rooms))
    sys.stdout.writelines(f"{line}\n" for line in wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
