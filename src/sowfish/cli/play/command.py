"""The command: sets up the players and the game, and saves it."""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path

import click

from sowfish import Deal, Game, PlayerError, Position, Side, SowfishError
from sowfish.cli.errors import EXIT_INTERRUPTED, EXIT_WRONG_INPUT
from sowfish.cli.options import BoardOptions, OutputFile, board_options
from sowfish.cli.play.match import TERMINATION, WORDS, End, Match
from sowfish.cli.play.report import Report
from sowfish.cli.play.seats import DEFAULT_SECONDS, HUMAN, Seat, seat
from sowfish.cli.play.storage import KEPT, describe, keep, name_in, named, resumed, store
from sowfish.cli.stash import Stash
from sowfish.cli.terminal.prompt import EndOfInput, Prompt
from sowfish.content.playing import EndEvent
from sowfish.model.game_ending import GameEnding
from sowfish.players import names
from sowfish.render.words import standing
from sowfish.runtime.folders import data_folder

LARGEST_SEED = 2**63 - 1
OPPONENT = "engine:level=5"  # the default opponent
EPILOG = """\b
Examples:
  sowfish play                          (against a player of medium strength)
  sowfish play --north engine:level=9 --rules avalanche --deal mirrored
  sowfish play --south random:seed=1 --north greedy --narrate --pause
  sowfish play --to-move north "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9"
  sowfish play --south-name Ann --north my_player.py:Bold
  sowfish play --resume                 (the game you left)

sowfish players lists who can play.
"""


def _complete_player(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    return [name for name in names() if name.startswith(begun)]


@click.command(epilog=EPILOG, short_help="Play against another player, or watch two.")
@click.argument("position", metavar="[POSITION]", nargs=-1)
@click.option(
    "--south", metavar="PLAYER", shell_complete=_complete_player, help=f"Who plays south.  [default: {HUMAN}]"
)
@click.option(
    "--north", metavar="PLAYER", shell_complete=_complete_player, help=f"Who plays north.  [default: {OPPONENT}]"
)
@click.option("--south-name", metavar="NAME", help="Name of south's player, for the screen and the game file.")
@click.option("--north-name", metavar="NAME", help="Name of north's player.")
@click.option(
    "--stones",
    type=click.IntRange(1, 255),
    metavar="NUMBER",
    default=4,
    show_default=True,
    help="Stones in each pit.",
)
@click.option("--pits", type=click.IntRange(1, 12), metavar="NUMBER", help="Pits per side.")
@click.option(
    "--deal",
    type=click.Choice([deal.value for deal in Deal]),
    help="Deal the stones at random: mirrored, reflected, free, or as phones do.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    metavar="NUMBER",
    help="Random seed for the deal and the players; the same seed gives the same game.  [default: a new one]",
)
@click.option(
    "--time",
    "seconds",
    type=float,
    metavar="SECONDS",
    help="Time limit for every player's move, and for a hint; a player that oversteps it loses.  "
    f"[default: {DEFAULT_SECONDS:g} for hints and for programs and files; Sowfish's own players have their own]",
)
@click.option("--technical-win", is_flag=True, help="End the game as soon as one side can no longer be caught.")
@click.option(
    "--pause/--no-pause",
    "pause",
    default=None,
    help="Wait for ENTER after each turn of two players that are not people.  [default: asked on a terminal]",
)
@click.option("--narrate", is_flag=True, help="Show what players saw when they chose their moves.")
@click.option(
    "--save", "save", type=OutputFile(), metavar="FILE", help="Write the game to a file when it ends or you leave."
)
@click.option(
    "--resume",
    is_flag=False,
    flag_value=KEPT,
    metavar="[FILE]",
    help="Resume a game file or a stashed game; without a name, the game you left.",
)
@board_options
def command(
    *,
    position: tuple[str, ...],
    south: str | None,
    north: str | None,
    south_name: str | None,
    north_name: str | None,
    stones: int,
    pits: int | None,
    deal: str | None,
    seed: int | None,
    seconds: float | None,
    technical_win: bool,
    pause: bool | None,
    narrate: bool,
    save: Path | None,
    resume: str | None,
    board: BoardOptions,
) -> int:
    """Play a game: you against a player, two players, or two people.

    South is drawn at the bottom and starts unless --to-move says otherwise. Type the number of a pit, several for
    free moves, or: hint, back, last, board, save, resign, quit, help. A game you leave is saved. A player is a name
    from `sowfish players`, or a class in a file: my_player.py:Bold.
    """
    hint_seconds = DEFAULT_SECONDS if seconds is None else seconds
    seed = secrets.randbelow(10**6) if seed is None else seed  # short enough to retype
    stash = Stash(data_folder() / "stash")
    if resume is not None:
        _refuse_beside("--resume", "position", "stones", "pits", "deal", "rules", "to_move")
        game = resumed(resume, stash)
    else:
        game = Game(_start(position, board, stones=stones, pits=pits, deal=deal, seed=seed))
    asked = {Side.SOUTH: (south, south_name, HUMAN), Side.NORTH: (north, north_name, OPPONENT)}
    seats = {side: _seat(game, side, *words, seconds=seconds) for side, words in asked.items()}
    describe(game, seats)
    report = Report(board.screen, board.as_json, narrate)
    history = data_folder() / "play-history"
    with Prompt(history=history, complete=_completions) as prompt:
        ending = GameEnding(technical_win=technical_win)
        pauses = not any(seat.is_human for seat in seats.values()) and _pauses(pause, prompt, report)
        match = Match(game, seats, report, prompt, hint_seconds, seed, ending, pauses)
        return _played(match, stash, save)


def _pauses(pause: bool | None, prompt: Prompt, report: Report) -> bool:
    """Return whether to wait after each turn; ask a person who did not say so."""
    if pause is not None or report.as_json or not prompt.is_terminal:
        return bool(pause)
    return not prompt.line("Wait for ENTER after each turn? [Y/n] ").strip().lower().startswith("n")


def _seat(game: Game, side: Side, player: str | None, name: str | None, usual: str, *, seconds: float | None) -> Seat:
    """Return the seat of a side: from the options, else from the game file, else the default player."""
    if player is not None:
        return seat(side, player, name or "", seconds)
    return seat(side, named(game, side) or usual, name or name_in(game, side), seconds)


def _played(match: Match, stash: Stash, save: Path | None) -> int:
    """Play the game, save it whatever happens, and return the exit code."""
    code = 0
    try:
        end = match.run()
    except EndOfInput:
        end = End.LEFT
    except KeyboardInterrupt:
        end, code = End.LEFT, EXIT_INTERRUPTED
        click.echo()
    except PlayerError as error:
        end, code = End.LEFT, EXIT_WRONG_INPUT
        match.prompt.refuse(error)
    except OSError:  # the terminal is gone, but the game must not be lost
        with contextlib.suppress(OSError):
            store(match, stash, save)
        raise
    finally:
        for chosen in match.seats.values():
            chosen.close()
    _say_end(match, end)
    if not keep(match, end, stash, save):
        code = code or EXIT_WRONG_INPUT
    if code == 0 and match.prompt.refused and not match.prompt.is_terminal:
        return EXIT_WRONG_INPUT
    return code


def _say_end(match: Match, end: End) -> None:
    position = match.game.position
    words = {
        End.PLAYED_OUT: standing(position),
        End.TECHNICAL_WIN: f"{position.technical_winner} wins: it can no longer be caught",
        End.RESIGNED: f"{position.to_move} resigns: {position.to_move.other} wins",
        End.OVERSTEP: f"{match.game.metadata.get(TERMINATION)}: {position.to_move.other} wins",
        End.LEFT: f"The game is not over: {standing(position)}",
    }[end]
    winner = {
        End.RESIGNED: position.to_move.other,
        End.OVERSTEP: position.to_move.other,
        End.TECHNICAL_WIN: position.technical_winner,
    }.get(end)
    result = f"{winner}_wins" if winner else str(match.game.result)
    if end is End.PLAYED_OUT and not match.report.as_json:
        return  # already shown below the last board
    told = EndEvent(reason=end, result=result, score=match.game.score, position=str(position))
    match.report.sentence(words, "end", told)


def _refuse_beside(what: str, *names: str) -> None:
    """Reject options that would have no effect."""
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE and context.params[name]:
            option = "a position" if name == "position" else f"--{name.replace('_', '-')}"
            raise click.UsageError(f"Give either {what} or {option}", context)


def _start(
    words: tuple[str, ...], board: BoardOptions, *, stones: int, pits: int | None, deal: str | None, seed: int
) -> Position:
    rules = board.rules if pits is None else board.rules.with_pits(pits)
    if words:
        _refuse_beside("a position", "stones", "pits", "deal")
        asked = board.position(" ".join(words))
        if asked.is_over:
            raise SowfishError(f"there is nothing to play: the game is over in {asked}")
        return asked
    if deal is None:
        position = Position.start(rules, stones=stones)
    else:
        position = Position.random(stones * 2 * rules.pits, seed=seed, pits=rules.pits, deal=deal, rules=rules)
    return position if board.to_move is None else position.with_to_move(board.to_move)


def _completions(before: str, word: str) -> list[str]:
    return [] if before.strip() else [f"{name} " for name in WORDS if name.startswith(word.lower())]
