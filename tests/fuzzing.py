"""Fuzzing of every reader in Python: `python -m tests.fuzzing SECONDS` for each, or a few tries of each in the tests.

A reader gets good files with small and large damage. It may return something or raise a SowfishError; anything else is
a defect. Runs repeat: the same seed gives the same damage.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from tests.learn import tiny

from sowfish import Game, Position, Rules, SowfishError, analyse_many, solve, tables
from sowfish import nets as net_folder
from sowfish.arena.sprt import Sprt
from sowfish.arena.tournament_plan import Plan
from sowfish.certificates import check
from sowfish.checker import Trace
from sowfish.checker.language import read_question
from sowfish.engine import campaigns
from sowfish.engine.value_table import ValueTable
from sowfish.grading import positions as graded
from sowfish.kgp.commands import Command
from sowfish.learn import corpus_file
from sowfish.learn.corpus_plan import CorpusPlan
from sowfish.model.phone_replay import PhoneReplay
from sowfish.nets.net import Net
from sowfish.players.clock import Clock
from sowfish.players.registry import canonical
from sowfish.starts import deals, stored
from sowfish.tables.published import read_sums
from sowfish.tables.table import Table

PIECES = [
    *(b"", b"\0", b"\xff", b"\xf0\x9f", b"\xed\xa0\x80", b"\n", b" ", b'"', b"'", b"\\", b"{", b"}", b"[", b"]"),
    *(b"(", b")", b",", b":", b";", b"=", b"|", b"&", b"/", b"~", b"-", b"+", b".", b"0", b"-1", b"9" * 20, b"1e999"),
    *(b"NaN", b"null", b"true", b"{}", b"[]", b'""', "\u0663".encode(), "\u00b2".encode(), b"south", b"pits=13"),
]  # fmt: skip
LONG = [b"[" * 100_000, b'{"a":' * 50_000, b"(" * 100_000, b"9" * 5000, b" " * 10_000]
NETS = Path(net_folder.__file__).parent / "data"
TRIES = 150  # of each reader in the tests


@dataclass(frozen=True)
class Reader:
    """A reader of bytes, and good ones to begin with."""

    read: Callable[[bytes], object]
    seeds: tuple[bytes, ...]


def damaged(chance: random.Random, data: bytes) -> bytes:
    """Return bytes with some damage."""
    found = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
        at = chance.randrange(len(found) + 1)
        end = min(len(found), at + chance.choice([0, 1, 1, 2, 4, 16, 200]))
        kind = chance.randrange(8)
        if kind == 0 and found:
            found[min(at, len(found) - 1)] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del found[at:end]
        elif kind == 2:
            found[at:end] = chance.choice(PIECES)
        elif kind == 3:
            found[at:at] = found[at:end] * chance.choice([1, 2, 50])
        elif kind == 4:
            found[at:end] = bytes(chance.randrange(256) for _ in range(end - at))
        elif kind == 5:
            del found[at:]
        elif kind == 6:
            found[at:at] = chance.choice(PIECES)
        elif chance.random() < 0.1:
            found[at:end] = chance.choice(LONG)
    return bytes(found)


def of_text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """Return a reader of bytes that hands on the text, odd signs included."""
    return lambda data: read(data.decode("utf-8", "surrogateescape"))


def of_file(read: Callable[[Path], object], name: str = "file") -> Callable[[bytes], object]:
    """Return a reader of bytes that writes them to a file."""
    folder = Path(tempfile.mkdtemp(prefix="sowfish-fuzz-"))

    def written(data: bytes) -> object:
        path = folder / name
        path.write_bytes(data)
        return read(path)

    return written


def _game() -> Game:
    game = Game(Position.start("avalanche", 3), metadata={"south": "me", "event": "a test"})
    while not game.position.is_over and len(game.moves) < 12:
        game.play(game.position.legal_pits[0])
    game.comment("a comment")
    return game


def _saved(write: Callable[[Path], object], name: str = "file") -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder) / name)
        return (Path(folder) / name).read_bytes()


def _campaign(folder: Path) -> bytes:
    solve(Position.start("kalah,pits=4", 3), campaign=folder)
    return (folder / campaigns.STATE_NAME).read_bytes()


@cache
def readers() -> dict[str, Reader]:
    """Return all readers by name."""
    game, small = _game(), Position.parse("kalah: 0 1 0 3 2 / 1 1 0 2 1 north")
    many = analyse_many([small], rules=small.rules)
    with tempfile.TemporaryDirectory() as folder:
        campaign = _campaign(Path(folder) / "campaign")
    replay = b"board:1,2&3&&&&1&&2&&&&&1,1&|move:1,1|board:1,2&&3&&&1&&2&&&&&1,1&"
    trace = Trace.played(Position.start("events,pits=3", 2), [0]).to_json().encode()
    question = b"shortest game of events(3,2) without steal where south_margin >= 2 and not pass"
    force = b"can south force game where south_margin >= 8 of kalah(4,3)"
    lines = (b'12@3 set info:name "a b\\n"', b"state <3,0,0,1,2,3,4,5,6>", b"1 kgp 1 0 0")
    corpus = corpus_file.pack(tiny.made(replace(tiny.PLAN, games=6, part=6)))
    starts = stored.SHIPPED.read_bytes()
    plan = Plan(players=("random", "greedy:x=1"), positions=("kalah: 1 0 / 0 1",)).to_json().encode()
    head = _saved(lambda path: path.write_bytes(tables.build("kalah,pits=2", 6).path.read_bytes()))
    certificate = _saved(lambda path: solve(Position.start("kalah,pits=2", 2), certificate=path))
    sums = "\n".join(tables.checksum_lines(tables.open("kalah,pits=2"))).encode()
    return {
        "position": Reader(of_text(Position.parse), (str(small).encode(), str(game.position).encode())),
        "address": Reader(of_text(Position.from_url), (small.url.encode(), game.position.url.encode())),
        "rules": Reader(of_text(Rules.parse), (b"kalah", b"avalanche,pits=4,rest=owner,capture=always")),
        "game text": Reader(of_text(Game.parse), (str(game).encode(),)),
        "game JSON": Reader(of_text(Game.from_json), (game.to_json().encode(),)),
        "replay": Reader(of_text(lambda text: PhoneReplay.parse(text).game(1, "avalanche")), (replay,)),
        "KGP line": Reader(of_text(Command.parse), lines),
        "trace": Reader(of_text(Trace.from_json), (trace,)),
        "question": Reader(of_text(read_question), (question, force)),
        "player": Reader(of_text(canonical), (b"engine:nodes=2000,level=3", b'program:command="a b",patience=3')),
        "clock": Reader(of_text(Clock.parse), (b"move=0.1", b"game=10,increment=0.1,margin=0.5")),
        "SPRT": Reader(of_text(Sprt.parse), (b"0,50", b"-5,5")),
        "tournament plan": Reader(of_text(Plan.from_json), (plan,)),
        "corpus plan": Reader(_corpus_plan, (json.dumps(CorpusPlan().content()).encode(),)),
        "corpus": Reader(lambda data: corpus_file.unpack(data, "corpus"), (corpus,)),
        "values": Reader(of_file(ValueTable.load, "v.npz"), (_saved(many.save, "v.npz"),)),
        "net": Reader(Net.from_bytes, (_shipped_net()[:4000], _shipped_net())),
        "table head": Reader(of_file(lambda path: Table(path).values(6)), (head,)),
        "checksums": Reader(of_file(read_sums), (sums,)),
        "certificate": Reader(of_file(_checked), (certificate,)),
        "campaign": Reader(of_file(lambda path: campaigns.read_state(path.parent), campaigns.STATE_NAME), (campaign,)),
        "graded positions": Reader(of_file(graded.read), (b"\n".join(_shipped_positions().splitlines()[:5]),)),
        "solved starts": Reader(of_file(stored.load), (starts[:3000], starts)),
        "deals": Reader(of_file(deals.load_deals), (deals.shipped().read_bytes(),)),
    }


def _checked(path: Path) -> object:
    verdict = check(path)
    if not verdict.holds:
        raise SowfishError(verdict.reason)
    return verdict


def _shipped_net() -> bytes:
    return next(NETS.glob("*")).read_bytes()


def _shipped_positions() -> bytes:
    return (graded.FOLDER / "kalah.jsonl").read_bytes()


def _corpus_plan(data: bytes) -> object:
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return CorpusPlan.of(content)


def attempt(reader: Reader, chance: random.Random) -> bool:
    """Try one damaged input; return whether it was read, or raise what the reader must not."""
    data = damaged(chance, chance.choice(reader.seeds))
    try:
        reader.read(data)
    except SowfishError:
        return False
    except BaseException as error:
        error.add_note(f"input: {data[:2000]!r}")
        raise
    return True


def main() -> None:
    """Fuzz every reader for so many seconds and print how many inputs it got."""
    warnings.simplefilter("ignore")
    seconds, seed = float(sys.argv[1]), int(time.time())
    for name, reader in readers().items():
        chance, runs, read, started = random.Random(f"{seed} {name}"), 0, 0, time.perf_counter()
        while time.perf_counter() - started < seconds:
            read += attempt(reader, chance)
            runs += 1
        sys.stdout.write(f"{name:18} {runs:8,} inputs in {seconds:g} s, {read:,} read, the others refused\n")
        sys.stdout.flush()
    sys.stdout.write(f"seed {seed}\n")


if __name__ == "__main__":
    main()
