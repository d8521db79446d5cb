"""Follow a strategy move by move: it plays its side, you choose the replies."""

from __future__ import annotations

import click

from sowfish import Position, SowfishError
from sowfish.checker import Strategy, StrategyStep
from sowfish.checker.trace import PASS
from sowfish.cli.terminal.prompt import EndOfInput, Prompt
from sowfish.cli.terminal.screen import Screen
from sowfish.cli.terminal.typed_pits import read_pit
from sowfish.render.words import standing

HELP = "Type the pit of a reply; back takes it back, quit ends."


def follow_strategy(strategy: Strategy, screen: Screen, prompt: Prompt) -> None:
    """Play a strategy against typed replies, until quit or the end of the input."""
    verb = "forces it" if strategy.forces else "prevents it"
    screen.say(f"{strategy.side} {verb}; you reply for {strategy.side.other}. {HELP}")
    asked: list[StrategyStep] = []  # where a reply was chosen, for back
    step = _advanced(strategy.at(), screen)
    while True:
        try:
            words = prompt.line(f"{strategy.side.other}> ", remember=True).lower()
        except EndOfInput:
            return
        if words in ("q", "quit"):
            return
        try:
            if words in ("b", "back"):
                step = _back(asked, screen)
            elif words:
                following = step.play(read_pit(words, _open(step), screen.numbering))
                asked.append(step)
                step = _advanced(following, screen)
        except SowfishError as error:
            prompt.refuse(error)


def _open(step: StrategyStep) -> Position:
    if step.is_over:
        raise SowfishError("there is nothing more to reply; type back or quit")
    return step.position


def _back(asked: list[StrategyStep], screen: Screen) -> StrategyStep:
    if not asked:
        raise SowfishError("there is no reply to take back")
    step = asked.pop()
    _show(step, screen)
    return step


def _advanced(step: StrategyStep, screen: Screen) -> StrategyStep:
    """Make the moves that need no reply, and show the result."""
    while not step.is_over:
        if step.replies == (PASS,):
            screen.say(f"{step.position.to_move} has nothing to sow and passes")
            step = step.play(PASS)
        elif step.choice is not None:
            number = screen.number(step.position, step.choice)
            screen.say(f"{step.position.to_move} plays pit {number}", strong=True)
            step = step.play(step.choice)
        else:
            break
    _show(step, screen)
    return step


def _show(step: StrategyStep, screen: Screen) -> None:
    click.echo(f"\n{screen.drawing(step.position)}\n")
    if step.is_reached:
        screen.say("The goal is reached.")
    elif step.is_over:
        screen.say(f"The game is over and the goal was not reached: {standing(step.position)}")
