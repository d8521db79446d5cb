"""Results as notebooks show them: a sentence and a picture."""

from __future__ import annotations

from functools import singledispatch
from html import escape

from sowfish.arena.report import Report
from sowfish.checker import Answer
from sowfish.checker.answer import searched, sentence
from sowfish.engine import Analysis, Result
from sowfish.engine.review import Review
from sowfish.engine.turns import BestTurn
from sowfish.errors import counted
from sowfish.model.game import Game
from sowfish.model.position import Position
from sowfish.players import Played
from sowfish.render.chart_svg import draw_chart_svg
from sowfish.render.standings import rating_rows, subtitle
from sowfish.render.svg import draw_svg
from sowfish.render.values import mark, verdict
from sowfish.render.words import standing
from sowfish.search.game_tree import GameTree
from sowfish.search.minimax import MinimaxResult
from sowfish.search.montecarlo import MonteCarloResult
from sowfish.search.tree import TreeResult


@singledispatch
def html_of(value: object) -> str:
    """Return a result as an HTML fragment."""
    return f"<pre>{escape(repr(value))}</pre>"


@html_of.register
def _(value: Result) -> str:
    turn = f" Play {_pits(value.turn)}." if value.turn else ""
    marks = {value.turn[0]: mark(value)} if value.turn else None
    return _shown(f"{_capital(verdict(value, value.position.to_move))}.{turn}", value.position, marks)


@html_of.register
def _(value: Analysis) -> str:
    marks = {move.pit: mark(move) for move in value.moves}
    return _shown(f"{_capital(verdict(value.result, value.position.to_move))}.", value.position, marks)


@html_of.register
def _(value: BestTurn) -> str:
    words = f"{_pits(value.pits)}: {value.score:g} is the best that one turn can reach."
    return _shown(words, value.position, {value.pits[0]: f"{value.score:g}"}) + draw_svg(value.after)


@html_of.register
def _(value: Game) -> str:
    moves = "; ".join(f"{turn.side} {_pits(turn.pits)}" for turn in value.turns)
    return _shown(f"{counted(len(value.moves), 'move')}, {standing(value.position)}. {moves}", value.position)


@html_of.register
def _(value: Played) -> str:
    why = f" ({value.explanation})" if value.explanation else ""
    return _shown(f"{value.outcome}, {value.game.score}, {value.reason}{why}.", value.game.position)


@html_of.register
def _(value: Review) -> str:
    return draw_chart_svg(value)


@html_of.register
def _(value: Report) -> str:
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rating_rows(value))
    return f"<p>{escape(subtitle(value))}</p><table>{rows}</table>"


@html_of.register
def _(value: MinimaxResult) -> str:
    ahead = "to the end" if value.sees_end else f"{counted(value.depth, 'move')} ahead"
    words = f"Value {value.value:.3f} (0 is won by north, 1 by south), seen {ahead}; line {_pits(value.line)}."
    return _shown(words, value.position, {value.pit: f"{value.value:.2f}"})


@html_of.register
def _(value: MonteCarloResult) -> str:
    marks = {count.pit: f"{100 * count.win_share:.0f}%" for count in value.counts}
    return _shown(f"{counted(value.playouts, 'random game')}; wins of each pit.", value.position, marks)


@html_of.register
def _(value: TreeResult) -> str:
    marks = {move.pit: f"{move.value:.2f}" for move in value.moves}
    proven = ", proven" if value.is_proven else ""
    return _shown(f"{counted(value.playouts, 'playout')}{proven}; value of each pit.", value.position, marks)


@html_of.register
def _(value: Answer) -> str:
    words = f"{value.question}: {sentence(value)}; {searched(value)}."
    if value.witness is None:
        return _paragraph(words)
    final = value.witness.final
    return _paragraph(words) if final.under_way else _shown(words, final.position)


@html_of.register
def _(value: GameTree) -> str:
    from sowfish.render.tree_page import tree_fragment  # noqa: PLC0415  # only for trees

    return tree_fragment(value)


def _shown(words: str, position: Position, marks: dict[int, str] | None = None) -> str:
    return _paragraph(words) + draw_svg(position, marks=marks)


def _paragraph(words: str) -> str:
    return f"<p>{escape(words)}</p>\n"


def _pits(pits: tuple[int, ...]) -> str:
    return " ".join(map(str, pits))


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
