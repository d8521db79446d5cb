"""
The native core of Sowfish. Use the sowfish package: it checks what is passed here.
"""



MAX_STONES: int = 255

class Rules:
    """The switches and size of a game."""

    def __init__(self, pits: int, relay: bool, capture: int, both_stores: bool, ends: int, rest: int) -> None: ...

class Perft:
    """Move sequences counted, and a signature of the boards they reach."""

    @property
    def sequences(self) -> int: ...

    @property
    def margins(self) -> int: ...

class Tally:
    """Results of many games, seen by the side to move."""

    @property
    def wins(self) -> int: ...

    @property
    def losses(self) -> int: ...

    @property
    def ties(self) -> int: ...

    @property
    def margins(self) -> int: ...

    @property
    def moves(self) -> int: ...

class Board:
    """
    A position: south's pits and store, north's pits and store, side to move.
    """

    def __init__(self, rules: Rules, ring: bytes, north_to_move: bool) -> None: ...

    @property
    def ring(self) -> bytes: ...

    @property
    def north_to_move(self) -> bool: ...

    def __eq__(self, arg: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def legal_pits(self) -> int:
        """Bit i: pit i may be played."""

    def is_over(self) -> bool: ...

    def after(self, pit: int) -> Board | None: ...

    def move(self, pit: int) -> tuple[Board, int, int, int, int, bytes] | None: ...

    def lap(self, pit: int) -> tuple[Board, int] | None: ...

    def passed(self) -> Board: ...

    def swept(self) -> Board: ...

    def perft(self, depth: int) -> Perft: ...

    def playouts(self, seed: int, first: int, games: int) -> Tally: ...
