"""`sowfish tree`: a minimax tree for teaching."""

from __future__ import annotations

from pathlib import Path

import click

from sowfish.cli.options import BoardOptions, OutputFile, board_options
from sowfish.cli.terminal.screen import charset, say_json
from sowfish.errors import counted
from sowfish.runtime.files import write_whole
from sowfish.search.game_tree import DEEPEST, GameTree, LeafValue, format_value, grow_tree

EPILOG = """\b
Examples:
  sowfish tree "0 1 2 3 / 1 0 2 4" --depth 3
  sowfish tree "4 4 4 4 4 4 0 / same" --depth 4 --html tree.html
  sowfish tree "1 2 0 5 / 0 3 1 6" --player greedy --full
"""


@click.command(epilog=EPILOG, short_help="Show a minimax tree with its values and cuts.")
@click.argument("position", metavar="POSITION", nargs=-1, required=True)
@click.option(
    "--depth",
    type=click.IntRange(1, DEEPEST),
    metavar="MOVES",
    default=3,
    show_default=True,
    help="Moves to look ahead.",
)
@click.option(
    "--player",
    type=click.Choice([value.value for value in LeafValue]),
    default=LeafValue.MINIMAX.value,
    show_default=True,
    help="How leaves are evaluated: from 0 (north wins) to 1 (south wins) as minimax does, by the difference of the "
    "stores, or by the proven value.",
)
@click.option("--full", is_flag=True, help="Search every move, without alpha-beta pruning.")
@click.option("--svg", type=OutputFile(), metavar="FILE", help="Write the tree as SVG.")
@click.option("--html", type=OutputFile(), metavar="FILE", help="Write the tree as an HTML page that unfolds.")
@board_options
def command(
    *,
    position: tuple[str, ...],
    depth: int,
    player: str,
    full: bool,
    svg: Path | None,
    html: Path | None,
    board: BoardOptions,
) -> None:
    """Show the minimax tree of a position: values, and why moves are cut off.

    A move is one pit, so a side moves again after a free move. Values are south's: south maximises them, north
    minimises. A star marks the move that gives a position its value; ≥ and ≤ mark bounds, where moves were cut off.
    """
    tree = grow_tree(board.position(" ".join(position)), depth=depth, leaf_value=player, prunes=not full)
    if svg is not None:
        from sowfish.render.tree_svg import draw_tree_svg  # noqa: PLC0415  # only for a picture

        write_whole(svg, draw_tree_svg(tree).encode())
    if html is not None:
        from sowfish.render.tree_page import tree_page  # noqa: PLC0415  # only for a page

        write_whole(html, tree_page(tree).encode())
    if board.as_json:
        from sowfish.content.trees import of_tree  # noqa: PLC0415  # only for programs

        say_json(of_tree(tree))
        return
    files = [str(path) for path in (svg, html) if path is not None]
    if files:
        click.echo(f"{_summary(tree)}\nwritten: {', '.join(files)}")
        return
    from sowfish.render.tree_text import draw_tree  # noqa: PLC0415  # only for people

    click.echo(f"{draw_tree(tree, charset=charset())}\n\n{_summary(tree)}")


def _summary(tree: GameTree) -> str:
    cuts = [node.cut for node in tree.root.nodes() if node.cut is not None]
    skipped = sum(len(cut.pits) for cut in cuts)
    line = " ".join("pass" if pit < 0 else str(pit) for pit in tree.root.line)
    value = format_value(tree.root.value, tree.leaf_value)
    cut = f"; {counted(len(cuts), 'cut')} left out {counted(skipped, 'move')} with all below" if cuts else ""
    return f"Value {value} for south, best line {line}; {counted(tree.size, 'position')}{cut}."
