"""`sowfish check prove`: properties of the rules, proved for boards of given sizes and any number of stones."""

from __future__ import annotations

import re
from itertools import product

import click

from sowfish import Rules, SowfishError
from sowfish.checker import State
from sowfish.checker.proofs import PROPERTIES, Proof, prove
from sowfish.checker.words import unknown
from sowfish.cli.terminal.progress_line import ProgressLine
from sowfish.cli.terminal.screen import Screen, charset, say_json
from sowfish.content.checking import of_proofs
from sowfish.errors import counted, quoted
from sowfish.model.rules import MAX_PITS
from sowfish.render import View
from sowfish.render.trace_text import draw_state

EXIT_FAILED = 1  # a property is false, or could not be proved


def read_sizes(text: str) -> int | range:
    """Parse `3` or `1-6`."""
    match = re.fullmatch("([0-9]{1,3})(?:(?:-|[.][.])([0-9]{1,3}))?", text.strip())
    if match is None:
        raise SowfishError(f"--pits is a number such as 3, or for proofs a range such as 1-6, not {quoted(text)}")
    first, last = int(match[1]), int(match[2] or match[1])
    if not 1 <= first <= last <= MAX_PITS:
        raise SowfishError(f"pits are 1 to {MAX_PITS}, the smaller first, not {quoted(text)}")
    return first if match[2] is None else range(first, last + 1)


def prove_command(text: str, rules: Rules, pits: str | None, *, as_json: bool, view: View | None) -> int:
    """Prove the named properties on every board size, and show the results."""
    wanted = _properties(text)
    sizes = read_sizes(str(rules.pits) if pits is None else pits)
    screen = Screen(view)
    found: list[Proof] = []
    with ProgressLine(quiet=True) as thinking:
        for size, name in product([sizes] if isinstance(sizes, int) else sizes, wanted):
            if thinking.is_set():
                break
            found.append(prove(name, rules.with_pits(size), cancel=thinking))
            if not as_json:
                _say(screen, found[-1])
    if as_json:
        say_json(of_proofs(rules, found))
    return thinking.exit_code or (0 if all(proof.holds for proof in found) else EXIT_FAILED)


def _properties(text: str) -> list[str]:
    _, *names = text.split()
    if names in ([], ["all"]):
        return list(PROPERTIES)
    for name in names:
        if name not in PROPERTIES:
            raise unknown(name, [*PROPERTIES, "all"], "property")
    return names


def _say(screen: Screen, proof: Proof) -> None:
    pits = counted(proof.rules.pits, "pit")
    verdict = {True: "proved", False: "false", None: "not known"}[proof.holds]
    screen.say(f"{proof.rules.label}, {pits}, any number of stones: {proof.says}")
    screen.say(f"  {verdict}: {counted(proof.obligations, 'obligation')} in {proof.seconds:.2f} s", strong=True)
    if proof.why:
        screen.say(f"  {proof.why}")
    if proof.trace is not None:
        pit = proof.trace.turns()[0][1][0]
        _draw(screen, "  a move that breaks it:", proof.trace.states[0], f"  pit {pit} is played:", proof.trace.final)
    elif proof.broken is not None:
        before, after = proof.broken.before, proof.broken.after or proof.broken.before
        _draw(screen, f"  not so, {proof.broken.says}:", before, f"  after the {proof.broken.kind}:", after)


def _draw(screen: Screen, first: str, before: State, second: str, after: State) -> None:
    """Draw the two boards of a counterexample."""
    screen.say(first)
    click.echo(f"\n{draw_state(before, charset=charset())}\n")
    if before.under_way:
        screen.say(f"  {before.to_move}'s hand: {before.hand}, last at {before.last_cell}")
    screen.say(second)
    click.echo(f"\n{draw_state(after, before, charset=charset())}\n")
