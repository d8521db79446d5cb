"""Random deals: the same for the same seed, solved as minimax does, and kept when a run is ended."""

import json
import re
from itertools import islice
from pathlib import Path

import pytest
from tests.naive import Minimax, turns

from sowfish import Position, SowfishError
from sowfish.model.events import Side
from sowfish.model.reference import ReferenceBoard
from sowfish.starts.deals import DEALT_RULES, Deals, SolvedDeal, load_deals, save_deals, shipped, solve_deals
from sowfish.starts.summary import Mean, summary

SMALL = Deals(deal="mirrored", pits=3, total=12, seed=3, version="now")
PHONE = Deals(deal="phone", pits=3, total=15, seed=3, version="now")
SHIPPED = load_deals()


def solved(path: Path, asked: Deals, count: int) -> Deals:
    """Return a row of deals when it is solved."""
    *_, deals = solve_deals(path, asked, count, threads=1)
    return deals


def board_of(position: Position) -> ReferenceBoard:
    return ReferenceBoard(position.rules, [*position.south, 0, *position.north, 0], Side.SOUTH)


@pytest.mark.parametrize("asked", [SMALL, PHONE])
def test_deals_are_solved_as_minimax_on_the_reference_does(asked: Deals, tmp_path: Path) -> None:
    deals = solved(tmp_path / "deals.json", asked, 12)
    positions = list(islice(asked.positions(), 12))
    minimax = Minimax(positions[0].rules)
    for position, deal in zip(positions, deals.solved, strict=True):
        board = board_of(position)
        assert deal.pits == (position.south if asked is SMALL else position.south + position.north)
        assert deal.value == minimax.value(board)
        _, greedy = turns(board).best(lambda end: end.ring[end.store(Side.SOUTH)])
        shortest = min(greedy, key=lambda pits: (len(pits), pits))
        end = board.copy()
        for pit in shortest:
            end.move(pit)
        sign = 1 if end.to_move is Side.SOUTH else -1
        expected = minimax.value(end) * sign
        assert deal.greedy == expected <= deal.value


def test_longer_row_begins_with_the_shorter_one(tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    first = solved(path, SMALL, 5)
    assert load_deals(path) == first
    longer = solved(path, SMALL, 8)
    assert longer.solved[:5] == first.solved
    assert load_deals(path) == longer
    assert list(solve_deals(path, SMALL, 8)) == []


def test_run_that_is_ended_keeps_what_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    wish = Countdown(7)
    deals = list(solve_deals(path, SMALL, 100, threads=1, cancel=wish))[-1]
    assert 0 < len(deals.solved) < 100
    assert load_deals(path) == deals


class Countdown:
    """A wish to stop after a number of positions searched."""

    def __init__(self, searches: int) -> None:
        self.left = searches

    def is_set(self) -> bool:
        self.left -= 1
        return self.left <= 0


def test_other_deals_are_not_mixed(tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    solved(path, SMALL, 3)
    with pytest.raises(SowfishError, match="has deals of another kind, seed, size or rules"):
        list(solve_deals(path, Deals(deal="mirrored", pits=3, total=12, seed=4), 3))


def test_deals_that_the_seed_does_not_determine_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    solved(path, SMALL, 3)
    content = json.loads(path.read_text())
    content["seed"] = 5
    path.write_text(json.dumps(content))
    with pytest.raises(SowfishError, match="does not have the deals of its seed, 5"):
        load_deals(path)


@pytest.mark.parametrize("margin", ["1e999", "NaN", "2.5", '"2"', "256", "true", "[]"])
def test_a_margin_is_a_whole_number_of_stones(margin: str, tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    solved(path, SMALL, 2)
    whole = path.read_text()
    path.write_text(re.sub(r"\], -?\d+,", f"], {margin},", whole, count=1))
    assert path.read_text() != whole
    with pytest.raises(SowfishError, match="is not a file of solved deals"):
        load_deals(path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "sowfish solved deals 1", "deals": [[1]]}'])
def test_wrong_files_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "deals.json").write_text(text)
    with pytest.raises(SowfishError, match="is not a file of solved deals"):
        load_deals(tmp_path / "deals.json")


def test_summary_counts() -> None:
    row = [(4, 4), (4, -2), (-5, -5), (0, 0), (9, 3), (2, 0)]
    found = summary(Deals(solved=tuple(SolvedDeal((1,), value, greedy) for value, greedy in row)))
    assert (found.deals, found.wins, found.ties, found.losses) == (6, 4, 1, 1)
    assert (found.greedy_fails, found.greedy_loses) == (3, 2)
    assert found.cost == pytest.approx((14 / 3, 4 / 3))  # of 6, 6 and 2: the deviation is 2.31
    assert found.margin.mean == pytest.approx(14 / 6)
    assert [tuple(part) for part in found.histogram] == [
        (-8, -5, 1),
        (-4, -1, 0),
        (0, 0, 1),
        (1, 4, 3),
        (5, 8, 0),
        (9, 12, 1),
    ]


def test_mean_of_few() -> None:
    assert Mean.of([]) == (0, 0)
    assert Mean.of([3]) == (3, 0)
    assert Mean.of([1, 3]) == (2, 1)


def test_summary_needs_two_deals() -> None:
    with pytest.raises(SowfishError, match="fewer than two deals"):
        summary(SMALL)


@pytest.mark.parametrize("rules", DEALT_RULES)
@pytest.mark.parametrize(("kind", "most", "stones"), [("phone", 5, 48), ("phone-mirrored", 6, 24)])
def test_shipped_deals_are_right_in_a_sample(kind: str, most: int, stones: int, rules: str, tmp_path: Path) -> None:
    deals = load_deals(shipped(kind, rules))
    assert deals.row == (kind, rules, 6, 48, 1)
    assert len(deals.solved) >= 100
    assert all(deal.greedy <= deal.value and sum(deal.pits) == stones for deal in deals.solved)
    assert all(1 <= count <= most for deal in deals.solved for count in deal.pits)
    easy = replace_solved(deals, 2)
    save_deals(tmp_path / "deals.json", easy)
    *_, again = solve_deals(tmp_path / "deals.json", easy, 4, threads=1)
    assert again.solved == deals.solved[:4]


def test_deals_that_do_not_ship_are_named() -> None:
    with pytest.raises(SowfishError, match="not for 'free' under 'avalanche'"):
        shipped("free")


def test_files_of_the_first_format_hold_mirrored_deals(tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    deals = solved(path, SMALL, 3)
    content = json.loads(path.read_text())
    assert content.pop("deal") == "mirrored"
    path.write_text(json.dumps(content | {"format": "sowfish solved deals 1"}))
    assert load_deals(path) == deals


def replace_solved(deals: Deals, count: int) -> Deals:
    """Return only the first so many of the deals."""
    return Deals(
        deal=deals.deal,
        rules=deals.rules,
        pits=deals.pits,
        total=deals.total,
        seed=deals.seed,
        version=deals.version,
        solved=deals.solved[:count],
    )


def test_page_about_the_deals_says_what_they_say() -> None:
    page = (Path(__file__).parents[2] / "docs" / "solved.md").read_text(encoding="utf-8")
    found = summary(SHIPPED)
    for words, number in (
        ("the first player wins", found.wins),
        ("ties", found.ties),
        ("loses", found.losses),
        ("the greedy turn is not a best turn", found.greedy_fails),
        ("the greedy turn throws a win away", found.greedy_loses),
    ):
        assert f"| {words} | {100 * number / found.deals:.1f} % |" in page
    assert f"| {found.margin.mean:+.1f} ± {found.margin.error:.1f} stones (standard error) |" in page
    assert f"| {found.cost.mean:.1f} ± {found.cost.error:.1f} stones of margin |" in page
