import itertools

import pytest
from hypothesis import given
from tests.game.played import games

from sowfish import Game, GameError, IllegalMoveError, MoveOutcome, Outcome, Position, Side
from sowfish.model.reference import ReferenceBoard

# South's pit 1 ends in its own store; south has nothing left then, and north plays on.
FREE_MOVE_WITH_NOTHING_LEFT = "events: 0 1 3 / 2 0 1 south"
# South's pit 0 ends the turn; north has nothing to sow and passes back.
NORTH_MUST_PASS = "events: 1 0 2 0 / 0 0 0 3 south"


def test_game_starts_with_kalah_and_no_moves() -> None:
    game = Game()
    assert (game.start, game.position, game.moves, game.turns) == (Position.start(), Position.start(), (), ())
    assert (game.result, game.score) == (Outcome.IN_PROGRESS, "0-0")


def test_free_move_stays_in_the_turn_until_the_turn_passes() -> None:
    game = Game()
    game.play(2)
    assert [(turn.side, turn.pits, turn.is_whole) for turn in game.turns] == [(Side.SOUTH, (2,), False)]
    mid_turn = [game.is_mid_turn]
    for pit in (5, 0):
        game.play(pit)
        mid_turn.append(game.is_mid_turn)
    assert mid_turn == [True, False, False]
    assert [(turn.side, turn.pits) for turn in game.turns] == [(Side.SOUTH, (2, 5)), (Side.NORTH, (0,))]
    assert all(turn.is_whole for turn in game.turns)


def test_side_with_nothing_to_sow_passes_by_itself_and_the_other_has_two_turns_running() -> None:
    game = Game(Position.parse(NORTH_MUST_PASS))
    move = game.play(0)
    assert move.after.must_pass
    assert game.position == move.after.passed()
    game.play(2)
    assert [(turn.side, turn.pits) for turn in game.turns] == [(Side.SOUTH, (0,)), (Side.SOUTH, (2,))]


def test_free_move_of_a_side_with_nothing_left_ends_the_turn() -> None:
    game = Game(Position.parse(FREE_MOVE_WITH_NOTHING_LEFT))
    assert game.play(1).outcome is MoveOutcome.FREE_MOVE
    assert not game.is_mid_turn
    assert game.position.to_move is Side.NORTH


def test_start_in_which_the_mover_must_pass_is_kept_but_passed() -> None:
    start = Position.parse("events: 0 0 3 / 2 0 1 south")
    game = Game(start)
    assert game.start == start
    assert game.position == game.positions[0] == start.passed()


def test_undo_takes_a_pass_back_with_its_move() -> None:
    game = Game(Position.parse(NORTH_MUST_PASS))
    game.play(0)
    assert game.undo() == 0
    assert game.position == game.start


def test_undo_past_the_beginning_is_refused() -> None:
    game = Game()
    with pytest.raises(GameError, match="no move to undo"):
        game.undo()


def test_redo_without_undo_is_refused() -> None:
    game = Game()
    game.play(2)
    with pytest.raises(GameError, match="no move to redo"):
        game.redo()


def test_play_after_undo_forgets_what_was_undone_with_its_comments() -> None:
    game = Game()
    game.play(2)
    game.play(5)
    game.comment("too early")
    game.undo()
    assert dict(game.comments) == {}
    game.play(0)
    assert dict(game.comments) == {}
    with pytest.raises(GameError, match="no move to redo"):
        game.redo()


def test_undone_comment_comes_back_with_redo() -> None:
    game = Game()
    game.play(2)
    game.comment("a free move")
    game.undo()
    assert game.redo() == 2
    assert dict(game.comments) == {1: "a free move"}


def test_illegal_move_changes_nothing() -> None:
    game = Game()
    game.play(2)
    game.undo()
    with pytest.raises(IllegalMoveError, match="no pit 9"):
        game.play(9)
    assert game.moves == ()
    assert game.redo() == 2


@given(games())
def test_undo_and_redo_walk_through_all_positions(game: Game) -> None:
    moves, positions, turns = game.moves, game.positions, game.turns
    seen = [game.position]
    undone = []
    while game.moves:
        undone.append(game.undo())
        seen.append(game.position)
    assert tuple(reversed(undone)) == moves
    assert tuple(reversed(seen)) == positions
    for _ in moves:
        game.redo()
    assert (game.moves, game.positions, game.turns) == (moves, positions, turns)


@given(games())
def test_turns_are_the_moves_grouped_and_follow_each_other(game: Game) -> None:
    turns = game.turns
    assert tuple(itertools.chain.from_iterable(turn.pits for turn in turns)) == game.moves
    assert all(turn.side is turn.before.to_move for turn in turns)
    assert all(turn.is_whole for turn in turns[:-1])
    assert [turn.after for turn in turns[:-1]] == [turn.before for turn in turns[1:]]
    assert game.is_mid_turn == bool(turns and not turns[-1].is_whole)


@given(games())
def test_reference_replays_a_game_to_the_same_end(game: Game) -> None:
    start = game.start
    ring = [*start.south, start.south_store, *start.north, start.north_store]
    board = ReferenceBoard(start.rules, ring, start.to_move)
    for pit in game.moves:
        if board.must_pass():
            board.pass_turn()
        board.move(pit)
    if board.must_pass():
        board.pass_turn()
    end = game.position
    assert board.ring == [*end.south, end.south_store, *end.north, end.north_store]
    assert board.to_move is end.to_move


@given(games())
def test_a_game_never_stops_at_a_forced_pass(game: Game) -> None:
    assert not any(position.must_pass for position in game.positions)


def test_score_of_a_finished_game_counts_the_rest_that_is_due() -> None:
    assert Game(Position.parse("kalah: 0 0 9 / 4 1 8")).score == "9-13"
    assert Game(Position.parse("avalanche: 0 0 9 / 4 1 8")).score == "9-8"


@pytest.mark.parametrize(
    ("metadata", "message"),
    [
        ({"South": "Ann"}, "'South' cannot name a header"),
        ({"two words": "Ann"}, "'two words' cannot name a header"),
        ({"result": "south_wins"}, "'result' is written by the game itself"),
        ({"south": "two\nlines"}, "south must be one line"),
        ({"south": "x" * 201}, "south must be one line of at most 200"),
        ({"south": 7}, "south must be one line"),
        ({3: "x"}, "3 cannot name a header"),
    ],
)
def test_metadata_that_would_not_survive_a_file_is_refused(metadata: dict[str, str], message: str) -> None:
    with pytest.raises(GameError, match=message):
        Game(metadata=metadata)


def test_refused_metadata_changes_nothing() -> None:
    game = Game(metadata={"south": "Ann"})
    with pytest.raises(GameError):
        game.describe(north="Bob", event="\x00")
    assert dict(game.metadata) == {"south": "Ann"}


def test_comment_is_put_on_one_line_and_an_empty_one_removes_it() -> None:
    game = Game()
    game.comment("  the\n opening ")
    assert dict(game.comments) == {0: "the opening"}
    game.comment("")
    assert dict(game.comments) == {}


@pytest.mark.parametrize("comment", ["{", "a } b", "\x00", "x" * 1001, 5])
def test_comment_that_would_not_survive_a_file_is_refused(comment: str) -> None:
    with pytest.raises(GameError, match="comment"):
        Game().comment(comment)


def test_games_are_equal_when_all_they_say_is_equal() -> None:
    one, other = Game(), Game()
    one.play(2)
    assert one != other
    other.play(2)
    assert one == other
    other.describe(south="Ann")
    assert one != other
    assert one != "a game"
