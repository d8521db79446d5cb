"""Traces as text: one board at a time with changes, hand and watched values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sowfish.checker.conditions import word
from sowfish.checker.state import State
from sowfish.checker.trace import Trace, event_words
from sowfish.model.events import Side
from sowfish.render.scene import Row, Scene, View
from sowfish.render.text import Charset, draw_scene
from sowfish.render.words import counted

WATCHED = ("events", "moves", "turns", "steals")  # unless others are requested


def draw_state(
    state: State, before: State | None = None, *, view: View | str = View.TABLE, charset: Charset | str = Charset.BOX
) -> str:
    """Return the board of a state, with the changes since the previous state beside the pits.

    >>> from sowfish import Position
    >>> trace = Trace.played(Position.start("events", 1, 2), [0])
    >>> print(draw_state(trace.final, trace.states[0]))
    > north   1    0
      ┌────┬────┬────┬────┐
      │    │  1 │  1 │    │
      │  0 ├────┼────┤  0 │
      │    │  0 │  2 │    │
      └────┴────┴────┴────┘
      south   0    1
             -1   +1
    """
    return draw_scene(_scene(state, before, ""), view=view, charset=charset)


def describe(trace: Trace, board: int) -> list[str]:
    """Return what led to a board of the trace, and the contents of the hand and the stores."""
    state = trace.states[board]
    event = "the start" if board == 0 else event_words(trace.events[board - 1])
    lines = [f"board {board + 1} of {len(trace.states)}: {event}"]
    if state.under_way:
        lines.append(f"{state.to_move}'s hand: {counted(state.hand, 'stone')}, last at {state.last_cell}")
    elif state.is_over:
        lines.append(f"the game is over: south {state.store(Side.SOUTH)}, north {state.store(Side.NORTH)}")
    else:
        lines.append(f"{state.to_move} to move, nothing in the hand")
    return lines


def watched(trace: Trace, board: int, names: Sequence[str] = WATCHED) -> Mapping[str, int]:
    """Return the values of words at a board of the trace."""
    return {name: word(name).value(trace.counts[board]) for name in names}


def draw_board(
    trace: Trace,
    board: int,
    *,
    names: Sequence[str] = WATCHED,
    view: View | str = View.TABLE,
    charset: Charset | str = Charset.BOX,
) -> str:
    """Return one board of a trace with its description."""
    before = trace.states[board - 1] if board else trace.states[0]
    values = "  ".join(f"{name} {value}" for name, value in watched(trace, board, names).items())
    # An empty line replaces missing marks, so that boards do not jump from step to step.
    drawing = draw_scene(_scene(trace.states[board], before, " "), view=view, charset=charset)
    return "\n".join([*describe(trace, board), _banked(trace.states[board], before), "", drawing, "", values])


def _banked(state: State, before: State) -> str:
    """Return the changes in the stores, in words."""
    changes = [(side, state.store(side) - before.store(side)) for side in Side]
    return ", ".join(f"{side}'s store {change:+d}" for side, change in changes if change)


def _scene(state: State, before: State | None, unchanged: str) -> Scene:
    return Scene(_row(state, before, Side.SOUTH, unchanged), _row(state, before, Side.NORTH, unchanged))


def _row(state: State, before: State | None, side: Side, unchanged: str) -> Row:
    pits = state.pits(side)
    earlier = pits if before is None else before.pits(side)
    changes = [now - then for now, then in zip(pits, earlier, strict=True)]
    return Row(
        side=side,
        pits=pits,
        store=state.store(side),
        numbers=tuple(range(len(pits))),
        marks=tuple(f"{change:+d}" if change else unchanged for change in changes),
        legal=frozenset(),
        is_to_move=side is state.to_move and not state.is_over,
    )
