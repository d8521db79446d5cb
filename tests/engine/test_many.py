"""Many positions in one call: the values of single calls, in order, within limits, as arrays and as files."""

import csv
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from sowfish import (
    PROFILES,
    Limits,
    Position,
    Rules,
    SowfishError,
    ValueTable,
    analyse,
    analyse_many,
    best_turn,
    best_turns,
    solve,
    solve_many,
)
from sowfish.engine import BatchProgress
from sowfish.engine.value_table import NO_VALUE

MEBIBYTE = 1 << 20
ILLEGAL, NOT_REACHED = -32767, -32766  # documented
HARD = Position.start("kalah", 6)


def deals(count: int, rules: str | Rules = "kalah", *, stones: int = 14, pits: int = 4) -> list[Position]:
    found = [Position.random(stones, seed=seed, pits=pits, rules=rules, deal="free") for seed in range(count)]
    return [position.turned() if seed % 3 == 0 else position for seed, position in enumerate(found)]


@pytest.mark.parametrize("rules", PROFILES)
def test_values_are_those_of_single_calls_in_order(rules: str) -> None:
    positions = deals(40, rules)
    found = analyse_many(positions)
    assert found.move_value is not None
    assert found.move_kind is not None
    for row, position in enumerate(positions):
        assert found.position(row) == position
        single = analyse(position)
        assert found.value[row] == found.low[row] == found.high[row] == single.result.value
        assert {move.pit: move.value for move in single.moves} == {
            pit: found.move_value[row, pit] for pit in range(4) if found.move_kind[row, pit] != NO_VALUE
        }
        assert found.pit[row] == (single.best.pit if single.moves else -1)
    assert found.is_proven.all()


def test_solve_many_gives_a_move_that_keeps_the_value() -> None:
    positions = deals(60, stones=18)
    found = solve_many(positions, threads=2)
    assert found.move_value is None
    for row, position in enumerate(positions):
        assert found.value[row] == solve(position).value
        if position.legal_pits:
            after = position.after(int(found.pit[row]))
            value = after.margin if after.is_over else solve(after).value
            assert found.value[row] == (value if after.to_move == position.to_move else -value)


def test_an_array_means_the_same_as_positions() -> None:
    positions = deals(30)
    array = np.array([[*p.south, p.south_store, *p.north, p.north_store, p.to_move == "north"] for p in positions])
    rules = positions[0].rules
    from_array, from_positions = solve_many(array, rules=rules), solve_many(positions)
    assert (from_array.value == from_positions.value).all()
    south = [position for position in positions if position.to_move == "south"]
    plain = np.array([[*p.south, p.south_store, *p.north, p.north_store] for p in south], np.uint8)
    assert (solve_many(plain, rules=rules).value == solve_many(south).value).all()


def test_rules_and_board_sizes_may_be_mixed_and_games_may_be_over() -> None:
    positions = [
        Position.start("kalah", 2, 3),
        Position.start("avalanche", 2, 4),
        Position.parse("0 0 5 / 1 2 3"),
        Position.start(Rules(pits=8), 1),
        Position.start("kalah", 1, 3),
        Position.parse("events: 0 0 5 / 1 2 3"),  # a pass
    ]
    found = analyse_many(positions)
    for row, position in enumerate(positions):
        assert found.position(row) == position
        assert found.value[row] == (position.margin if position.is_over else solve(position).value)
    assert found.pit[2] == found.pit[5] == -1
    assert len(analyse_many([])) == 0


def test_limits_hold_for_each_position_and_one_thread_repeats_itself() -> None:
    positions = [HARD, HARD.after(0), HARD.after(1)] * 3
    runs = [analyse_many(positions, limits=Limits(nodes=30_000, memory=32 * MEBIBYTE), threads=1) for _ in range(2)]
    first, second = runs
    assert (first.nodes < 40_000).all()
    assert (first.low <= first.value).all()
    assert (first.value <= first.high).all()
    assert not first.is_proven.any()
    for name in ("value", "low", "high", "kind", "pit", "nodes", "move_value"):
        assert (getattr(first, name) == getattr(second, name)).all()
    found = solve_many([HARD] * 4, limits=Limits(seconds=0.2, memory=32 * MEBIBYTE))
    assert (found.kind != NO_VALUE).all()


def test_progress_is_reported_and_cancelling_keeps_what_is_known() -> None:
    told: list[BatchProgress] = []
    stop = threading.Event()

    def progress(at: BatchProgress) -> None:
        told.append(at)
        stop.set()

    easy = deals(5)
    found = solve_many([*easy, *[HARD] * 50], limits=Limits(memory=32 * MEBIBYTE), progress=progress, cancel=stop)
    assert told
    assert told[-1].total == 55
    assert (found.kind == NO_VALUE).sum() >= 40
    rows = [row for row in range(5) if found.kind[row] != NO_VALUE]
    assert [found.value[row] for row in rows] == [solve(easy[row]).value for row in rows]


def legal_mask(positions: list[Position], pits: int) -> np.ndarray:
    return np.array([[pit in position.legal_pits for pit in range(pits)] for position in positions])


def test_the_largest_of_a_row_of_moves_is_a_pit_that_can_be_played() -> None:
    positions = [*deals(400), Position.parse("0 0 5 / 1 2 3"), Position.start("avalanche", 2, 3)]
    found = analyse_many(positions)
    can = legal_mask(positions, 4)
    for moves in (found.move_value, found.move_low, found.move_high):
        assert moves is not None
        assert (moves[~can] == ILLEGAL).all()
        assert (-moves[~can] == np.iinfo(moves.dtype).max).all()
        assert (np.abs(moves[can]) <= 64).all()
        assert (can[np.arange(len(can)), moves.argmax(axis=1)] == can.any(axis=1)).all()


def test_a_position_not_reached_has_no_number_that_could_be_a_value() -> None:
    stop = threading.Event()
    positions = [Position.parse("avalanche: 0 0 3 1 0 / 1 2 0 0 0 north"), *deals(5), *[HARD] * 40]
    found = analyse_many(
        positions, limits=Limits(memory=32 * MEBIBYTE), threads=1, progress=lambda _: stop.set(), cancel=stop
    )
    late = found.kind == NO_VALUE
    assert late.sum() >= 30
    for column in (found.value, found.low, found.high):
        assert (column[late] == NOT_REACHED).all()
        assert (np.abs(column[~late]) <= 72).all()
    can = legal_mask(positions, 6)
    assert found.move_value is not None
    assert (found.move_value[late] == np.where(can[late], NOT_REACHED, ILLEGAL)).all()
    assert can[np.arange(len(can)), found.move_value.argmax(axis=1)].all()


def test_rows_are_those_of_the_file(tmp_path: Path) -> None:
    found = analyse_many([*deals(5), Position.parse("0 0 5 / 1 2 3")])
    found.save(tmp_path / "values.csv")
    with (tmp_path / "values.csv").open() as file:
        lines = list(csv.DictReader(file))
    rows = [{name: "" if cell is None else str(cell) for name, cell in row.items()} for row in found]
    assert rows == lines
    assert rows[-1]["pit_0"] == ""


def test_pandas_shows_a_row_per_position() -> None:
    pandas = pytest.importorskip("pandas")
    found = analyse_many(deals(5))
    frame = pandas.DataFrame(found)
    assert list(frame.value) == found.value.tolist()
    assert frame.columns[0] == "position"


def test_a_file_of_an_earlier_version_is_read_without_its_zeros(tmp_path: Path) -> None:
    found = analyse_many(deals(10))
    found.save(tmp_path / "values.npz")
    with np.load(tmp_path / "values.npz") as file:
        arrays = dict(file)
    for name in ("move_value", "move_low", "move_high"):
        arrays[name][arrays["move_kind"] == NO_VALUE] = 0
    np.savez(tmp_path / "earlier.npz", **arrays)
    again = ValueTable.load(tmp_path / "earlier.npz")
    for name in ("move_value", "move_low", "move_high"):
        assert (getattr(again, name) == getattr(found, name)).all()


def test_an_invalid_position_is_named() -> None:
    with pytest.raises(SowfishError, match="14 or 15 columns"):
        solve_many(np.zeros((3, 5), np.uint8))
    with pytest.raises(SowfishError, match="row 1 is not a position"):
        solve_many(np.array([[4] * 14, [250] * 14]))
    with pytest.raises(SowfishError, match="row 0 is not a position"):
        solve_many(np.array([[-1] * 14]))
    with pytest.raises(SowfishError, match="not a str"):
        solve_many(["kalah: 0 1 0 3 / 1 1 0 2"])  # type: ignore[list-item]
    with pytest.raises(SowfishError, match="not a NoneType"):
        solve_many([HARD, None])  # type: ignore[list-item]
    with pytest.raises(SowfishError, match="not a Position"):
        solve_many(HARD)  # type: ignore[arg-type]
    with pytest.raises(SowfishError, match="threads"):
        solve_many([HARD], threads=0)


def test_tables_are_saved_and_read_back(tmp_path: Path) -> None:
    found = analyse_many(deals(10))
    found.save(tmp_path / "values.npz")
    again = ValueTable.load(tmp_path / "values.npz")
    assert again.rules == found.rules
    assert again.move_value is not None
    assert (again.value == found.value).all()
    assert (again.move_value == found.move_value).all()
    found.save(tmp_path / "values.csv")
    with (tmp_path / "values.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert [Position.parse(line["position"]) for line in lines] == deals(10)
    assert [int(line["value"]) for line in lines] == found.value.tolist()
    assert {line["kind"] for line in lines} == {"proven"}
    with pytest.raises(SowfishError, match=r"npz, \.csv or \.parquet"):
        found.save(tmp_path / "values.txt")
    (tmp_path / "wrong.npz").write_bytes(b"no")
    with pytest.raises(SowfishError, match="not a table of values"):
        ValueTable.load(tmp_path / "wrong.npz")


def test_parquet_has_a_line_a_position(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    found = solve_many(deals(5))
    found.save(tmp_path / "values.parquet")
    assert parquet.read_table(tmp_path / "values.parquet")["value"].to_pylist() == found.value.tolist()


def test_a_notebook_shows_the_first_rows() -> None:
    found = analyse_many(deals(30))
    shown = found._repr_html_()  # what notebooks call
    assert shown.count("<tr>") == 21
    assert "10 more" in shown
    assert "<td>proven</td>" in shown
    assert repr(found) == "ValueTable(30 positions, 30 proven)"


def test_best_turns_are_those_of_single_calls() -> None:
    positions = [*deals(20, "avalanche", stones=24, pits=6), Position.parse("avalanche: 0 0 5 / 1 2 3")]
    for objective in ("stones", "difference"):
        found = best_turns(positions, objective, threads=2)
        for position, score, turn in zip(positions, found.score, found.turns, strict=True):
            if position.legal_pits:
                single = best_turn(position, objective)
                assert (score, turn) == (single.score, single.pits)
            else:
                assert turn == ()
    with pytest.raises(SowfishError, match="objective"):
        best_turns(positions, "most")


def test_importing_sowfish_does_not_import_numpy() -> None:
    code = "import sys, sowfish; sowfish.solve_many; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
