"""Who may be given to the referee, and games advanced a turn at a time."""

from __future__ import annotations

from typing import Any

import pytest

from sowfish import GameError, Outcome, PlayerError, Position, Side, SowfishError
from sowfish.players import Clock, Match, Player, Reason, make, play

ANY_PLAY: Any = play


class Last(Player):
    """Plays the last pit that holds stones."""

    closed = 0

    def choose(self, position: Position, clock: Clock) -> int:
        return position.legal_pits[-1]

    def close(self) -> None:
        type(self).closed += 1


class Fussy(Last):
    def __init__(self, *, needed: int) -> None:
        self.needed = needed


def test_texts_classes_and_instances_are_players_alike() -> None:
    expected = play(make("greedy"), Last()).game.moves
    assert play("greedy", Last).game.moves == expected
    assert play("greedy", Last()).game.moves == expected


def test_a_player_that_was_made_for_the_game_is_closed_after_it() -> None:
    Last.closed = 0
    play("greedy", Last)
    assert Last.closed == 1
    play("greedy", Last())
    assert Last.closed == 1  # the caller's own


@pytest.mark.parametrize("wrong", [None, 3, object, object(), 2.5, ["greedy"], Position.start(), lambda *_: 0])
def test_anything_but_a_player_is_rejected_before_the_game(wrong: object) -> None:
    for players in (("greedy", wrong), (wrong, "greedy")):
        with pytest.raises(PlayerError, match="a player is a Player, a function of a position or a text such"):
            ANY_PLAY(*players)


def test_an_object_with_choose_gets_a_hint_about_the_base_class() -> None:
    class Duck:
        def choose(self, *_: object) -> int:
            return 0

    with pytest.raises(PlayerError, match=r"derive its class from sowfish\.players\.Player"):
        ANY_PLAY(Duck(), "greedy")


def test_a_class_that_needs_more_is_refused() -> None:
    with pytest.raises(PlayerError, match=r"Fussy\(\) cannot play: TypeError"):
        play(Fussy, "greedy")


@pytest.mark.parametrize("options", [{"seed": "x"}, {"seed": -1}, {"start": "4 4 / 4 4"}, {"clock": 3}, {"seed": None}])
def test_wrong_options_are_refused_in_one_sentence(options: dict[str, Any]) -> None:
    with pytest.raises(SowfishError, match=r"must be|is needed|needs"):
        ANY_PLAY("greedy", "random", **options)


class TestAMatchStepByStep:
    def test_makes_the_same_game_as_play(self) -> None:
        whole = play("greedy", "random", seed=5)
        with Match("greedy", "random", seed=5) as match:
            turns = []
            while not match.is_over:
                turns.append(match.step())
        assert match.game == whole.game
        assert tuple(turns) == match.game.turns
        assert match.played.outcome is whole.outcome

    def test_plays_a_whole_turn_with_its_free_moves(self) -> None:
        with Match("greedy", "random", Position.start("avalanche")) as match:
            turn = match.step()
        assert turn is not None
        assert turn.is_whole
        assert turn.side is Side.SOUTH

    def test_is_in_progress_until_it_is_over(self) -> None:
        with Match("greedy", "random") as match:
            match.step()
            assert match.played.outcome is Outcome.IN_PROGRESS

    def test_has_no_turn_after_the_end(self) -> None:
        with Match("greedy", "random", Position([0, 1], [1, 0])) as match:
            match.finish()
            with pytest.raises(GameError, match="the game is over"):
                match.step()

    def test_ends_at_a_foul(self) -> None:
        class Careless(Player):
            def choose(self, position: Position, clock: Clock) -> int:
                return 99

        with Match(Careless, "random") as match:
            assert match.step() is None
            assert match.is_over
            assert match.played.reason is Reason.ILLEGAL_MOVE

    def test_can_be_continued_by_hand(self) -> None:
        with Match("greedy", "greedy") as match:
            match.game.play(2)  # a person's free move
            turn = match.step()
        assert turn is not None
        assert turn.pits[0] == 2


def test_a_technical_win_can_end_a_game() -> None:
    start = Position.parse("1 1 1 30 / 1 1 1 0")
    whole, short = play("greedy", "leftmost", start), play("greedy", "leftmost", start, technical_win=True)
    assert whole.reason is Reason.PLAYED_OUT
    assert (short.reason, short.outcome, short.offender) == (Reason.TECHNICAL_WIN, Outcome.SOUTH_WINS, None)
    assert short.game.moves == ()
    assert short.explanation == "south (greedy) can no longer be caught"
