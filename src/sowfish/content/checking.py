"""Answers of the model checker: questions, proofs and traces."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType, structs

from sowfish.checker import Answer, Trace
from sowfish.checker.answer import Engine, Extent
from sowfish.checker.proofs import Proof
from sowfish.checker.trace_file import TraceFile
from sowfish.content.base import Content, Count, Pits, Turns, filled, seconds
from sowfish.model.events import EventKind
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.render.trace_text import watched


class CheckAnswer(Content, frozen=True, kw_only=True):
    """The answer to a question; with a witness, also its turns and the event at which each turn begins."""

    question: str
    start: str
    holds: bool | None
    value: int | None
    known: bool
    extent: Extent
    engine: Engine
    nodes: Count
    seconds: float
    memory: Count
    stopped_by: str | UnsetType = UNSET
    seen_below: int | UnsetType = UNSET
    turns: Turns | UnsetType = UNSET
    begins: Count | UnsetType = UNSET
    witness: TraceFile | UnsetType = UNSET


class ProofAttempt(Content, frozen=True, kw_only=True):
    """The result of a proof attempt; `event` and `before` show where the induction fails."""

    property: str
    says: str
    rules: str
    holds: bool | None
    obligations: Count
    seconds: float
    event: EventKind | None
    before: tuple[int, ...] | None
    trace: TraceFile | None
    why: str


class ProofList(Content, frozen=True, kw_only=True):
    """Attempts to prove properties of rules."""

    rules: str
    proofs: list[ProofAttempt]


class PlayedTrace(TraceFile, frozen=True, kw_only=True):
    """A trace with the pits played and, for every board, the legal pits and some counts."""

    rules: str
    profile: str
    pits: Pits
    legal: list[Pits]
    counts: list[dict[str, int]]
    is_over: bool


def of_answer(answer: Answer) -> CheckAnswer:
    """Return the answer to a question."""
    witness = answer.witness
    told = filled(
        CheckAnswer,
        answer,
        question=str(answer.question),
        start=str(answer.start),
        known=answer.is_known,
        nodes=answer.positions,
        seconds=seconds(answer.seconds),
        stopped_by=answer.why or UNSET,
        seen_below=UNSET if answer.seen_below is None else answer.seen_below,
        begins=UNSET,
        witness=UNSET,
    )
    if witness is None:
        return told
    turns = tuple(pits for _, pits in witness.turns())
    return structs.replace(told, turns=turns, begins=answer.begins, witness=witness.file)


def of_proof(proof: Proof) -> ProofAttempt:
    """Return the result of a proof attempt."""
    return filled(
        ProofAttempt,
        proof,
        rules=str(proof.rules),
        seconds=seconds(proof.seconds),
        event=None if proof.broken is None else proof.broken.kind,
        before=None if proof.broken is None else proof.broken.before.ring,
        trace=None if proof.trace is None else proof.trace.file,
    )


def of_proofs(rules: Rules, proofs: Sequence[Proof]) -> ProofList:
    """Return attempts to prove properties of rules."""
    return ProofList(rules=str(rules), proofs=[of_proof(proof) for proof in proofs])


def of_trace(position: Position, pits: Sequence[int], trace: Trace) -> PlayedTrace:
    """Return the trace of the pits played."""
    return PlayedTrace(
        **structs.asdict(trace.file),
        rules=str(position.rules),
        profile=position.rules.label,
        pits=tuple(pits),
        legal=[() if state.under_way else state.position.legal_pits for state in trace.states],
        counts=[dict(watched(trace, board)) for board in range(len(trace.states))],
        is_over=trace.final.is_over,
    )
