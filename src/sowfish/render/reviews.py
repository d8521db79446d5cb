"""A reviewed game in short words: values, losses and accuracy, each with its certainty."""

from __future__ import annotations

from dataclasses import replace

from sowfish.engine import Kind
from sowfish.engine.review import Accuracy, ReviewedTurn
from sowfish.engine.values import Number
from sowfish.model.events import Side
from sowfish.render.text import Charset
from sowfish.render.values import mark
from sowfish.render.words import counted, player


def south_value(number: Number, mover: Side, charset: Charset = Charset.BOX) -> str:
    """Return a mover's value from south's point of view; bounds only if they decide the game."""
    seen = number if mover is Side.SOUTH else number.negated()
    decides = seen.low > 0 or seen.high < 0
    return mark(seen if seen.kind is not Kind.BOUND or decides else replace(seen, kind=Kind.ESTIMATE), charset)


def loss(lost: Number, charset: Charset = Charset.BOX) -> str:
    """Return the number of stones lost."""
    if lost.kind is Kind.PROVEN:
        return str(lost.value)
    if lost.kind is Kind.BOUND:
        return f"{'≥' if charset is Charset.BOX else '>='}{lost.low}"
    return f"~{lost.value}"


def sign(reviewed: ReviewedTurn) -> str:
    """Return the mark of a turn, preceded by `~` unless it is proven."""
    return f"{'' if reviewed.is_mark_proven else '~'}{reviewed.mark}" if reviewed.mark else ""


def accuracy_words(side: Side, accuracy: Accuracy) -> str:
    """Return a side's accuracy as a sentence without its full stop."""
    who = f"{player(side).capitalize()} ({side})"
    if accuracy.percent is None:
        return f"{who}: no turn with a choice"
    about = "" if accuracy.kind is Kind.PROVEN else "about "
    turns = counted(accuracy.turns, "turn")
    return f"{who}: accuracy {about}{accuracy.percent:.0f} %, {about}{accuracy.lost} lost, {turns} with a choice"
