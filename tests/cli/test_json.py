"""What commands write for programs is what is declared."""

import json
from pathlib import Path

import msgspec
import pytest
from tests.cli.program import run

from sowfish import Game, Position
from sowfish.arena import Plan, report
from sowfish.certificates import check
from sowfish.content import Content, encode
from sowfish.content.arena import ArenaReport, of_report
from sowfish.content.boards import Moves
from sowfish.content.checking import CheckAnswer, ProofList
from sowfish.content.files import CheckedCertificate, TableList, of_verdict
from sowfish.content.games import GameReview
from sowfish.content.searches import BestTurn, FullAnalysis, Solution
from sowfish.content.starts import DealSummary, StartList

SMALL = "1 0 2 3 / 0 1 1 4"


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (("best", SMALL), BestTurn),
        (("analyse", SMALL), FullAnalysis),
        (("solve", SMALL), Solution),
        (("move", SMALL, "0"), Moves),
        (("solved",), StartList),
        (("deals",), DealSummary),
        (("check", "shortest game of events(3,2)"), CheckAnswer),
        (("check", "prove", "conserved", "--rules", "avalanche", "--pits", "1"), ProofList),
        (("table", "list"), TableList),
    ],
)
def test_a_command_writes_what_is_declared(command: tuple[str, ...], kind: type[Content]) -> None:
    told = json.loads(run(*command, "--json").stdout)
    assert json.loads(encode(msgspec.convert(told, kind))) == told


def test_a_review_is_what_is_declared(tmp_path: Path) -> None:
    game = Game(Position.parse(SMALL), metadata={"south": "Zoë"})
    game.play(0)
    game.save(tmp_path / "game.txt")
    told = json.loads(run("review", str(tmp_path / "game.txt"), "--json").stdout)
    assert told["metadata"] == {"south": "Zoë"}
    assert json.loads(encode(msgspec.convert(told, GameReview))) == told


def test_a_report_without_games_is_what_is_declared() -> None:
    told = of_report(report(Plan(players=("random", "greedy"), sprt="0,10"), []))
    assert msgspec.json.decode(encode(told), type=ArenaReport) == told


def test_a_certificate_that_cannot_be_read_is_what_is_declared(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"nothing")
    told = of_verdict(check(tmp_path / "file"))
    assert (told.holds, told.rules) == (False, None)
    assert msgspec.json.decode(encode(told), type=CheckedCertificate) == told
