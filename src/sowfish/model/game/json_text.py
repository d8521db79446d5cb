"""Games as JSON: a position is its canonical text, a turn is a list of pit numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from sowfish.errors import GameError, quoted
from sowfish.model.game.script import (
    MOST_COMMENTS,
    MOST_HEADERS,
    MOST_MOVES,
    VERSION,
    Script,
    ScriptTurn,
    check_count,
    check_length,
    check_metadata,
    check_version,
    tidy_comment,
)

_KEYS = ("sowfish", "rules", "start", "turns", "result", "score", "metadata", "comments")
_PLACE = re.compile("[0-9]{1,6}")


def write(script: Script) -> str:
    """Return a game as one JSON object, one line per key."""
    content = {
        "sowfish": VERSION,
        "rules": script.rules,
        "start": script.start,
        "turns": [list(turn.pits) for turn in script.turns],
        "result": script.result,
        "score": script.score,
        "metadata": dict(script.metadata),
        "comments": {str(made): text for made, text in script.comments.items()},
    }
    lines = (f'  "{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in content.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(text: str) -> Script:
    """Parse a game from JSON; every error names its key or turn."""
    check_length(text)
    content = _content(text)
    if unknown := [key for key in content if key not in _KEYS]:
        raise GameError(f"unknown key {quoted(unknown[0])}; known are {', '.join(_KEYS)}")
    check_version(content.get("sowfish"))
    start = _text(content, "start")
    if start is None:
        raise GameError("the key 'start' with the first position is missing", reason="start")
    return Script(
        start=start,
        turns=tuple(_turn(pits, number) for number, pits in enumerate(_turns(content), start=1)),
        rules=_text(content, "rules"),
        result=_text(content, "result"),
        score=_text(content, "score"),
        metadata=_metadata(content),
        comments=_comments(content),
    )


def _content(text: str) -> dict[str, object]:
    try:
        content = json.loads(
            text, object_pairs_hook=_without_duplicates, parse_float=_number, parse_constant=_refuse_constant
        )
    except GameError:
        raise
    except json.JSONDecodeError as error:
        raise GameError(f"line {error.lineno}: this is not JSON", reason="damaged") from None
    except (ValueError, RecursionError):
        raise GameError("this JSON has an overlong number or is nested too deeply", reason="damaged") from None
    if not isinstance(content, dict):
        raise GameError(f"a game is a JSON object, not {quoted(content)}")
    return content


def _number(text: str) -> float:
    """Parse a number with a point or an exponent; JSON has one kind of number, so 4.0 is 4."""
    number = float(text)
    return int(number) if number.is_integer() else number


def _refuse_constant(name: str) -> object:
    raise GameError(f"{name} is not a number in JSON")


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    content: dict[str, object] = {}
    for key, value in pairs:
        if key in content:
            raise GameError(f"the key {quoted(key)} appears twice")
        content[key] = value
    return content


def _text(content: Mapping[str, object], key: str) -> str | None:
    value = content.get(key)
    if value is not None and not isinstance(value, str):
        raise GameError(f"{key} must be text, not {quoted(value)}")
    return value


def _turns(content: Mapping[str, object]) -> list[object]:
    turns = content.get("turns", [])
    if not isinstance(turns, list):
        raise GameError(f"turns must be a list of turns, not {quoted(turns)}")
    check_count("moves", sum(len(turn) if isinstance(turn, list) else 1 for turn in turns), MOST_MOVES)
    return turns


def _turn(pits: object, number: int) -> ScriptTurn:
    if not isinstance(pits, list) or not pits:
        raise GameError(f"turn {number} must be a list of pit numbers, not {quoted(pits)}")
    for pit in pits:
        if type(pit) is not int:
            raise GameError(f"turn {number}: a pit is a whole number, not {quoted(pit)}")
    return ScriptTurn(tuple(pits))


def _object(content: Mapping[str, object], key: str) -> dict[str, str]:
    value = content.get(key, {})
    if not isinstance(value, dict):
        raise GameError(f"{key} must be a JSON object, not {quoted(value)}")
    return value


def _metadata(content: Mapping[str, object]) -> dict[str, str]:
    metadata = _object(content, "metadata")
    check_count("headers", len(metadata), MOST_HEADERS)
    for name, value in metadata.items():
        check_metadata(name, value)
    return metadata


def _comments(content: Mapping[str, object]) -> dict[int, str]:
    comments, told = {}, _object(content, "comments")
    check_count("comments", len(told), MOST_COMMENTS)
    for made, text in told.items():
        if not _PLACE.fullmatch(made):
            raise GameError(f"comments are keyed by the number of moves made, not by {quoted(made)}")
        comments[int(made)] = tidy_comment(text)
    return comments
