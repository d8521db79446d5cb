"""A game reviewed for a client: how far it is, and then all of it as the page shows it."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from sowfish.events import Side
from sowfish.game import Game
from sowfish.limits import Limits
from sowfish.render.reviews import accuracy_words, loss, sign, south_value
from sowfish.render.values import mark
from sowfish.review import Accuracy, Number, Review, ReviewedTurn, Stage, review
from sowfish.web.asking import Tell
from sowfish.web.content import Content, of_value

TELL_SECONDS = 0.2  # between two reports of how far it is


@dataclass(slots=True, kw_only=True)
class Reviewing:
    """A review under way; `tell` hears `stage` now and then."""

    game: Game
    limits: Limits
    threads: int | None
    cancel: threading.Event
    tell: Tell
    told: float = field(default=0.0)

    def run(self) -> Content:
        """Return the review."""
        found = review(
            self.game, limits=self.limits, threads=self.threads, progress=self._tell_progress, cancel=self.cancel
        )
        return of_review(found)

    def _tell_progress(self, stage: Stage) -> None:
        now = time.perf_counter()
        if now - self.told >= TELL_SECONDS:
            self.told = now
            self.tell("stage", {"done": stage.done, "of": stage.of})


def of_review(found: Review) -> Content:
    """Return a review with the keys of `sowfish review --json`, and beside them what the page shows."""
    game = found.game
    return {
        "rules": str(game.start.rules),
        "start": str(game.start),
        "result": game.result,
        "score": game.score,
        "metadata": dict(game.metadata),
        "turns": [_turn(number, turn) for number, turn in enumerate(found.turns, start=1)],
        "graph": [{**of_value(known), "mark": mark(known)} for known in found.graph],
        "accuracy": {side: _accuracy(side, found.accuracy(side)) for side in Side},
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "total": game.start.total,
    }


def _turn(number: int, reviewed: ReviewedTurn) -> Content:
    side = reviewed.turn.side
    return {
        "number": number,
        "side": side,
        "turn": reviewed.turn.pits,
        "position": str(reviewed.turn.before),
        "before": of_value(reviewed.before),
        "after": of_value(reviewed.after),
        "lost": of_value(reviewed.lost),
        "best": reviewed.best,
        "forced": reviewed.is_forced,
        "mark": reviewed.mark,
        "mark_proven": reviewed.is_mark_proven,
        "is_whole": reviewed.turn.is_whole,
        "shown": _shown(reviewed, side),
    }


def _shown(reviewed: ReviewedTurn, side: Side) -> Content:
    """Return the numbers of a turn as they are read: values are south's."""
    return {
        "before": south_value(reviewed.before, side),
        "after": south_value(reviewed.after, side),
        "lost": loss(reviewed.lost) if _is_loss(reviewed.lost) else "",
        "mark": sign(reviewed),
    }


def _is_loss(lost: Number) -> bool:
    return lost.value > 0


def _accuracy(side: Side, accuracy: Accuracy) -> Content:
    percent = None if accuracy.percent is None else round(accuracy.percent, 1)
    told = {"percent": percent, "kind": accuracy.kind, "turns": accuracy.turns, "lost": accuracy.lost}
    return told | {"sentence": f"{accuracy_words(side, accuracy)}."}
