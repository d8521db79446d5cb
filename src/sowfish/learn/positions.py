"""The positions of a corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sowfish.model.position import Position

if TYPE_CHECKING:
    from sowfish.learn.corpus_file import Corpus


def positions_of(corpus: Corpus) -> list[Position]:
    """Return the positions of a corpus, with the side to move as south."""
    rules = corpus.rules
    rows = zip(corpus.own.tolist(), corpus.their.tolist(), corpus.lead.tolist(), strict=True)
    return [
        Position(own, their, south_store=max(lead, 0), north_store=max(-lead, 0), rules=rules)
        for own, their, lead in rows
    ]
