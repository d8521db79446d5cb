"""The table of solved starts as a file: JSON with one start per line, for readable diffs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sowfish.engine import Kind
from sowfish.errors import SowfishError
from sowfish.runtime.files import read_limited, write_whole
from sowfish.starts.start import SOLVED_RULES, Bounds, SolvedStart

SHIPPED = Path(__file__).with_name("solved.json")
LARGEST_FILE = 1 << 20
FORMAT = "sowfish solved starts 1"


def load(path: str | os.PathLike[str] = SHIPPED) -> dict[tuple[str, int, int], SolvedStart]:
    """Return the starts of a file by rules, pits and stones, by default those that ship with Sowfish."""
    try:
        content = json.loads(read_limited(path, LARGEST_FILE))
        if content["format"] != FORMAT:
            raise ValueError  # noqa: TRY301  # said once, below
        starts = [_read(line) for line in content["starts"]]
    except SowfishError as error:
        raise SowfishError(f"{os.fspath(path)!r} cannot be used: {error}") from None
    except (ValueError, TypeError, KeyError, RecursionError):  # what json raises is a ValueError
        raise SowfishError(f"{os.fspath(path)!r} is no file of solved starts") from None
    return {start.key: start for start in starts}


def save(path: str | os.PathLike[str], starts: Iterable[SolvedStart]) -> None:
    """Write starts to a file, in the order of the table."""
    ordered = sorted(starts, key=lambda start: (SOLVED_RULES.index(start.rules), start.pits, start.stones))
    lines = ",\n".join(json.dumps(_written(start)) for start in ordered)
    write_whole(path, f'{{"format": "{FORMAT}", "starts": [\n{lines}\n]}}\n'.encode())


def _written(start: SolvedStart) -> dict[str, object]:
    content: dict[str, object] = {"rules": start.rules, "pits": start.pits, "stones": start.stones}
    content |= {"value": start.value, "kind": start.margin.kind}
    if not start.is_proven:
        content |= {"low": start.margin.low, "high": start.margin.high}
    content["best"] = start.best
    content["openings"] = [low if low == high else [low, high] for low, high in start.openings]
    content |= {"nodes": start.nodes, "seconds": round(start.seconds, 2), "version": start.version}
    return content if start.tried is None else content | {"tried": start.tried}


def _read(line: dict[str, Any]) -> SolvedStart:
    low, high = (line["low"], line["high"]) if line["kind"] == Kind.BOUND else (line["value"], line["value"])
    openings = [Bounds(*bounds) if isinstance(bounds, list) else Bounds(bounds, bounds) for bounds in line["openings"]]
    return SolvedStart(
        rules=line["rules"],
        pits=line["pits"],
        stones=line["stones"],
        margin=Bounds(low, high),
        openings=tuple(openings),
        nodes=line["nodes"],
        seconds=line["seconds"],
        version=line["version"],
        tried=line.get("tried"),
    )
