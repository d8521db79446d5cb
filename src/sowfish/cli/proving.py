"""`sowfish check prove`: properties of the rules, proved for boards of given sizes and any number of stones."""

from __future__ import annotations

import re

import click

from sowfish import Rules, SowfishError
from sowfish.checker.words import unknown
from sowfish.cli.screen import Screen, ink, say_json
from sowfish.cli.thinking import Thinking
from sowfish.errors import shown
from sowfish.render import View
from sowfish.render.trace_text import draw_state
from sowfish.rules import MAX_PITS


def read_sizes(text: str) -> int | range:
    """Read `3` or `1-6`."""
    match = re.fullmatch("([0-9]{1,3})(?:(?:-|[.][.])([0-9]{1,3}))?", text.strip())
    if match is None:
        raise SowfishError(f"--pits is a number such as 3, or for proofs a range such as 1-6, not {shown(text)}")
    first, last = int(match[1]), int(match[2] or match[1])
    if not 1 <= first <= last <= MAX_PITS:
        raise SowfishError(f"pits are 1 to {MAX_PITS}, the smaller first, not {shown(text)}")
    return first if match[2] is None else range(first, last + 1)


def prove_command(text: str, rules: Rules, pits: str | None, *, as_json: bool, view: View | None) -> int:
    """Prove what the text asks for on every size of board, and show what comes of it."""
    from sowfish.checker.proofs import PROPERTIES, Proof, prove  # noqa: PLC0415  # z3 is slow to load

    _, *names = text.split()
    wanted = list(PROPERTIES) if names in ([], ["all"]) else names
    for name in wanted:
        if name not in PROPERTIES:
            raise unknown(name, [*PROPERTIES, "all"], "property")
    sizes = rules.pits if pits is None else read_sizes(pits)
    screen = Screen(view)
    found: list[Proof] = []
    with Thinking(quiet=True) as thinking:
        for size in [sizes] if isinstance(sizes, int) else sizes:
            for name in wanted:
                if thinking.is_set():
                    break
                proof = prove(name, rules.with_pits(size), cancel=thinking)
                found.append(proof)
                if not as_json:
                    _say(screen, proof)
    if as_json:
        say_json({"rules": str(rules), "proofs": [proof.content() for proof in found]})
    elif not all(proof.holds for proof in found):
        screen.say("A proof that fails shows what breaks it.")
    return thinking.exit_code


def _say(screen: Screen, proof) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    pits = f"{proof.rules.pits} pit{'' if proof.rules.pits == 1 else 's'}"
    verdict = {True: "proved", False: "false", None: "not known"}[proof.holds]
    screen.say(f"{proof.rules.label}, {pits}, any number of stones: {proof.says}", strong=False)
    screen.say(f"  {verdict}: {proof.obligations} obligations in {proof.seconds:.2f} s", strong=True)
    if proof.why:
        screen.say(f"  {proof.why}")
    drawn = None
    if proof.trace is not None:
        drawn = ("in play", proof.trace.states[0], proof.trace.final, f"pit {proof.trace.turns()[0][1][0]} is played")
    elif proof.broken is not None and proof.broken.after is not None:
        drawn = (proof.broken.says, proof.broken.before, proof.broken.after, str(proof.broken.kind))
    if drawn is not None:
        says, before, after, what = drawn
        screen.say(f"  broken ({says}):")
        click.echo(f"\n{draw_state(before, ink=ink())}\n")
        screen.say(f"  then: {what}")
        click.echo(f"\n{draw_state(after, before, ink=ink())}\n")
