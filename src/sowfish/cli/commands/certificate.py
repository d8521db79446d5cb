"""`sowfish certificate`: check files that prove a value."""

from __future__ import annotations

import click

from sowfish.certificates import check
from sowfish.cli.options import json_option
from sowfish.cli.terminal.progress_line import ProgressLine, bar
from sowfish.cli.terminal.screen import Screen, say_json
from sowfish.content.files import of_verdict

EXIT_REJECTED = 1
EPILOG = """\b
Examples:
  sowfish solve "3 3 3 3 0 / 3 3 3 3 0" --certificate kalah43.certificate
  sowfish certificate check kalah43.certificate
"""


@click.group(epilog=EPILOG, short_help="Check files that prove a value.")
def command() -> None:
    """Check certificates: files that prove the value of a position to anyone who knows the rules.

    `sowfish solve --certificate FILE` writes them.
    """


@command.command("check", short_help="Check whether a certificate holds.")
@click.argument("file", metavar="FILE", type=click.Path(exists=True, dir_okay=False))
@json_option
def check_file(*, file: str, as_json: bool) -> int:
    """Check whether a certificate proves its claim; if not, say why and exit with code 1.

    The checker is plain Python and uses the rules alone: no table and no search.
    """
    with ProgressLine() as thinking:

        def tell(done: int, claimed: int) -> None:
            thinking.show(f"{bar(min(done / claimed, 1) if claimed > 0 else 0)}, {done:,} positions")
            if thinking.is_set():
                raise KeyboardInterrupt

        verdict = check(file, progress=tell)
    if as_json:
        say_json(of_verdict(verdict))
    elif verdict.holds:
        screen = Screen()
        screen.say(f"The certificate holds: {verdict.reason}.", strong=True)
        screen.say(f"{verdict.positions:,} positions checked with the rules alone")
    else:
        Screen().say(f"The certificate is rejected: {verdict.reason}.", strong=True)
    return 0 if verdict.holds else EXIT_REJECTED
