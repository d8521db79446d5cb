"""Training: split by game, early stopping on validation, and a record of it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import zip_longest

import numpy as np
import torch
from numpy.typing import NDArray

from sowfish.errors import LearnError
from sowfish.learn.children import children
from sowfish.learn.corpus_file import Corpus
from sowfish.learn.features import Batch, all_rows, drawn_leads, examples, joined
from sowfish.learn.model import NetModel, masked, policy_loss
from sowfish.nets.format import DEFAULT_WIDTHS, Layout
from sowfish.runtime.limits import Cancel

FEWEST_GAMES = 10  # to be split
VALIDATION_BATCH = 16384
POLICY, SCORE, SHARE = 1.0, 0.5, 4.0  # weights of the three losses
SLOWER = 0.5  # factor of the learning rate when validation stops improving
SOFT_SCORE = 4.0  # stones by which an estimate must lead to count as a win


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Training options."""

    widths: tuple[int, ...] = DEFAULT_WIDTHS  # none for the linear baseline
    epochs: int = 60  # at most
    patience: int = 6  # epochs without improvement before training stops
    batch: int = 1024
    rate: float = 4e-3
    decay: float = 0.05  # weight decay, as a multiple of the learning rate
    temperature: float = 1.0  # in stones; a move worth this much less is e times less likely, 0 means best moves only
    estimates: float = 0.5  # weight of an estimated position
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Epoch:
    """One pass over the examples and as many of their children, with the net's accuracy afterwards."""

    number: int
    train_loss: float
    loss: float  # on validation
    optimal: float  # how often the top guess is optimal on validation
    rate: float


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Three corpora that share no game."""

    train: Corpus
    validation: Corpus
    test: Corpus


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """A trained net and its history."""

    model: NetModel
    epochs: tuple[Epoch, ...]
    best: Epoch
    options: Options

    def record(self) -> dict[str, object]:
        """Return what a net file records about it."""
        content = asdict(self.options)
        content["widths"] = list(self.options.widths)
        return {"options": content, "epochs": len(self.epochs), "best": asdict(self.best)}


def split(corpus: Corpus, seed: int) -> Split:
    """Split a corpus by game: a tenth each for validation and test."""
    games = np.unique(corpus.game)
    if len(games) < FEWEST_GAMES:
        raise LearnError(f"a corpus of {len(games)} games is too small to train on; at least {FEWEST_GAMES} are needed")
    games = np.random.default_rng(seed).permutation(games)
    tenth = max(1, len(games) // 10)

    def of(some: NDArray[np.int32]) -> Corpus:
        return corpus.taken(np.isin(corpus.game, some))

    return Split(of(games[2 * tenth :]), of(games[:tenth]), of(games[tenth : 2 * tenth]))


def train(
    parts: Split,
    options: Options,
    *,
    progress: Callable[[Epoch], object] | None = None,
    cancel: Cancel | None = None,
) -> Trained:
    """Train until validation stops improving and return the best model; the same seed gives the same net.

    The seed's promise holds for one kind of machine and version of torch. If cancelled, returns the best so far.
    """
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)  # deterministic sums, and faster for nets this small
    training = _Training(parts, options)
    epochs: list[Epoch] = []
    best, kept, waited = None, copy.deepcopy(training.model.state_dict()), 0
    for number in range(1, options.epochs + 1):
        epoch = training.epoch(number)
        epochs.append(epoch)
        if progress is not None:
            progress(epoch)
        if best is None or epoch.loss < best.loss:
            best, kept, waited = epoch, copy.deepcopy(training.model.state_dict()), 0
        else:
            waited += 1
            if waited >= options.patience:
                break
            if waited % max(options.patience // 3, 1) == 0:
                training.slow_down()
        if cancel is not None and cancel.is_set():
            break
    assert best is not None  # there is at least one epoch
    training.model.load_state_dict(kept)
    return Trained(training.model, tuple(epochs), best, options)


class _Training:
    """A model in training."""

    def __init__(self, parts: Split, options: Options) -> None:
        self.options = options
        self.layout = Layout(rules=parts.train.rules, widths=options.widths)
        self.model = NetModel(self.layout)
        self.examples = examples(parts.train, self.layout)
        self.children = examples(children(parts.train), self.layout)
        self.validation = examples(parts.validation, self.layout)
        self.chance = torch.Generator().manual_seed(options.seed)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=options.rate, weight_decay=options.decay)

    def epoch(self, number: int) -> Epoch:
        """Train on every example once."""
        self.model.train()
        total, seen = 0.0, 0
        for batch in self._batches():
            losses = self._losses(batch, drawn_leads(batch, self.chance))
            self.optimizer.zero_grad()
            losses.mean().backward()  # type: ignore[no-untyped-call]  # as torch has it
            self.optimizer.step()
            total += float(losses.detach()[batch.has_gains].sum())  # as on validation, which has no children
            seen += int(batch.has_gains.sum())
        with torch.no_grad():
            loss, optimal = self._validated()
        rate = float(self.optimizer.param_groups[0]["lr"])
        return Epoch(number=number, train_loss=total / seen, loss=loss, optimal=optimal, rate=rate)

    def _batches(self) -> Iterator[Batch]:
        """Yield all examples in random order, and as many of their children."""
        half = max(self.options.batch // 2, 1)
        order = torch.randperm(len(self.examples), generator=self.chance)
        others = torch.randperm(len(self.children), generator=self.chance)[: len(order)]
        for some, more in zip_longest(torch.split(order, half), torch.split(others, half)):
            parts = [
                some_of.taken(which)
                for some_of, which in ((self.examples, some), (self.children, more))
                if which is not None
            ]
            yield joined(parts)

    def slow_down(self) -> None:
        """Reduce the learning rate."""
        for group in self.optimizer.param_groups:
            group["lr"] *= SLOWER

    def _validated(self) -> tuple[float, float]:
        """Return the validation loss, and how often the top guess is optimal."""
        self.model.eval()
        losses, optimal, exact = 0.0, 0, 0
        for start in range(0, len(self.validation), VALIDATION_BATCH):
            batch = self.validation.taken(slice(start, start + VALIDATION_BATCH))
            losses += float(self._losses(batch, batch.lead).sum())
            guesses = masked(self.model(all_rows(batch, batch.lead, self.layout)).logits, batch.legal).argmax(dim=1)
            gains = batch.gains.gather(1, guesses[:, None])[:, 0]
            counted = batch.exact & (batch.legal.sum(dim=1) > 1)
            optimal += int(((gains >= batch.value) & counted).sum())
            exact += int(counted.sum())
        return losses / max(len(self.validation), 1), optimal / max(exact, 1)

    def _losses(self, batch: Batch, lead: torch.Tensor) -> torch.Tensor:
        """Return the loss of each example with stores that differ by `lead`."""
        outputs = self.model(all_rows(batch, lead, self.layout))
        target = policy_target(batch, self.options.temperature)
        margin = lead + batch.value
        score = torch.where(batch.exact, margin.sign(), (margin / SOFT_SCORE).clamp(-1, 1))
        losses: torch.Tensor = POLICY * policy_loss(outputs, target, batch.legal) * batch.has_gains
        losses = losses + SCORE * (outputs.score - score) ** 2
        losses = losses + SHARE * (outputs.share - batch.value / batch.rest) ** 2
        return losses * torch.where(batch.exact, 1.0, self.options.estimates)


def policy_target(batch: Batch, temperature: float) -> torch.Tensor:
    """Return the target policy: softmax of the losses against the best move, or uniform over the best moves."""
    best = batch.gains.max(dim=1, keepdim=True).values
    if temperature > 0:
        return torch.softmax((batch.gains - best) / temperature, dim=1)
    optimal = (batch.gains == best).float()
    return optimal / optimal.sum(dim=1, keepdim=True)


def linear(options: Options) -> Options:
    """Return the options of the baseline: the same training without hidden layers."""
    return replace(options, widths=())
