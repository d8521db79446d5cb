"""Certificates that were tampered with are rejected, and no forger can prove what is not true."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.certificates.stranger import believes
from tests.naive import Minimax

from sowfish import PROFILES, CertificateError, Position, Side, solve
from sowfish.certificates import Claim, check
from sowfish.certificates.check import Checker
from sowfish.certificates.parts import FIRST_LINE, Reader, joined
from sowfish.model.reference import ReferenceBoard

START = Position.start("kalah", 2, 3)


@pytest.fixture(name="certificate")
def fixture_certificate(tmp_path: Path) -> Path:
    solve(START, certificate=tmp_path / "certificate", threads=1)
    return tmp_path / "certificate"


def parts(path: Path) -> tuple[Claim, bytes]:
    """Return what a certificate consists of."""
    with path.open("rb") as file:
        reader = Reader(file)
        return reader.claim, bytes(reader.moves())


def forge(path: Path, claim: Claim, pits: bytes) -> Path:
    """Write a certificate of which the checksum is right."""
    path.write_bytes(joined(claim, pits))
    return path


def rejected(path: Path) -> str:
    """Return why a certificate is rejected."""
    verdict = check(path)
    assert not verdict.holds
    assert verdict.reason
    assert "\n" not in verdict.reason
    return verdict.reason


def test_forgeries_of_these_tests_are_whole_without_a_change(certificate: Path) -> None:
    claim, pits = parts(certificate)
    before = certificate.read_bytes()
    assert forge(certificate, claim, pits).read_bytes() == before
    assert len(pits) > 20


def test_every_flipped_bit_is_noticed(certificate: Path) -> None:
    data = certificate.read_bytes()
    for place in range(len(data)):
        for bit in range(8):
            damaged = bytearray(data)
            damaged[place] ^= 1 << bit
            certificate.write_bytes(damaged)
            rejected(certificate)


def test_every_truncation_and_addition_is_noticed(certificate: Path) -> None:
    data = certificate.read_bytes()
    for length in range(len(data)):
        certificate.write_bytes(data[:length])
        rejected(certificate)
    certificate.write_bytes(data + b"\0")
    assert rejected(certificate) == "its checksum is wrong: the file was damaged or changed"


def test_every_other_value_is_rejected(certificate: Path) -> None:
    claim, pits = parts(certificate)
    for value in range(-START.total - 2, START.total + 3):
        if value != claim.value:
            rejected(forge(certificate, replace(claim, value=value), pits))


@pytest.mark.parametrize("name", ["positions", "moves"])
def test_other_counts_are_rejected(name: str, certificate: Path) -> None:
    claim, _ = parts(certificate)
    right = getattr(claim, name)
    whole = certificate.read_bytes()
    for number in (-1, 0, right - 1, right + 1):
        certificate.write_bytes(whole)
        assert rejected(with_field(certificate, name, number)).endswith("as claimed")


def test_dropped_and_added_moves_are_rejected(certificate: Path) -> None:
    claim, pits = parts(certificate)
    for place in range(len(pits)):
        fewer = pits[:place] + pits[place + 1 :]
        rejected(forge(certificate, replace(claim, moves=len(fewer)), fewer))
        for pit in range(3):
            more = pits[:place] + bytes([pit]) + pits[place:]
            rejected(forge(certificate, replace(claim, moves=len(more)), more))
    assert rejected(forge(certificate, claim, b"")).startswith("it has no move for ")
    assert rejected(forge(certificate, claim, pits + b"\0")) == "it has moves that the proof does not need"


def test_changed_moves_are_rejected_unless_they_prove_the_same(certificate: Path) -> None:
    claim, pits = parts(certificate)
    held = 0
    for place, pit in enumerate(pits):
        for other in (0, 1, 2, 3, 255):
            if other != pit:
                changed = pits[:place] + bytes([other]) + pits[place + 1 :]
                verdict = check(forge(certificate, claim, changed))
                held += verdict.holds
                assert verdict.holds == believes(certificate.read_bytes())
    assert held < len(pits)  # of four times as many


@pytest.mark.parametrize("rules", [name for name in PROFILES if name != "kalah"])
def test_other_rules_are_rejected(rules: str, certificate: Path) -> None:
    claim, pits = parts(certificate)
    rejected(forge(certificate, replace(claim, rules=f"{rules},pits=3"), pits))


def test_other_positions_are_rejected(certificate: Path) -> None:
    claim, pits = parts(certificate)
    for pit in range(3):
        for stones in (0, 1, 3):
            row = (*claim.south[:pit], stones, *claim.south[pit + 1 :])
            rejected(forge(certificate, replace(claim, south=row), pits))
    rejected(forge(certificate, replace(claim, south_store=1), pits))
    rejected(forge(certificate, replace(claim, north_store=1), pits))


def test_value_of_a_finished_game_cannot_be_forged(tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    solve(Position.parse("kalah: 0 0 9 / 4 1 8"), certificate=path)
    claim, pits = parts(path)
    sentence = "the game is over, and its margin is -4, not -3"
    assert rejected(forge(path, replace(claim, value=-3), pits)) == sentence


@pytest.mark.parametrize(
    "text", ["kalah: 1 2 0 / 2 1 0", "kalah: 2 2 0 / 1 2 0", "events: 1 1 0 / 0 2 0", "avalanche: 2 2 0 / 1 2 0"]
)
def test_no_forger_proves_a_wrong_value(text: str) -> None:
    position = Position.parse(text)
    ring = [*position.south, position.south_store, *position.north, position.north_store]
    value = Minimax(position.rules).value(ReferenceBoard(position.rules, ring, Side.SOUTH))
    assert any(provable(position, value))
    for wrong in range(value - 2 * position.rest, value + 2 * position.rest + 1):
        assert wrong == value or not any(provable(position, wrong))


def provable(position: Position, value: int) -> Iterator[bool]:
    """Yield whether each list of moves that a forger could choose proves the value: all of them, move by move."""
    claim = Claim(
        rules=str(position.rules),
        south=position.south,
        south_store=position.south_store,
        north=position.north,
        north_store=position.north_store,
        to_move="south",
        value=value,
        positions=0,
        moves=0,
    )
    lists: list[tuple[int, ...]] = [()]
    while lists:
        moves = lists.pop()
        checker = Checker(claim, iter(moves), None)
        try:
            checker.run()
        except CertificateError as error:
            if str(error).startswith("it has no move for"):
                lists.extend((*moves, pit) for pit in range(position.rules.pits))
            yield str(error).endswith("as claimed")  # the counts, which are checked last and could be forged as well


HEADERS = {
    b"[": "its header is not JSON",
    b"[" * 1500: "its header is not JSON",
    b"[]": "its header must have exactly",
    b'{"rules": "kalah"}': "its header must have exactly",
    b"x" * 3000: "its header is longer than 2000 bytes",
}


@pytest.mark.parametrize(("header", "sentence"), HEADERS.items(), ids=HEADERS.values())
def test_headers_that_make_no_sense_are_rejected(header: bytes, sentence: str, certificate: Path) -> None:
    certificate.write_bytes(with_header(header))
    assert rejected(certificate).startswith(sentence)


FIELDS: dict[str, list[object]] = {
    "rules": [1, "chess", "kalah, pits=3", "kalah,pits=99"],
    "south": [3, [1, 2], [1, 2, -3], [1, 2, True], [1, 2, "3"], [200, 200, 200]],
    "north_store": [-1, None, 1.0, 10**400],
    "to_move": ["west", 1, []],
    "value": ["2", 2.0, None, True],
}


@pytest.mark.parametrize("name", FIELDS)
def test_fields_that_make_no_sense_are_rejected(name: str, certificate: Path) -> None:
    whole = certificate.read_bytes()
    for value in FIELDS[name]:
        certificate.write_bytes(whole)
        rejected(with_field(certificate, name, value))


def test_moves_that_cannot_be_unpacked_are_rejected(certificate: Path) -> None:
    claim, _ = parts(certificate)
    for packed in (b"", b"no xz stream", joined(claim, b"\0" * 99)[-60:-9]):
        certificate.write_bytes(with_header(claim.written(), packed))
        assert rejected(certificate).startswith("its moves ")


def with_header(header: bytes, packed: bytes = b"") -> bytes:
    """Return a file with any header and a checksum that is right."""
    rest = header + b"\n" + packed
    return FIRST_LINE + hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest


def with_field(path: Path, name: str, value: object) -> Path:
    """Change a field of the header, whatever it should be, and make the checksum right."""
    header, packed = path.read_bytes().split(b"\n", 3)[2:]
    content = json.loads(header) | {name: value}
    path.write_bytes(with_header(json.dumps(content).encode(), packed))
    return path
