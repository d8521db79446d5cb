"""A running tournament: results so far, the next games, and when a pairing is decided."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from sowfish.arena.game_database import GameDatabase
from sowfish.arena.games import Record, is_ours, play_jobs
from sowfish.arena.isolated import play_isolated
from sowfish.arena.sprt import Verdict
from sowfish.arena.tally import PAIR_RESULTS, Tally
from sowfish.arena.tournament_plan import Job, Plan, refuse_programs
from sowfish.arena.worker_pool import Done, Task, WorkerPool, work
from sowfish.errors import ArenaError
from sowfish.players.match import Reason
from sowfish.players.printable import printable
from sowfish.runtime.limits import Cancel

CHUNK_SECONDS = 0.5  # target duration of a chunk
MOST_PAIRS = 64  # per chunk
MOST_LOSSES = 100  # chunks lost in a row; one death costs two per worker
SMOOTH = 0.3  # weight of the latest chunk in the expected time of a pair

Jobs = tuple[Job, ...]


class Scores:
    """Results by pairing; games played after a test was decided do not count, so speed never affects the result."""

    def __init__(self, plan: Plan) -> None:
        """Start with nothing played."""
        self.plan = plan
        self._test = plan.test
        self._halves: list[dict[int, int]] = [{} for _ in plan.pairings]  # half points by opening
        self._first: dict[Job, int] = {}  # half points of a pair with one finished game
        self._tested = [[0] * PAIR_RESULTS for _ in plan.pairings]
        self._next = [0] * len(plan.pairings)  # the opening that the test waits for
        self._decided: list[int | None] = [None] * len(plan.pairings)

    def add(self, record: Record) -> None:
        """Count a game; a pair counts once both of its games are in."""
        job = Job(record.pairing, record.opening)
        if job not in self._first:
            self._first[job] = record.half_points
            return
        self._halves[job.pairing][job.opening] = self._first.pop(job) + record.half_points
        self._test_on(job.pairing)

    def _test_on(self, pairing: int) -> None:
        """Advance the test through the openings played without a gap."""
        while self._test is not None and self._decided[pairing] is None and self._next[pairing] < self.plan.pairs:
            half = self._halves[pairing].get(self._next[pairing])
            if half is None:
                return
            self._next[pairing] += 1
            self._tested[pairing][half] += 1
            if self._test.verdict(Tally(tuple(self._tested[pairing]))) is not Verdict.OPEN:
                self._decided[pairing] = self._next[pairing]

    def limit(self, pairing: int) -> int:
        """Return how many openings of a pairing count, if all are played."""
        decided = self._decided[pairing]
        return self.plan.pairs if decided is None else decided

    def is_known(self, job: Job) -> bool:
        """Return whether a pair was played."""
        return job.opening in self._halves[job.pairing]

    def counts(self, job: Job) -> bool:
        """Return whether a pair counts."""
        return job.opening < self.limit(job.pairing)

    def tally(self, pairing: int) -> Tally:
        """Return the pairs of a pairing that count."""
        limit = self.limit(pairing)
        return Tally.of_pairs(half for opening, half in self._halves[pairing].items() if opening < limit)

    def tallies(self) -> dict[tuple[int, int], Tally]:
        """Return the pairs that count, by the indices of the two players."""
        return {meeting: self.tally(number) for number, meeting in enumerate(self.plan.pairings)}

    def verdict(self, pairing: int) -> Verdict:
        """Return the test's verdict on a pairing."""
        if self._test is None or self._decided[pairing] is None:
            return Verdict.OPEN
        return self._test.verdict(self.tally(pairing))

    @property
    def done(self) -> int:
        """The number of finished games that count."""
        return 2 * sum(int(self.tally(number).units) for number in range(len(self.plan.pairings)))

    @property
    def total(self) -> int:
        """The number of games to play, as far as is known."""
        return 2 * sum(self.limit(number) for number in range(len(self.plan.pairings)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress of a tournament."""

    scores: Scores
    games: int  # since it was started or resumed
    seconds: float
    fouls: tuple[Record, ...]  # games of this session lost other than on the board


def run(
    store: GameDatabase,
    pool: WorkerPool,
    *,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
    allow_programs: bool = False,
) -> Scores:
    """Play the rest of a database's tournament and return the scores; every finished chunk is saved at once.

    Players that run programs or other packages' code play only if the database was opened with their plan or
    `allow_programs` is set: a database file is untrusted.
    """
    if not (store.is_asked_for or allow_programs):
        refuse_programs(store.plan, store.path)
    tournament = _Tournament(store)
    started = time.monotonic()
    for done in work(pool, tournament.next_task, cancel=cancel):
        if done is not None:
            tournament.take(done)
        if progress is not None:
            seconds = time.monotonic() - started
            fouls = tuple(tournament.fouls)
            progress(Progress(scores=tournament.scores, games=tournament.games, seconds=seconds, fouls=fouls))
    return tournament.scores


def scores_of(plan: Plan, records: Iterable[Record]) -> Scores:
    """Return the scores of recorded games."""
    scores = Scores(plan)
    for record in records:
        scores.add(record)
    return scores


class _Tournament:
    """Distributes pairs in chunks of about equal duration, and saves the results."""

    def __init__(self, store: GameDatabase) -> None:
        self.store = store
        self.plan = store.plan
        self.scores = scores_of(self.plan, store.records())
        self.games = 0
        self.fouls: list[Record] = []
        self._left: Iterator[Job] = self.plan.jobs()
        self._again: deque[Job] = deque()  # lost once, possibly because of another job
        self._alone: deque[Job] = deque()  # lost twice, or with players known to crash
        self._suspects: set[Job] = set()
        self._dangerous: set[int] = set()  # pairings
        self._losses = 0  # in a row
        self._seconds: dict[int, float] = {}  # expected for a pair of each pairing

    def next_task(self) -> Task[Jobs] | None:
        """Return the next task: lost jobs alone, then in a process of their own; all others in chunks."""
        chunk = self._chunk()
        if chunk:
            return Task(function=play_jobs, arguments=(self.plan, chunk), about=chunk)
        if not self._alone:
            return None
        job = self._alone.popleft()
        return Task(function=play_isolated, arguments=(self.plan, job), about=(job,))

    def _chunk(self) -> Jobs:
        """Return pairs for one worker, unless some have to be played alone."""
        if self._alone:
            return ()
        if self._again:
            return (self._again.popleft(),)
        chunk: list[Job] = []
        seconds = 0.0
        while len(chunk) < MOST_PAIRS and seconds < CHUNK_SECONDS:
            wanted = next(self._wanted(), None)
            if wanted is None:
                break
            if wanted.pairing in self._dangerous:
                self._alone.append(wanted)
                continue
            chunk.append(wanted)
            seconds += self._seconds.get(wanted.pairing, CHUNK_SECONDS)
        return tuple(chunk)

    def _wanted(self) -> Iterator[Job]:
        return (job for job in self._left if self.scores.counts(job) and not self.scores.is_known(job))

    def take(self, done: Done[Jobs]) -> None:
        """Save a worker's games, or queue the lost jobs again."""
        if done.is_lost:
            self._losses += 1
            if self._losses > MOST_LOSSES:
                why = f": {printable(done.error)}" if done.error else ""
                raise ArenaError(f"workers keep dying before they finish a task{why}")
            self._lose(done.task.about)
            return
        self._losses = 0
        records: list[Record] = done.result
        self.store.add(records)
        for record in records:
            self.scores.add(record)
            thought = record.south_seconds + record.north_seconds
            known = self._seconds.get(record.pairing, 2 * thought)
            self._seconds[record.pairing] = (1 - SMOOTH) * known + SMOOTH * 2 * thought
            if record.offender:
                self.fouls.append(record)
            if self._is_dangerous(record, done):
                self._dangerous.add(record.pairing)
        self.games += len(records)

    def _is_dangerous(self, record: Record, done: Done[Jobs]) -> bool:
        """Return whether a player crashed its process, or may still be busy in one that is shared."""
        if record.reason is Reason.FAULT:
            return done.task.function is play_isolated
        return record.reason is Reason.OVERSTEP and not is_ours(self.plan, record.pairing)

    def _lose(self, jobs: Jobs) -> None:
        """Queue pairs that were lost with their worker."""
        for job in jobs:
            (self._alone if job in self._suspects else self._again).append(job)
        self._suspects.update(jobs)
