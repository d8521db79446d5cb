"""The native core and the reference side by side, move for move.

Shared by the tests, which compare a million moves, and `python -m tests.soak`, which compares any number.
The comparison works below `Position`, on the core's boards: that is where the moves are.
"""

from __future__ import annotations

from random import Random

from sowfish import PROFILES, Capture, Ending, Event, MoveOutcome, Position, Rest, Rules, Side, _core
from sowfish.model.notation import MAX_STONES, Counts, write_text
from sowfish.model.position import _events, core_rules
from sowfish.model.reference import Moved, ReferenceBoard
from sowfish.model.rules import MAX_PITS

EVERY_EVENT = 0.05  # the share of games in which events are compared too, which takes twice the time


class DifferenceError(AssertionError):
    """The core and the reference disagree; the message is the position, the pit and both answers."""


def reference_of(position: Position) -> ReferenceBoard:
    """Return the reference's board of a position."""
    return ReferenceBoard(position.rules, position._board.ring, position.to_move)


def text_of(reference: ReferenceBoard) -> str:
    """Return the canonical text of a reference's board, without asking the core."""
    half = reference.pits + 1
    ring = tuple(reference.ring)
    return write_text(Counts(reference.rules, ring[:half], ring[half:], reference.to_move))


def random_rules(source: Random) -> Rules:
    """Return a profile or any other combination of switches, on a board of any size."""
    if source.random() < 0.5:
        return source.choice(list(PROFILES.values())).with_pits(source.randint(1, MAX_PITS))
    return Rules(
        pits=source.randint(1, MAX_PITS),
        relay=source.random() < 0.5,
        capture=source.choice(list(Capture)),
        both_stores=source.random() < 0.5,
        ends=source.choice(list(Ending)),
        rest=source.choice(list(Rest)),
    )


def random_ring(pits: int, source: Random) -> list[int]:
    """Return a start, a spread of few stones or many, or a heap in one pit; stores empty or filled."""
    cells = 2 * pits + 2
    shape = source.randrange(4)
    most = source.choice([1, 2, 4, MAX_STONES // cells])
    ring = [most] * cells if shape == 0 else [source.randint(0, most) for _ in range(cells)]
    ring[pits] = ring[-1] = 0
    left = MAX_STONES - sum(ring)
    if shape == 1:
        ring[source.randrange(cells)] += source.randint(left // 2, left)
    elif shape == 2:
        ring[pits] += source.randint(0, left)
        ring[-1] += source.randint(0, MAX_STONES - sum(ring))
    return ring


def compare(rules: Rules, moves: int, source: Random) -> int:
    """Play random games under these rules until so many moves are compared; return their number."""
    compared = 0
    while compared < moves:
        ring, mover = random_ring(rules.pits, source), source.choice(list(Side))
        compared += compare_game(ReferenceBoard(rules, ring, mover), moves - compared, source)
    return compared


def compare_game(reference: ReferenceBoard, most: int, source: Random) -> int:
    """Play a random game to its end, but at most so many moves; return how many were compared."""
    rules, north_to_move = core_rules(reference.rules), reference.to_move is Side.NORTH
    board = _core.Board(rules, bytes(reference.ring), north_to_move)
    every_event = source.random() < EVERY_EVENT
    compared = 0
    while compared < most:
        pits = reference.legal_pits()
        over = not pits and reference.is_over()
        if board.legal_pits() != sum(1 << pit for pit in pits) or board.is_over() != over:
            raise DifferenceError(f"the reference has pits {pits} and over = {over} in {text_of(reference)}")
        if over:
            break
        if pits:
            board = compare_move(board, reference, source.choice(pits), [] if every_event else None)
            compared += 1
        else:
            reference.pass_turn()
            board = board.passed()
    return compared


def compare_move(
    board: _core.Board, reference: ReferenceBoard, pit: int, events: list[Event] | None = None
) -> _core.Board:
    """Play one pit in the fast kernel, the wide kernel and the reference; return the board they agree on."""
    mover, pits = reference.to_move, reference.pits
    moved = reference.move(pit, events)
    fast, wide = board.after(pit), board.move(pit)
    if fast is None or wide is None:
        raise DifferenceError(_told(board, reference, pit, "the core refuses the move"))
    after, following, laps, captured, banked, swept, path = wide
    outcome = list(MoveOutcome)[following]
    if Moved(laps, captured, banked, swept, outcome) != moved:
        raise DifferenceError(_told(board, reference, pit, f"{wide[2:6]} {outcome} is not {moved}"))
    if after.ring != bytes(reference.ring) or after.north_to_move != (reference.to_move is Side.NORTH):
        raise DifferenceError(_told(board, reference, pit, f"wide kernel: {list(after.ring)}"))
    if fast != after:
        raise DifferenceError(_told(board, reference, pit, f"fast kernel: {list(fast.ring)}"))
    if events is not None and list(_events(path, mover, pits, captured, swept)) != events:
        raise DifferenceError(_told(board, reference, pit, f"path: {list(path)}"))
    return fast


def _told(board: _core.Board, after: ReferenceBoard, pit: int, difference: str) -> str:
    before = ReferenceBoard(after.rules, board.ring, Side.NORTH if board.north_to_move else Side.SOUTH)
    return f"pit {pit} in {text_of(before)}: {difference}; the reference has {text_of(after)}"
