"""Values as JSON: the keys of the command line, and beside them what the page draws and says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sowfish.advice import Advice, Threat
from sowfish.engine import Analysis, Kind, MoveValue, Value
from sowfish.events import Event, EventKind, Side
from sowfish.game import Game
from sowfish.players import Kind as PlayerKind
from sowfish.position import Move, Position
from sowfish.render import View
from sowfish.render.values import Known, mark, signed, verdict
from sowfish.render.words import brief, effect, inventory, place, player, standing

Content = dict[str, Any]
LONGEST_LINE = 12  # turns


def of_position(position: Position) -> Content:
    """Return a position with all that is needed to draw it and to ask about it."""
    return {
        "rules": str(position.rules),
        "position": str(position),
        "url": position.url,
        "profile": position.rules.label,
        "south": position.south,
        "south_store": position.south_store,
        "north": position.north,
        "north_store": position.north_store,
        "to_move": position.to_move,
        "legal": position.legal_pits,
        "total": position.total,
        "rest": position.rest,
        "is_over": position.is_over,
        "must_pass": position.must_pass,
        "outcome": position.outcome,
        "technical_winner": position.technical_winner,
        "score": _score(position),
        "standing": standing(position),
        "inventory": inventory(position),
    }


def _score(position: Position) -> Content:
    """Return the stores, with what the end-of-game rule brings if the game is over."""
    final = position.swept() if position.is_over else position
    return {"south": final.south_store, "north": final.north_store}


def of_value(known: Known) -> Content:
    """Return a value; its bounds only where they are what is known."""
    content: Content = {"value": known.value, "kind": known.kind}
    return content | {"low": known.low, "high": known.high} if known.kind is Kind.BOUND else content


def of_move(move: Move, before: Position) -> Content:
    """Return what a move did, also in words."""
    pits = before.rules.pits
    return {
        "pit": move.pit,
        "mover": move.mover,
        "sown": move.events[0].stones,
        "after": str(move.after),
        "laps": move.laps,
        "captured": move.captured,
        "banked": move.banked,
        "swept": move.swept,
        "outcome": move.outcome,
        "effect": effect(move),
        "brief": brief(move),
        "place": {str(view): place(move.mover, move.pit, pits, view) for view in View},
    }


def of_moves(game: Game, moves: Sequence[Move], *, steps: bool) -> Content:
    """Return the moves of a game, with every single stone if asked for, and where they lead."""
    before = game.start
    told = []
    for move in moves:
        while before.must_pass:
            before = before.passed()
        told.append(of_move(move, before) | ({"steps": _steps(before, move)} if steps else {}))
        before = move.after
    return {
        "rules": str(game.start.rules),
        "position": str(game.start),
        "moves": told,
        "after": str(game.position),
        "board": of_position(game.position),
    }


def _steps(before: Position, move: Move) -> list[Content]:
    """Return the events of a move, each with the counts that it changes."""
    counts = _counts(before)
    steps = []
    for number, event in enumerate(move.events, start=1):
        changed = dict(counts)
        if event.cell is not None:
            changed[event.cell] = 0 if event.kind is EventKind.PICK_UP else counts[event.cell] + event.stones
        if number == len(move.events):
            changed = _counts(move.after)  # captures and the end-of-game rule belong to the last stone
        cells = [[side, pit, count] for (side, pit), count in changed.items() if counts[side, pit] != count]
        steps.append(_step(event) | {"cells": cells})
        counts = changed
    return steps


def _step(event: Event) -> Content:
    side, pit = event.cell or (None, None)
    return {
        "kind": event.kind,
        "side": side,
        "pit": pit,
        "stones": event.stones,
        "captured": event.captured,
        "swept": event.swept,
    }


def _counts(position: Position) -> dict[tuple[Side, int | None], int]:
    counts: dict[tuple[Side, int | None], int] = {}
    for side in Side:
        counts |= {(side, pit): stones for pit, stones in enumerate(position.pits(side))}
        counts[side, None] = position.store(side)
    return counts


def of_advice(advice: Advice) -> Content:
    """Return the turn to play."""
    return {
        "rules": str(advice.position.rules),
        "position": str(advice.position),
        "turn": advice.turn,
        **of_value(advice),
        "after": str(advice.after),
        "banked": advice.banked,
        "nodes": advice.nodes,
        "seconds": round(advice.seconds, 3),
    }


def of_taps(advice: Advice) -> list[Content]:
    """Return the moves of a turn, each with the board it leads to."""
    taps, before = [], advice.position
    for move in advice.moves:
        taps.append(of_move(move, before) | {"board": of_position(move.after)})
        before = move.after
    return taps


def of_analysis(found: Analysis, whole: Value, menace: Threat | None) -> Content:
    """Return the values of all moves and of the position."""
    return {
        "rules": str(found.position.rules),
        "position": str(found.position),
        **of_value(whole),
        "line": whole.line,
        "moves": [{"pit": move.pit, **of_value(move), "line": move.line} for move in found.moves],
        "threat": of_threat(menace),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def of_threat(menace: Threat | None) -> Content | None:
    """Return the most that a side can bank in one turn."""
    return None if menace is None else {"turn": menace.turn, "banked": menace.banked}


def shown_value(known: Known, position: Position) -> Content:
    """Return a value as the page shows it: a mark, a sentence, and south's balance."""
    sentence = verdict(known, position.to_move).partition(";")[0]  # the mark says the rest
    balance = known.value if position.to_move is Side.SOUTH else -known.value
    return {
        **of_value(known),
        "mover": position.to_move,
        "mark": mark(known),
        "verdict": f"{sentence[0].upper()}{sentence[1:]}.",
        "balance": balance,
        "balance_mark": signed(balance),
        "total": position.total,
    }


def shown_line(position: Position, move: MoveValue) -> Content:
    """Return the line of a move turn by turn, each with who plays it, cut off where nobody reads on."""
    turns = []
    for turn in move.line[:LONGEST_LINE]:
        turns.append({"side": position.to_move, "who": player(position.to_move), "pits": turn})
        if not turn:
            position = position.passed()
        for pit in turn:
            position = position.after(pit)
    return {"mark": mark(move), "kind": move.kind, "turns": turns, "is_whole": len(move.line) <= LONGEST_LINE}


def of_player(kind: PlayerKind) -> Content:
    """Return a player with its options."""
    return {
        "name": kind.name,
        "summary": kind.summary,
        "package": kind.package,
        "options": [
            {"name": option.name, "kind": option.kind, "default": option.default_text, "help": option.help}
            for option in kind.options
        ],
    }
