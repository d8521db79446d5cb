"""
The native core of Sowfish. Use the sowfish package: it checks what is passed here.
"""

from collections.abc import Sequence
from typing import overload


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

class Table:
    """Exact future margins of all positions with few stones in play."""

    @property
    def stones(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def is_intact(self) -> bool:
        """Whether nobody has written to the file."""

    def confirm(self) -> None:
        """Take the values as they are for intact."""

    def part(self, stones: int) -> Table:
        """Return the layers up to so many stones; they share the memory."""

    def margin(self, board: Board) -> int | None:
        """
        Return the final margin of the side to move, or None if the table does not know it.
        """

    def checksum(self, stones: int) -> int: ...

    def write(self, stones: int, file: int, place: int) -> int:
        """Write a layer into an open file; return 0 or the error number."""

def mapped_table(rules: Rules, stones: int, file: int, offset: int) -> Table: ...

def checksum(data: bytes) -> int: ...

class TableCheck:
    """The check of a table against itself by the threads that call work()."""

    def __init__(self, table: Table, samples: int, seed: int) -> None: ...

    def work(self) -> None: ...

    def stop(self) -> None: ...

    @property
    def total(self) -> int: ...

    @property
    def checked(self) -> int: ...

    def fault(self, pits: int) -> tuple[list[int], list[int], int, int] | None: ...

class TableTask:
    """The building of a table by the threads that call work()."""

    def __init__(self, rules: Rules, stones: int, start: Table | None = None) -> None: ...

    def work(self) -> None: ...

    def stop(self) -> None: ...

    @property
    def layers_done(self) -> int: ...

    def checksum(self, stones: int) -> int: ...

    def write(self, stones: int, file: int, place: int) -> int:
        """
        Write a finished layer into an open file; return 0 or the error number.
        """

    def table(self) -> Table: ...

def table_bytes(pits: int, stones: int) -> int: ...

class Control:
    """Limits of a search, and the way to stop it from another thread."""

    def __init__(self, seconds: float = 0.0, nodes: int = 0) -> None: ...

    def stop(self) -> None: ...

    @property
    def stopped(self) -> bool: ...

    @property
    def nodes(self) -> int: ...

class BestTurn:
    """The best end of a turn and the sequences of pits that lead there."""

    @property
    def score(self) -> float: ...

    @property
    def sequences(self) -> int: ...

    @property
    def first(self) -> list[int]: ...

    @property
    def shortest(self) -> list[int]: ...

    @property
    def states(self) -> int: ...

    @property
    def complete(self) -> bool: ...

def best_turn(board: Board, technical_win: bool, max_laps: int, by_difference: bool, control: Control) -> BestTurn | None: ...

class TurnTree:
    """The tree of all sequences of a turn."""

    @property
    def nodes(self) -> int: ...

    @property
    def leaves(self) -> int: ...

    @property
    def longest(self) -> int: ...

class TurnEnds:
    """The distinct positions in which a turn may end."""

    def __len__(self) -> int: ...

    @property
    def boards(self) -> list[Board]: ...

class TurnGraph:
    """All chains of free moves from a position."""

    @property
    def states(self) -> int: ...

    def ends(self) -> TurnEnds: ...

    def best(self, ends: TurnEnds, scores: Sequence[float]) -> BestTurn: ...

    def tree(self) -> TurnTree: ...

def turn_graph(board: Board, technical_win: bool, max_laps: int, control: Control) -> TurnGraph | None: ...

def is_fast(rules: Rules) -> bool: ...

class Strategy:
    """The moves that prove a value."""

    @property
    def pits(self) -> bytes: ...

    @property
    def positions(self) -> int: ...

PARTS_OF_STONE: int = 8

class Known:
    """What is known of a position or a move, for the side to move."""

    @property
    def pit(self) -> int | None: ...

    @property
    def low(self) -> int: ...

    @property
    def high(self) -> int: ...

    @property
    def is_narrowed(self) -> bool:
        """Whether the bounds say more than the stones in play."""

    @property
    def estimate(self) -> int:
        """In parts of a stone."""

    @property
    def line(self) -> list[int]: ...

    @property
    def value(self) -> int:
        """Rounded to stones."""

    @property
    def kind(self) -> int: ...

class Report:
    """What is known so far."""

    @property
    def position(self) -> Known: ...

    @property
    def moves(self) -> list[Known]: ...

    @property
    def depth(self) -> int: ...

    @property
    def is_done(self) -> bool: ...

class Engine:
    """Proofs and look-ahead of one position after another."""

    def __init__(self, rules: Rules, hash_bytes: int, look_bytes: int) -> None: ...

    def set_table(self, table: Table | None, room_stones: int = -1) -> None:
        """Take a table, and room for it to grow to so many stones."""

    @property
    def table(self) -> Table | None:
        """The table, grown or not."""

    def set_net(self, net: Net | None) -> None: ...

    @property
    def hash_bytes(self) -> int: ...

    def set_hash_bytes(self, bytes: int) -> None: ...

    def clear(self) -> None: ...

    def begin(self, board: Board, control: Control, *, every_move: bool = False, proves: bool = True, threads: int = 1, max_depth: int = 250, look_share: float = 0.5, max_table_stones: int = -1, outside_in: bool = False, low: int | None = None, high: int | None = None) -> bool:
        """Take a question and a first look; return whether that answers it."""

    def work(self) -> None: ...

    def report(self) -> Report: ...

    def certify(self, board: Board, value: int, max_pending: int, control: Control) -> Strategy | None:
        """
        Return the moves that prove a proven value, or None if stopped or too large.
        """

    def snapshot(self, max_entries: int) -> bytes:
        """Return what took the most work to find."""

    def restore(self, snapshot: bytes) -> bool:
        """Take in a snapshot; return False if it is none for this board."""

def turns(board: Board, pits: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Group a line into whole turns; a forced pass is an empty one."""

class GameBatch:
    """
    Many games of the same rules, stepped together into given numpy arrays.
    """

    def __init__(self, start: Board, games: int, opening_moves: int, opponent: int, seat: int, margins: bool, observations: object, masks: object, to_move: object, rewards: object, ended: object, illegal: object, final_observations: object) -> None: ...

    def reset(self, seed: int) -> None: ...

    def step(self, actions: object) -> None: ...

class Net:
    """A trained network for the rules it was trained for."""

    @staticmethod
    def make(rules: Rules, rows: int, first: int, second: int, weights: bytes) -> Net: ...

    def evaluate(self, board: Board) -> tuple[tuple[float, ...], float, float]:
        """Return policy, score and future margin."""

    def evaluate_often(self, board: Board, times: int) -> float:
        """Evaluate again and again, to be timed."""

def net_weights(pits: int, rows: int, first: int, second: int) -> int: ...

class BatchTask:
    """What many positions are worth, by the threads that call work()."""

    def work(self) -> None: ...

    def stop(self) -> None: ...

    @property
    def done(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def table(self) -> Table | None:
        """The table, grown or not; not while threads work."""

class ValueTask(BatchTask):
    """The values of many positions as arrays."""

    def __init__(self, rules: Rules, cells: object, north_to_move: object, values: object, kind: object, pit: object, nodes: object, moves: object | None, move_kinds: object | None, *, table: Table | None, max_nodes: int, max_seconds: float, hash_bytes: int, look_bytes: int, max_table_stones: int) -> None: ...

class BatchAnswer:
    """What is known of one of many positions."""

    @property
    def report(self) -> Report: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class AnalysisTask(BatchTask):
    """All that is known of many positions."""

    def __init__(self, rules: Rules, boards: Sequence[Board], follows: bytes, *, finds_lines: bool, look_nodes: int, table: Table | None, max_nodes: int, max_seconds: float, hash_bytes: int, look_bytes: int, max_table_stones: int) -> None: ...

    def take_no_more(self) -> None:
        """Let each thread finish the position it is at, and end."""

    def take(self, number: int) -> BatchAnswer | None:
        """Return an answer once, or None if there is none yet."""

class PitCount:
    """How the random games after one move ended, for the side that made it."""

    @property
    def pit(self) -> int: ...

    @property
    def wins(self) -> int: ...

    @property
    def draws(self) -> int: ...

    @property
    def losses(self) -> int: ...

class PlayoutRun:
    """Random games after every legal move, by the threads that call work()."""

    def work(self) -> None: ...

    def counts(self) -> list[PitCount]: ...

def playout_run(board: Board, greedy: bool, seed: int, games: int, control: Control) -> PlayoutRun: ...

SURE: int = 100000000

def evaluate(board: Board) -> int:
    """Return who is winning for the side to move, from 0 to SURE."""

class MinimaxResult:
    """The move a minimax would play, and what it saw."""

    @property
    def pit(self) -> int: ...

    @property
    def value(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def line(self) -> list[int]: ...

    @property
    def sees_end(self) -> bool: ...

def minimax(board: Board, max_depth: int, expected_nodes: int, control: Control) -> MinimaxResult: ...

class TreeCount:
    """
    What a tree knows of its root or a move, for the side to move at the root.
    """

    @property
    def pit(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def value(self) -> float: ...

    @property
    def prior(self) -> float: ...

    @property
    def low(self) -> int: ...

    @property
    def high(self) -> int: ...

class SearchTree:
    """A tree of positions that lives on between searches."""

    def set_root(self, board: Board) -> int:
        """Return how many nodes were known already."""

    def search(self, visits: int, control: Control) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def root(self) -> TreeCount: ...

    @property
    def moves(self) -> list[TreeCount]: ...

    @property
    def line(self) -> list[int]: ...

def uct_tree(rules: Rules, bytes: int, exploration: float, seed: int) -> SearchTree: ...

def puct_tree(rules: Rules, net: Net | None, bytes: int, exploration: float, seed: int) -> SearchTree: ...

class Chance:
    """Numbers that a seed determines, as those of Python's random."""

    @overload
    def __init__(self, text: str) -> None: ...

    @overload
    def __init__(self, words: Sequence[int]) -> None: ...

    def bits(self, count: int) -> int:
        """Return a number of 1 to 64 bits."""

    def real(self) -> float:
        """Return a number from 0 to 1, 1 excluded."""

def dealt(rules: Rules, deal: int, total: int, chance: Chance) -> Board | None:
    """Return a random start, or None if there is none."""

class Level:
    """How far a level looks ahead, and how careless it is."""

    @property
    def depth(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def carelessness(self) -> float: ...

    @property
    def overlooked(self) -> float: ...

MOST_LEVELS: int = 9

def level(number: int) -> Level: ...

def level_nodes(number: int, rules: Rules) -> int: ...

def drawn_move(level: int, values: Sequence[float], chance: Chance) -> int:
    """
    Return the place of the move that a level plays, by what it thinks each is worth in stones.
    """

def within(known: tuple[int, int, int, int], low: int, high: int) -> tuple[int, int, int, int]: ...

def at_least(before: tuple[int, int, int, int], after: tuple[int, int, int, int]) -> tuple[int, int, int, int]: ...

def lost(before: tuple[int, int, int, int], after: tuple[int, int, int, int]) -> tuple[int, int, int, int]: ...

def cost(best: tuple[int, int, int, int], reached: tuple[int, int, int, int]) -> tuple[int, int, int, int]: ...

def mark(before: int, after: int, total: int) -> int: ...

def is_mark_proven(before: tuple[int, int, int, int], after: tuple[int, int, int, int], total: int) -> bool: ...

def accuracy(lost: int, total: int) -> float: ...

def best_count(counts: Sequence[tuple[int, int, int]], select: int) -> int:
    """Return the place of the best of some counts: wins, draws, losses."""

class Sizes:
    """How large the tables of an engine are."""

    @property
    def table_stones(self) -> int: ...

    @property
    def max_table_stones(self) -> int: ...

    @property
    def hash_bytes(self) -> float: ...

    @property
    def first_positions(self) -> float: ...

    @property
    def room_positions(self) -> float: ...

def sizes(rules: Rules, rest: int, memory: float, seconds: float, threads: int, every_move: bool, most_positions: float) -> Sizes: ...

def look_bytes(memory: float) -> float: ...

def largest_table(rules: Rules, positions: float) -> int: ...

class Searched:
    """What a search did before it answered or had to stop."""

    @property
    def nodes(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def complete(self) -> bool: ...

    @property
    def out_of_memory(self) -> bool: ...

class Extreme:
    """The largest or smallest sum over games or turns, and a way to it."""

    @property
    def value(self) -> int | None: ...

    @property
    def before(self) -> list[int]: ...

    @property
    def way(self) -> list[int]: ...

    @property
    def reached(self) -> bool: ...

    @property
    def searched(self) -> Searched: ...

class PathCount:
    """How many games or turns there are."""

    @property
    def count(self) -> int: ...

    @property
    def searched(self) -> Searched: ...

class Reached:
    """A place found, or how many there are."""

    @property
    def found(self) -> bool: ...

    @property
    def cost(self) -> int: ...

    @property
    def value(self) -> int: ...

    @property
    def way(self) -> list[int]: ...

    @property
    def events(self) -> int: ...

    @property
    def count(self) -> int: ...

    @property
    def settled(self) -> int: ...

    @property
    def searched(self) -> Searched: ...

class Force:
    """What a side can force, for the start and after any moves."""

    def forced(self, moves: Sequence[int], control: Control) -> bool | None: ...

    def reached(self, moves: Sequence[int]) -> bool: ...

    @property
    def searched(self) -> Searched: ...

class Query:
    """What a question tells apart, and where it starts."""

    def __init__(self, start: Board, trackers: Sequence[tuple[int, int, int, int]], where: Sequence[tuple[int, int]], keep_stores: bool, keep_side: bool, is_bounded: bool, max_bytes: int) -> None: ...

    def extreme(self, scope: int, cost: tuple[int, int, int] | None, within: int, terms: Sequence[tuple[int, int, int]], at_end: Sequence[tuple[int, int]], largest: bool, target: int | None, control: Control) -> Extreme: ...

    def count(self, scope: int, cost: tuple[int, int, int] | None, within: int, control: Control) -> PathCount: ...

    def nearest(self, subject: int, cost: tuple[int, int, int], within: int | None, control: Control) -> Reached: ...

    def count_places(self, subject: int, cost: tuple[int, int, int], within: int | None, control: Control) -> Reached: ...

    def force(self, north: bool, at_end: bool) -> Force: ...

    def extreme_place(self, subject: int, cost: tuple[int, int, int], within: int | None, objective: Sequence[tuple[int, int]], largest: bool, control: Control) -> Reached: ...
