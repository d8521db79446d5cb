"""`sowfish best --leftovers both`: what to play when it is not known who gets the leftovers."""

import json

from tests.cli.program import run

EXAMPLE = "avalanche: 1 2 4 0 2 1 10 / 4 0 0 4 1 1 18"
APART = "avalanche: 0 1 5 6 2 0 0 / 0 2 6 2 0 0 0"  # either turn costs 2 under the other rule


def test_a_turn_that_is_best_either_way_is_shown_once() -> None:
    shown = run("best", EXAMPLE, "--leftovers", "both").stdout
    assert shown.count("Play 2 5 5") == 1
    assert "Best either way" in shown
    assert "Leftovers to nobody: you win by 3, proven." in shown
    assert "Leftovers to owner: you win by 4, proven." in shown


def test_two_turns_are_shown_with_what_each_costs_under_the_other_rule() -> None:
    shown = run("best", APART, "--leftovers", "both").stdout
    assert "Play 4 5 1" in shown
    assert "Play 4 5 2" in shown
    assert shown.count("Under the other rule this turn costs 2 stones.") == 2


def test_both_results_stand_side_by_side_in_json() -> None:
    told = json.loads(run("best", APART, "--leftovers", "both", "--json").stdout)
    assert told["turn"] is None
    assert [(one["rules"], one["turn"], one["cost"]["value"]) for one in told["results"]] == [
        ("avalanche", [4, 5, 1], 2),
        ("avalanche-sweep", [4, 5, 2], 2),
    ]


def test_an_objective_of_one_turn_is_refused() -> None:
    refused = run("best", EXAMPLE, "--leftovers", "both", "--objective", "stones")
    assert refused.returncode == 2
    assert "--leftovers both" in refused.stderr
