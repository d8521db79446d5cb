"""
The native core of Sowfish. Use the sowfish package instead, which validates arguments.
"""

from collections.abc import Sequence
from typing import overload


MAX_STONES: int = 255

class Rules:
    """The switches and size of a game."""

    def __init__(self, pits: int, relay: bool, capture: int, both_stores: bool, ends: int, rest: int) -> None: ...

class Perft:
    """
    The number of move sequences, and a signature of the boards they reach.
    """

    @property
    def sequences(self) -> int: ...

    @property
    def margins(self) -> int: ...

class Tally:
    """Results of many games, for the side to move."""

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
        """Bit i is set if pit i is legal."""

    def is_over(self) -> bool: ...

    def after(self, pit: int) -> Board | None: ...

    def move(self, pit: int) -> tuple[Board, int, int, int, int, int, bytes] | None: ...

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
        """Whether the file is unchanged."""

    def confirm(self) -> None:
        """Accept the current contents as intact."""

    def part(self, stones: int) -> Table:
        """Return a view of the layers up to this many stones."""

    def margin(self, board: Board) -> int | None:
        """
        Return the final margin for the side to move, or None if the table lacks the position.
        """

    def checksum(self, stones: int) -> int: ...

    def write(self, stones: int, file: int, place: int) -> int:
        """Write a layer into an open file; return 0 or the error number."""

def mapped_table(rules: Rules, stones: int, file: int, offset: int) -> Table: ...

def checksum(data: bytes) -> int: ...

class TableCheck:
    """A consistency check of a table, run by the threads that call work()."""

    def __init__(self, table: Table, samples: int, seed: int) -> None: ...

    def work(self) -> None: ...

    def stop(self) -> None: ...

    @property
    def total(self) -> int: ...

    @property
    def checked(self) -> int: ...

    def fault(self, pits: int) -> tuple[list[int], list[int], int, int] | None: ...

class TableTask:
    """The construction of a table, run by the threads that call work()."""

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
    """Limits of a search, and a way to stop it from another thread."""

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
    """All sequences of free moves from a position."""

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
    """What is known about a position or a move, for the side to move."""

    @property
    def pit(self) -> int | None: ...

    @property
    def low(self) -> int: ...

    @property
    def high(self) -> int: ...

    @property
    def is_narrowed(self) -> bool:
        """Whether the bounds are tighter than the stones in play imply."""

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
    def table_stones(self) -> int: ...

    @property
    def is_done(self) -> bool: ...

class Progress:
    """How far a session is."""

    @property
    def report(self) -> Report | None: ...

    @property
    def nodes(self) -> int: ...

class Session:
    """Proves and estimates the values of one position after another."""

    def __init__(self, memory: float, table_stones: int | None = None) -> None: ...

    def ask(self, board: Board, *, every_move: bool = False, aim: int = 0, seconds: float = 0.0, spent: float = 0.0, nodes: int = 0, depth: int = 250, threads: int = 1, outside_in: bool = False, looks_first: bool = False, known: Sequence[tuple[int, int, int, Sequence[int]]] = ..., net: Net | None = None, tables: object) -> None:
        """
        Take a request. `known` has facts: pit (-1 for the position), low, high and line.
        """

    def begin(self) -> int:
        """
        Begin to search, unless a table must be built first; return how many threads should work.
        """

    def work(self) -> None: ...

    def stop(self) -> None: ...

    def learn(self, fact: tuple[int, int, int, Sequence[int]]) -> None: ...

    def progress(self) -> Progress: ...

    def certify(self, value: int, max_pending: int, seconds: float) -> Strategy | None:
        """
        Return the moves that certify the proven value, or None if stopped or too large.
        """

    def snapshot(self, max_entries: int) -> bytes:
        """Return the hash entries that took the most work."""

    def restore(self, snapshot: bytes) -> bool:
        """Load a snapshot; return False if it does not fit this board."""

    @property
    def table(self) -> Table | None:
        """The table, possibly grown."""

    def set_table(self, rules: Rules, table: Table | None) -> None:
        """Use another table, and forget everything else."""

    @property
    def hash_bytes(self) -> int: ...

    def clear(self) -> None: ...

def usable_seconds(seconds: float) -> float:
    """
    Return the part of a time limit to search for, so that the answer arrives within it.
    """

def turns(board: Board, pits: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Group a line into turns; a forced pass is an empty turn."""

class GameBatch:
    """
    Many games under the same rules, stepped together; results go to the given numpy arrays.
    """

    def __init__(self, start: Board, games: int, opening_moves: int, opponent: int, seat: int, margins: bool, observations: object, masks: object, to_move: object, rewards: object, ended: object, illegal: object, final_observations: object) -> None: ...

    def reset(self, seed: int) -> None: ...

    def step(self, actions: object) -> None: ...

class Net:
    """A trained network together with its rules."""

    @staticmethod
    def make(rules: Rules, rows: int, first: int, second: int, weights: bytes) -> Net: ...

    def evaluate(self, board: Board) -> tuple[tuple[float, ...], float, float]:
        """Return policy, score and future margin."""

    def evaluate_often(self, board: Board, times: int) -> float:
        """Evaluate repeatedly, for benchmarks."""

def net_weights(pits: int, rows: int, first: int, second: int) -> int: ...

class BatchTask:
    """The values of many positions, found by the threads that call work()."""

    def work(self) -> None: ...

    def stop(self) -> None: ...

    @property
    def done(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def table(self) -> Table | None:
        """The table, possibly grown; not to be read while threads work."""

class ValueTask(BatchTask):
    """The values of many positions as arrays."""

    def __init__(self, rules: Rules, cells: object, north_to_move: object, values: object, kind: object, pit: object, nodes: object, moves: object | None, move_kinds: object | None, *, table: Table | None, max_nodes: int, max_seconds: float, hash_bytes: int, look_bytes: int, max_table_stones: int) -> None: ...

class BatchAnswer:
    """What is known about one of many positions."""

    @property
    def report(self) -> Report: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class AnalysisTask(BatchTask):
    """Everything known about many positions."""

    def __init__(self, rules: Rules, boards: Sequence[Board], follows: bytes, *, finds_lines: bool, look_nodes: int, table: Table | None, max_nodes: int, max_seconds: float, hash_bytes: int, look_bytes: int, max_table_stones: int) -> None: ...

    def take_no_more(self) -> None:
        """Let each thread finish its current position and return."""

    def take(self, number: int) -> BatchAnswer | None:
        """Return and remove an answer, or None if it is not ready."""

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
    """
    Random games after every legal move, played by the threads that call work().
    """

    def work(self) -> None: ...

    def counts(self) -> list[PitCount]: ...

def playout_run(board: Board, greedy: bool, seed: int, games: int, control: Control) -> PlayoutRun: ...

SURE: int = 100000000

def evaluate(board: Board) -> int:
    """
    Return the evaluation for the side to move, from 0 (lost) to SURE (won).
    """

class MinimaxResult:
    """The move minimax would play, and its value."""

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
    What a tree knows about its root or a move, for the side to move at the root.
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
    """A search tree that persists between searches."""

    def set_root(self, board: Board) -> int:
        """Make a position the root; return the number of nodes kept."""

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
    """Seeded random numbers, identical to those of Python's random."""

    @overload
    def __init__(self, text: str) -> None: ...

    @overload
    def __init__(self, words: Sequence[int]) -> None: ...

    def bits(self, count: int) -> int:
        """Return a random integer of 1 to 64 bits."""

    def real(self) -> float:
        """Return a uniform number in [0, 1)."""

def dealt(rules: Rules, deal: int, total: int, chance: Chance) -> Board | None:
    """Return a random start, or None if no such deal exists."""

class Level:
    """Depth, node limit and carelessness of a level."""

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
    Return the index of the move a level plays, given its estimate of each move in stones.
    """

def within(known: tuple[int, int, int, int], low: int, high: int) -> tuple[int, int, int, int]: ...

def at_least(before: tuple[int, int, int, int], after: tuple[int, int, int, int]) -> tuple[int, int, int, int]: ...

def lost(before: tuple[int, int, int, int], after: tuple[int, int, int, int]) -> tuple[int, int, int, int]: ...

def cost(best: tuple[int, int, int, int], reached: tuple[int, int, int, int]) -> tuple[int, int, int, int]: ...

def mark(before: int, after: int, total: int) -> int: ...

def is_mark_proven(before: tuple[int, int, int, int], after: tuple[int, int, int, int], total: int) -> bool: ...

def accuracy(lost: int, total: int) -> float: ...

class CommonTurn:
    """A search for a turn that is best under two rules for leftovers."""

    def __init__(self, board: Board, best: int) -> None: ...

    def next(self, may_ask: bool) -> bool:
        """
        Advance to the next position to analyse; return False once the search is over.
        """

    def tell(self, best: int) -> None: ...

    @property
    def pits(self) -> list[int]: ...

def best_count(counts: Sequence[tuple[int, int, int]], select: int) -> int:
    """Return the index of the best of some counts: wins, draws, losses."""

class Sizes:
    """Table sizes of an engine."""

    @property
    def table_stones(self) -> int: ...

    @property
    def max_table_stones(self) -> int: ...

    @property
    def hash_bytes(self) -> float: ...

def sizes(rules: Rules, rest: int, memory: float, seconds: float, threads: int, every_move: bool, stored_stones: int) -> Sizes: ...

def look_bytes(memory: float) -> float: ...

def largest_table(rules: Rules, positions: float) -> int: ...

class Searched:
    """Statistics of a search, finished or not."""

    @property
    def nodes(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    @property
    def complete(self) -> bool: ...

    @property
    def out_of_memory(self) -> bool: ...

class Extreme:
    """
    The largest or smallest sum over games or turns, and a path that attains it.
    """

    @property
    def value(self) -> int | None: ...

    @property
    def before(self) -> list[int]: ...

    @property
    def path(self) -> list[int]: ...

    @property
    def reached(self) -> bool: ...

    @property
    def searched(self) -> Searched: ...

class PathCount:
    """The number of games or turns."""

    @property
    def count(self) -> int: ...

    @property
    def searched(self) -> Searched: ...

class Reached:
    """A place found, or the number of places."""

    @property
    def found(self) -> bool: ...

    @property
    def cost(self) -> int: ...

    @property
    def value(self) -> int: ...

    @property
    def path(self) -> list[int]: ...

    @property
    def events(self) -> int: ...

    @property
    def count(self) -> int: ...

    @property
    def settled(self) -> int: ...

    @property
    def searched(self) -> Searched: ...

class Force:
    """What a side can force, from the start or after given moves."""

    def forced(self, moves: Sequence[int], control: Control) -> bool | None: ...

    def reached(self, moves: Sequence[int]) -> bool: ...

    @property
    def searched(self) -> Searched: ...

class Query:
    """The start of a question, and which states it distinguishes."""

    def __init__(self, start: Board, trackers: Sequence[tuple[int, int, int, int]], where: Sequence[tuple[int, int]], keep_stores: bool, keep_side: bool, is_bounded: bool, max_bytes: int) -> None: ...

    def extreme(self, scope: int, cost: tuple[int, int, int] | None, within: int, terms: Sequence[tuple[int, int, int]], at_end: Sequence[tuple[int, int]], largest: bool, target: int | None, control: Control) -> Extreme: ...

    def count(self, scope: int, cost: tuple[int, int, int] | None, within: int, control: Control) -> PathCount: ...

    def nearest(self, subject: int, cost: tuple[int, int, int], within: int | None, control: Control) -> Reached: ...

    def count_places(self, subject: int, cost: tuple[int, int, int], within: int | None, control: Control) -> Reached: ...

    def force(self, north: bool, at_end: bool) -> Force: ...

    def extreme_place(self, subject: int, cost: tuple[int, int, int], within: int | None, objective: Sequence[tuple[int, int]], largest: bool, control: Control) -> Reached: ...
