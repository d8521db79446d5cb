"""What a certificate claims: a position and its value."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sowfish.errors import CertificateError, quoted
from sowfish.model.events import Side
from sowfish.model.rules import Rules

MOST_STONES = 255


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """With best play by both, the side to move of this position ends `value` stones ahead, stores included."""

    rules: str
    south: tuple[int, ...]  # pits in south's sowing order
    south_store: int
    north: tuple[int, ...]
    north_store: int
    to_move: str
    value: int
    positions: int  # met on the way through the proof
    moves: int  # in the proof

    @classmethod
    def read(cls, line: bytes) -> Claim:
        """Parse the untrusted header of a certificate."""
        try:
            content = json.loads(line)
        except (ValueError, RecursionError):  # not JSON, or nested too deeply
            raise CertificateError("its header is not JSON") from None
        if not isinstance(content, dict) or set(content) != set(cls.__slots__):
            raise CertificateError(f"its header must have exactly {', '.join(cls.__slots__)}")
        for field in ("south_store", "north_store", "value", "positions", "moves"):
            if type(content[field]) is not int:
                raise CertificateError(f"its {field} must be a whole number, not {quoted(content[field])}")
        rules = _rules(content["rules"])
        for side in Side:
            pits, store = content[side.value], content[f"{side}_store"]
            if not isinstance(pits, list) or not all(type(stones) is int and stones >= 0 for stones in [*pits, store]):
                raise CertificateError(f"{side}'s counts must be whole numbers, 0 or more")
            if len(pits) != rules.pits:
                raise CertificateError(f"{side} has {len(pits)} pits, the rules have {rules.pits}")
            content[side.value] = tuple(pits)
        if content["to_move"] not in tuple(Side):
            raise CertificateError(f"its side to move must be south or north, not {quoted(content['to_move'])}")
        claim = cls(**content)
        if sum(claim.ring) > MOST_STONES:
            raise CertificateError(f"its board has more than {MOST_STONES} stones")
        return claim

    def written(self) -> bytes:
        """Return the header, which `read` parses."""
        return json.dumps(asdict(self)).encode()

    @property
    def ring(self) -> list[int]:
        """The board, cell by cell in sowing order, south's half first."""
        return [*self.south, self.south_store, *self.north, self.north_store]

    @property
    def position(self) -> str:
        """The position as text."""
        south, north = _row(self.south, self.south_store), _row(self.north, self.north_store)
        return f"{Rules.parse(self.rules).label}: {south} / {north} {self.to_move}"

    def __str__(self) -> str:
        """Return the position and its value in words."""
        if self.value == 0:
            return f"{self.position} is a tie"
        return f"{self.position} is worth {self.value:+d} to {self.to_move}"


def _rules(text: object) -> Rules:
    if not isinstance(text, str):
        raise CertificateError(f"its rules must be text, not {quoted(text)}")
    rules = Rules.parse(text)
    if str(rules) != text:
        raise CertificateError(f"its rules must be written {str(rules)!r}, not {quoted(text)}")
    return rules


def _row(pits: Sequence[int], store: int) -> str:
    return " ".join(map(str, (*pits, store)))
