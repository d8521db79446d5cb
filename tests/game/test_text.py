"""Games as text, as JSON and as files."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.played import games

from sowfish import Game, GameError, IllegalMoveError, Position, SowfishError

GAMES = Path(__file__).parent.parent / "data" / "games"
START = "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south"
SHORT = '[Sowfish "1"]\n[Start "1 0 / 1 0"]\n'
HEAD = f'[Sowfish "1"]\n[Start "{START}"]\n'


@given(games())
def test_text_round_trips(game: Game) -> None:
    assert Game.parse(str(game)) == game


@given(games())
def test_json_round_trips(game: Game) -> None:
    assert Game.from_json(game.to_json()) == game


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.txt")), ids=lambda path: path.stem)
def test_golden_game_reads_and_writes_the_same_in_both_forms(path: Path, tmp_path: Path) -> None:
    game, same = Game.load(path), Game.load(path.with_suffix(".json"))
    assert game == same
    for suffix in (".txt", ".json"):
        game.save(tmp_path / f"game{suffix}")
        written = (tmp_path / f"game{suffix}").read_bytes()
        assert written == path.with_suffix(suffix).read_bytes()


def test_there_are_golden_games_in_both_forms() -> None:
    names = {path.stem for path in GAMES.glob("*.txt")}
    assert names == {path.stem for path in GAMES.glob("*.json")}
    assert len(names) >= 4


def test_layout_of_hand_written_text_is_free() -> None:
    game = Game.parse(
        f'[sowfish "1"]\r\n\r\n  [START "{START[7:-6]}"]\r\n[Rules "kalah"]\r\n[South "Ann"]\r\n'
        "\r\n{ to\r\n begin } 1. south\r\n 2 {free} {indeed}\t5 2. north 0"
    )
    assert game.moves == (2, 5, 0)
    assert dict(game.metadata) == {"south": "Ann"}
    assert dict(game.comments) == {0: "to begin", 1: "free indeed"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'line 1: a game starts with the header [Sowfish "1"]'),
        ("1. south 2", 'line 1: a game starts with the header [Sowfish "1"]'),
        (f'[Start "{START}"]', "a game starts with the header"),
        (f'[Sowfish "2"]\n[Start "{START}"]', "version 2 cannot be read, only 1"),
        (f'[Sowfish "soon"]\n[Start "{START}"]', "version 'soon' cannot be read"),
        ('[Sowfish "1"]', 'the header [Start "..."]'),
        ('[Sowfish "1"]\n[Start "1 2 3"]', "start: a position has two sides"),
        ('[Sowfish "1"]\n[Start "chess: 1 0 / 1 0"]', "start: unknown rules 'chess'"),
        (HEAD + '[Rules "chess"]', "rules: unknown rules 'chess'"),
        (HEAD + '[Rules "avalanche"]', "the rules are 'avalanche', but the start is"),
        (HEAD + "[Event]", "line 3: a header looks like"),
        (HEAD + '[Event "x"', "line 3: a header looks like"),
        (HEAD + '[Event "x"] and more', "line 3: a header looks like"),
        (HEAD + '[Event "a"b"]', "line 3: a header looks like"),
        (HEAD + r'[Event "\n"]', "line 3: a header looks like"),
        (HEAD + '[Ev\u00e9nt "x"]', "line 3: a header looks like"),
        (HEAD + '[Event "x"]\n[Event "y"]', "line 4: the header 'Event' appears twice"),
        (HEAD + '[Event "x"]\n[EVENT "y"]', "line 4: the header 'EVENT' appears twice"),
        (HEAD + '[Start "1 0 / 1 0"]', "line 3: the header 'Start' appears twice"),
        (HEAD + '[Event "\x00"]', "line 3: event must be one line"),
        (HEAD + f'[{"E" * 40} "x"]', "line 3: 'eeee"),
        (HEAD + '\n1. south 2 5\n[Event "x"]', "line 5: '[Event' is not a pit number"),
        (HEAD + "\n2. south 2", "line 4: turn 1 comes next, not '2'"),
        (HEAD + "\n01. south 2", "line 4: turn 1 comes next, not '01'"),
        (HEAD + "\n1. south 2 5\n1. north 0", "line 5: turn 2 comes next, not '1'"),
        (HEAD + "\nsouth 2", "line 4: turn number 1. is missing before 'south'"),
        (HEAD + "\n1. 2 5", "line 4: turn 1 is south's or north's, not '2'"),
        (HEAD + "\n1. east 2", "line 4: turn 1 is south's or north's, not 'east'"),
        (HEAD + "\n1. south", "line 4: turn 1 has no pits"),
        (HEAD + "\n1. south\n2. north 0", "line 4: turn 1 has no pits"),
        (HEAD + "\n1. south x", "line 4: 'x' is not a pit number in turn 1"),
        (HEAD + "\n1. south -1", "line 4: '-1' is not a pit number in turn 1"),
        (HEAD + "\n1. south \u0663", "line 4: '\u0663' is not a pit number in turn 1"),
        (HEAD + "\n1. south " + "9" * 5000, "is not a pit number in turn 1"),
        (HEAD + "\n1. south 2 {no end", "line 4: cannot read '{no end'"),
        (HEAD + "\n1. south 2 no begin}", "line 4: 'no' is not a pit number"),
        (HEAD + "\n1. south 2\n}", "line 5: cannot read '}'"),
        (HEAD + "\n{\x07}", "line 4: a comment has at most"),
        (HEAD + "\n1. north 2", "line 4, turn 1: south is to move, not north"),
        (HEAD + "\n1. south 2\n2. north 0", "line 4, turn 1: south stops with a free move left"),
        (HEAD + "\n1. south 0 1", "line 4, turn 1: pit 1 comes after the turn is over"),
        (HEAD + "\n1. south 2 5\n2. north 0\n3. south 9", "line 6, turn 3: there is no pit 9"),
        (HEAD + "\n1. south 2 2", "line 4, turn 1: pit 2 is empty in kalah: 4 4 0 5 5 5 1"),
        (HEAD + "\n1. south 2 5\n\ngarbage", "line 6: 'garbage' is not a pit number"),
        (
            SHORT + "\n1. south 0\n2. north 0",
            "line 5, turn 2: the game is already over",
        ),
        (HEAD + '[Result "south_wins"]', "the file gives the result 'south_wins', but it is in_progress"),
        (HEAD + '[Result "1-0"]', "the file gives the result '1-0'"),
        (HEAD + '[Score "1-0"]\n\n1. south 0', "the file gives the score '1-0', but it is 0-0"),
        ("x" * (1 << 18 | 1), "is too long"),
    ],
)
def test_invalid_game_text_is_rejected_with_its_line(text: str, message: str) -> None:
    with pytest.raises(SowfishError) as refusal:
        Game.parse(text)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_illegal_move_in_a_text_is_an_illegal_move() -> None:
    with pytest.raises(IllegalMoveError, match="line 4, turn 1: there is no pit 6"):
        Game.parse(HEAD + "\n1. south 6")


def as_json(**changes: object) -> str:
    return json.dumps({"sowfish": 1, "start": START, "turns": []} | changes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: this is not JSON"),
        ("{", "line 1: this is not JSON"),
        ("[]", "a game is a JSON object, not []"),
        ("7", "a game is a JSON object, not 7"),
        (as_json(turns=[[5]]).replace(", ", ",\n").replace("]]", "]"), "line 3: this is not JSON"),
        (as_json().replace("[]", "NaN"), "NaN is not a number in JSON"),
        ("[" * 100_000, "nested too deep"),
        ('{"sowfish": ' + "9" * 5000 + "}", "an overlong number"),
        ('{"sowfish": 1, "sowfish": 1}', "the key 'sowfish' appears twice"),
        (as_json() + " garbage", "line 1: this is not JSON"),
        (as_json(sowfish=2), "version 2 cannot be read"),
        (as_json(sowfish=True), "version True cannot be read"),
        (as_json(sowfish=None), "version None cannot be read"),
        (as_json(extra=1), "unknown key 'extra'"),
        (as_json(start=None), "the key 'start'"),
        (as_json(start=5), "start must be text, not 5"),
        (as_json(rules="avalanche"), "the rules are 'avalanche'"),
        (as_json(turns=5), "turns must be a list of turns"),
        (as_json(turns=[5]), "turn 1 must be a list of pit numbers, not 5"),
        (as_json(turns=[[2, 5], []]), "turn 2 must be a list of pit numbers"),
        (as_json(turns=[["2"]]), "turn 1: a pit is a whole number, not '2'"),
        (as_json(turns=[[True]]), "turn 1: a pit is a whole number, not True"),
        (as_json(turns=[[2.5]]), "turn 1: a pit is a whole number, not 2.5"),
        (as_json(turns=[[2, 5], [0], [10**30]]), "turn 3: there is no pit 1000"),
        (as_json(turns=[[-1]]), "turn 1: there is no pit -1"),
        (as_json(turns=[[2], [0]]), "turn 1: south stops with a free move left"),
        (as_json(result="tie"), "the file gives the result 'tie'"),
        (as_json(score="9-9"), "the file gives the score '9-9'"),
        (as_json(score=9), "score must be text"),
        (as_json(metadata=[]), "metadata must be a JSON object"),
        (as_json(metadata={"South": "Ann"}), "'South' cannot name a header"),
        (as_json(metadata={"south": 5}), "south must be one line"),
        (as_json(comments={"one": "x"}), "not by 'one'"),
        (as_json(comments={"1": "x"}), "a comment refers to move 1, but move 0 is the last"),
        (as_json(comments={"0": 5}), "a comment is text, not 5"),
        (" " * (1 << 18 | 1), "is too long"),
    ],
)
def test_invalid_game_json_is_rejected_with_its_place(text: str, message: str) -> None:
    with pytest.raises(SowfishError) as refusal:
        Game.from_json(text)
    assert message in str(refusal.value)


def test_json_has_one_kind_of_number() -> None:
    assert Game.from_json(as_json(sowfish=1.0, turns=[[2.0]])) == Game.from_json(as_json(turns=[[2]]))


@given(games(), st.data())
def test_damaged_text_is_read_or_refused_but_never_breaks(game: Game, data: st.DataObject) -> None:
    for text, read in ((str(game), Game.parse), (game.to_json(), Game.from_json)):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 8))
        damaged = text[:at] + data.draw(st.text(max_size=4)) + text[at + gone :]
        try:
            same = read(damaged)
        except SowfishError:
            continue
        assert read(str(same) if read == Game.parse else same.to_json()) == same


@pytest.mark.parametrize("read", [Game.parse, Game.from_json])
def test_anything_but_text_is_rejected(read: object) -> None:
    assert callable(read)
    with pytest.raises(GameError, match="the text of a game is needed, not None"):
        read(None)


def test_loading_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(HEAD + "\n1. south 7", encoding="utf-8")
    with pytest.raises(IllegalMoveError, match=r"mine\.txt: line 4, turn 1: there is no pit 7"):
        Game.load(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(GameError, match=r"mine\.txt: byte 0 is not UTF-8 text"):
        Game.load(path)


def test_huge_file_is_refused_without_reading_it_all() -> None:
    with pytest.raises(GameError, match="larger than 262144 bytes"):
        Game.load("/dev/zero")


def test_byte_order_mark_of_other_editors_is_read_over(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("\ufeff" + HEAD, encoding="utf-8")
    assert Game.load(path) == Game()


def test_game_too_long_to_load_again_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    game = Game(Position.start(stones=10, pits=12))
    while not game.position.is_over:
        game.play(game.position.legal_pits[-1])
        game.comment("\U0001f41f" * 1000)
    with pytest.raises(GameError, match="too long to be loaded again"):
        game.save(path)
    assert not [*tmp_path.iterdir()]


def test_game_with_more_headers_than_can_be_loaded_again_is_not_saved(tmp_path: Path) -> None:
    game = Game(metadata={f"note_{number}": "" for number in range(101)})
    with pytest.raises(GameError, match="a game has at most 100 headers"):
        game.save(tmp_path / "game.txt")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (HEAD + "1. south " + "0 " * 5001, "at most 5000 moves"),
        (HEAD + "{}" * 5001, "at most 5000 comments"),
        (HEAD + "".join(f'[N{number} "a"]\n' for number in range(110)), "at most 1.. headers"),
        (HEAD + f'[Note "{"a" * 3000}"]', "a header has at most 2000 characters, not 3009"),
    ],
)
def test_text_with_more_than_any_game_has_is_refused_early(words: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        Game.parse(words)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("turns", [[0]] * 5001, "at most 5000 moves"),
        ("turns", [[0] * 5001], "at most 5000 moves"),
        ("comments", {str(made): "a" for made in range(5001)}, "at most 5000 comments"),
        ("metadata", {f"note_{number}": "a" for number in range(101)}, "at most 100 headers"),
    ],
)
def test_json_with_more_than_any_game_has_is_refused_early(key: str, value: object, message: str) -> None:
    content = {"sowfish": 1, "start": str(Position.start()), key: value}
    with pytest.raises(GameError, match=message):
        Game.from_json(json.dumps(content))
