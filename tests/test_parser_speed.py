"""No text of the largest allowed length, however nasty, keeps a parser busy for long."""

import asyncio
import contextlib
import gc
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from starlette.requests import Request
from starlette.types import Message

from sowfish import Game, Position, Rules, SowfishError
from sowfish.arena import sprt
from sowfish.arena.sprt import Sprt
from sowfish.checker import language
from sowfish.checker.language import read_question
from sowfish.model import notation, rules
from sowfish.model.game import script
from sowfish.nets import format as net_file
from sowfish.players import clock, spec
from sowfish.players.clock import Clock
from sowfish.players.registry import canonical
from sowfish.players.spec import Spec
from sowfish.web import reading

pytestmark = pytest.mark.no_cover  # counting lines takes longer than reading
MOST_SECONDS = 0.05 * (4 if sys.gettrace() else 1)  # more where coverage is measured
TRIES = 10  # the quickest counts: others use the machine too
UNITS = [
    *(" ", "\t", "\n", "\r\n", "\r", "\x0b", "\u2003", "\0", "a", "Z", "\u00e9", "_"),
    *("0", "9", "-", "\u0663", "\u00b2", "/", "//", ":", "~", ".", ",", "=", "(", ")", "[", "]", "{", "}"),
    *("{}", "{} ", "{a}", "{a} 0 ", '"', '""', "\\", '\\"', "a=", "a=,", 'a="",', 'a="', " =", "= ", ", ", " ,"),
    *("0 ", "0,", "1. ", "1. south 0 ", "south ", "[0],", "[[", '{"a":', '{"a":1},', '"",', '"a":', '[A "a"]\n', "[A "),
    *("not ", "not (", "or ", "and ", "of ", "of a(", "from ", "1+", "1-1", "banked+", "<=", "without steal "),
    *("kalah,", "pits=6,", "4.", "4 ", "move=1,", "1e9,", "true,", "\\u0000"),
]  # fmt: skip


@dataclass(frozen=True)
class Parser:
    """What reads a text, the most characters it takes, and how texts may begin to get far into it."""

    read: Callable[[str], object]
    longest: int
    beginnings: tuple[str, ...] = ()
    endings: tuple[str, ...] = ("", '"', "?")


def body_of(text: str, most: int) -> dict[str, object]:
    sent = iter([text.encode()[:most]])

    async def receive() -> Message:
        chunk = next(sent, b"")
        return {"type": "http.request", "body": chunk, "more_body": bool(chunk)}

    headers = [(b"content-type", b"application/json")]
    request = Request({"type": "http", "method": "POST", "headers": headers}, receive)
    return asyncio.run(reading.read_object(request, most))


def numbered(unit: str, count: int) -> str:
    """Return a unit so many times, each time with another number for its #."""
    return "".join(unit.replace("#", str(number)) for number in range(count))


GAME = '[Sowfish "1"]\n[Start "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south"]\n'
GAME_JSON = '{"sowfish": 1, "start": "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south", '
PARSERS = {
    "position": Parser(Position.parse, notation.LONGEST_TEXT, ("kalah: ", "4 4 4 4 4 4 0 / ", "kalah,pits=")),
    "address": Parser(
        Position.from_url, notation.LONGEST_TEXT, ("kalah~", "kalah~4.4~", "~~~"), ("", "~1.1~1.1~south")
    ),
    "rules": Parser(Rules.parse, rules.LONGEST_TEXT, ("kalah,", "kalah,pits=")),
    "player": Parser(Spec.parse, spec.LONGEST_TEXT, ("a:", "a:b=", 'a:b="', "a:b")),
    "player's options": Parser(canonical, spec.LONGEST_TEXT, ("random:", "random:seed=", "minimax:depth=1,")),
    "clock": Parser(Clock.parse, clock.LONGEST_TEXT, ("move=", "game=1,")),
    "test": Parser(Sprt.parse, sprt.LONGEST_TEXT, ("0,", "0,1,0.")),
    "question": Parser(
        read_question,
        language.LONGEST_TEXT,
        ("shortest game ", "most ", "count games where ", "exists game of ", "exists game of a", "no game from "),
    ),
    "game": Parser(
        Game.parse,
        script.LARGEST,
        (GAME, f"{GAME}{{{'a' * 900}}}", f'{GAME}[A "', f"{GAME}1. south ", f"{GAME}1. south 2 {{"),
        ("", '"]'),
    ),
    "game as JSON": Parser(
        Game.from_json,
        script.LARGEST,
        ("{", "[", '{"turns": [', f'{GAME_JSON}"turns": [', f'{GAME_JSON}"metadata": {{', f'{GAME_JSON}"result": "'),
        ("", "0]}", '"}'),
    ),
    "request": Parser(lambda text: body_of(text, reading.LARGEST_BODY), reading.LARGEST_BODY, ("{", '{"pits": [')),
    "net's description": Parser(
        lambda text: net_file._content(text.encode(), b"", "net"),  # a whole file needs a checksum
        net_file.MOST_DESCRIPTION,
        ("{", '{"record": ['),
    ),
}
SPECIAL: dict[str, list[str]] = {
    "game": [
        GAME + numbered('[A# "a"]\n', 60_000),
        GAME + " 1. south 0 ".join(["{a} " * 400] * 600),
        GAME + "".join(f"{number}. south 0\n" for number in range(1, 60_000)),
        GAME + "{a}" + "{}" * 500_000,
    ],
    "game as JSON": [
        GAME_JSON + '"metadata": {' + numbered('"a#": "",', 60_000) + '"a": ""}}',
        GAME_JSON + '"comments": {' + numbered('"#": "a",', 60_000) + '"60000": ""}}',
        GAME_JSON + '"turns": [' + "[0]," * 250_000 + "[0]]}",
        GAME_JSON + '"turns": [[' + "0," * 500_000 + "0]]}",
        GAME_JSON + '"turns": [' + "{}," * 300_000 + "0]}",
    ],
    "player": ["a:" + numbered("a#=1,", 280), 'a:b="' + 990 * '\\"' + '"'],
    "question": [
        "count games where " + " + ".join(["banked"] * 100) + " > 1",
        "count games where " + "steal or " * 100,
    ],
}


def seconds(parser: Parser, text: str) -> float:
    """Return the processor time of a parse, the least of some tries; an error is an answer too."""
    least = 1e9
    for _ in range(TRIES):
        started = time.thread_time()
        with contextlib.suppress(SowfishError):
            parser.read(text)
        least = min(least, time.thread_time() - started)
        if not MOST_SECONDS < least < 10 * MOST_SECONDS:  # no other try can change the answer
            break
    return least


def nasty(parser: Parser) -> list[str]:
    texts = []
    for beginning in ("", *parser.beginnings):
        for ending in parser.endings:
            room = parser.longest - len(beginning) - len(ending)
            texts += [beginning + unit * (room // len(unit)) + ending for unit in UNITS]
    return texts


@pytest.fixture
def _no_collection() -> Iterator[None]:
    """Leave the garbage of other tests alone while there are clocks running."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_collection")
@pytest.mark.parametrize("name", PARSERS)
def test_a_parser_is_quick_with_the_longest_and_nastiest_texts(name: str) -> None:
    parser = PARSERS[name]
    for text in [*nasty(parser), *SPECIAL.get(name, [])]:
        taken = seconds(parser, text)
        assert taken < MOST_SECONDS, f"{taken:.3f} s for {len(text)} characters, {text[:80]!r} ... {text[-20:]!r}"


@pytest.mark.parametrize("name", PARSERS)
def test_a_longer_text_is_refused_by_a_sentence_that_names_the_limit(name: str) -> None:
    parser = PARSERS[name]
    if name.startswith("request"):
        pytest.skip("read in chunks: tests/web/test_api.py sends one that is too long")
    with pytest.raises(SowfishError, match=rf"(at most|limit is) {parser.longest}\b"):
        parser.read("a" * (parser.longest + 1))
