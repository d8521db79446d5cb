"""`sowfish review`: what every turn of a game was worth."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from sowfish import Game, GameError, Side
from sowfish.cli.options import OutputFile, SearchOptions, json_option, search_options
from sowfish.cli.terminal.progress_line import ProgressLine
from sowfish.cli.terminal.screen import Screen, charset, columns, on_terminal, say_json
from sowfish.content.games import of_review
from sowfish.engine.review import Review, ReviewedTurn, review
from sowfish.model.game.script import LARGEST
from sowfish.render import Charset
from sowfish.render.graph import draw_graph
from sowfish.render.reviews import accuracy_words, loss, sign, south_value
from sowfish.render.words import counted, player, searched, standing
from sowfish.runtime.files import write_whole
from sowfish.starts import solved_start

WIDEST_LEFT = 24
WIDEST_GRAPH = 100
EPILOG = """\b
Examples:
  sowfish review game.txt
  sowfish review game.txt --time 120 --svg game.svg
  sowfish review game.json --json

Game files come from `save` in sowfish play or sowfish shell.
"""


@click.command(epilog=EPILOG, short_help="Review a game: values, mistakes, accuracy, a graph.")
@click.argument("path", metavar="GAMEFILE", type=click.Path(allow_dash=True))
@click.option("--svg", "svg", type=OutputFile(), metavar="FILE", help="Write the graph as SVG.")
@json_option
@search_options(seconds=60.0)
def command(*, path: str, svg: Path | None, as_json: bool, search: SearchOptions) -> int:
    """Show every turn of a game with the value before and after it, what it lost, and a graph.

    Values are south's; a plain number is proven, one with a sign in front is a bound (≥ or ≤) or an estimate (~).
    Solved starts are looked up. The time is for the whole game. Ctrl-C ends the search and shows what is known by then.
    """
    game = _read_game(path)
    with ProgressLine() as thinking:
        found = review(
            game,
            limits=search.limits,
            threads=search.threads,
            progress=thinking.tell_stage,
            cancel=thinking,
            known=solved_start,
        )
    if as_json:
        say_json(of_review(found))
    else:
        _show(Screen(), found)
    if svg is not None:
        from sowfish.render.chart_svg import draw_chart_svg  # noqa: PLC0415  # only for a picture

        write_whole(svg, draw_chart_svg(found).encode())
    return thinking.exit_code


def _read_game(path: str) -> Game:
    if path != "-":
        return Game.load(path)
    data = sys.stdin.buffer.read(LARGEST + 1)
    try:
        words = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GameError(f"standard input: byte {error.start} is not UTF-8 text") from None
    return Game.from_json(words) if words.lstrip().startswith("{") else Game.parse(words)


def _show(screen: Screen, found: Review) -> None:
    game = found.game
    names = [f"{side} is {game.metadata[side]}" for side in Side if side in game.metadata]
    screen.say(", ".join([game.start.rules.label, counted(len(found.turns), "turn"), *names]))
    screen.say(standing(game.position))
    screen.say("")
    rows = [(_left(number, turn), _right(turn)) for number, turn in enumerate(found.turns, start=1)]
    width = min(max(len(left) for left, _ in rows), WIDEST_LEFT)
    for left, right in rows:
        screen.pair(left, right, width)
    click.echo(f"\n{_graph(found)}\n")
    for side in Side:
        screen.say(accuracy_words(side, found.accuracy(side)))
    notes = [searched(found.nodes, found.seconds), "" if found.is_complete else "stopped by Ctrl-C"]
    if any(notes):
        screen.say(", ".join(filter(None, notes)))


def _left(number: int, reviewed: ReviewedTurn) -> str:
    pits = " ".join(map(str, reviewed.turn.pits))
    return f"{number:>3}. {player(reviewed.turn.side):<4} {pits}"


def _right(reviewed: ReviewedTurn) -> str:
    """Return the change of south's value by a turn, and what it gave away."""
    before, after = (south_value(number, reviewed.turn.side, charset()) for number in (reviewed.before, reviewed.after))
    arrow = "→" if charset() is Charset.BOX else "->"
    words = f"{before:>4} {arrow} {after:<4}"
    if reviewed.lost.value:
        words += f"  lost {loss(reviewed.lost, charset())} {sign(reviewed)}".rstrip()
        words += f"  best {' '.join(map(str, reviewed.best))}" if reviewed.best else ""
    if not reviewed.turn.is_whole:
        words += "  (unfinished)"
    return words


def _graph(found: Review) -> str:
    width = min(columns(), WIDEST_GRAPH) if on_terminal() else WIDEST_GRAPH
    return draw_graph(found.graph, width=width, charset=charset())
