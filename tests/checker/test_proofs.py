"""Proofs by z3, the model they are about, and wrong rules that both the proofs and the reference catch."""

from __future__ import annotations

import signal
import sys
import threading
from random import Random

import pytest
from hypothesis import given, settings
from tests import strategies
from tests.lockstep import random_ring, random_rules

from sowfish import PROFILES, Position, Rules, Side, SowfishError
from sowfish.checker import State, Trace, successors
from sowfish.checker.proofs import PROPERTIES, prove
from sowfish.checker.proofs.attempt import _Attempt, _boards, _takes_the_last
from sowfish.checker.proofs.logic import Logic, Plain, Symbols, Truth
from sowfish.checker.proofs.model import Branch, Model, Ring, Snapshot
from sowfish.content.checking import of_proof
from sowfish.errors import QuestionError
from sowfish.model.events import EventKind

ALWAYS_TRUE = ("well_formed", "conserved", "falls")


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("wanted", ALWAYS_TRUE)
def test_every_profile_is_well_formed_conserves_stones_and_ends(name: str, wanted: str) -> None:
    proof = prove(wanted, Rules.named(name, pits=2))
    assert proof.holds is True
    assert proof.broken is None
    assert proof.obligations > 20


@pytest.mark.parametrize("pits", [1, 3])
def test_other_sizes_are_proved_as_well(pits: int) -> None:
    assert [prove(wanted, Rules.named("events", pits=pits)).holds for wanted in ALWAYS_TRUE] == [True] * 3


@pytest.mark.parametrize("text", ["events,relay=yes", "avalanche,capture=always,ends=mover-empty"])
def test_odd_switches_are_proved_as_well(text: str) -> None:
    assert [prove(wanted, Rules.parse(f"{text},pits=2")).holds for wanted in ALWAYS_TRUE] == [True] * 3


@pytest.mark.parametrize("name", ["avalanche", "avalanche-sweep"])
def test_with_two_or_more_pits_an_avalanche_mover_never_empties_the_other_side(name: str) -> None:
    assert [prove("never_empties", Rules.named(name, pits=pits)).holds for pits in (2, 6)] == [True] * 2


@pytest.mark.parametrize("name", ["avalanche", "avalanche-sweep"])
def test_with_one_pit_it_can_and_the_move_is_shown(name: str) -> None:
    proof = prove("never_empties", Rules.named(name, pits=1))
    assert proof.holds is False
    assert proof.broken is not None
    assert proof.trace is not None
    assert str(proof.trace.start) == f"{name}: 2 0 / 1 0 south"
    assert proof.trace.states[0].rest(Side.NORTH) == 1
    north = proof.trace.final
    assert north.rest(Side.NORTH) == 0
    assert north.store(Side.NORTH) == 0


def test_a_capture_can_empty_the_other_side() -> None:
    for name in ("kalah", "events"):
        proof = prove("never_empties", Rules.named(name, pits=3))
        assert proof.holds is False
        assert proof.trace is not None
        assert proof.trace.events[-1].captured > 1


def test_no_proof_is_contradicted_by_small_boards() -> None:
    source = Random(5)
    for _ in range(8):
        rules = random_rules(source).with_pits(source.choice([1, 2]))
        proof = prove("never_empties", rules)
        broken = [
            position
            for position in _boards(rules)
            if position.rest <= 6
            for pit in position.legal_pits
            if _takes_the_last(position, pit)
        ]
        assert not (proof.holds and broken), rules


# ---- the model is what the reference does


def same(model: Model, state: State) -> bool:
    """Tell whether the model has the same events as the reference in a state."""
    snapshot = Snapshot(state.ring, state.to_move, state.hand, state.at)
    ours: list[Branch] = []
    if state.at is not None:
        ours = model.drop(snapshot) if state.hand else [model.pick_up(state.ring, state.at, state.to_move)]
    else:
        ours = [model.pass_turn(state.ring, state.to_move)]
    if state.at is None and not model.is_over(state.ring, state.to_move):
        ours += [model.pick_up(state.ring, cell, state.to_move) for cell in model.row(state.to_move)]
    happening = [branch for branch in ours if branch.condition]
    theirs = successors(state)
    return [_seen(branch) for branch in happening] == [
        (after.ring, after.to_move, after.hand, after.at, event.captured, event.swept) for event, after in theirs
    ]


def _seen(branch: Branch) -> tuple[object, ...]:
    after = branch.after
    return (tuple(after.ring), after.mover, after.hand, after.at, branch.captured, branch.swept)


@given(strategies.moves())
@settings(max_examples=40)
def test_the_model_has_the_events_of_the_reference(drawn: tuple[Position, int]) -> None:
    position, pit = drawn
    model = Model(position.rules, Plain())
    assert all(same(model, state) for state in Trace.played(position, [pit]).states)


@given(strategies.positions())
@settings(max_examples=40)
def test_the_model_passes_where_the_reference_does(position: Position) -> None:
    assert same(Model(position.rules, Plain()), State.of(position))


# ---- wrong rules


class LosesWhatItCaptures(Model):
    def capture(self, ring: Ring, cell: int, mover: Side) -> Ring:
        right = super().capture(ring, cell, mover)
        store = self.store(mover)
        return tuple(ring[store] + 1 if place == store else stones for place, stones in enumerate(right))


class CapturesFromFullPits(Model):
    def captures(self, ring: Ring, cell: int, mover: Side) -> Truth | None:
        right = super().captures(ring, cell, mover)
        return None if right is None else self.logic.any_of([right, ring[cell] == 2])


class SkipsItsOwnStore(Model):
    def next_cell(self, cell: int, mover: Side) -> int:
        following = super().next_cell(cell, mover)
        return super().next_cell(following, mover) if following == self.store(mover) else following


class SowsBackwards(Model):
    def next_cell(self, cell: int, mover: Side) -> int:
        following = (cell - 1) % len(self.cells)
        return following - 1 if following == self.store(mover.other) else following


class LeavesOneBehind(Model):
    def pick_up(self, ring: Ring, cell: int, mover: Side) -> Branch:
        right = super().pick_up(ring, cell, mover)
        left = tuple(1 if place == cell else stones for place, stones in enumerate(right.after.ring))
        return Branch(right.condition, Snapshot(left, mover, ring[cell], cell))


class BorrowsAStone(Model):
    def sweep(self, ring: Ring) -> Ring:
        right = super().sweep(ring)
        return (right[0] - 1, *right[1 : self.pits], right[self.pits] + 1, *right[self.pits + 1 :])


class PassesForEver(Model):
    def must_pass(self, ring: Ring, mover: Side) -> Truth:
        return self.is_empty(ring, mover)


WRONG = [
    (LosesWhatItCaptures, "kalah", "conserved"),
    (CapturesFromFullPits, "kalah", "conserved"),
    (SkipsItsOwnStore, "kalah", "falls"),
    (SowsBackwards, "avalanche", "falls"),
    (LeavesOneBehind, "events", "conserved"),
    (BorrowsAStone, "kalah", "well_formed"),
    (PassesForEver, "events", "falls"),
]


@pytest.mark.parametrize(("model", "name", "wanted"), WRONG)
def test_a_wrong_rule_is_caught_by_a_proof(model: type[Model], name: str, wanted: str) -> None:
    proof = prove(wanted, Rules.named(name, pits=2), model=model)
    assert proof.holds is not True
    assert proof.broken is not None
    before = proof.broken.before
    assert sum(before.ring) + before.hand <= 12  # small enough to be looked at


@pytest.mark.parametrize(("model", "name", "_wanted"), WRONG)
def test_a_wrong_rule_is_caught_by_the_reference(model: type[Model], name: str, _wanted: str) -> None:
    source = Random(3)

    def agrees(kind: type[Model]) -> bool:
        for _ in range(300):
            rules = Rules.named(name, pits=source.randint(1, 4))
            ring = random_ring(rules.pits, source)
            state: State | None = State(rules, tuple(ring), source.choice(list(Side)))
            while state is not None:
                if not same(kind(rules, Plain()), state):
                    return False
                following = successors(state)
                state = source.choice(following).state if following and state.rest() < 60 else None
        return True

    assert not agrees(model)


def test_the_right_rules_agree_with_the_reference_on_the_same_boards() -> None:
    source = Random(3)
    for _ in range(100):
        rules = random_rules(source)
        state = State(rules, tuple(random_ring(rules.pits, source)), source.choice(list(Side)))
        for _ in range(30):
            assert same(Model(rules, Plain()), state)
            following = successors(state)
            if not following:
                break
            state = source.choice(following).state


# ---- and the rest


def test_unknown_properties_get_a_suggestion() -> None:
    with pytest.raises(QuestionError, match="unknown property 'conservd'; did you mean conserved"):
        prove("conservd", "kalah")


def test_without_z3_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(SowfishError, match=r"proofs need z3: pip install 'sowfish\[check\]'"):
        prove("conserved", "kalah")


def test_a_proof_can_be_stopped() -> None:
    class Now:
        def is_set(self) -> bool:
            return True

    proof = prove("conserved", "kalah", cancel=Now())
    assert (proof.holds, proof.why, proof.obligations) == (None, "interrupted", 0)


def test_ctrl_c_reaches_a_proof() -> None:
    attempt = _Attempt(PROPERTIES["conserved"], Rules.of("kalah"), Model(Rules.of("kalah"), Symbols()), None)
    solver, cubes = attempt._new_solver(), [attempt._z3.Int(name) ** 3 for name in "abc"]
    solver.add(
        attempt._z3.Sum(cubes) == 114, attempt._z3.Int("a") > 10**5
    )  # nobody knows whether there are such numbers
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        attempt._checked(solver)
    assert prove("conserved", "kalah").holds  # z3 is as it was


def test_proofs_are_plain_data_too() -> None:
    told = of_proof(prove("never_empties", Rules.named("avalanche", pits=1)))
    assert (told.property, told.holds, told.event) == ("never_empties", False, EventKind.DROP)
    assert set(PROPERTIES) == {"well_formed", "conserved", "falls", "never_empties"}


def test_plain_logic_is_pythons() -> None:
    logic: Logic = Plain()
    assert (logic.all_of([True, False]), logic.any_of([True, False]), logic.no(truth=True)) == (False, True, False)
    assert logic.choose(True, 1, 2) == 1  # noqa: FBT003  # a truth, not a switch
