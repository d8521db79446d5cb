"""The rules and plain minimax, written from the text of the rules alone; shares no code with Sowfish.

A board is a list: south's pits in sowing order, south's store, north's pits in sowing order, north's store. That is the
order of sowing, round and round.
"""

from __future__ import annotations

from dataclasses import dataclass

SOUTH, NORTH = 0, 1


@dataclass(frozen=True)
class Game:
    """One choice for each switch of the rules."""

    pits: int
    relay: bool
    capture: str  # "none", "opposite" or "always"
    both_stores: bool
    ends: str  # "either-empty", "mover-empty" or "all-empty"
    rest_to_owner: bool

    def pits_of(self, side: int) -> range:
        """Return the places of a side's pits."""
        first = side * (self.pits + 1)
        return range(first, first + self.pits)

    def store_of(self, side: int) -> int:
        """Return the place of a side's store."""
        return side * (self.pits + 1) + self.pits

    def stones(self, board: list[int], side: int) -> int:
        """Count the stones in a side's pits."""
        return sum(board[place] for place in self.pits_of(side))

    def is_over(self, board: list[int], mover: int) -> bool:
        """Say whether the game is over with this side to move."""
        south, north = self.stones(board, SOUTH), self.stones(board, NORTH)
        if self.ends == "either-empty":
            return south == 0 or north == 0
        if self.ends == "mover-empty":
            return (south, north)[mover] == 0
        return south == 0 and north == 0

    def final_margin(self, board: list[int]) -> int:
        """Return south's store minus north's, with what is left for its owner."""
        margin = board[self.store_of(SOUTH)] - board[self.store_of(NORTH)]
        if self.rest_to_owner:
            margin += self.stones(board, SOUTH) - self.stones(board, NORTH)
        return margin

    def move(self, board: list[int], mover: int, pit: int) -> tuple[list[int], int]:
        """Sow a pit; return the board and who is to move."""
        board = board.copy()
        own_store, other_store = self.store_of(mover), self.store_of(1 - mover)
        place = self.pits_of(mover)[pit]
        while True:
            in_hand, board[place] = board[place], 0
            while in_hand > 0:
                place = (place + 1) % len(board)
                if place == other_store and not self.both_stores:
                    continue
                board[place] += 1
                in_hand -= 1
            if place == own_store:
                return board, mover
            if place == other_store:
                return board, 1 - mover
            if self.relay and board[place] > 1:
                continue
            break
        if place in self.pits_of(mover) and board[place] == 1 and self.capture != "none":
            nearness = place - self.pits_of(mover)[0]
            facing = self.pits_of(1 - mover)[self.pits - 1 - nearness]
            if board[facing] > 0 or self.capture == "always":
                board[own_store] += board[place] + board[facing]
                board[place] = board[facing] = 0
        return board, 1 - mover


class Minimax:
    """South's margin with best play by both; remembers whole boards, stores included."""

    def __init__(self, game: Game) -> None:
        """Start without knowledge."""
        self.game = game
        self.known: dict[tuple[int, ...], int] = {}

    def value(self, board: list[int], mover: int) -> int:
        """Return south's margin at the end of the game."""
        key = (mover, *board)
        if key not in self.known:
            self.known[key] = self._searched(board, mover)
        return self.known[key]

    def _searched(self, board: list[int], mover: int) -> int:
        game = self.game
        if game.is_over(board, mover):
            return game.final_margin(board)
        choices = [pit for pit in range(game.pits) if board[game.pits_of(mover)[pit]] > 0]
        if not choices:
            return self.value(board, 1 - mover)  # it passes
        values = [self.value(*game.move(board, mover, pit)) for pit in choices]
        return max(values) if mover == SOUTH else min(values)
