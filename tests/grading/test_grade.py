"""Grades: the sets are right, and what a grade says is what the moves give away."""

import random
from pathlib import Path

import pytest

import sowfish
from sowfish import PROFILES, PlayerError, Position, SowfishError, analyse
from sowfish.grading import GradedPosition, Phase, PositionSet, grade, load
from sowfish.grading.positions import read, write
from sowfish.grading.scoring import phase_of, read_moves
from sowfish.players import make


@pytest.mark.parametrize("rules", PROFILES)
def test_every_profile_has_a_set_with_all_phases_and_real_choices(rules: str) -> None:
    found = load(rules)
    assert len({one.position for one in found.positions}) == len(found.positions) >= 300
    counts = [sum(phase_of(one.position) is phase for one in found.positions) for phase in Phase]
    assert min(counts) == max(counts)
    assert all(len({value for value in one.values if value is not None}) > 1 for one in found.positions)


@pytest.mark.parametrize("rules", PROFILES)
def test_values_of_the_sets_are_the_solvers(rules: str) -> None:
    late = [one for one in load(rules).positions if one.position.rest <= 20]
    for one in random.Random(1).sample(late, 25):
        values = {move.pit: move.value for move in analyse(one.position).moves}
        assert values == {pit: value for pit, value in enumerate(one.values) if value is not None}


def test_perfect_play_gives_nothing_away() -> None:
    found = load("avalanche")
    best = {one.position: one.values.index(one.best) for one in found.positions}
    perfect = grade(best, found)
    assert perfect.score.optimal == 1
    assert perfect.score.lost == perfect.score.thrown == 0
    assert perfect.score.optimal_low > 0.98


def test_a_grade_is_the_mean_of_what_moves_lose() -> None:
    found = load("kalah")
    seen = grade(lambda position: position.legal_pits[0], found)
    losses = [one.loss(one.position.legal_pits[0]) for one in found.positions]
    assert seen.score.lost == pytest.approx(sum(losses) / len(losses))
    assert seen.score.optimal == sum(loss == 0 for loss in losses) / len(losses)
    assert seen.score.lost - seen.score.lost_error > 0
    assert sum(score.positions for score in seen.phases.values()) == len(found.positions)
    assert "<lambda>" not in seen._repr_html_()


def test_players_are_graded_in_the_expected_order() -> None:
    lost = [grade(name, "avalanche").score.lost for name in ("turn", "greedy", "random:seed=3")]
    assert lost == sorted(lost)
    assert grade(make("greedy"), "avalanche").score.lost == lost[1]
    assert sowfish.grade is grade


def test_won_positions_that_are_lost_count_as_thrown() -> None:
    start = Position.parse("kalah: 0 0 0 0 1 1 20 / 0 0 0 0 0 1 24")
    found = PositionSet(start.rules, 1, (GradedPosition(start, (None,) * 4 + (-3, 2)),))
    assert grade({start: 4}, found).score.thrown == 1
    assert grade({start: 5}, found).score.thrown == 0


def test_moves_chosen_elsewhere_are_read() -> None:
    found = load("kalah")
    one, two = found.positions[:2]
    text = f"# mine\n{one.position}; {one.position.legal_pits[0]}\n\n{two.position}\t{two.position.legal_pits[-1]}\n"
    moves = read_moves(text, found.positions)
    assert moves == {one.position: one.position.legal_pits[0], two.position: two.position.legal_pits[-1]}
    for line, words in (
        (f"{one.position}; 9", "line 1: '9' is not a legal pit"),
        ("kalah: 1 1 1 / 1 1 1; 0", "line 1: .* is not in the set"),
        (f"{one.position}", "."),
    ):
        with pytest.raises(SowfishError, match=words):
            read_moves(line, found.positions)


def test_sets_round_trip_and_damage_is_refused(tmp_path: Path) -> None:
    found = load("avalanche")
    path = tmp_path / "set.jsonl"
    write(path, found, note="test")
    assert read(path) == found
    for damage in ("", "{}", "[" * 100_000, '{"format": "sowfish graded positions 1", "version": 1, "rules": "chess"}'):
        path.write_text(damage)
        with pytest.raises(SowfishError, match=r"set\.jsonl"):
            read(path)
    lines = ["", '{"position": "1", "values": []}', '{"position": "avalanche: 1 1 1 / 1 1 1", "values": [0, "x"]}']
    header = '{"format": "sowfish graded positions 1", "version": 1, "rules": "avalanche,pits=2"}'
    for line in lines:
        path.write_text(f"{header}\n{line}\n")
        with pytest.raises(SowfishError, match=r"set\.jsonl"):
            read(path)


def test_wrong_agents_and_rules_are_refused() -> None:
    with pytest.raises(PlayerError, match="chose 7, which is not a legal pit"):
        grade(lambda _position: 7)
    with pytest.raises(PlayerError, match="not a int"):
        grade(5)  # type: ignore[arg-type]
    with pytest.raises(SowfishError, match="not for kalah,pits=4"):
        grade("greedy", "kalah,pits=4")
    with pytest.raises(SowfishError, match="limit must be at least 1"):
        grade("greedy", limit=0)
