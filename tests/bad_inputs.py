"""Bad inputs for every command and for the Python API, made by mutation; `python -m tests.bad_inputs` tries them all.

Each must be refused by one sentence: the program with exit code 2, the API with an error of Sowfish or a TypeError.
"""

from __future__ import annotations

import contextlib
import io
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

SEED = 2026
SECONDS = 20  # after which an input counts as one that hangs
LONGEST = 500  # characters of a sentence
BOARD = "0 1 2 3 / 1 0 2 4"
GAME = str(Path(__file__).parent.parent / "docs" / "games" / "kalah.txt")

POSITIONS = [
    "",
    "/",
    "garbage",
    "1 2 3",
    "1 2 / 3",
    "1 / 2",
    "1 2 / 3 4 / 5 6",
    "1 x / 2 3",
    "1 2.5 / 3 4",
    "1 -2 / 3 4",
    "1 2 / 3 4 east",
    "1 300 / 2 3",
    "200 0 / 200 0",
    "chess: 1 2 / 3 4",
    "kalah,pits=4: 1 0 2 3 / 0 1 1 4",
    "kalah,pits=99: 1 2 / 3 4",
    "kalah,relay=maybe: 1 2 / 3 4",
    "same / 1 2",
    "1 2 / same same",
    "\u0661 2 / 3 4",
    "1 " * 700,
    "1 2 / 3 4 \x00",
]

# ---- the program: for each command something quick and right, and what can be wrong with it

TYPED_POSITIONS = [*POSITIONS, "4 4 4 4 4 4 / 4 4 4 4 4 4"]  # the last one without its stores
TIMES = ["", "x", "0", "nan", "inf", "1e999", "1,5", "0x10"]
NUMBERS = [*TIMES, "1.5", "99999999999999999999"]
CHOICES = ["", "x", "TABLE ", "none", "0"]
PLACES = ["/no/such/folder/file", "/", "/proc/nothing/x", "/dev/null/x"]
PLAYERS = [
    "",
    ":",
    "gredy",
    "random:sede=1",
    "random:seed=x",
    "random:seed",
    "minimax:depth=0",
    "minimax:depth=2,depth=3",
    "engine:level=11",
    "program",
    "nothing.py:Player",
    f"{__file__}:Nobody",
    f"{__file__}:SEED",
    "uct:c=nan",
    "x" * 3000,
]
QUESTIONS = [
    "",
    "?",
    "shortst game",
    "shortest",
    "shortest gam",
    "count games where",
    "count games where steal and",
    "count games where (steal",
    "count games where hand > 1",
    "count games where events >",
    "count games where events > > 3",
    "count games where south_pit_11 = 0",
    "count games where steal then",
    "count games where steal then tie",
    "most hand in game",
    "never game",
    "count games within x turns",
    "count games of kalah(0,4)",
    "count games of chess(3,3)",
    "can we force steal",
    "can south force",
    "can south force turn",
    "prove everything",
    "count games where " + "(" * 30 + "steal" + ")" * 30,
    "count games where events * 99999999999 > 1",
]


@dataclass(frozen=True)
class Slot:
    """A place of a command line that can be wrong, with what can stand there; {} in the words is replaced."""

    words: tuple[str, ...]
    wrong: tuple[str, ...]


def slot(*words: str, wrong: list[str]) -> Slot:
    return Slot(words, tuple(wrong))


SLOTS = {
    "best": [
        slot("{}", wrong=TYPED_POSITIONS),
        slot(BOARD, "--time", "{}", wrong=TIMES),
        *(slot(BOARD, option, "{}", wrong=NUMBERS) for option in ("--threads", "--memory", "--max-laps")),
        *(slot(BOARD, option, "{}", wrong=CHOICES) for option in ("--view", "--near", "--numbering", "--objective")),
        slot(BOARD, "--rules", "{}", wrong=["chess", "kalah,pits=x", "kalah,pits=7", "kalah,,", "x" * 500]),
        slot("{}", "--numbering", "ring", wrong=["1 2 3", "1", "x y z w"]),
        slot(BOARD, "{}", wrong=["--counts", "--technical-win", "--max-laps=3", "--nonsense", "-z"]),
    ],
    "analyse": [slot("{}", wrong=TYPED_POSITIONS), slot("--file", "{}", wrong=PLACES)],
    "solve": [slot("{}", wrong=TYPED_POSITIONS), slot(BOARD, "--certificate", "{}", wrong=PLACES)],
    "move": [
        slot("{}", "1", wrong=TYPED_POSITIONS),
        slot(BOARD, "{}", wrong=["", "x", "9", "0", "1.0", "\u0661", "9" * 4000]),
    ],
    "tree": [
        slot("{}", wrong=TYPED_POSITIONS),
        slot(BOARD, "--depth", "{}", wrong=NUMBERS),
        slot(BOARD, "--player", "{}", wrong=CHOICES),
        slot(BOARD, "--svg", "{}", wrong=PLACES),
        slot(BOARD, "--html", "{}", wrong=PLACES),
        slot("9 9 9 9 9 9 0 / same", "--full", "--depth", "{}", wrong=["9", "12"]),
    ],
    "play": [
        slot("--south", "{}", "--north", "random", wrong=PLAYERS),
        slot("--north", "{}", "--south", "random", wrong=PLAYERS),
        slot("--stones", "{}", wrong=NUMBERS),
        slot("--deal", "{}", wrong=CHOICES),
        slot("--save", "{}", wrong=PLACES),
        slot("--resume", "{}", wrong=["nothing-like-it", "no/such.txt", "../x"]),
        slot("--south", "random", "--north", "random", "{}", wrong=TYPED_POSITIONS),
        slot("--south", "random", "--south-name", "{}", wrong=["x" * 5000, "a\nb"]),
    ],
    "review": [
        slot("{}", wrong=["/no/such/game", "/", __file__]),
        slot(GAME, "--svg", "{}", wrong=PLACES),
        slot(GAME, "--time", "{}", wrong=TIMES),
    ],
    "shell": [slot("{}", wrong=TYPED_POSITIONS)],
    "players": [slot("{}", wrong=["--nonsense", "extra"])],
    "site": [slot("{}", wrong=["/", "", __file__, f"{__file__}/site", "--nonsense"])],
    "arena": [
        slot("{}", "random", wrong=PLAYERS),
        slot("greedy", "random", "--games", "{}", wrong=[*NUMBERS, "3"]),
        slot("greedy", "random", "--clock", "{}", wrong=["x", "move", "move=x", "move=0", "game=-1", "move=1,move=2"]),
        slot("greedy", "random", "--sprt", "{}", wrong=["x", "1", "5,1", "nan,1"]),
        slot("greedy", "random", "--html", "{}", wrong=PLACES),
        slot("greedy", "random", "--openings", "{}", wrong=["x", "/no/such/file"]),
        slot("{}", wrong=["greedy", "--report"]),
    ],
    "grade": [
        slot("{}", wrong=[player for player in PLAYERS if player]),
        slot("greedy", "--limit", "{}", wrong=[*TIMES, "1.5"]),
        slot("greedy", "--clock", "{}", wrong=["x", "move=0"]),
        slot("--moves", "{}", wrong=["/no/such/file", "/"]),
    ],
    "engine": [slot("{}", wrong=PLAYERS)],
    "kgp": [
        slot("--serve", "--port", "{}", wrong=["", "x", "99999"]),
        slot("localhost:1", "--time", "{}", wrong=["x", ""]),
    ],
    "serve": [slot("--port", "{}", wrong=[*NUMBERS[:2], "99999"])],
    "table": [slot("{}", wrong=["nonsense"]), slot("build", "{}", "3", wrong=["chess", "", "kalah,pits=x"])],
    "solved": [slot("{}", wrong=["chess", ""]), slot("kalah", "--svg", "{}", wrong=PLACES[:2])],
    "certificate": [slot("check", "{}", wrong=["/no/such/file", "/"])],
    "deals": [slot("--svg", "{}", wrong=PLACES[:2])],
    "data": [slot("{}", wrong=["nonsense"])],
    "learn": [slot("{}", wrong=["nonsense"]), slot("show", "{}", wrong=["/no/such/file", __file__])],
    "check": [
        slot("{}", "--pits", "2", wrong=QUESTIONS),
        slot("count", "games", "--from", "{}", wrong=TYPED_POSITIONS),
        slot("count", "games", "--pits", "{}", wrong=[*NUMBERS, "1-3"]),
        slot("--replay", "{}", wrong=["/no/such/file", "/", __file__]),
        slot("--words", "{}", wrong=["foo", "steel"]),
    ],
}


def command_lines(count: int | None = None) -> list[list[str]]:
    """Return bad command lines: all of them, or so many of every command as evenly as can be."""
    by_command: dict[str, list[list[str]]] = {}
    for command, slots in SLOTS.items():
        lines = [
            [command, *(word.replace("{}", wrong) if word == "{}" else word for word in each.words)]
            for each in slots
            for wrong in each.wrong
        ]
        random.Random(f"{SEED} {command}").shuffle(lines)
        by_command[command] = lines
    chosen: list[list[str]] = []
    while any(by_command.values()) and (count is None or len(chosen) < count):
        for lines in by_command.values():
            if lines and (count is None or len(chosen) < count):
                chosen.append(lines.pop())
    return chosen


# ---- the API: calls with one argument that can be wrong

NONSENSE: list[Any] = [3, 2.5, "x", b"x", [], {}, True, -1, 10**30, "4 4 / 4 4", object(), float("nan"), ("x",)]


def api_calls() -> Iterator[tuple[str, Callable[[Any], object], list[Any]]]:
    """Yield the name of a call, the call, and what is wrong for it."""
    from sowfish import Game, Limits, Position, Rules, analyse, best_turn, solve  # noqa: PLC0415
    from sowfish.checker import ask, read_question  # noqa: PLC0415
    from sowfish.engine.advice import advise  # noqa: PLC0415
    from sowfish.engine.review import review  # noqa: PLC0415
    from sowfish.players import Clock, Match, canonical, make, play  # noqa: PLC0415
    from sowfish.search.game_tree import grow_tree  # noqa: PLC0415
    from sowfish.search.minimax import evaluate, minimax  # noqa: PLC0415
    from sowfish.search.montecarlo import montecarlo  # noqa: PLC0415
    from sowfish.search.uct import Uct  # noqa: PLC0415

    start: Any = Position.parse(BOARD)
    no_numbers = [each for each in NONSENSE if each != 3 or isinstance(each, bool)]
    no_texts = [each for each in NONSENSE if not isinstance(each, str)]
    yield "Position.parse", Position.parse, [*no_texts, *POSITIONS[:13]]
    yield "Position.from_url", Position.from_url, [*no_texts, "x", "~~~"]
    yield "Position.start", Position.start, [*NONSENSE]
    yield "Position.after", start.after, no_numbers
    yield "Rules.parse", Rules.parse, [*no_texts, "chess", "kalah,x", "kalah,pits=0"]
    yield "Game", Game, NONSENSE
    yield "Game.play", lambda wrong: Game(start).play(wrong), no_numbers
    yield "Game.parse", Game.parse, [*no_texts, "x"]
    yield "Game.from_json", Game.from_json, [*no_texts, "x", "{}"]
    searches: dict[str, Callable[..., object]]
    searches = {"solve": solve, "analyse": analyse, "advise": advise}
    searches["best_turn"] = partial(best_turn, objective="stones")
    for name, call in searches.items():
        yield name, call, [*NONSENSE, None]
        yield f"{name}(limits=)", lambda wrong, call=call: call(start, limits=wrong), NONSENSE  # type: ignore[misc]
    yield "solve(threads=)", lambda wrong: solve(start, threads=wrong), [*no_numbers[1:]]
    yield (
        "best_turn(objective=)",
        lambda wrong: best_turn(start, wrong),
        [each for each in NONSENSE if each != "stones"],
    )
    yield "review", review, [*NONSENSE, None, start]
    yield "Limits(seconds=)", lambda wrong: Limits(seconds=wrong), ["x", [], True, -1, object(), float("nan")]
    yield "Clock.parse", Clock.parse, ["x", "move=x", "move=0"]
    yield "make", make, [*no_texts, None, *PLAYERS]
    yield "canonical", canonical, [*no_texts, None, *PLAYERS]
    yield "play(south)", lambda wrong: play(wrong, "random"), [*NONSENSE, None, start, object, int]
    yield "play(start=)", lambda wrong: play("random", "random", wrong), NONSENSE
    yield "play(seed=)", lambda wrong: play("random", "random", start, seed=wrong), [*no_numbers, None]
    yield "play(clock=)", lambda wrong: play("random", "random", start, clock=wrong), [3, 2.5, "x", b"x", object(), -1]
    yield "Match", lambda wrong: Match("random", wrong), NONSENSE
    searches = {"minimax": minimax, "montecarlo": montecarlo, "grow_tree": grow_tree}
    for name, search in searches.items():
        yield name, search, [*NONSENSE, None]
    yield "evaluate", evaluate, [*NONSENSE, None]
    yield "minimax(depth=)", lambda wrong: minimax(start, depth=wrong), no_numbers
    yield "montecarlo(playouts=)", lambda wrong: montecarlo(start, playouts=wrong), no_numbers
    yield "montecarlo(policy=)", lambda wrong: montecarlo(start, playouts=3, policy=wrong), NONSENSE
    yield "Uct.search", lambda wrong: Uct(seed=1).search(wrong), [*NONSENSE, None]
    yield "ask", lambda wrong: ask(wrong, start), [*no_texts, None, *QUESTIONS]
    yield "ask(start=)", lambda wrong: ask("count games", wrong), NONSENSE
    yield "read_question", read_question, [*no_texts, None, *QUESTIONS[:10]]


# ---- trying them

Verdict = str  # "" if it was refused as it should be


class HangingError(BaseException):
    """An input that takes too long."""


def tried_call(call: Callable[[Any], object], wrong: object) -> Verdict:
    """Return what is wrong with how a call refuses an argument."""
    from sowfish import SowfishError  # noqa: PLC0415

    try:
        with limited():
            answer = call(wrong)
    except (SowfishError, TypeError) as error:
        said = str(error)
        return "" if said and "\n" not in said and len(said) <= LONGEST else f"says {said!r}"
    except HangingError:
        return "hangs"
    except Exception as error:  # noqa: BLE001  # that is what is looked for
        return f"raises {type(error).__name__}: {error}"
    return f"answers {answer!r}"


@contextlib.contextmanager
def limited() -> Iterator[None]:
    """Interrupt what takes too long."""

    def ring(_number: int, _frame: FrameType | None) -> NoReturn:
        raise HangingError

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def verdict_of(code: int, shown: str, said: str) -> Verdict:
    """Return what is wrong with how the program refused its input."""
    if "Traceback" in said:
        return "shows a traceback"
    if code != 2:
        return f"exits with {code}: {said or shown[:80]!r}"
    lines = [line for line in said.splitlines() if line.strip()]
    if len(lines) != 1 or not lines[0].startswith("sowfish: ") or len(lines[0]) > LONGEST:
        return f"says {said!r}"
    return "" if not shown else f"shows {shown[:80]!r}"


def tried_here(words: list[str]) -> Verdict:
    """Run the program in this process, with no input."""
    from sowfish.cli.main import main  # noqa: PLC0415

    before = sys.argv, sys.stdin
    sys.argv, sys.stdin = ["sowfish", *words], io.StringIO()
    try:
        with tempfile.TemporaryDirectory() as folder, limited():
            shown, said = Path(folder, "shown"), Path(folder, "said")  # files, for the program may ask what they are
            with (
                shown.open("w", encoding="utf-8") as out,
                said.open("w", encoding="utf-8") as errors,
                contextlib.redirect_stdout(out),
                contextlib.redirect_stderr(errors),
            ):
                code = main()
            return verdict_of(code, shown.read_text(encoding="utf-8"), said.read_text(encoding="utf-8"))
    except HangingError:
        return "hangs"
    except BaseException as error:  # noqa: BLE001  # that is what is looked for
        return f"raises {type(error).__name__}: {error}"
    finally:
        sys.argv, sys.stdin = before


def tried_program(words: list[str]) -> Verdict:
    """Run the real program, with no input."""
    program = str(Path(sys.executable).with_name("sowfish"))
    clean = [word.replace("\x00", "?") for word in words]  # no argument can hold a zero byte
    try:
        done = subprocess.run(
            [program, *clean], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return "hangs"
    return verdict_of(done.returncode, done.stdout, done.stderr)


def main() -> int:
    """Try everything, the program as a process of its own, and print the figures."""
    began, wrong = time.monotonic(), 0
    counts: Counter[str] = Counter()
    for words in command_lines():
        counts[words[0]] += 1
        if verdict := tried_program(words):
            wrong += 1
            sys.stdout.write(f"sowfish {' '.join(words)[:100]}: {verdict}\n")
    for name, call, values in api_calls():
        for value in values:
            counts["Python"] += 1
            if verdict := tried_call(call, value):
                wrong += 1
                sys.stdout.write(f"{name} {value!r}: {verdict}"[:300] + "\n")
    spent = time.monotonic() - began
    told = ", ".join(f"{name} {number}" for name, number in counts.items())
    sys.stdout.write(f"{counts.total()} bad inputs in {spent:.0f} s, {wrong} not refused as they should be\n{told}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
