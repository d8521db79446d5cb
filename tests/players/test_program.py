"""Programs as players, the misbehaving ones above all: each is a real program."""

from __future__ import annotations

import os
import re
import shlex
import sys
import time
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest

from sowfish import Outcome, PlayerError, Position, Side, solve
from sowfish.engine import Fact
from sowfish.players import Clock, Played, Player, Reason, make, play
from sowfish.players.conformance import check
from sowfish.players.spec import Spec

PAGE = Path(__file__).parents[2] / "docs" / "engine-protocol.md"
POLITE = """
import os, subprocess, sys, time
def say(*words): print(*words, flush=True)
moves = 0
for line in sys.stdin:
    word, *words = line.split()
    if word == "protocol": say("protocolok")
    elif word == "isready": say("readyok")
    elif word == "quit": break
    elif word == "go":
        moves += 1
"""
START = Position([1, 1, 1], [0, 4, 4])  # leftmost leaves north's pit 0 empty
UNASKED = """
import sys, time
if True:
    if True:
"""
Write = Callable[..., str]


@pytest.fixture
def command(tmp_path: Path) -> Write:
    """Return the command that runs a program, polite but for what it does when asked for a move."""

    def written(on_go: str, *, before: str = POLITE) -> str:
        path = tmp_path / "engine.py"
        path.write_text(before + "".join(f"        {line}\n" for line in on_go.splitlines()))
        return shlex.join([sys.executable, "-S", str(path)])

    return written


def player(command: str, patience: float = 20) -> Player:
    return make(Spec("program", (("command", command), ("patience", str(patience)))))


def lost(command: str, clock: Clock | None = None, patience: float = 20) -> Played:
    with player(command, patience) as program:
        played = play(make("leftmost"), program, START, clock=clock)
    assert (played.outcome, played.offender) == (Outcome.SOUTH_WINS, Side.NORTH)
    return played


def small_engine(folder: Path) -> str:
    """Write the engine of the docs and return the command that starts it."""
    source = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert source is not None
    path = folder / "first_pit.py"
    path.write_text(source[1])
    return shlex.join([sys.executable, "-S", str(path)])


def test_the_small_engine_of_the_docs_passes_the_checks(tmp_path: Path) -> None:
    check(lambda: player(small_engine(tmp_path)), positions=5, clock=Clock(move=2))


def test_a_program_is_told_what_is_known_and_may_skip_it(tmp_path: Path, command: Write) -> None:
    facts = (Fact(low=-3, high=8), Fact(pit=2, low=1, high=8, line=(2, 0)))
    for words in (small_engine(tmp_path), command("say('bestmove 0')")):
        with player(words) as program:
            program.new_game(START, Side.SOUTH, 0)
            program.know(facts)
            assert program.choose(START, Clock()) == 0


def test_a_program_that_proves_believes_what_it_is_told() -> None:
    position = Position.parse("kalah: 3 0 2 1 0 2 14 / 1 2 0 3 2 2 16")
    known = solve(position)
    with player(shlex.join([sys.executable, "-m", "sowfish", "engine", "perfect:memory=8"])) as program:
        nodes = []
        line = tuple(chain(*known.line))
        for facts in ((), (Fact(low=known.value, high=known.value, line=line),)):
            program.new_game(position, Side.SOUTH, 0)
            program.know(facts)
            assert program.choose(position, Clock()) == known.turn[0]
            seen = program.narrate()
            assert seen
            nodes.append(seen.data["nodes"])
    assert nodes[0] != 0 == nodes[1]


@pytest.mark.parametrize(
    ("on_go", "reason", "said"),
    [
        ("say('bestmove 99')", Reason.ILLEGAL_MOVE, "there is no pit 99"),
        ("say('bestmove 0')", Reason.ILLEGAL_MOVE, "pit 0 is empty"),
        ("say('bestmove banana')", Reason.FAULT, "answers 'banana', which is not a pit"),
        ("say('bestmove -1')", Reason.FAULT, "answers '-1', which is not a pit"),
        ("say('bestmove')", Reason.FAULT, "answers '', which is not a pit"),
        ("say('error I am', 'lost')", Reason.FAULT, "says 'I am lost'"),
        ("sys.exit('out of ideas')", Reason.FAULT, "ended with code 1: out of ideas"),
        ("os.abort()", Reason.FAULT, "ended with code -6"),
        ("os.close(1); time.sleep(60)", Reason.FAULT, "closed its output"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n' * 3); say('bestmove x')", Reason.FAULT, "answers 'x'"),
    ],
)
def test_a_program_that_misbehaves_has_lost(command: Write, on_go: str, reason: Reason, said: str) -> None:
    played = lost(command(on_go))
    assert played.reason is reason
    assert said in played.explanation


@pytest.mark.parametrize(
    "on_go",
    [
        "time.sleep(60)",
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)",
        "while True: say('info', 'x' * 1000)",
        "while True: sys.stdout.write('x' * 100000)",
        "while True: sys.stderr.write('x' * 100000)",
    ],
)
def test_a_program_that_hangs_or_floods_oversteps_and_is_killed(command: Write, on_go: str) -> None:
    started = time.monotonic()
    played = lost(command(on_go), Clock(move=0.3))
    assert played.reason is Reason.OVERSTEP
    assert time.monotonic() - started < 15


def test_where_no_clock_runs_patience_has_an_end(command: Write) -> None:
    played = lost(command("time.sleep(60)"), patience=1)
    assert played.reason is Reason.FAULT
    assert "does not answer in time" in played.explanation


def test_what_a_program_started_ends_with_it(command: Write, tmp_path: Path) -> None:
    told = tmp_path / "child"
    lost(
        command(
            f"child = subprocess.Popen(['sleep', '60']); open({str(told)!r}, 'w').write(str(child.pid)); os.abort()"
        )
    )
    child = int(told.read_text())
    until = time.monotonic() + 10
    while time.monotonic() < until and _runs(child):
        time.sleep(0.05)
    assert not _runs(child)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


def test_a_program_that_crashed_is_started_again_for_the_next_game(command: Write) -> None:
    with player(command("sys.exit(3)")) as program:
        for _ in range(2):
            assert "ended with code 3" in play(make("leftmost"), program).explanation


@pytest.mark.parametrize(
    ("command_line", "sentence"),
    [
        ("no-such-program-here", "cannot run 'no-such-program-here': No such file or directory"),
        ("'unclosed", 'cannot run "\'unclosed": No closing quotation'),
        ("/", "cannot run '/': Permission denied"),
        (" ", "command must not be empty"),
        ("true", "'true' ended with code 0"),
        ("false", "'false' ended with code 1"),
    ],
)
def test_a_program_that_does_not_run_is_named_at_once(command_line: str, sentence: str) -> None:
    with pytest.raises(PlayerError) as caught:
        player(command_line)
    assert sentence in str(caught.value)


def test_a_program_that_does_not_greet_is_not_waited_for(command: Write) -> None:
    with pytest.raises(PlayerError, match="does not answer in time"):
        player(command("time.sleep(60)", before=UNASKED), patience=0.5)


def test_a_program_that_speaks_another_version_is_refused(command: Write) -> None:
    rude = "sys.stdin.readline(); print('error only version 9', flush=True)"
    with pytest.raises(PlayerError, match="says 'only version 9'"):
        player(command(rude, before=UNASKED))


def test_what_a_program_says_it_saw_is_kept(command: Write) -> None:
    with player(command("say('info a hunch'); say('bestmove 2')")) as program:
        assert program.choose(Position.start(), Clock()) == 2
        seen = program.narrate()
        assert seen is not None
        assert (seen.text, seen.data) == ("a hunch", {})
    with player(command("""say('info {"text": "sure", "value": 3}'); say('bestmove 2')""")) as program:
        program.choose(Position.start(), Clock())
        seen = program.narrate()
        assert seen is not None
        assert (seen.text, seen.data) == ("sure", {"value": 3})


def test_a_late_answer_is_not_taken_for_the_next_one(command: Write) -> None:
    with player(command("if moves == 1: time.sleep(1); say('bestmove 0')\nelse: say('bestmove 2')")) as program:
        with pytest.raises(PlayerError, match="does not answer in time"):
            program.choose(Position.start(), Clock(move=0.2))
        time.sleep(1)
        program.new_game(Position.start(), Side.SOUTH, 0)
        assert program.choose(Position.start(), Clock(move=10)) == 0
        assert program.choose(Position.start(), Clock(move=10)) == 2
