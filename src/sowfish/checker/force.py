"""What a side can force: an exact answer with a strategy that can be followed against any reply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from sowfish import _core
from sowfish.checker.answer import Answer
from sowfish.checker.normal_form import Compiled, needs_python, normal
from sowfish.checker.question import Question, Subject
from sowfish.checker.trace import PASS, Trace
from sowfish.errors import IllegalMoveError, QuestionError
from sowfish.model.events import Side
from sowfish.model.position import Position, core_board


@dataclass(frozen=True)
class Strategy:
    """How a side forces a goal, or how the other side prevents it, against any reply.

    Moves are pits of the side to move, -1 for a pass. Decided positions are cached, so each step is cheap.
    """

    start: Position
    side: Side  # that follows the strategy
    forces: bool  # False: it prevents
    core: _core.Force

    def at(self, moves: Sequence[int] = ()) -> StrategyStep:
        """Return the position after these moves, and what the strategy plays there."""
        position = self.start
        for number, pit in enumerate(moves, start=1):
            try:
                position = position.passed() if pit == PASS else position.after(pit)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {number}: {error}") from None
        return StrategyStep(self, position, tuple(moves))

    def is_kept(self, moves: Sequence[int]) -> bool:
        """Return whether the strategy still succeeds after these moves."""
        forced = self.core.forced(list(moves), _core.Control())
        return forced is self.forces

    def line(self, reply: int = 0) -> tuple[int, ...]:
        """Return one game of the strategy, in which the other side always replies with its legal pit of this index.

        It ends where the goal is reached or the game is over.
        """
        step = self.at()
        while not step.is_over:
            replies = step.replies
            step = step.play(step.choice if step.choice is not None else replies[min(reply, len(replies) - 1)])
        return step.moves


@dataclass(frozen=True)
class StrategyStep:
    """A position reached by following a strategy."""

    strategy: Strategy
    position: Position
    moves: tuple[int, ...]

    @property
    def is_reached(self) -> bool:
        """Whether the goal has been reached, here or before."""
        return self.strategy.core.reached(list(self.moves))

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to follow: the goal is reached, or the game is over."""
        return self.is_reached or self.position.is_over

    @property
    def replies(self) -> tuple[int, ...]:
        """What the side to move can play; a forced pass is then the only reply."""
        return (PASS,) if self.position.must_pass else self.position.legal_pits

    @cached_property
    def choice(self) -> int | None:
        """What the strategy plays; None if it is the other side's turn or there is nothing more to follow."""
        if self.is_over or self.position.to_move is not self.strategy.side:
            return None
        good = (pit for pit in self.replies if self.strategy.is_kept((*self.moves, pit)))
        return next(good, None)

    def play(self, pit: int) -> StrategyStep:
        """Return the step after a move of either side."""
        return self.strategy.at((*self.moves, pit))

    def steps(self) -> Iterator[StrategyStep]:
        """Yield the steps that can follow: the strategy's own move, or every reply."""
        if not self.is_over:
            chosen = self.choice
            for pit in self.replies if chosen is None else (chosen,):
                yield self.play(pit)


@dataclass(frozen=True, slots=True)
class ForcePlan:
    """A search of the core that decides whether a side can force the condition of a question."""

    question: Question
    start: Position
    core: _core.Force

    def run(self, control: _core.Control) -> object:
        """Decide the start."""
        return self.core.forced([], control)

    def read(self, outcome: object) -> Answer:
        """Return the answer, with the strategy of whichever side succeeds."""
        side, searched = self.question.side, self.core.searched
        assert side is not None
        strategy = None
        witness = None
        if isinstance(outcome, bool):
            strategy = Strategy(self.start, side if outcome else side.other, outcome, self.core)
            witness = Trace.played(self.start, strategy.line())
        return Answer(
            question=self.question,
            start=self.start,
            found=outcome is True,
            witness=witness,
            strategy=strategy,
            complete=outcome is not None,
            why="memory" if searched.out_of_memory else "",
            positions=searched.nodes,
            memory=searched.bytes,
        )


def planned(question: Question, start: Position, memory: int) -> ForcePlan:
    """Return the search that answers a question about forcing."""
    where = normal(question.where, question.subject)
    if needs_python(where, None):
        raise QuestionError("force cannot be combined with predicates or counters in Python")
    compiled = Compiled()
    if question.within is not None:
        compiled.bound(question.within)
    program = compiled.condition(where)
    query = _core.Query(
        core_board(start),
        compiled.trackers,
        program,
        compiled.keep_stores,
        True,  # noqa: FBT003  # keep_side, as the core takes it
        compiled.is_bounded,
        memory,
    )
    at_end = question.subject is Subject.GAME
    return ForcePlan(question, start, query.force(question.side is Side.NORTH, at_end))
