"""Reports of tournaments as text, from results made up to show every sentence."""

from dataclasses import replace

import pytest
from tests.arena.records import pair, won

from sowfish import Outcome
from sowfish.arena.games import Record
from sowfish.arena.report import Report, report
from sowfish.arena.tournament_plan import Plan, checked
from sowfish.players.match import Reason
from sowfish.render.standings import cross_rows, draw_report, number, pairing_rows, rating_rows, sentences, table

PLAN = checked(Plan(players=("random", "greedy", "leftmost"), games=8, rules="kalah,pits=3", stones=2))
TWO = replace(PLAN, players=("random", "greedy"))


def reported(plan: Plan, *pairs: list[Record]) -> Report:
    return report(plan, [record for both in pairs for record in both])


def test_ratings_come_strongest_first() -> None:
    found = reported(PLAN, pair(0, 0, "ab"), pair(1, 0, "bb"), pair(2, 0, "bb"))  # leftmost beats both others
    rows = rating_rows(found)
    assert rows[0] == ["", "player", "Elo", "±", "points", "games", "ms/move", "slowest ms"]
    assert rows[1][1] == "leftmost"
    assert sorted(row[1] for row in rows[1:]) == ["greedy", "leftmost", "random"]
    assert rows[1][4:6] == ["4", "4"]
    assert rating_rows(found, narrow=True)[0][-1] == "games"


def test_pairings_count_wins_ties_and_losses_of_the_first() -> None:
    found = reported(TWO, pair(0, 0, "aa"), pair(0, 1, "a="), pair(0, 2, "bb"))
    assert pairing_rows(found, narrow=True) == [
        ["first", "second", "+", "=", "-", "Elo"],
        ["random", "greedy", "3", "1", "2", number(found.pairings[0].tally.elo)],
    ]
    assert len(pairing_rows(found)[0]) == 8


def test_the_crosstable_has_both_views_and_dots_where_nobody_met() -> None:
    found = reported(PLAN, pair(0, 0, "aa"), pair(0, 1, "ab"))
    rows = {row[1]: row[2:] for row in cross_rows(found)[1:]}
    order = [row[1] for row in cross_rows(found)[1:]]
    assert rows["random"][order.index("greedy")] == "75"
    assert rows["greedy"][order.index("random")] == "25"
    assert rows["leftmost"] == [".", ".", "."]


def test_a_crosstable_is_drawn_for_three_players_only() -> None:
    assert "\n%" in draw_report(reported(PLAN, pair(0, 0, "ab")))
    assert "\n%" not in draw_report(reported(TWO, pair(0, 0, "ab")))


@pytest.mark.parametrize("columns", [40, 59, 60, 80, 100])
def test_lines_fit_unless_a_word_does_not(columns: int) -> None:
    found = reported(PLAN, pair(0, 0, "ab"), pair(1, 0, "=="), pair(2, 1, "ba"))
    assert max(map(len, draw_report(found, columns=columns).splitlines())) <= columns


def test_names_are_cut_before_numbers() -> None:
    rows = [["", "player", "Elo"], ["1", "a-player-with-a-long-name", "+1234"]]
    assert table(rows, 20).splitlines()[1] == "1  a-player-…  +1234"
    assert table(rows, 5).splitlines()[1] == "1  a-playe…  +1234"  # no name is cut to nothing


def test_who_won_everything_gets_a_note_and_infinite_elo() -> None:
    found = reported(TWO, pair(0, 0, "aa"), pair(0, 1, "aa"))
    assert pairing_rows(found)[1][5] == "+inf"
    assert number(-float("inf")) == "-inf"
    assert any("A player won or lost every game" in sentence for sentence in sentences(found))


def test_a_test_tells_its_bounds_and_its_verdict() -> None:
    plan = replace(TWO, games=400, sprt="0,400")
    found = reported(plan, *(pair(0, opening, "aa") for opening in range(40)))
    told = list(sentences(found))
    assert any(sentence.startswith("Test: H0 +0 Elo, H1 +400 Elo; stops when") for sentence in told)
    assert any("random against greedy: H1 after" in sentence for sentence in told)
    assert any("exceed what a test needed" in sentence for sentence in told)
    assert pairing_rows(found)[0][-2:] == ["LLR", "test"]


def test_many_forfeits_are_counted_not_listed() -> None:
    fouls = [
        replace(won(0, opening, 0, "a"), reason=Reason.FAULT, offender="north", explanation=f"fell {opening}")
        for opening in range(12)
    ]
    found = report(replace(TWO, games=24), [record for foul in fouls for record in (foul, replace(foul, seat=1))])
    told = list(sentences(found))
    assert sum(sentence.startswith("Game ") for sentence in told) == 10
    assert told[-1] == "... and 14 more games lost other than on the board."


def test_nothing_played_is_a_report_too() -> None:
    found = report(TWO, [])
    assert draw_report(found).startswith("kalah,pits=3, 2 stones a pit, mirrored openings, seed 1: 0 of 8 games")
    assert list(sentences(found)) == []
    assert found.players[0].seconds_per_move == 0.0


def test_ties_are_half_points() -> None:
    found = reported(TWO, pair(0, 0, "=="))
    assert [line.points for line in found.players] == [1.0, 1.0]
    assert found.pairings[0].points == 1.0
    assert won(0, 0, 0, "=").outcome is Outcome.TIE
