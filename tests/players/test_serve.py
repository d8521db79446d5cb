"""The engine's side of the protocol: the conversation in the docs, errors, and lines that come while it thinks."""

from __future__ import annotations

import json
import queue
import re
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.program import PROGRAM, environment, run, run_on_terminal

from sowfish import PlayerError, Position, Side, analyse, solve
from sowfish.players import Clock, Player, make, play, registry
from sowfish.players.serve import Engine

PAGE = Path(__file__).parents[2] / "docs" / "engine-protocol.md"
TALKS = re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
START = "position 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0"


def answers(player: str, *lines: str) -> list[str]:
    said: list[str] = []
    Engine(player, said.append).serve(lines)
    return said


@pytest.mark.parametrize(("player", "talk"), list(zip(("turn", "greedy"), TALKS, strict=True)))
def test_the_conversations_in_the_docs_are_held_word_for_word(player: str, talk: str) -> None:
    lines = talk.splitlines()
    typed = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    shown = run("engine", player, typed=typed)
    assert shown.stdout.splitlines() == [line[2:] for line in lines if line.startswith("< ")]
    assert (shown.stderr, shown.returncode) == ("", 0)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("jump", "unknown command 'jump'; known are protocol"),
        ("setopton seed=1", "unknown command 'setopton'; did you mean setoption?"),
        ("protocol 2", "this engine speaks protocol 1, not '2'"),
        ("setoption sed=1", "random has no option sed; did you mean seed?"),
        ("setoption seed", "'seed' is not an option such as seed=7"),
        ("newgame seed=-1", "newgame takes seed=NUMBER, not 'seed=-1'"),
        ("position 1 2", "a position has two sides"),
        ("position 1 1 / 1 1 moves 1", "there is no pit 1"),
        ("position 1 1 / 1 1 moves x", "a pit is a whole number, not 'x'"),
        (f"position 1 1 / 1 1 moves {'9' * 5000}", "a pit is a whole number, not '999"),
        ("now 1 1 / 1 1 north", "the moves lead to kalah: 4 4 4"),
        ("go fast", "a clock has move, game"),
        ("go move=-1", "move of a clock must be"),
        ("play", "play takes the pits to play"),
        ("play x", "a pit is a whole number, not 'x'"),
        ("known low=1", "known takes [pit=PIT] low=N high=N"),
        ("known low=1 high=2 way=3", "known takes"),
        ("known low=x high=2", "a bound is a whole number, not 'x'"),
        ("known low=3 high=2", "high must be a whole number from 3 to 255, not 2"),
        ("known pit=9 low=1 high=2", "a fact needs a legal move, not pit 9, in kalah: 4 4 4"),
        ("known low=1 high=2 line=2,2", "(2, 2) is not a legal line from kalah: 4 4 4"),
        ("known pit=1 low=1 high=2 line=0", "the line of pit 1 begins with pit 0"),
        ("undo", "there is no move to undo"),
        ("show me", "show takes no arguments, not 'me'"),
        ("values fast", "a clock has move, game"),
        ("gameover soon", "gameover takes one of in_progress"),
    ],
)
def test_a_line_that_cannot_be_obeyed_is_answered_and_changes_nothing(line: str, sentence: str) -> None:
    said, after = answers("random", line, "isready")
    assert said.startswith(f"error {sentence}")
    assert after == "readyok"


def state(line: str) -> dict[str, object]:
    word, _, rest = line.partition(" ")
    assert word == "state"
    content: dict[str, object] = json.loads(rest)
    return content


def test_a_game_that_is_over_ends_cleanly() -> None:
    shown, best, values = answers("random", "position 0 0 5 / 1 0 2", "go", "values")
    assert (state(shown)["outcome"], state(shown)["score"], state(shown)["to_move"]) == ("south_wins", "5-3", None)
    assert best == "bestmove none"
    assert json.loads(values.removeprefix("values "))["moves"] == []


def test_a_host_without_rules_plays_a_whole_game() -> None:
    """Everything the host knows it was told: it only sends back what it read."""
    said: list[str] = []
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    answered: queue.SimpleQueue[str] = queue.SimpleQueue()
    thread = threading.Thread(target=lambda: Engine("greedy", answered.put).serve(iter(lines.get, None)))
    thread.start()

    def ask(line: str, until: str) -> str:
        lines.put(line)
        while not said or not said[-1].startswith(until):
            said.append(answered.get(timeout=20))
        return said.pop()

    now = state(ask("show", "state"))
    while now["outcome"] == "in_progress":
        pit = ask("go", "bestmove").split()[1]
        assert int(pit) in now["legal"]  # type: ignore[operator]
        now = state(ask(f"play {pit}", "state"))
    lines.put(None)
    thread.join(20)
    assert now["score"] == play("greedy", "greedy").game.score
    assert now["legal"] == []


def test_moves_are_played_all_or_none_and_taken_back() -> None:
    error, before, after, back = answers("random", "play 2 9", "show", "play 2 5", "undo")
    assert error.startswith("error there is no pit 9")
    assert state(before)["moves"] == []
    assert (state(after)["moves"], state(after)["to_move"], state(after)["mid_turn"]) == ([2, 5], "north", False)
    assert (state(back)["to_move"], state(back)["mid_turn"]) == ("south", True)


def test_the_values_of_all_moves_are_reported() -> None:
    (line,) = answers("random", "position 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16", "values move=20")[-1:]
    content = json.loads(line.removeprefix("values "))
    assert {move["pit"]: (move["value"], move["kind"]) for move in content["moves"]}[2] == (6, "proven")


def test_info_lines_are_sent_during_a_search() -> None:
    hard = "position 8 8 8 8 8 8 0 / 8 8 8 8 8 8 0"
    said = answers("engine", hard, "go move=3")
    infos = [json.loads(line.removeprefix("info ")) for line in said if line.startswith("info ")]
    assert len(infos) >= 2  # a busy machine may have time for few
    assert all(info["line"] and "value" in info and "depth" in info for info in infos)
    assert infos[0]["nodes"] < infos[-1]["nodes"]
    values = [line for line in answers("random", hard, "values move=3") if line.startswith("info ")]
    assert values
    assert len(json.loads(values[-1].removeprefix("info "))["moves"]) == 6


def test_options_make_another_player() -> None:
    lines = ("protocol 1", "setoption seed=5", "setoption seed=6", "protocol 1")
    assert [line for line in answers("random", *lines) if line.startswith("id")] == ["id random", "id random:seed=6"]


def test_an_engine_of_a_player_that_does_not_exist_ends_with_a_sentence() -> None:
    shown = run("engine", "gredy")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr == "sowfish: there is no player gredy; did you mean greedy?\n"


def test_bytes_that_are_no_text_are_answered() -> None:
    shown = subprocess.run(
        [PROGRAM, "engine", "random"], input=b"\xff\xfe\nisready\n", capture_output=True, env=environment(), check=True
    )
    assert shown.stdout.decode().splitlines()[-1] == "readyok"
    assert shown.stderr == b""


def test_a_person_at_a_terminal_gets_a_hint() -> None:
    shown = run_on_terminal("engine", "greedy", columns=80, typed="position 0 1 1 0 / 1 1 1 0\ngo\nquit\n")
    assert "greedy listens. Type, for example:" in shown
    assert "bestmove 2" in shown


class Listener(Player):
    """Writes down what it hears, and waits where it is told to."""

    heard: list[tuple[object, ...]] = []  # noqa: RUF012  # shared by all, the engine makes its own
    may_answer = threading.Event()

    def new_game(self, start: Position, side: Side, seed: int) -> None:
        self.heard.append(("new", str(start), side, seed))

    def opponent_moved(self, position: Position, pit: int) -> None:
        self.heard.append((position.to_move, pit))

    def choose(self, position: Position, clock: Clock) -> int:
        self.may_answer.wait(20)
        self.heard.append(("choose", clock.limit))
        return position.legal_pits[0]

    def stop(self) -> None:
        self.heard.append(("stop",))
        self.may_answer.set()


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Listener]]:
    monkeypatch.setitem(registry.OURS, "listener", f"{__name__}:Listener")
    monkeypatch.setattr(registry, "kind", registry.kind.__wrapped__)
    monkeypatch.setattr("sowfish.players.serve.kind", registry.kind)
    entries = registry._entry_points()
    loaded = type("Entry", (), {"dist": None, "load": lambda _self: Listener})()
    monkeypatch.setitem(entries, "listener", loaded)
    Listener.heard.clear()
    Listener.may_answer.set()
    yield Listener
    Listener.may_answer.set()


def test_the_player_hears_of_new_games_and_of_the_other_sides_moves(listener: type[Listener]) -> None:
    start = "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south"
    answers(
        "listener",
        "newgame seed=7",
        START,
        "go move=2",
        f"{START} moves 0 2 1",
        "go",
        f"{START} moves 0 2 1 2 0",  # goes on
        "go",
        f"{START} moves 1",  # does not follow from what came before
        "go",
    )
    assert listener.heard == [
        ("new", start, Side.SOUTH, 7),
        ("choose", 2.0),
        (Side.NORTH, 2),
        (Side.NORTH, 1),
        ("choose", None),
        (Side.NORTH, 0),
        ("choose", None),
        ("new", start, Side.NORTH, 7),
        (Side.SOUTH, 1),
        ("choose", None),
    ]


def test_it_answers_while_it_thinks(listener: type[Listener]) -> None:
    listener.may_answer.clear()
    said: queue.SimpleQueue[str] = queue.SimpleQueue()

    def lines() -> Iterator[str]:
        yield from (START, "go", "isready")
        assert said.get(timeout=20) == "readyok"
        yield "stop"
        assert said.get(timeout=20) == "bestmove 0"
        yield "stop"  # nobody is thinking: nothing to stop

    Engine("listener", said.put).serve(lines())
    assert listener.heard[-2:] == [("stop",), ("choose", None)]


def test_nothing_is_changed_while_it_thinks_without_end(listener: type[Listener]) -> None:
    listener.may_answer.clear()
    said = answers("listener", START, "go", "newgame", "stop")
    assert said == [
        "error newgame must wait: the engine searches without a time limit; send stop first",
        "bestmove 0",
    ]


def test_the_end_of_the_input_does_not_cut_short_a_choice_with_a_clock(listener: type[Listener]) -> None:
    assert answers("listener", START, "go move=5") == ["bestmove 0"]
    assert ("stop",) not in listener.heard


def test_the_end_of_the_input_ends_a_choice_without_a_clock(listener: type[Listener]) -> None:
    listener.may_answer.clear()
    assert answers("listener", START, "go") == ["bestmove 0"]
    assert ("stop",) in listener.heard


def test_a_player_that_fails_is_reported() -> None:
    class Broken(Player):
        def choose(self, position: Position, clock: Clock) -> int:
            raise RuntimeError("no\nidea")

    said: list[str] = []
    engine = Engine("random", said.append)
    engine._player = Broken()
    engine.serve([START, "go", "isready"])
    line = Broken.choose.__code__.co_firstlineno + 1
    assert sorted(said) == [f"error RuntimeError: no idea (test_serve.py, line {line})", "readyok"]


def test_stop_ends_a_proof_without_end() -> None:
    with subprocess.Popen(
        [PROGRAM, "engine", "perfect:threads=1,memory=64"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("position 9 9 9 9 9 9 9 0 / 9 9 9 9 9 9 9 0\ngo\nisready\n")
        process.stdin.flush()
        assert process.stdout.readline() == "readyok\n"
        time.sleep(0.2)
        process.stdin.write("stop\n")
        process.stdin.flush()
        line = process.stdout.readline()
        while line.startswith('info {"text": "value '):
            line = process.stdout.readline()
        assert line.startswith("bestmove ")
        process.stdin.write("go\nquit\n")
        process.stdin.close()
        assert process.wait(20) == 0


def test_the_same_player_plays_the_same_game_over_the_protocol() -> None:
    start = Position.start("events", 3)
    with make(f'program:command="{PROGRAM} engine random:seed=4"') as engine:
        over_lines = [play(engine, make("random"), start, seed=seed).game.moves for seed in (1, 2, 1)]
    assert over_lines == [
        play(make("random:seed=4"), make("random"), start, seed=seed).game.moves for seed in (1, 2, 1)
    ]


def test_a_human_cannot_be_an_engine() -> None:
    with pytest.raises(PlayerError, match="no person to ask"):
        Engine("human", print)


# ---- facts

ENDGAME = Position.parse("kalah: 3 0 2 1 0 2 14 / 1 2 0 3 2 2 16")


def nodes_of(player: str, *lines: str) -> tuple[int, str]:
    said = answers(player, f"position {ENDGAME}", *lines)
    seen = [json.loads(line.partition(" ")[2]) for line in said if line.startswith(("info {", "values {"))]
    return seen[-1]["nodes"], said[-1]


@pytest.mark.parametrize("player", ["perfect:memory=8,threads=1", "engine:memory=8,time=60"])
def test_a_player_believes_what_it_is_told_about_the_position(player: str) -> None:
    known = solve(ENDGAME)
    line = ",".join(str(pit) for turn in known.line for pit in turn)
    nodes, move = nodes_of(player, "go")
    proven = f"known low={known.value} high={known.value}"
    for word, most in ((f"{proven} line={line}", 0), ("known low=-48 high=48", nodes)):
        fewer, same = nodes_of(player, word, "go")
        assert fewer <= most
        assert same == move == f"bestmove {known.turn[0]}"


def test_facts_end_with_the_search_and_with_the_position() -> None:
    lie = "known low=-9 high=-9"
    moved = f"position {ENDGAME} moves 0"
    back = f"position {ENDGAME}"
    said = answers("perfect:memory=8", back, lie, moved, "values", lie, back, "values")
    values = [json.loads(line.partition(" ")[2]) for line in said if line.startswith("values")]
    assert max(move["value"] for move in values[-1]["moves"]) == solve(ENDGAME).value
    assert len(values) == 2


def test_values_use_facts_about_moves() -> None:
    exact = analyse(ENDGAME)
    facts = [f"known pit={move.pit} low={move.value} high={move.value}" for move in exact.moves]
    said = answers("random", f"position {ENDGAME}", *facts, "values")
    told = json.loads(said[-1].partition(" ")[2])
    assert [move["value"] for move in told["moves"]] == [move.value for move in exact.moves]
