"""The shell's read-eval-print loop."""

from __future__ import annotations

import contextlib
import functools

import click

from sowfish import Position, SowfishError
from sowfish.cli.errors import EXIT_INTERRUPTED, EXIT_WRONG_INPUT, files_refused
from sowfish.cli.options import BoardOptions, SearchOptions, board_options, search_options
from sowfish.cli.shell.history import GameHistory
from sowfish.cli.shell.menu import QUIT, SHORT_MENU, Action, action_of, check_words, completions
from sowfish.cli.shell.session import Session
from sowfish.cli.stash import Stash
from sowfish.cli.terminal.prompt import EndOfInput, Prompt
from sowfish.cli.terminal.screen import say_json
from sowfish.content.base import labelled
from sowfish.content.serving import Refusal
from sowfish.model.game_ending import GameEnding
from sowfish.runtime.folders import data_folder

LAST = "last"  # stash name of the board that was left
EPILOG = """\b
Examples:
  sowfish shell
  sowfish shell --rules avalanche "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9"
  printf 'm\\n5 3 2 0 1 7 12\\n7 2 4 9 0 2 9\\n1\\nf\\n' | sowfish shell
"""


@click.command(epilog=EPILOG, short_help="A menu: enter a board, try moves, find the best turn, stash games.")
@click.argument("position", metavar="[POSITION]", nargs=-1)
@click.option("--menu", "shows_menu", is_flag=True, help="Show the menu after each action.")
@click.option("--technical-win", is_flag=True, help="End the game as soon as one side can no longer be caught.")
@board_options
@search_options(seconds=10.0)
def command(
    *, position: tuple[str, ...], shows_menu: bool, technical_win: bool, board: BoardOptions, search: SearchOptions
) -> int:
    """Work on a board from a menu, one line at a time, typed or piped.

    Commands are letters or names, such as d or display; h or an empty line lists them. The board you leave is
    stashed as "last".
    """
    start = board.position(" ".join(position)) if position else Position.start(board.rules)
    if not position and board.to_move is not None:
        start = start.with_to_move(board.to_move)
    folder = data_folder()
    stash = Stash(folder / "stash")
    complete = functools.partial(completions, stash)
    with Prompt(history=folder / "shell-history", complete=complete) as prompt:
        ending = GameEnding(technical_win=technical_win)
        session = Session(GameHistory(start), prompt, stash, board, search, ending, shows_menu)
        if prompt.is_terminal and not board.as_json:
            _greet(session)
        try:
            interrupted = _run(session)
        finally:  # even if the terminal is gone
            with contextlib.suppress(OSError):
                _keep(session)
    if interrupted:
        return EXIT_INTERRUPTED
    return EXIT_WRONG_INPUT if prompt.refused and not prompt.is_terminal else 0


def _greet(session: Session) -> None:
    screen = session.board.screen
    action_of("d").run(session, ()).show(screen)
    screen.say(SHORT_MENU)
    if LAST in session.stash.names():
        screen.say(f"load {LAST} brings back the game of last time.")


def _run(session: Session) -> bool:
    """Handle lines until they end; return whether Ctrl-C ended them."""
    while True:
        try:
            line = session.prompt.line("sowfish> ", remember=True)
        except EndOfInput:
            return False
        except KeyboardInterrupt:
            click.echo()
            return True
        if not line:
            _show_menu(session)
        elif not _goes_on(session, line):
            return False
        elif session.shows_menu:
            _show_menu(session)


def _show_menu(session: Session) -> None:
    """Show the menu to a person, or to anyone who asked for it."""
    if not session.board.as_json and (session.prompt.is_terminal or session.shows_menu):
        session.board.screen.say(SHORT_MENU)


def _goes_on(session: Session, line: str) -> bool:
    """Handle one line; return whether to continue."""
    word, *words = line.split()
    try:
        action = action_of(word)
        if action.name == QUIT and not words:
            return False
        _answer(session, action, words)
    except KeyboardInterrupt:
        click.echo()  # Ctrl-C ends a question; back to the menu
    except EndOfInput as error:
        if not session.prompt.is_terminal:  # on a terminal Ctrl-D also ends a question
            session.prompt.refuse(error)
            return False
    except SowfishError as error:
        if session.board.as_json:
            say_json(Refusal(error=str(error)))
        session.prompt.refuse(error)
    return True


def _answer(session: Session, action: Action, words: list[str]) -> None:
    check_words(action, words)
    reply = action.run(session, words)
    if session.board.as_json:
        say_json(labelled(reply.content, action=action.name))
    else:
        reply.show(session.board.screen)


def _keep(session: Session) -> None:
    """Stash the board on exit, if it was changed."""
    game = session.history.game
    untouched = not game.moves and game.start == Position.start(game.start.rules)
    if untouched or not session.prompt.is_terminal:
        return
    try:
        with files_refused():
            session.stash.put(LAST, game)
    except SowfishError as error:
        session.prompt.refuse(SowfishError(f"the game could not be stashed: {error}"))
