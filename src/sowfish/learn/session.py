"""A whole training session: the net, the linear baseline, their accuracy, and the file."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np
import torch

import sowfish
from sowfish.learn.corpus_file import Corpus
from sowfish.learn.measure import Measured, measure
from sowfish.learn.model import packed
from sowfish.learn.train import Epoch, Options, Trained, linear, split, train
from sowfish.nets.net import Net
from sowfish.runtime.limits import Cancel

NET, LINEAR = "net", "linear"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Session:
    """A finished training session."""

    net: Trained
    baseline: Trained
    skills: dict[str, Measured]  # of the net, the baseline and simple players, on held-out games
    data: bytes  # of the net file
    record: dict[str, object]


def run(
    corpus: Corpus,
    options: Options,
    *,
    progress: Callable[[str, Epoch], object] | None = None,
    cancel: Cancel | None = None,
) -> Session:
    """Train and measure the net and the baseline; if cancelled, return what there is."""

    def teller(name: str) -> Callable[[Epoch], object] | None:
        return None if progress is None else lambda epoch: progress(name, epoch)

    parts = split(corpus, options.seed)
    baseline = train(parts, linear(options), progress=teller(LINEAR), cancel=cancel)
    trained = train(parts, options, progress=teller(NET), cancel=cancel)
    nets = {name: Net.from_bytes(packed(some.model, {}), name) for name, some in ((NET, trained), (LINEAR, baseline))}
    skills = measure(parts.test, nets)
    record: dict[str, object] = {
        "corpus": {"digest": corpus.digest, "positions": len(corpus), "command": corpus.header["command"]},
        "split": {"train": len(parts.train), "validation": len(parts.validation), "test": len(parts.test)},
        "training": trained.record(),
        "curve": [asdict(epoch) for epoch in trained.epochs],
        "held_out": {name: skill.content() for name, skill in skills.items()},
        "versions": {
            "sowfish": sowfish.__version__,
            "torch": torch.__version__,
            "numpy": np.__version__,
            "python": platform.python_version(),
        },
    }
    return Session(net=trained, baseline=baseline, skills=skills, data=packed(trained.model, record), record=record)
