"""Long proofs that survive their process: the bounds proven so far and the costliest hash entries, in a folder."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from sowfish import _core
from sowfish.errors import CampaignError, SowfishError, quoted
from sowfish.model.position import Position
from sowfish.runtime import files, systems

STATE_NAME = "campaign.json"
HASH_NAME = "hash.snapshot"
LOCK_NAME = "lock"
FORMAT = 1
MAGIC = b"sowhash1"
SAVE_SECONDS = 120.0
MOST_ENTRIES = 1 << 25  # about 250 MB; the rest is quickly recomputed
LARGEST_STATE = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The progress of a campaign over all its sessions."""

    position: str
    low: int  # proven bounds of the margin for the side to move
    high: int
    nodes: int = 0
    seconds: float = 0.0
    sessions: int = 0


class Campaign:
    """A folder that one process at a time works in."""

    def __init__(self, folder: Path, state: State) -> None:
        """Continue from a state; use `opened` to create a campaign."""
        self.folder = folder
        self.start = self.state = state
        self.saved = time.perf_counter()

    def is_due(self) -> bool:
        """Return whether it is time to save."""
        return time.perf_counter() - self.saved >= SAVE_SECONDS

    def restore(self, session: _core.Session) -> None:
        """Restore the hash saved last, if any, into a session."""
        path = self.folder / HASH_NAME
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return
        snapshot = data[len(MAGIC) + 8 :]
        seal = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 8], "little")
        if data[: len(MAGIC)] != MAGIC or seal != _core.checksum(snapshot) or not session.restore(snapshot):
            raise CampaignError(f"{path} is damaged; without it the campaign continues from the bounds alone")

    def save(self, session: _core.Session, low: int, high: int, *, nodes: int, seconds: float) -> None:
        """Save the progress of a session atomically."""
        snapshot = session.snapshot(MOST_ENTRIES)
        seal = _core.checksum(snapshot).to_bytes(8, "little")
        self.state = replace(
            self.start,
            low=max(low, self.state.low),
            high=min(high, self.state.high),
            nodes=self.start.nodes + nodes,
            seconds=self.start.seconds + seconds,
            sessions=self.start.sessions + 1,
        )
        try:
            files.write_whole(self.folder / HASH_NAME, MAGIC + seal + snapshot)
            _write_state(self.folder, self.state)
        except OSError as error:
            raise CampaignError(f"cannot save the campaign in {self.folder}: {_reason(error)}") from error
        self.saved = time.perf_counter()


@contextmanager
def opened(folder: str | os.PathLike[str], position: Position) -> Iterator[Campaign]:
    """Start or resume the campaign of a position in a folder, locked against other processes."""
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
        lock = (place / LOCK_NAME).open("w")
    except OSError as error:
        raise CampaignError(f"cannot write in {place}: {_reason(error)}") from error
    with lock:
        if not systems.try_lock(lock):
            raise CampaignError(f"another process is working on the campaign in {place}")
        state = read_state(place)
        if state is None:
            rest = position.rest
            state = State(position=str(position), low=position.margin - rest, high=position.margin + rest)
        if state.position != str(position):
            raise CampaignError(f"the campaign in {place} is for {state.position}")
        yield Campaign(place, state)


def read_state(folder: str | os.PathLike[str]) -> State | None:
    """Return the state of the campaign in a folder, or None if there is none."""
    path = Path(folder) / STATE_NAME
    try:
        data = files.read_limited(path, LARGEST_STATE)
    except FileNotFoundError:
        return None
    except (OSError, SowfishError) as error:
        raise CampaignError(f"cannot read {path}: {_reason(error)}") from None
    try:
        fields = json.loads(data)
        form, seal = fields.pop("format"), fields.pop("seal")
        state = State(**fields)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise CampaignError(f"{path} is damaged") from None
    if form != FORMAT:
        raise CampaignError(f"{path} has format {quoted(form)}; this version of Sowfish reads format {FORMAT}")
    if seal != _seal(state):
        raise CampaignError(f"{path} is damaged")
    return state


def _write_state(folder: Path, state: State) -> None:
    text = json.dumps({"format": FORMAT, **asdict(state), "seal": _seal(state)}, indent=2)
    files.write_whole(folder / STATE_NAME, (text + "\n").encode())


def _seal(state: State) -> str:
    return f"{_core.checksum(json.dumps(asdict(state)).encode()):016x}"


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
