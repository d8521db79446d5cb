"""Games made up for statistics: only who won is real."""

from sowfish import Outcome
from sowfish.arena.games import Record
from sowfish.players.match import Reason

START = "kalah: 2 2 2 0 / 2 2 2 0 south"


def won(pairing: int, opening: int, seat: int, winner: str) -> Record:
    """Return a game won by the pairing's first player (a), the second (b) or nobody (=)."""
    south_wins = (winner == "a") == (seat == 0)
    return Record(
        pairing=pairing,
        opening=opening,
        seat=seat,
        seed=opening,
        start=START,
        moves=f"{opening % 3} {seat}",
        outcome=Outcome.TIE if winner == "=" else Outcome.SOUTH_WINS if south_wins else Outcome.NORTH_WINS,
        reason=Reason.PLAYED_OUT,
        explanation="",
        offender="",
        south_seconds=0.25,
        north_seconds=0.5,
        south_slowest=0.2,
        north_slowest=0.3,
        south_moves=1,
        north_moves=1,
    )


def pair(pairing: int, opening: int, winners: str) -> list[Record]:
    """Return both games of an opening, seats swapped."""
    return [won(pairing, opening, seat, winner) for seat, winner in enumerate(winners)]
