"""GamePigeon replays: the message the phone sends for a turn, parsed into a game.

A replay is a list of boards and moves separated by `|`:

    board:1,3&2&&...|move:1,2|board:...

A board has 14 cells separated by `&`: six pits and the store of player 1, then those of player 2. A cell lists the
colour of each stone, a number. A move is a player, 1 or 2, and a pit counted from 0. `mode:an` may appear among them.
The phone's whole message is a JSON object with the keys `replay` and `mode`. The text is untrusted: it is parsed in
linear time, and `Game` checks every move.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from sowfish.errors import GameError, IllegalMoveError, NotationError, quoted
from sowfish.model.events import Side
from sowfish.model.game import Game
from sowfish.model.notation import MAX_STONES
from sowfish.model.position import Position
from sowfish.model.rules import Rest, Rules

LONGEST_TEXT = 65_536  # characters; a turn of 60 moves takes 3,000
MOST_STEPS = 1_000
PITS = 6
CELLS = 2 * (PITS + 1)
PLAYERS = (1, 2)
MODES = {"n": "kalah", "h": "kalah", "an": "avalanche", "ah": "avalanche"}
Cells = tuple[int, ...]  # in the order of a board: pits and store of player 1, then of player 2


@dataclass(frozen=True, slots=True)
class PlayerMove:
    """A pit played by one of two players."""

    player: int
    pit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneReplay:
    """A replay as sent, not yet checked against the rules."""

    mode: str | None  # of MODES
    start: Cells
    steps: tuple[Cells | PlayerMove, ...]

    @classmethod
    def parse(cls, text: str) -> PhoneReplay:
        """Parse a replay, or a phone's message that contains one."""
        if len(text) > LONGEST_TEXT:
            sentence = f"this replay is too long: the limit is {LONGEST_TEXT} characters"
            raise NotationError(sentence, reason="replay_too_long", maximum_length=LONGEST_TEXT)
        text, mode = _message(text.strip())
        steps: list[Cells | PlayerMove] = []
        boards = moves = 0
        for part in text.split("|"):
            kind, _, rest = part.strip().partition(":")
            if kind == "board":
                boards += 1
                steps.append(_cells(rest, boards))
            elif kind == "move":
                moves += 1
                steps.append(_move(rest, moves))
            elif kind == "mode":
                mode = _mode(rest)
            else:
                raise _damaged(f"a replay has parts board: and move:, not {quoted(part)}; it may be cut off")
            if len(steps) > MOST_STEPS:
                sentence = f"this replay is too long: the limit is {MOST_STEPS} boards and moves"
                raise NotationError(sentence, reason="replay_too_long", maximum=MOST_STEPS)
        if not steps or isinstance(steps[0], PlayerMove):
            raise _damaged("this replay does not begin with a board; it may be cut off")
        return cls(mode=mode, start=steps[0], steps=tuple(steps[1:]))

    def game(self, player: int, rules: str | Rules = "avalanche") -> Game:
        """Return the game with one player as south; the replay's mode overrides the rules.

        If the mode does not determine who gets the leftovers, the given rules are tried first, then those consistent
        with the boards.
        """
        if player not in PLAYERS:
            raise GameError(f"the player must be 1 or 2, not {quoted(player)}")
        wrong: GameError | None = None
        for candidate in self._candidates(Rules.of(rules)):
            try:
                return self._replayed(player, candidate)
            except GameError as error:
                wrong = wrong or error
        assert wrong is not None
        raise wrong

    def _candidates(self, asked: Rules) -> Iterable[Rules]:
        """Yield the rules to try, most likely first."""
        asked = asked.with_pits(PITS)
        if self.mode is None:
            return [asked]
        named = Rules.named(MODES[self.mode], pits=PITS)
        if not named.relay:
            return [named]
        both = [named, Rules.named("avalanche-sweep", pits=PITS)]
        return sorted(both, key=lambda rules: rules != asked)

    def _replayed(self, player: int, rules: Rules) -> Game:
        first = next((step.player for step in self.steps if isinstance(step, PlayerMove)), player)
        game = Game(_position(self.start, player, rules, Side.SOUTH if first == player else Side.NORTH))
        boards, moves = 1, 0
        for step in self.steps:
            if isinstance(step, PlayerMove):
                moves += 1
                _play(game, step, moves, player)
            else:
                boards += 1
                _compare(game.position, _position(step, player, rules, game.position.to_move), boards)
        return game


def _damaged(sentence: str) -> NotationError:
    return NotationError(sentence, reason="damaged")


def _message(text: str) -> tuple[str, str | None]:
    """Return the replay in a phone's message, and its mode."""
    if not text.startswith("{"):
        return text, None
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise _damaged("this message is not JSON; it may be cut off") from None
    replay, mode = message.get("replay"), message.get("mode")
    if not isinstance(replay, str):
        raise NotationError("this message has no replay", reason="no_replay")
    return replay, None if mode is None else _mode(mode)


def _mode(text: object) -> str:
    if not isinstance(text, str) or text.strip() not in MODES:
        raise NotationError(f"the mode must be one of {', '.join(MODES)}, not {quoted(text)}", reason="mode")
    return text.strip()


def _cells(text: str, number: int) -> Cells:
    cells = text.split("&")
    if len(cells) != CELLS:
        raise _damaged(f"board {number} has {len(cells)} cells, not {CELLS}; the replay may be cut off")
    counts = tuple(_stones(cell, number) for cell in cells)
    if not 0 < sum(counts) <= MAX_STONES:
        sentence = f"board {number} must have 1 to {MAX_STONES} stones, not {sum(counts)}"
        raise NotationError(sentence, reason="board", board=number, minimum=1, maximum=MAX_STONES)
    return counts


def _stones(cell: str, number: int) -> int:
    """Return the number of stones in a cell."""
    stones = [stone.strip() for stone in cell.split(",")] if cell.strip() else []
    for stone in stones:
        if not (stone.isascii() and stone.isdigit()):
            raise _damaged(f"board {number} lists stones as numbers, not as {quoted(stone)}; it may be cut off")
    return len(stones)


def _move(text: str, number: int) -> PlayerMove:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != len(PLAYERS) or not all(part.isascii() and part.isdigit() and len(part) == 1 for part in parts):
        raise _damaged(f"move {number} must be a player and a pit, not {quoted(text)}; the replay may be cut off")
    player, pit = map(int, parts)
    if player not in PLAYERS:
        raise _damaged(f"move {number} must be of player 1 or 2, not {player}")
    return PlayerMove(player, pit)


def _position(cells: Cells, player: int, rules: Rules, to_move: Side) -> Position:
    """Return a board with one player as south."""
    own, other = cells[: PITS + 1], cells[PITS + 1 :]
    if player != 1:
        own, other = other, own
    return Position(own[:-1], other[:-1], south_store=own[-1], north_store=other[-1], to_move=to_move, rules=rules)


def _play(game: Game, move: PlayerMove, number: int, south: int) -> None:
    side = Side.SOUTH if move.player == south else Side.NORTH
    if game.position.is_over:
        raise GameError(f"move {number} comes after the end of the game", move=number, reason="game_over")
    if game.position.to_move is not side:
        sentence = f"move {number} is of player {move.player}, but it is the other player's turn"
        raise GameError(sentence, move=number, side=str(game.position.to_move), reason="wrong_side")
    try:
        game.play(move.pit)
    except IllegalMoveError as error:
        raise GameError(f"move {number} is illegal: {error}", move=number, **error.parameters) from None


def _compare(reached: Position, told: Position, number: int) -> None:
    """Reject a board that the moves do not lead to; the last one may show leftovers before the sweep."""
    if told == reached:
        return
    ends = reached.is_over and reached.rules.rest is Rest.OWNER and told.is_over
    if not ends or told.swept() != reached:
        sentence = f"the moves do not lead to board {number}; the replay may be cut off or changed"
        raise GameError(sentence, board=number, reason="board")
