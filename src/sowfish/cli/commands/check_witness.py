"""Output of the checker's answers and witnesses: as text, step by step, as a page, as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from sowfish import Side
from sowfish.checker import Answer, Trace
from sowfish.checker.answer import searched, sentence
from sowfish.checker.trace import event_words
from sowfish.cli.terminal.prompt import Prompt
from sowfish.cli.terminal.screen import Screen, charset, say_json
from sowfish.cli.terminal.strategy_stepper import follow_strategy
from sowfish.cli.terminal.trace_stepper import step_through
from sowfish.content.checking import of_answer
from sowfish.render.trace_text import describe, draw_state
from sowfish.render.words import counted
from sowfish.runtime.files import write_whole
from sowfish.web.trace_file import trace_page


@dataclass(frozen=True, slots=True)
class WitnessOutput:
    """How answers are shown, and where witnesses are written."""

    screen: Screen
    names: tuple[str, ...]
    every_event: bool
    step: bool
    html: Path | None
    trace_file: Path | None

    def show_answer(self, answer: Answer, *, as_json: bool) -> None:
        """Show an answer."""
        if as_json:
            say_json(of_answer(answer))
        else:
            self._say(answer)
        steps = self.step and answer.strategy is not None
        self._keep(
            answer.witness, f"{answer.question}: {sentence(answer)}", quiet=as_json, steps=self.step and not steps
        )
        if steps and answer.strategy is not None:
            follow_strategy(answer.strategy, self.screen, Prompt())

    def show_trace(self, trace: Trace, *, as_json: bool) -> None:
        """Show a trace that was read from a file."""
        if as_json:
            say_json(trace.file)
        else:
            self.screen.say(str(trace.start))
            self._turns(trace, 0)
        self._keep(trace, f"{counted(len(trace.events), 'event')} from {trace.start}", quiet=as_json, steps=self.step)

    def _say(self, answer: Answer) -> None:
        self.screen.say(str(answer.start))
        self.screen.say(str(answer.question))
        click.echo()
        self.screen.say(sentence(answer), strong=True)
        self.screen.say(searched(answer))
        if answer.strategy is not None:
            click.echo()
            verb = "forces" if answer.strategy.forces else "prevents"
            self.screen.say(
                f"{answer.strategy.side} {verb} it, for example; --step plays the strategy against your replies:"
            )
        if answer.witness is not None:
            if answer.strategy is None:
                click.echo()
            self._turns(answer.witness, answer.begins)

    def _turns(self, trace: Trace, begins: int) -> None:
        """List the turns, or the events, and draw the last board."""
        if self.every_event:
            for number, event in enumerate(trace.events, start=1):
                self.screen.say(f"{number:>4}. {event_words(event)}")
        else:
            for number, (side, pits) in enumerate(trace.turns(), start=1):
                self.screen.say(f"{number:>3}. {side:<5} {' '.join(map(str, pits)) or 'pass'}")
        if begins:
            self.screen.say(f"the turn begins after event {begins}")
        self._last_board(trace)

    def _last_board(self, trace: Trace) -> None:
        state = trace.final
        view = self.screen.view_for(trace.start)
        click.echo(f"\n{draw_state(state, view=view, charset=charset())}\n")
        if state.is_over:
            self.screen.say(f"the end: south {state.store(Side.SOUTH)}, north {state.store(Side.NORTH)}")
        else:
            self.screen.say(describe(trace, len(trace.events))[-1])

    def _keep(self, trace: Trace | None, title: str, *, quiet: bool, steps: bool) -> None:
        """Write the files and step through the trace, if requested."""
        files = [name for name in (self.html, self.trace_file) if name is not None]
        if trace is None:
            if files or steps:
                click.echo("sowfish: there is no witness to show", err=True)
            return
        if self.html is not None:
            write_whole(self.html, trace_page(trace, title=title, names=self.names).encode())
        if self.trace_file is not None:
            write_whole(self.trace_file, (trace.to_json() + "\n").encode())
        if files and not quiet:
            self.screen.say(f"written: {', '.join(map(str, files))}")
        if steps:
            step_through(trace, names=self.names, view=self.screen.view)
