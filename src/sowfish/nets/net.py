"""A trained net: what it predicts for a position, computed by the core."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from sowfish import _core
from sowfish.errors import NetError, SowfishError
from sowfish.model.position import Position, core_board, core_rules
from sowfish.model.rules import Rules
from sowfish.nets import format as net_file
from sowfish.nets.format import Layout
from sowfish.runtime import files


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """A net's prediction for a position, from the point of view of the side to move."""

    policy: tuple[float, ...]  # probability that each own pit is best; 0 if illegal, summing to 1
    score: float  # from -1 (lost) through 0 (tie) to 1 (won)
    margin: float  # expected final margin, in stones

    @property
    def pit(self) -> int:
        """The most likely pit; the lowest of equals."""
        return max(range(len(self.policy)), key=lambda pit: (self.policy[pit], -pit))


class Net:
    """A small network that predicts the best move, the winner and the margin in about a microsecond."""

    def __init__(self, content: net_file.Content) -> None:
        """Wrap the contents of a file; `load` and `from_bytes` read one."""
        self.layout: Layout = content.layout
        self.record = content.record
        self.sowfish = content.sowfish
        first, second = content.layout.widths or (0, 0)
        self.core = _core.Net.make(core_rules(self.rules), content.layout.rows, first, second, content.weights)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Net:
        """Load a net from its file; raises NetError with one sentence if it is not valid."""
        name = Path(path).name
        try:
            data = files.read_regular(path, net_file.MOST_BYTES)
        except OSError as error:
            raise NetError(f"cannot read the net {os.fspath(path)}: {error.strerror}") from None
        except SowfishError as error:
            raise NetError(f"{name} is not a Sowfish net: {error}") from None
        return cls.from_bytes(data, name)

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "the net") -> Net:
        """Parse a net file's bytes; `name` names them in errors."""
        return cls(net_file.unpack(data, name))

    @property
    def rules(self) -> Rules:
        """The rules the net was trained for, with its number of pits."""
        return self.layout.rules

    @property
    def pits(self) -> int:
        """The pits per side."""
        return self.rules.pits

    def of(self, rules: Rules) -> Net:
        """Return the net if it fits these rules and this number of pits; reject others."""
        if rules != self.rules:
            raise NetError(f"the net is for {described(self.rules)}, not for {described(rules)}")
        return self

    def evaluate(self, position: Position) -> Guess:
        """Return the prediction; a side that must pass has no policy."""
        self.of(position.rules)
        if position.is_over:
            raise NetError("the game is over: there is nothing to predict")
        policy, score, gain = self.core.evaluate(core_board(position))
        return Guess(policy=policy, score=score, margin=position.margin + gain)


def described(rules: Rules) -> str:
    """Return rules with their size, as in `kalah with 6 pits`."""
    return f"{rules.label} with {rules.pits} pit{'' if rules.pits == 1 else 's'}"
