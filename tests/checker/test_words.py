"""Words of single pits, products and orders: the core against Python predicates and against games written out."""

from __future__ import annotations

import pytest
from tests.cli.program import run

from sowfish import Position, Side
from sowfish.checker import Question, State, Subject, Verb, ask, in_order, predicate, word
from sowfish.checker.predicates import only_turn_changed, others_unchanged
from sowfish.checker.state import successors
from sowfish.errors import QuestionError

SMALL = [
    Position.start("events", 2, 2),
    Position.start("kalah", 2, 3),
    Position.parse("avalanche: 1 0 2 1 / 2 1 0 0 north"),
]


def count(text: str, start: Position) -> int | None:
    return ask(text, start).value


@pytest.mark.parametrize("subject", [Subject.POSITION, Subject.STATE])
@pytest.mark.parametrize("start", SMALL)
def test_pits_are_counted_as_python_counts_them(subject: Subject, start: Position) -> None:
    text = f"count {subject}s where south_pit_0 = 0 and north_pit_1 > 1 or south_pit_1 * north_pit_0 >= 4"

    def means(state: State) -> bool:
        south, north = state.pits(Side.SOUTH), state.pits(Side.NORTH)
        return (south[0] == 0 and north[1] > 1) or south[1] * north[0] >= 4

    slow = ask(Question(verb=Verb.COUNT, subject=subject, where=predicate(means)), start)
    fast = ask(text, start)
    assert (fast.value, str(fast.engine)) == (slow.value, "core")
    assert fast.value


def test_the_hand_and_pits_are_words_of_one_sum() -> None:
    start = Position.start("events", 2, 2)
    answer = ask("most south_pit_1 * 3 + hand in state", start)
    assert answer.witness is not None
    final = answer.witness.final
    assert answer.value == 3 * final.pits(Side.SOUTH)[1] + final.hand


def test_a_pit_that_the_board_has_not_is_refused() -> None:
    with pytest.raises(QuestionError, match="there is no south_pit_4 on a board with 3 pits a side"):
        ask("count positions of kalah(3,3) where south_pit_4 = 0")


def test_the_start_is_a_named_condition() -> None:
    assert count("count states where init(2)", Position.start("events", 2, 3)) == 1
    assert count("count states where init(3)", Position.start("events", 2, 3)) == 0
    north = Position.start("events", 2, 3).with_to_move("north")
    assert count("count states where init(2)", north) == 0  # player 1 begins
    with pytest.raises(QuestionError, match="init needs a start"):
        ask("count states where init(2)")


def games(start: Position) -> list[tuple[int, ...]]:
    """Return all games as sequences of pits."""
    found: list[tuple[int, ...]] = []
    open_games: list[tuple[tuple[int, ...], Position]] = [((), start)]
    while open_games:
        pits, position = open_games.pop()
        if position.is_over:
            found.append(pits)
        elif position.must_pass:
            open_games.append(((*pits, -1), position.passed()))
        else:
            open_games.extend(((*pits, pit), position.after(pit)) for pit in position.legal_pits)
    return found


def labels_of(start: Position, pits: tuple[int, ...]) -> list[set[str]]:
    """Return what happened in each move of a game."""
    found, position = [], start
    for pit in pits:
        if pit == -1:
            found.append({"pass", f"{position.to_move}_pass"})
            position = position.passed()
            continue
        move = position.move(pit)
        happened = {"steal"} if move.captured > 1 else set()
        happened |= {"free_move"} if move.outcome == "free_move" else set()
        found.append(happened | {f"{move.mover}_{label}" for label in happened})
        position = move.after
    return found


def is_in_order(happened: list[set[str]], wanted: list[str]) -> bool:
    place = 0
    for labels in happened:
        if place < len(wanted) and wanted[place] in labels:
            place += 1
    return place == len(wanted)


@pytest.mark.parametrize(
    "wanted",
    [
        ["steal", "pass"],
        ["pass", "steal"],
        ["south_steal", "north_free_move"],
        ["steal", "steal"],
        ["free_move", "pass", "steal"],
    ],
)
def test_orders_are_counted_as_in_all_games_written_out(wanted: list[str]) -> None:
    for start in (Position.start("events", 2, 2), Position.parse("events: 1 2 0 0 / 0 1 1 0")):
        expected = sum(is_in_order(labels_of(start, pits), wanted) for pits in games(start))
        assert count(f"count games where {' then '.join(wanted)}", start) == expected
        question = Question(verb=Verb.COUNT, subject=Subject.GAME, where=in_order(*wanted))
        assert ask(question, start).value == expected


def test_a_witness_of_an_order_is_one() -> None:
    answer = ask("shortest game of events(3,2) where steal then pass then steal")
    assert answer.witness is not None
    assert answer.witness.counts_in_order(["steals", "passes", "steals"]) >= 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("count games where steal then over", "unknown event 'over'"),
        ("count games where steal then", "the question ends where what comes then is needed"),
        ("count games where events * 9999999 > 3", "a factor is at most 1,000,000"),
        ("count games where well_formed and steal then pass", "an order of events cannot be combined"),
    ],
)
def test_wrong_orders_and_products_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(QuestionError, match=sentence):
        ask(text, Position.start("events", 1, 2))


def test_products_measure_games_too() -> None:
    start = Position.start("events", 2, 2)
    best = 0
    for pits in games(start):
        happened = labels_of(start, pits)
        south, north = (sum(f"{side}_free_move" in labels for labels in happened) for side in Side)
        best = max(best, 3 * south * north - south)
    assert count("most 3 * south_free_moves * north_free_moves - south_free_moves in game", start) == best
    assert str(word("south_steals") * 2 - word("hand") * word("rest")) == "2 * south_steals - hand * rest"


class TestPredicatesOnTwoStates:
    def test_a_pass_changes_the_turn_alone(self) -> None:
        before = State.of(Position.parse("events: 0 0 3 / 1 1 2"))
        ((_, after),) = successors(before)
        assert only_turn_changed(before, after)
        start = State.of(Position.start("events", 1, 2))
        assert not only_turn_changed(start, successors(start)[0].state)

    def test_an_event_touches_few_cells(self) -> None:
        before = State.of(Position.start("events", 1, 2))
        after = successors(before)[1].state
        assert others_unchanged(before, after, 1)
        assert not others_unchanged(before, after, 0)

    def test_a_side_without_stones_has_a_label(self) -> None:
        start = Position.start("events", 2, 2)
        slow = ask(
            Question(verb=Verb.COUNT, subject=Subject.POSITION, where=predicate(lambda s: not s.rest(Side.SOUTH))),
            start,
        )
        assert count("count positions where south_empty", start) == slow.value


def test_an_answer_prints_short() -> None:
    shown = repr(ask("shortest game without steal of events(3,2)"))
    assert shown.startswith(
        "<Answer to 'shortest game where not steal': 35 events (36 boards, 13 moves, 6 turns); exhaustive"
    )
    assert len(shown) < 250


def test_the_command_explains_words() -> None:
    shown = run("check", "--words", "steal", "south_pit_3", "well_formed")
    assert [line.split()[0] for line in shown.stdout.splitlines()] == ["steal", "south_pit_3", "well_formed"]
    refused = run("check", "--words", "steel")
    assert (refused.returncode, refused.stderr) == (2, "sowfish: unknown word 'steel'; did you mean steal?\n")
    assert "south_pit_0, ..." in run("check", "--words").stdout


def test_a_proof_that_fails_exits_with_1() -> None:
    words = ("check", "prove", "never_empties", "--rules", "avalanche", "--pits")
    assert run(*words, "1").returncode == 1
    assert run(*words, "2").returncode == 0
    assert run(*words, "1-2", "--json").returncode == 1
