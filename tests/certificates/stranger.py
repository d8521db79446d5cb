"""A second checker, written from docs/certificates.md alone, with the moves of the core instead of the reference's."""

from __future__ import annotations

import hashlib
import json
import lzma

from sowfish import Position, Rules, Side

Rows = tuple[tuple[int, ...], tuple[int, ...]]


def believes(data: bytes) -> bool:
    """Tell whether a whole certificate is right."""
    first, checksum, rest = data.split(b"\n", 2)
    header, packed = rest.split(b"\n", 1)
    if first != b"sowfish certificate 1" or checksum != hashlib.sha256(rest).hexdigest().encode():
        return False
    return proves(json.loads(header), lzma.decompress(packed, format=lzma.FORMAT_XZ))


def proves(claim: dict[str, object], moves: bytes) -> bool:
    """Tell whether the moves prove the claim of a game that is not over."""
    rules = Rules.parse(str(claim["rules"]))
    rows: dict[str, list[int]] = {"south": claim["south"], "north": claim["north"]}  # type: ignore[dict-item]
    stores = {"south": claim["south_store"], "north": claim["north_store"]}
    mover, other = (Side.SOUTH, Side.NORTH) if claim["to_move"] == "south" else (Side.NORTH, Side.SOUTH)
    future = claim["value"] - (stores[mover] - stores[other])  # type: ignore[operator]
    start = tuple(rows[mover]), tuple(rows[other])
    claims: dict[Rows, list[int]] = {start: [future, future]}
    used = met = 0
    while claims:
        state = min(claims, key=rank)
        low, high = claims.pop(state)
        rest = stones(state)
        if low <= -rest and high >= rest:
            continue  # true in any case
        met += 1
        board = Position(*state, rules=rules)
        options = board.legal_pits
        if low > rest or high < -rest:
            return False
        if high < rest and not all(follow(claims, board, pit, high, at_most=True) for pit in options or (None,)):
            return False
        if low > -rest:
            named = list(moves[used : used + 1]) if len(options) > 1 else list(options)
            used += len(options) > 1
            if any(pit not in options for pit in named) or (options and not named):
                return False
            if not follow(claims, board, named[0] if named else None, low, at_most=False):
                return False
    return (used, used, met) == (len(moves), claim["moves"], claim["positions"])


def follow(claims: dict[Rows, list[int]], board: Position, pit: int | None, bound: int, *, at_most: bool) -> bool:
    """Turn a claim about a move into one about what follows, or tell whether it is true at the end of the game."""
    after = board.passed() if pit is None else board.after(pit)
    gain = after.south_store - after.north_store
    if after.is_over:
        return gain <= bound if at_most else gain >= bound
    again = after.to_move is board.to_move
    state = (after.south, after.north) if again else (after.north, after.south)
    known = claims.setdefault(state, [-999, 999])
    if at_most == again:  # "at most" stays "at most" if the same side moves again, and turns round if not
        known[1] = min(known[1], bound - gain if again else gain - bound)
    else:
        known[0] = max(known[0], bound - gain if again else gain - bound)
    return True


def rank(state: Rows) -> tuple[object, ...]:
    """Return what sorts positions in the order of the certificate."""
    mine, theirs = state
    way = sum((len(mine) - pit) * (mine[pit] + theirs[pit]) for pit in range(len(mine)))
    return -stones(state), -way, any(mine), mine, theirs


def stones(state: Rows) -> int:
    """Return the stones in play."""
    return sum(map(sum, state))
