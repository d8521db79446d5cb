"""Certificates of every kind of rules hold, and say what independent minimax says."""

import random
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.asking import ask, core_session
from tests.certificates.stranger import believes
from tests.naive import Minimax

import sowfish
from sowfish import PROFILES, CertificateError, Limits, Position, Rules, Side, solve
from sowfish.certificates import Claim, check
from sowfish.certificates.check import Checker
from sowfish.model.reference import ReferenceBoard

RULES = [Rules.named(name, pits=3) for name in PROFILES]
UNUSUAL = [
    Rules.named("kalah", pits=3, relay=True),
    Rules.named("events", pits=3, rest="nobody"),
    Rules.named("avalanche", pits=3, both_stores=True, ends="all-empty"),
]
HARD = Position.start("kalah", 4, 8)  # beyond every proof


def thrown(rules: Rules, seed: int, stones: int) -> Position:
    """Return a position with stones thrown anywhere, and some in the stores."""
    source = random.Random(seed)
    cells = [0] * 2 * rules.pits
    for _ in range(stones):
        cells[source.randrange(len(cells))] += 1
    return Position(
        cells[: rules.pits],
        cells[rules.pits :],
        south_store=source.randrange(5),
        north_store=source.randrange(5),
        to_move=source.choice(list(Side)),
        rules=rules,
    )


def minimax(position: Position) -> int:
    """Return the value by plain recursion on the reference's board."""
    ring = [*position.south, position.south_store, *position.north, position.north_store]
    return Minimax(position.rules).value(ReferenceBoard(position.rules, ring, position.to_move))


@pytest.mark.parametrize("rules", [*RULES, *UNUSUAL], ids=str)
def test_certificates_of_small_boards_hold_and_are_right(rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    for position in (Position.start(rules, 2), *(thrown(rules, seed, 4 + seed) for seed in range(6))):
        result = solve(position, certificate=path, threads=1, limits=Limits(memory=1 << 20))
        verdict = check(path)
        assert verdict.holds, verdict.reason
        assert verdict.claim
        assert position.is_over or believes(path.read_bytes())
        assert verdict.claim.position == str(position)
        assert verdict.claim.value == result.value == minimax(position)


@pytest.mark.parametrize("name", PROFILES)
def test_certificates_of_starts_hold(name: str, tmp_path: Path) -> None:
    result = solve(Position.start(name, 2, 4), certificate=tmp_path / "certificate", threads=1)
    verdict = check(tmp_path / "certificate")
    assert verdict.holds, verdict.reason
    assert verdict.claim
    assert verdict.claim.value == result.value
    assert result.certificate
    assert result.certificate.positions == verdict.positions
    assert result.certificate.size == (tmp_path / "certificate").stat().st_size


def test_what_the_hash_forgot_is_searched_again() -> None:
    position = Position.start(Rules.named("kalah", pits=4, rest="nobody"), 2)  # no table for these rules
    session = core_session(600)  # a hash of ten positions
    value = ask(session, position).position.low
    strategy = session.certify(value, max_pending=10_000, seconds=0)
    assert strategy
    assert session.progress().nodes > strategy.positions
    claim = Claim(
        rules=str(position.rules),
        south=position.south,
        south_store=0,
        north=position.north,
        north_store=0,
        to_move="south",
        value=value,
        positions=strategy.positions,
        moves=len(strategy.pits),
    )
    Checker(claim, iter(strategy.pits), None).run()


def test_finished_game_has_a_certificate(tmp_path: Path) -> None:
    solve(Position.parse("kalah: 0 0 9 / 4 1 8"), certificate=tmp_path / "certificate")
    verdict = check(tmp_path / "certificate")
    assert (verdict.holds, verdict.positions) == (True, 0)
    assert verdict.claim
    assert verdict.claim.value == -4


def test_progress_of_a_check_is_reported(tmp_path: Path) -> None:
    result = solve(Position.start("kalah", 3, 4), certificate=tmp_path / "certificate", threads=1)
    assert result.certificate
    told: list[tuple[int, int]] = []
    check(tmp_path / "certificate", progress=lambda done, claimed: told.append((done, claimed)))
    assert told[0] == (1000, result.certificate.positions)


def test_no_certificate_without_proof(tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    path.write_text("an older one")
    result = solve(HARD, certificate=path, limits=Limits(seconds=0.2, memory=1 << 24))
    assert (result.certificate, path.read_text()) == (None, "an older one")


def test_no_certificate_when_cancelled(tmp_path: Path) -> None:
    wish = threading.Event()
    wish.set()
    result = solve(HARD, certificate=tmp_path / "certificate", limits=Limits(memory=1 << 24), cancel=wish)
    assert result.certificate is None
    assert list(tmp_path.iterdir()) == []


def test_no_certificate_without_enough_memory(tmp_path: Path) -> None:
    result = solve(Position.start("kalah", 2, 4), certificate=tmp_path / "certificate", limits=Limits(memory=400))
    assert (str(result.kind), result.certificate) == ("proven", None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["", "no folder/certificate"])
def test_place_that_cannot_be_written_is_refused_before_the_search(place: str, tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match="cannot be written to"):
        solve(HARD, certificate=tmp_path / place)


WITHOUT_THE_CORE = """
import sys, types
package = types.ModuleType("sowfish")
package.__path__ = [sys.argv[1]]  # in place of the real one, which loads the core
sys.modules["sowfish"] = package
from sowfish.certificates.check import check
verdict = check(sys.argv[2])
print(verdict.holds, verdict.positions, *sorted(name for name in sys.modules if name.startswith("sowfish.")))
"""


def test_checker_needs_the_rules_and_nothing_else(tmp_path: Path) -> None:
    result = solve(Position.start("kalah", 2, 4), certificate=tmp_path / "certificate", threads=1)
    package = Path(sowfish.__file__).parent
    shown = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_CORE, package, tmp_path / "certificate"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert result.certificate
    assert shown[:2] == ["True", str(result.certificate.positions)]
    ours = {"certificates", "certificates.check", "certificates.claim", "certificates.parts", "certificates.write"}
    rules = {"errors", "model", "model.events", "model.reference", "model.rules"}
    allowed = ours | rules | {"runtime", "runtime.files", "runtime.systems"}
    assert {name.removeprefix("sowfish.") for name in shown[2:]} <= allowed
