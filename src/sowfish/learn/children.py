"""The child positions implied by a corpus: a proven move's gain is also the value of the position it leads to."""

from __future__ import annotations

import numpy as np

from sowfish.learn.corpus_file import ILLEGAL, KINDS, Corpus
from sowfish.learn.positions import positions_of


def children(corpus: Corpus) -> Corpus:
    """Return the child positions of all moves that do not end the game, with their values but without gains of moves.

    A child's value is exact if the move's gain is.
    """
    rows: list[tuple[tuple[int, ...], tuple[int, ...], int, float, bool, int]] = []
    told = zip(corpus.gains.tolist(), corpus.proven.tolist(), corpus.game.tolist(), strict=True)
    for position, (gains, proven, game) in zip(positions_of(corpus), told, strict=True):
        for pit in position.legal_pits:
            after = position.after(pit)
            if not after.legal_pits:
                continue
            margin = position.margin + gains[pit]
            if after.to_move != position.to_move:
                margin = -margin
            own, their = after.pits(after.to_move), after.pits(after.to_move.other)
            rows.append((own, their, after.margin, margin - after.margin, proven[pit], game))
    own, their, lead, value, exact, game = zip(*rows, strict=True) if rows else ((), (), (), (), (), ())
    shape = (len(rows), corpus.rules.pits)
    return Corpus(
        corpus.header,
        own=np.array(own, KINDS["own"]).reshape(shape),
        their=np.array(their, KINDS["their"]).reshape(shape),
        lead=np.array(lead, KINDS["lead"]),
        gains=np.where(np.reshape(own, shape), np.nan, ILLEGAL).astype(KINDS["gains"]),
        proven=np.zeros(shape, KINDS["proven"]),
        value=np.array(value, KINDS["value"]),
        exact=np.array(exact, KINDS["exact"]),
        game=np.array(game, KINDS["game"]),
    )
