"""Games as readable text: header lines, then one line per turn, in the spirit of PGN."""

# [Sowfish "1"]
# [Rules "kalah"]
# [Start "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south"]
# [South "Ann"]
# [Result "in_progress"]
# [Score "2-0"]
#
# 1. south 2 5 {the free move first}

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sowfish.errors import GameError, quoted
from sowfish.model.events import Side
from sowfish.model.game.script import (
    MOST_COMMENTS,
    MOST_HEADERS,
    MOST_MOVES,
    RESERVED,
    VERSION,
    Script,
    ScriptTurn,
    check_count,
    check_length,
    check_metadata,
    check_version,
    tidy_comment,
)

LONGEST_HEADER = 2000
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*+) "((?:[^"\\]|\\["\\])*+)"\]')
_BLANK = re.compile(r"\s*")
_TOKEN = re.compile(r"(?P<space>[ \t\r\n]+)|\{(?P<comment>[^{}]*)\}|(?P<number>[0-9]+)\.|(?P<word>[^\s{}]+)")
_PIT = re.compile("[0-9]{1,3}")


def write(script: Script) -> str:
    """Return the text of a game."""
    headers = {
        "sowfish": str(VERSION),
        "rules": script.rules,
        "start": script.start,
        **script.metadata,
        "result": script.result,
        "score": script.score,
    }
    said = ((name, value) for name, value in headers.items() if value is not None)
    lines = [f'[{name.capitalize()} "{_quoted(value)}"]' for name, value in said]
    turns = [*_written_turns(script)]
    return "\n".join([*lines, "", *turns] if turns else lines) + "\n"


def read(text: str) -> Script:
    """Parse the text of a game; every error names its line."""
    check_length(text)
    headers, line, rest = _headers(text.replace("\r\n", "\n"))
    if "sowfish" not in headers:
        raise GameError(f'line 1: a game starts with the header [Sowfish "{VERSION}"]', reason="no_game")
    version = headers.pop("sowfish")
    check_version(int(version) if _PIT.fullmatch(version) else version)
    if "start" not in headers:
        raise GameError('the header [Start "..."] with the first position is missing', reason="start")
    turns = _Turns(line)
    turns.read(rest)
    return Script(
        start=headers["start"],
        turns=tuple(turns.done),
        rules=headers.get("rules"),
        result=headers.get("result"),
        score=headers.get("score"),
        metadata={name: value for name, value in headers.items() if name not in RESERVED},
        comments=turns.comments,
    )


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _written_turns(script: Script) -> Iterator[str]:
    if 0 in script.comments:
        yield f"{{{script.comments[0]}}}"
    made = 0
    for number, turn in enumerate(script.turns, start=1):
        words = [f"{number}.", str(turn.side)]
        for pit in turn.pits:
            made += 1
            words.append(str(pit))
            if made in script.comments:
                words.append(f"{{{script.comments[made]}}}")
        yield " ".join(words)


def _headers(text: str) -> tuple[dict[str, str], int, str]:
    """Return the headers, and the remaining text with its first line number."""
    headers: dict[str, str] = {}
    line, at = 1, 0
    while True:
        blank = _BLANK.match(text, at)
        assert blank is not None
        line += blank[0].count("\n")
        at = blank.end()
        if not text.startswith("[", at):
            return headers, line, text[at:]
        check_count("headers", len(headers), MOST_HEADERS + len(RESERVED))
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        _read_header(text[at:end].strip(), line, headers)
        at = end


def _read_header(content: str, line: int, headers: dict[str, str]) -> None:
    if len(content) > LONGEST_HEADER:
        sentence = f"line {line}: a header has at most {LONGEST_HEADER} characters, not {len(content)}"
        raise GameError(sentence, line=line)
    match = _HEADER.fullmatch(content)
    if not match:
        raise GameError(f'line {line}: a header looks like [Name "value"], not {quoted(content)}', line=line)
    name, value = match[1].lower(), re.sub(r"\\(.)", r"\1", match[2])
    if name in headers:
        raise GameError(f"line {line}: the header {quoted(match[1])} appears twice", line=line)
    if name not in RESERVED:
        try:
            check_metadata(name, value)
        except GameError as error:
            raise GameError(f"line {line}: {error}", line=line) from None
    headers[name] = value


@dataclass(slots=True)
class _Turns:
    """The turns parsed so far; a turn is a number, then a side, then pits."""

    line: int
    done: list[ScriptTurn] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    made: int = 0
    commented: int = 0
    started: int | None = None  # the line of the current turn
    side: Side | None = None
    pits: list[int] = field(default_factory=list)

    def read(self, text: str) -> None:
        """Parse all turns of a text."""
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if not match:
                raise self._error(f"cannot read {quoted(text[at : at + 60])}")
            if match["number"] is not None:
                self._start(match["number"])
            elif match["comment"] is not None:
                self._comment(match["comment"])
            elif match["word"] is not None:
                self._word(match["word"])
            self.line += match[0].count("\n")
            at = match.end()
        self._finish()

    def _start(self, number: str) -> None:
        self._finish()
        if number != str(len(self.done) + 1):
            raise self._error(f"turn {len(self.done) + 1} comes next, not {quoted(number)}")
        self.started = self.line

    def _word(self, word: str) -> None:
        if self.started is None:
            raise self._error(f"turn number {len(self.done) + 1}. is missing before {quoted(word)}")
        if self.side is None:
            if word not in tuple(Side):
                raise self._error(f"turn {len(self.done) + 1} is south's or north's, not {quoted(word)}")
            self.side = Side(word)
            return
        if not _PIT.fullmatch(word):
            raise self._error(f"{quoted(word)} is not a pit number in turn {len(self.done) + 1}")
        self.pits.append(int(word))
        self.made += 1
        check_count("moves", self.made, MOST_MOVES)

    def _comment(self, text: str) -> None:
        try:
            self.commented += 1
            check_count("comments", self.commented, MOST_COMMENTS)
            comment = tidy_comment(text)
            if comment and self.made in self.comments:
                comment = tidy_comment(f"{self.comments[self.made]} {comment}")
        except GameError as error:
            raise self._error(str(error)) from None
        if comment:
            self.comments[self.made] = comment

    def _finish(self) -> None:
        if self.started is None:
            return
        if not self.pits:
            raise GameError(f"line {self.started}: turn {len(self.done) + 1} has no pits", line=self.started)
        self.done.append(ScriptTurn(tuple(self.pits), self.side, self.started))
        self.started, self.side, self.pits = None, None, []

    def _error(self, message: str) -> GameError:
        return GameError(f"line {self.line}: {message}", line=self.line)
