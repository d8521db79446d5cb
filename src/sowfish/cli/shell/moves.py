"""Actions of the shell that play, try, undo and find moves."""

from __future__ import annotations

from collections.abc import Sequence

from sowfish import Game, GameError, Move, Objective, SowfishError
from sowfish.cli.shell.session import Reply, Session, board_reply
from sowfish.cli.terminal.progress_line import ProgressLine
from sowfish.cli.terminal.screen import Screen
from sowfish.cli.terminal.turn_view import show_plan
from sowfish.cli.terminal.typed_pits import play_moves, play_pits
from sowfish.content.shell import of_found, of_moves
from sowfish.engine.advice import advise
from sowfish.errors import GameOverError, counted, quoted
from sowfish.render.words import state

FOUND = "best"
MAX_LAPS = "--max-laps"
VALUE, TECHNICAL = "value", "technical"
OBJECTIVES = (VALUE, *(objective.value for objective in Objective), TECHNICAL)


def play(session: Session, words: Sequence[str]) -> Reply:
    """Play pits, or the turn found."""
    game = session.history.game
    return _moved(session, game, words)


def test(session: Session, words: Sequence[str]) -> Reply:
    """Show what pits would do; the board stays as it is."""
    return _moved(session, Game(session.history.position), words)


def undo(session: Session, words: Sequence[str]) -> Reply:
    """Undo moves."""
    said = ""
    for _ in range(_read_times(words)):
        said = session.history.undo()
    return board_reply(session.history.position, f"{said[0].upper()}{said[1:]}.")


def redo(session: Session, words: Sequence[str]) -> Reply:
    """Redo moves."""
    for _ in range(_read_times(words)):
        session.history.game.redo()
    return board_reply(session.history.position)


def find(session: Session, words: Sequence[str]) -> Reply:
    """Find the best turn: by the value of the game, or the best single turn."""
    aim, max_laps = _read_aim(words)
    history, search = session.history, session.search
    if (winner := session.ending.technical_winner(history.position)) is not None:
        raise GameOverError(f"there is nothing to play: the game is over, a technical win for {winner}")
    with ProgressLine() as thinking:
        advice = advise(
            history.position,
            objective=None if aim == VALUE else Objective.STONES if aim == TECHNICAL else Objective(aim),
            technical_win=aim == TECHNICAL or session.ending.technical_win,
            max_laps=max_laps,
            limits=search.limits,
            threads=search.threads,
            progress=thinking.tell,
            cancel=thinking,
        )
    if advice.turn:
        history.found = (history.position, advice.turn)
    return Reply(of_found(advice, aim), lambda screen: show_plan(screen, advice))


def _moved(session: Session, game: Game, words: Sequence[str]) -> Reply:
    """Play pits in a game and report what they did."""
    if not words:
        words = session.prompt.line("Pits to play: ").split()
    if not words:
        raise GameError("no pit was named")
    if [word.lower() for word in words] == [FOUND]:
        moves = play_moves(game, session.history.found_turn(), session.ending)
    else:
        moves = play_pits(game, words, session.board.screen.numbering, session.ending)
    after = game.position

    def show(screen: Screen) -> None:
        for number, move in enumerate(moves, start=1):
            screen.step(number, move)
        if _is_passed(moves[-1]):
            screen.say(f"{moves[-1].after.to_move} has nothing to sow and passes")
        screen.board(after)
        screen.say(f"{after.rules.label}: {state(after)}; {counted(after.total, 'stone')}")

    return Reply(of_moves(moves, after), show)


def _read_aim(words: Sequence[str]) -> tuple[str, int | None]:
    """Return the objective, and the laps that end a turn if they are limited."""
    given = list(words)
    laps = None
    if MAX_LAPS in given:
        at = given.index(MAX_LAPS)
        _, *value = given[at : at + 2]
        laps = _read_laps("".join(value))
        del given[at : at + 2]
    aim = given.pop(0).lower() if given else VALUE
    if aim not in OBJECTIVES:
        raise SowfishError(f"{quoted(aim)} is not an objective; known are {', '.join(OBJECTIVES)}")
    if given:
        raise SowfishError(f"{quoted(given[0])} is too much: find takes an objective and {MAX_LAPS} NUMBER")
    if laps is not None and aim == VALUE:
        raise SowfishError(f"{MAX_LAPS} needs stones, difference or technical")
    return aim, laps


def _read_laps(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text)):
        raise SowfishError(f"{MAX_LAPS} needs a number of laps, not {quoted(text)}")
    return int(text)


def _is_passed(move: Move) -> bool:
    return move.after.must_pass


def _read_times(words: Sequence[str]) -> int:
    if not words:
        return 1
    if not (words[0].isascii() and words[0].isdigit() and len(words[0]) <= 4 and int(words[0])):
        raise SowfishError(f"{quoted(words[0])} is not a number of moves")
    return int(words[0])
