"""Building a corpus: workers produce parts, each part is saved, and the parts are merged without duplicates."""

from __future__ import annotations

import platform
import shutil
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import sowfish
from sowfish.arena.worker_pool import Done, Task, WorkerPool, work
from sowfish.errors import LearnError
from sowfish.learn import corpus_file
from sowfish.learn.corpus_file import FORMAT, KINDS, Corpus
from sowfish.learn.corpus_plan import CorpusPlan
from sowfish.learn.games import sampled
from sowfish.learn.labels import Label, labels
from sowfish.model.position import Position
from sowfish.model.rules import Rules
from sowfish.runtime.files import write_whole
from sowfish.runtime.limits import Cancel

MOST_TRIES = 3  # attempts at a part whose worker died


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress of a corpus."""

    done: int  # parts
    of: int
    positions: int  # in this session, duplicates across parts included


def make(
    plan: CorpusPlan,
    path: Path,
    pool: WorkerPool,
    *,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | None = None,
) -> Corpus | None:
    """Build the corpus of a checked plan and return it, or None if cancelled.

    Each part is saved in a folder beside the file as soon as it is done. The same call resumes from there, and the
    number of workers does not affect the result.
    """
    if path.exists():
        return _finished(plan, path)
    folder = parts_folder(path)
    folder.mkdir(parents=True, exist_ok=True)
    making = _Making(plan, folder)
    for done in work(pool, making.next_task, cancel=cancel):
        if done is not None:
            making.take(done)
        if progress is not None:
            progress(Progress(done=making.done, of=plan.parts, positions=making.positions))
    if making.done < plan.parts:
        return None
    corpus = merged(plan, (corpus_file.read(_place(folder, number)) for number in range(plan.parts)))
    write_whole(path, corpus_file.pack(corpus))
    shutil.rmtree(folder)
    return corpus


def parts_folder(path: Path) -> Path:
    """Return the folder that holds the parts of an unfinished corpus."""
    return path.with_name(f"{path.name}.parts")


def _finished(plan: CorpusPlan, path: Path) -> Corpus:
    corpus = corpus_file.read(path)
    difference = plan.difference(corpus.plan)
    if difference is not None:
        raise LearnError(f"{path} is a different corpus: {difference}")
    return corpus


class _Making:
    """Distributes parts and saves the results."""

    def __init__(self, plan: CorpusPlan, folder: Path) -> None:
        self.plan = plan
        self.folder = folder
        self.positions = 0
        self._tries: Counter[int] = Counter()
        self._todo = deque(number for number in range(plan.parts) if not self._has(number))
        self.done = plan.parts - len(self._todo)

    def _has(self, number: int) -> bool:
        """Return whether a part exists; a part of another plan is never overwritten."""
        place = _place(self.folder, number)
        if not place.exists():
            return False
        difference = self.plan.difference(corpus_file.read(place).plan)
        if difference is not None:
            raise LearnError(f"{self.folder} has parts of a different corpus: {difference}; remove it to start over")
        return True

    def next_task(self) -> Task[int] | None:
        """Return the next part to build."""
        if not self._todo:
            return None
        number = self._todo.popleft()
        return Task(function=part, arguments=(self.plan, number), about=number)

    def take(self, done: Done[int]) -> None:
        """Save a part, or queue it again if its worker died."""
        number = done.task.about
        if done.is_lost:
            self._tries[number] += 1
            if self._tries[number] >= MOST_TRIES:
                raise LearnError(f"workers keep dying at part {number}; perhaps there is too little memory")
            self._todo.appendleft(number)
            return
        data: bytes = done.result
        self.positions += len(corpus_file.unpack(data, f"part {number}"))
        write_whole(_place(self.folder, number), data)
        self.done += 1


def _place(folder: Path, number: int) -> Path:
    return folder / f"{number:06}{corpus_file.SUFFIX}"


def part(plan: CorpusPlan, number: int) -> bytes:
    """Return one part of a corpus as the bytes of a file, each position once; this runs in a worker."""
    seen: set[tuple[int, ...]] = set()
    games: list[list[Position]] = []
    for game in plan.numbers(number):
        games.append([])
        for position in reversed(sampled(plan, game)):
            if (key := _key(position)) not in seen:
                seen.add(key)
                games[-1].append(position)
    found = iter(labels(games, nodes=plan.nodes, look=plan.look, table=plan.table))
    labelled = [
        (game_number, position, next(found))
        for game_number, game in zip(plan.numbers(number), games, strict=True)
        for position in game
    ]
    return corpus_file.pack(_corpus(plan, labelled))


def _key(position: Position) -> tuple[int, ...]:
    """Return the identity of a position: the pits as the side to move sees them; stores change no gain."""
    return (*position.pits(position.to_move), *position.pits(position.to_move.other))


def _corpus(plan: CorpusPlan, labelled: list[tuple[int, Position, Label]]) -> Corpus:
    pits = Rules.parse(plan.rules).pits
    shape = (len(labelled), 2, pits)
    cells = np.array([_key(position) for _, position, _ in labelled], dtype=KINDS["own"]).reshape(shape)
    gains = np.full((len(labelled), pits), corpus_file.ILLEGAL, dtype=KINDS["gains"])
    proven = np.zeros((len(labelled), pits), dtype=bool)
    for row, (_, _, label) in enumerate(labelled):
        gains[row, list(label.gains)] = list(label.gains.values())
        proven[row, list(label.proven)] = True
    return Corpus(
        header(plan),
        own=cells[:, 0],
        their=cells[:, 1],
        lead=np.array([position.margin for _, position, _ in labelled], dtype=KINDS["lead"]),
        gains=gains,
        proven=proven,
        value=np.array([label.value for _, _, label in labelled], dtype=KINDS["value"]),
        exact=np.array([label.is_exact for _, _, label in labelled], dtype=bool),
        game=np.array([game for game, _, _ in labelled], dtype=KINDS["game"]),
    )


def header(plan: CorpusPlan) -> dict[str, object]:
    """Return the header of a corpus of this plan."""
    return {
        "format": FORMAT,
        "rules": plan.rules,
        "command": f"sowfish learn corpus {plan.command}",
        "plan": plan.content(),
        "versions": {
            "sowfish": sowfish.__version__,
            "numpy": np.__version__,
            "python": platform.python_version(),
        },
    }


def merged(plan: CorpusPlan, parts: Iterable[Corpus]) -> Corpus:
    """Return one corpus of all parts, in order; of duplicates, the first exact one, else the first."""
    found = list(parts)
    whole = {name: np.concatenate([getattr(corpus, name) for corpus in found]) for name in KINDS}
    cells = np.concatenate([whole["own"], whole["their"]], axis=1)
    order = np.argsort(~whole["exact"], kind="stable")  # exact ones first
    _, first = np.unique(cells[order], axis=0, return_index=True)
    keep = np.sort(order[first])
    return Corpus(header(plan), **{name: array[keep] for name, array in whole.items()})
