"""A corpus as training sees it: rows of the net's look-up tables, and the targets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from sowfish.learn.corpus_file import ILLEGAL, Corpus
from sowfish.nets.format import DIFFERENCES, RESTS, Layout

WIDEST = DIFFERENCES // 2  # stones; larger differences between the stores count as this
NEAR = 6.0  # standard deviation of a typical difference, in stones
BEYOND = 3  # stones by which a drawn difference may exceed the stones in play


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Batch:
    """Training examples; every tensor has one row per example."""

    rows: torch.Tensor  # of the joint table: one per pit, own pits first, and one for the rest
    lead: torch.Tensor
    legal: torch.Tensor
    gains: torch.Tensor  # of each move, -inf where it is illegal, 0 where it is not known
    value: torch.Tensor
    rest: torch.Tensor
    exact: torch.Tensor
    has_gains: torch.Tensor  # whether the moves' values are known, not only the position's

    def __len__(self) -> int:
        """Return the number of examples."""
        return len(self.lead)

    def taken(self, which: torch.Tensor | slice) -> Batch:
        """Return some of the examples."""
        return Batch(**{name: getattr(self, name)[which] for name in self.__dataclass_fields__})


def examples(corpus: Corpus, layout: Layout) -> Batch:
    """Return all positions of a corpus as examples for a net of this layout."""
    cells = np.concatenate([corpus.own, corpus.their], axis=1).astype(np.int64)
    first = layout.rows * np.arange(2 * layout.rules.pits)
    rest = corpus.rest
    rests = rests_row(layout) + np.minimum(rest, RESTS - 1)
    rows = np.concatenate([first + np.minimum(cells, layout.rows - 1), rests[:, None]], axis=1)
    return Batch(
        rows=torch.from_numpy(rows),
        lead=torch.from_numpy(corpus.lead.astype(np.int64)),
        legal=torch.from_numpy(corpus.legal),
        gains=torch.from_numpy(np.where(corpus.legal, np.nan_to_num(corpus.gains), np.float32(ILLEGAL))),
        value=torch.from_numpy(corpus.value),
        rest=torch.from_numpy(rest.astype(np.float32)),
        exact=torch.from_numpy(corpus.exact),
        has_gains=torch.from_numpy(np.isfinite(corpus.gains).any(axis=1)),
    )


def joined(batches: Sequence[Batch]) -> Batch:
    """Concatenate batches."""
    return Batch(
        **{name: torch.cat([getattr(batch, name) for batch in batches]) for name in Batch.__dataclass_fields__}
    )


def differences_row(layout: Layout) -> int:
    """Return the first row of differences in the joint table, after the pits."""
    return 2 * layout.rules.pits * layout.rows


def rests_row(layout: Layout) -> int:
    """Return the first row of stones in play in the joint table."""
    return differences_row(layout) + DIFFERENCES


def all_rows(batch: Batch, lead: torch.Tensor, layout: Layout) -> torch.Tensor:
    """Return the rows that a net looks up when the stores differ by `lead`."""
    difference = differences_row(layout) + WIDEST + lead.clamp(-WIDEST, WIDEST)
    return torch.cat([batch.rows, difference[:, None]], dim=1)


def drawn_leads(batch: Batch, chance: torch.Generator) -> torch.Tensor:
    """Return a lead for each example: its own, a typical one, or any that matters, each a third of the time.

    Banked stones change neither the best move nor what is still to be won, so every position is an example for any
    lead, and a net that sees many learns to ignore it.
    """
    size = len(batch)
    near = torch.randn(size, generator=chance) * NEAR
    any_lead = (2 * torch.rand(size, generator=chance) - 1) * (batch.rest + BEYOND)
    way = torch.randint(3, (size,), generator=chance)
    drawn = torch.where(way == 1, near, any_lead).round().to(torch.int64)
    return torch.where(way == 0, batch.lead, drawn)
