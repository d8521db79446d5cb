"""Games read from a file: checks their checksums, and that their moves lead to the recorded result."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import astuple, fields

from sowfish.arena.games import SEATS, Record
from sowfish.arena.tournament_plan import MOST_GAMES, Job, Plan
from sowfish.errors import ArenaError, SowfishError
from sowfish.model.events import Outcome, Side
from sowfish.model.position import Position
from sowfish.players.match import Reason

KINDS = {"int": int, "float": float}
CHECKSUM_BYTES = 7  # fits an SQLite integer
LEAST_WIN = {Side.SOUTH: Outcome.SOUTH_WINS, Side.NORTH: Outcome.NORTH_WINS}


def checksum(values: Iterable[object]) -> int:
    """Return the checksum of a row, or of any texts and numbers."""
    text = json.dumps(list(values), ensure_ascii=True)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:CHECKSUM_BYTES], "big")


def record_checksum(record: Record) -> int:
    """Return the checksum of a game."""
    return checksum(astuple(record))


def checked_record(values: Mapping[str, object], stored: object, plan: Plan) -> Record:
    """Return the game of a row, or raise ArenaError with what is wrong."""
    for field in fields(Record):
        if type(values[field.name]) is not KINDS.get(str(field.type), str):
            raise ArenaError(f"its {field.name} is not of type {field.type}")
    if checksum(values.values()) != stored:
        raise ArenaError("its checksum does not match")
    try:
        record = Record(**{**values, "outcome": Outcome(values["outcome"]), "reason": Reason(values["reason"])})  # type: ignore[arg-type]  # checked above
        _check_place(record, plan)
        _check_moves(record)
    except ArenaError:
        raise
    except (SowfishError, ValueError) as error:
        raise ArenaError(str(error)) from None
    return record


def _check_place(record: Record, plan: Plan) -> None:
    """Reject a game that is not in the plan."""
    if not 0 <= record.pairing < len(plan.pairings):
        raise ArenaError(f"there is no pairing {record.pairing}")
    if not 0 <= record.opening < MOST_GAMES or record.seat not in SEATS:
        raise ArenaError(f"there is no opening {record.opening} with seat {record.seat}")
    if record.seed != plan.seed_of(Job(record.pairing, record.opening), record.seat):
        raise ArenaError("its seed is not the plan's")
    times = (record.south_seconds, record.north_seconds, record.south_slowest, record.north_slowest)
    if not all(math.isfinite(seconds) and seconds >= 0 for seconds in times):
        raise ArenaError("its times are impossible")


def _check_moves(record: Record) -> None:
    """Replay a game; a forfeited game must be won by the other side."""
    position, moves = Position.parse(record.start), Counter[Side]()
    for pit in record.moves.split():
        moves[position.to_move] += 1
        position = _passed(position.after(int(pit)))
    if (moves[Side.SOUTH], moves[Side.NORTH]) != (record.south_moves, record.north_moves):
        raise ArenaError("its number of moves is wrong")
    if record.reason is Reason.PLAYED_OUT:
        if not position.is_over or position.outcome != record.outcome or record.offender:
            raise ArenaError("its moves lead to another result")
    elif record.reason is Reason.TECHNICAL_WIN:
        winner = position.technical_winner
        if winner is None or record.outcome != LEAST_WIN[winner]:
            raise ArenaError("its moves lead to another result")
    elif record.outcome != LEAST_WIN[Side(record.offender).other]:
        raise ArenaError("its result does not match its foul")


def _passed(position: Position) -> Position:
    return position.passed() if position.must_pass else position
