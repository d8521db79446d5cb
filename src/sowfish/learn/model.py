"""The network in torch: the same arithmetic as the core's, with weights as a net file stores them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

from sowfish.learn.features import differences_row, rests_row
from sowfish.nets import format as net_file
from sowfish.nets.format import Layout

SPREAD = 0.1  # of the initial weights
MIDDLE = 0.3  # initial bias of a clipped unit, between 0 and 1 so that gradients flow


@dataclass(frozen=True, slots=True, eq=False)
class Outputs:
    """A net's output for a batch."""

    logits: torch.Tensor  # of the pits, legal or not
    score: torch.Tensor
    share: torch.Tensor  # future margin as a share of the stones in play


class NetModel(nn.Module):
    """Summed look-up tables and two dense layers with clipped units; without hidden widths, the sum alone."""

    def __init__(self, layout: Layout) -> None:
        """Start with small random weights from torch's current seed."""
        super().__init__()
        self.layout = layout
        width, *hidden = layout.widths or (layout.outputs,)
        rows = rests_row(layout) + net_file.RESTS
        self.table = nn.EmbeddingBag(rows, width, mode="sum")
        nn.init.normal_(self.table.weight, std=SPREAD if hidden else 0.01)
        self.bias = nn.Parameter(torch.full((width,), MIDDLE if hidden else 0.0))
        self.dense = nn.Linear(width, hidden[0]) if hidden else None
        self.output = nn.Linear(hidden[0], layout.outputs) if hidden else None
        if self.dense is not None:
            nn.init.constant_(self.dense.bias, MIDDLE)

    def forward(self, rows: torch.Tensor) -> Outputs:
        """Return the net's output for rows of the joint table."""
        found = self.table(rows) + self.bias
        if self.dense is not None and self.output is not None:
            found = self.output(self.dense(found.clamp(0, 1)).clamp(0, 1))
        pits = self.layout.rules.pits
        return Outputs(found[:, :pits], torch.tanh(found[:, pits]), torch.tanh(found[:, pits + 1]))


def packed(model: NetModel, record: Mapping[str, object]) -> bytes:
    """Return the model as the bytes of a net file."""
    layout = model.layout
    table = model.table.weight.detach()
    split = differences_row(layout), rests_row(layout)
    arrays = {
        "cells": table[: split[0]],
        "differences": table[split[0] : split[1]],
        "rests": table[split[1] :],
        "bias": model.bias,
    }
    if model.dense is not None and model.output is not None:
        arrays |= {"dense": model.dense.weight, "dense_bias": model.dense.bias}
        arrays |= {"output": model.output.weight, "output_bias": model.output.bias}
    floats = {name: array.detach().contiguous().numpy().data for name, array in arrays.items()}
    return net_file.pack(layout, floats, record)


def masked(logits: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """Return logits that mask illegal pits."""
    return logits.masked_fill(~legal, -torch.inf)


def policy_loss(outputs: Outputs, target: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """Return the cross entropy of each example."""
    chances = functional.log_softmax(outputs.logits.masked_fill(~legal, -1e9), dim=1)
    return -(target * chances).sum(dim=1)
