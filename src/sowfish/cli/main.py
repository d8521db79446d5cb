"""The program `sowfish`: its commands, and one clear sentence for everything that can go wrong."""

from __future__ import annotations

import contextlib
import difflib
import itertools
import os
import re
import shutil
import sys
import warnings
from importlib import import_module

import click

from sowfish import SowfishError, __version__
from sowfish.cli.errors import EXIT_FAULT, EXIT_INTERRUPTED, EXIT_WRONG_INPUT, sentence
from sowfish.cli.interrupts import end_at_next_ctrl_c, ignore_ctrl_c, is_interrupt, repeat_swallowed_interrupts
from sowfish.errors import quoted

# Each is `command` of the module `sowfish.cli.commands.NAME`, loaded when it runs.
COMMANDS = {
    "best": "Show what to play, move by move, and why.",
    "analyse": "Show the value of every move, lines of play and the threat.",
    "solve": "Prove who wins and by how much, with best play.",
    "move": "Play pits and see what happens.",
    "tree": "Show a minimax tree with its values, and why moves are cut off.",
    "play": "Play against another player, or watch two.",
    "review": "Review a game: values, mistakes, accuracy, a graph.",
    "shell": "Work from a menu: enter a board, try moves, find the best turn.",
    "players": "List the players and their options.",
    "arena": "Run a tournament: ratings with confidence intervals.",
    "grade": "Grade a player's moves against proven values.",
    "engine": "Run a player for another program, line by line.",
    "kgp": "Play on a server of the Kalah Game Protocol, or run one.",
    "serve": "Open the web board, also for a phone.",
    "site": "Write the web board as a folder that needs no server.",
    "table": "Build and check endgame tables on disk.",
    "solved": "Show the solved starts and their best openings.",
    "certificate": "Check files that prove a value.",
    "deals": "Show what random deals are worth, and what greed costs.",
    "data": "Export positions, starts, deals and nets as Parquet.",
    "learn": "Make labelled positions, and train nets on them.",
    "check": "Ask about all games, what a side can force, and for proofs.",
}
ALIASES = {"analyze": "analyse"}
PACKAGES = {"play", "shell"}  # packages beside `commands`

WELCOME = """\
Sowfish: sowing games (mancala) such as Kalah and Avalanche.

What to play, question by question:
  sowfish best
What to play on this board of the phone game:
  sowfish best "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9" --view phone
What every move is worth:
  sowfish analyse "kalah: 0 4 2 1 0 3 14 / 1 0 2 0 3 2 16"

More: sowfish --help
"""

HELP_EPILOG = """
A position is south's pits in sowing order, south's store, a slash, and the same for north. The rules may come
before it and the side to move after it. Pits are numbered from 0, the one farthest from its owner's store.

\b
Examples:
  sowfish best "avalanche: 5 3 2 0 1 7 12 / 7 2 4 9 0 2 9" --view phone
  sowfish analyse "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 north"
  sowfish COMMAND --help
"""

WIDEST_HELP = 100
NEAR = 0.7  # similarity from which a word is suggested; help and shell have 0.67


class Commands(click.Group):
    """A group that loads a command's module only when the command is needed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reject negative numbers, which click would take for options."""
        for word in itertools.takewhile("--".__ne__, args):
            if re.match("-[0-9]", word):
                raise SowfishError(f"a number cannot be negative: {quoted(word)}")
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command by its name."""
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in COMMANDS:
            known = {command: command for command in COMMANDS} | {"help": "--help", "version": "--version"}
            close = difflib.get_close_matches(name, known, n=1, cutoff=NEAR)
            if close and not ctx.resilient_parsing:
                raise click.UsageError(f"No such command {quoted(name)}; did you mean {known[close[0]]}?", ctx)
            return None
        command: click.Command = import_module(f"sowfish.cli.{'' if name in PACKAGES else 'commands.'}{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=HELP_EPILOG,
)
@click.version_option(__version__, prog_name="sowfish", message="%(prog)s %(version)s")
@click.pass_context
def app(context: click.Context) -> None:
    """Sowing games (mancala) such as Kalah and Avalanche: what to play, what it is worth, and proof."""
    if context.invoked_subcommand is None:
        click.echo(WELCOME, nl=False)


def program() -> int:
    """Run `main` as a process of its own: Ctrl-C ends it with 130 from here on, and has no effect once it is done."""
    try:
        repeat_swallowed_interrupts()
        code = main()
        ignore_ctrl_c()
    except KeyboardInterrupt:
        end_at_next_ctrl_c()
        return EXIT_INTERRUPTED
    return code


def main() -> int:
    """Run the program and return its exit code: 0 done, 1 failure, 2 wrong input, 130 interrupted."""
    warnings.showwarning = _warn
    if sys.stdout is None and sys.argv[1:2] != ["serve"]:  # a server may run without one
        return _refuse("standard output is closed, so there is nowhere to write the answer", EXIT_FAULT)
    try:
        code = app.main(standalone_mode=False, terminal_width=_help_width())
        if sys.stdout is not None:
            sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        _drop_output()
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return EXIT_FAULT
    except click.exceptions.NoArgsIsHelpError as error:  # a command group without a command: show its help
        click.echo(error.message)
        code = 0
    except (click.ClickException, SowfishError, OSError) as error:
        if isinstance(error, OSError):
            _drop_output()
        return _refuse(sentence(error), EXIT_WRONG_INPUT)
    except Exception as error:  # noqa: BLE001  # no traceback ever reaches a user
        return _fault(error)
    return code if isinstance(code, int) else 0


def _fault(error: Exception) -> int:
    """Report a bug, or Ctrl-C that comes as another error."""
    if is_interrupt(error):
        _drop_output()
        return EXIT_INTERRUPTED
    if os.environ.get("SOWFISH_DEBUG"):
        raise error
    fault = f"{type(error).__name__}: {error}".replace("\n", " ")
    return _refuse(f"this is a bug in Sowfish, {fault}; SOWFISH_DEBUG=1 shows where", EXIT_FAULT)


def _help_width() -> int:
    return min(shutil.get_terminal_size().columns, WIDEST_HELP) - 1


def _refuse(words: str, code: int) -> int:
    with contextlib.suppress(OSError):  # the exit code also reports it
        click.echo(f"sowfish: {words}", err=True)
    return code


def _warn(message: Warning | str, *_where: object, **_options: object) -> None:
    """Show a warning as a sentence, without its source location."""
    click.echo(f"sowfish: {message}", err=True)


def _drop_output() -> None:
    """Discard buffered output; otherwise Python would fail to flush it at exit."""
    if sys.stdout is not None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
