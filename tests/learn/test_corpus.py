"""What a corpus says is true, nothing is there twice, and files that are none are refused."""

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from tests.learn.tiny import PLAN, corpus, made

from sowfish import LearnError, Limits, PlayerError, SowfishError, analyse, solve
from sowfish.learn import corpus_file
from sowfish.learn.children import children
from sowfish.learn.corpus import part
from sowfish.learn.corpus_file import Corpus
from sowfish.learn.corpus_plan import CorpusPlan, Opening, checked
from sowfish.learn.positions import positions_of
from sowfish.learn.train import split


def test_gains_are_what_the_solver_proves() -> None:
    some = corpus().taken(np.arange(0, len(corpus()), len(corpus()) // 40))
    assert some.exact.all()
    for row, position in enumerate(positions_of(some)):
        moves = {move.pit: move.value for move in analyse(position, limits=Limits(memory=1 << 26), threads=1).moves}
        assert {pit: some.lead[row] + some.gains[row, pit] for pit in moves} == moves
        assert some.lead[row] + some.value[row] == max(moves.values())
        assert set(np.flatnonzero(some.legal[row])) == set(np.flatnonzero(some.proven[row])) == set(moves)


def test_what_is_marked_proven_is_so_when_nodes_are_few() -> None:
    some = hurried()
    assert 0.05 < some.exact.mean() < 0.95
    known = {position: row for row, position in enumerate(positions_of(some))}
    for position, row in list(known.items())[::6]:
        moves = {move.pit: move.value for move in analyse(position, limits=Limits(memory=1 << 26), threads=1).moves}
        right = [some.lead[row] + some.gains[row, pit] == value for pit, value in moves.items()]
        assert all(right[place] for place, pit in enumerate(moves) if some.proven[row, pit])
        if some.exact[row]:
            assert some.lead[row] + some.value[row] == max(moves.values())


def test_children_have_the_values_of_the_moves_that_lead_there() -> None:
    some = children(corpus().taken(np.arange(0, len(corpus()), len(corpus()) // 20)))
    assert len(some) > 20
    assert not np.isfinite(some.gains).any()
    for row, position in enumerate(positions_of(some)):
        assert solve(position, limits=Limits(memory=1 << 26), threads=1).value == some.lead[row] + some.value[row]


def test_no_position_is_there_twice_and_no_game_in_two_parts_of_a_split() -> None:
    whole = corpus()
    cells = np.concatenate([whole.own, whole.their], axis=1)
    assert len(np.unique(cells, axis=0)) == len(whole) > 1000
    parts = split(whole, seed=1)
    games = [set(some.game.tolist()) for some in (parts.train, parts.validation, parts.test)]
    assert not games[0] & games[1]
    assert not games[0] & games[2]
    assert not games[1] & games[2]
    assert sum(map(len, games)) == len(np.unique(whole.game))


def test_the_same_seed_is_the_same_part_and_another_is_not() -> None:
    plan = replace(PLAN, games=10)
    assert part(plan, 0) == part(plan, 0) != part(replace(plan, seed=2), 0)


def test_games_come_from_the_players_openings_and_stones_asked_for() -> None:
    plan = replace(PLAN, players=("greedy",), openings=(Opening.START,), fewest_stones=2, most_stones=2, wander=0.0)
    alike = made(replace(plan, games=5, part=5))
    assert len(set(alike.game.tolist())) == 1  # the same game five times
    assert len(made(replace(plan, games=5, part=5, wander=0.5))) > len(alike)
    assert made(replace(plan, games=1, positions=3)).rest.max() <= 16


def test_numpy_reads_the_file_by_itself(tmp_path: Path) -> None:
    place = tmp_path / "corpus.npz"
    place.write_bytes(corpus_file.pack(corpus()))
    with np.load(place, allow_pickle=False) as found:
        header = json.loads(str(found["header"]))
        assert header["rules"] == "kalah,pits=4"
        assert header["plan"]["seed"] == 1
        assert {"sowfish", "numpy", "python"} <= set(header["versions"])
        assert (found["gains"][found["own"] == 0] == -np.inf).all()
        assert (found["own"][np.arange(len(corpus())), found["gains"].argmax(axis=1)] > 0).all()
        assert found["game"].shape == found["value"].shape == (len(corpus()),)
    read = corpus_file.read(place, "kalah,pits=4")
    assert read.digest == corpus().digest
    assert corpus_file.pack(read) == place.read_bytes()
    assert read.plan == PLAN


def test_a_file_with_nan_for_illegal_moves_is_read_as_the_same_corpus(tmp_path: Path) -> None:
    place = tmp_path / "earlier.npz"
    place.write_bytes(corpus_file.pack(spoilt("gains", ~corpus().legal, np.nan)))
    read = corpus_file.read(place)
    assert (read.gains == corpus().gains).all()
    assert read.digest == corpus().digest


def changed(**arrays: object) -> Corpus:
    return changed_of(corpus(), **arrays)


def changed_of(whole: Corpus, **arrays: object) -> Corpus:
    parts = {name: getattr(whole, name) for name in corpus_file.KINDS}
    return Corpus(whole.header, **{**parts, **arrays})


@cache
def hurried() -> Corpus:
    """Return a corpus of which only a part is proven."""
    return made(replace(PLAN, games=40, part=40, fewest_stones=3, nodes=30, look=20, table=0))


def negated() -> np.ndarray:
    return np.where(corpus().legal, -corpus().gains, corpus().gains)


def twice() -> Corpus:
    return corpus().taken(np.repeat(np.arange(len(corpus())), 2))


def spoilt(name: str, place: object, value: object) -> Corpus:
    array = getattr(corpus(), name).copy()
    array[place] = value
    return changed(**{name: array})


def npz(**arrays: object) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]  # as numpy's stub has it
    return file.getvalue()


def bomb() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("own.npy", bytes(200 << 20))
    return file.getvalue()


def lzma_bomb() -> bytes:
    """Return an archive whose member asks for a dictionary of 4 GB before it unpacks anything."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("own.npy", bytes(1000))
    data = bytearray(file.getvalue())
    at = data.index(b"\x5d\x00\x00\x80\x00")  # lc, lp and pb in one byte, then the size of the dictionary
    data[at + 1 : at + 5] = b"\xff" * 4
    return bytes(data)


def headed(shape: str) -> bytes:
    """Return an archive with an array whose head names a shape, and nothing behind it."""
    head = f"{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}}}".encode().ljust(117) + b"\n"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("own.npy", b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head)
    return file.getvalue()


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "is not a corpus"),
    "text": (lambda: b"a text", "is not a corpus"),
    "another npz": (lambda: npz(a=np.zeros(3)), "is not a corpus"),
    "another header": (lambda: npz(header=np.array('{"format": "songs 3"}')), "is not a corpus"),
    "later version": (lambda: npz(header=np.array('{"format": "sowfish corpus 9"}')), "has format"),
    "header alone": (lambda: npz(header=np.array(json.dumps(corpus().header))), "is damaged"),
    "infinite gain": (
        lambda: corpus_file.pack(spoilt("gains", corpus().legal, np.inf)),
        "gains and legal moves do not match",
    ),
    "missing gain": (lambda: corpus_file.pack(spoilt("gains", 0, np.nan)), "gains and legal moves do not match"),
    "too much gain": (
        lambda: corpus_file.pack(spoilt("gains", corpus().legal, 99)),
        "wins more stones than are in play",
    ),
    "no value": (lambda: corpus_file.pack(spoilt("value", 0, np.nan)), "value exceeds the stones"),
    "no moves": (lambda: corpus_file.pack(changed(own=0 * corpus().own)), "gains and legal moves do not match"),
    "floats for stones": (lambda: corpus_file.pack(changed(own=corpus().own.astype("f4"))), "own has invalid contents"),
    "fewer games": (lambda: corpus_file.pack(changed(game=corpus().game[1:])), "game has invalid contents"),
    "lead out of range": (lambda: corpus_file.pack(spoilt("lead", 0, 30000)), "more than 255 stones"),
    "a flag that is neither": (
        lambda: corpus_file.pack(changed(exact=np.full(len(corpus()), 7, "u1").view("?"))),
        "exact has invalid contents",
    ),
    "values too high": (
        lambda: corpus_file.pack(spoilt("value", 5, corpus().value[5] + 2)),
        "not the gain of the best move",
    ),
    "inverted exactness": (
        lambda: corpus_file.pack(changed(exact=~corpus().exact)),
        "not exact, but every move is proven",
    ),
    "everything exact": (
        lambda: corpus_file.pack(changed_of(hurried(), exact=np.ones(len(hurried()), bool))),
        "exact, but no best move is proven",
    ),
    "illegal moves proven": (
        lambda: corpus_file.pack(changed(proven=np.ones_like(corpus().proven))),
        "an illegal move is proven",
    ),
    "negative games": (lambda: corpus_file.pack(changed(game=-1 - corpus().game)), "a game is not of its plan"),
    "games of another plan": (lambda: corpus_file.pack(spoilt("game", 3, 700)), "a game is not of its plan"),
    "negated gains": (lambda: corpus_file.pack(changed(gains=negated())), "not the gain of the best move"),
    "negated gains with their values": (
        lambda: corpus_file.pack(changed(gains=negated(), value=negated().max(axis=1))),
        r"pit \d of kalah: .* cannot gain",
    ),
    "half a stone proven": (
        lambda: corpus_file.pack(
            changed(
                gains=spoilt("gains", 5, corpus().gains[5] - 0.5).gains,
                value=spoilt("value", 5, corpus().value[5] - 0.5).value,
            )
        ),
        "a proven gain is not a whole number",
    ),
    "every position twice": (lambda: corpus_file.pack(twice()), "a position occurs twice"),
    "bomb": (bomb, "unpacks to far more"),
    "packed by another method": (lzma_bomb, "a compression method that numpy does not write"),
    "head that claims a terabyte": (lambda: headed("(1099511627776,)"), "is damaged"),
    "head that does not end": (lambda: headed("("), "is damaged"),
    "head of another language": (lambda: headed("(3L,"), "is damaged"),
    "five pits": (
        lambda: corpus_file.pack(changed(their=np.zeros((len(corpus()), 5), "u1"))),
        "their has invalid contents",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_an_invalid_corpus_is_rejected_with_one_sentence(kind: str) -> None:
    data, sentence = BAD[kind]
    with pytest.raises(LearnError, match=rf"^games\.npz .*{sentence}") as refusal:
        corpus_file.unpack(data(), "games.npz")
    assert "\n" not in str(refusal.value)


def test_a_corpus_cut_short_or_changed_anywhere_is_refused() -> None:
    data = corpus_file.pack(corpus())
    for length in range(2, len(data), len(data) // 60):
        with pytest.raises(LearnError):
            corpus_file.unpack(data[:length], "games.npz")
    for place in range(0, len(data), len(data) // 60):
        other = data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :]
        try:
            found = corpus_file.unpack(other, "games.npz")
        except LearnError:
            continue
        assert found.digest == corpus().digest  # a byte that says nothing, such as a date


def test_other_rules_are_refused(tmp_path: Path) -> None:
    place = tmp_path / "corpus.npz"
    place.write_bytes(corpus_file.pack(corpus()))
    with pytest.raises(LearnError, match=r"is a corpus of kalah,pits=4, not avalanche$"):
        corpus_file.read(place, "avalanche")
    with pytest.raises(LearnError, match=r"cannot read .*nowhere.npz: no such file"):
        corpus_file.read(tmp_path / "nowhere.npz")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"games": 0}, "games must be from 1"),
        ({"wander": 1.5}, "wander must be a share from 0 to 1"),
        ({"fewest_stones": 5, "most_stones": 4}, "range of stones must ascend"),
        ({"players": ()}, "needs a player"),
        ({"players": ("human",)}, "no person to ask"),
        ({"players": ("gredy",)}, "did you mean greedy"),
        ({"nodes": 0}, "nodes must be from 1"),
        ({"rules": "chess"}, "chess"),
        ({"most_stones": 200}, "stones"),
    ],
)
def test_a_plan_that_cannot_be_done_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises((LearnError, PlayerError, SowfishError), match=sentence):
        checked(CorpusPlan(**changes))  # type: ignore[arg-type]  # wrong on purpose


def test_a_plan_reads_back_and_what_is_none_is_refused() -> None:
    assert CorpusPlan.of(json.loads(json.dumps(PLAN.content()))) == PLAN
    bad: list[object] = [None, 3, [], {"players": ["random"]}, {**PLAN.content(), "openings": ["nowhere"]}]
    for wrong in bad:
        with pytest.raises(LearnError, match="is not a corpus plan"):
            CorpusPlan.of(wrong)
