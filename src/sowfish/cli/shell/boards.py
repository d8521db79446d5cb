"""Actions of the shell that set up, stash and load boards."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from sowfish import PROFILES, Deal, Game, Position, Side, SowfishError
from sowfish.cli.errors import files_refused
from sowfish.cli.shell.session import Reply, Session, board_reply, sentence_reply
from sowfish.cli.stash import USUAL
from sowfish.cli.terminal.questions import Questions
from sowfish.cli.terminal.typed_board import (
    TypedSide,
    read_count,
    read_other_row,
    read_other_side,
    read_pits_and_store,
    read_row,
    read_rules,
    read_side,
)
from sowfish.content.files import WrittenFile
from sowfish.content.shell import WordsReply, of_board
from sowfish.errors import counted, quoted

COMMON = 4  # stones in each pit of the usual start
RANDOM = "random"
LARGEST_SEED = 10**9
NOTHING = TypedSide((), 0)


def display(session: Session, _words: Sequence[str]) -> Reply:
    """Show the board."""
    return board_reply(session.history.position)


def reset(session: Session, words: Sequence[str]) -> Reply:
    """Set up a start: the same number of stones in each pit, or a random deal as on phones."""
    rules = session.history.position.rules
    if words and words[0].lower() == RANDOM:
        seed = _read_seed(words[1]) if len(words) > 1 else secrets.randbelow(LARGEST_SEED)
        total = COMMON * 2 * rules.pits
        position = Position.random(total, seed=seed, pits=rules.pits, deal=Deal.PHONE, rules=rules)
        session.history.put(Game(position))
        return board_reply(position, f"A random deal, seed {seed}.", replace(of_board(position), seed=seed))
    position = Position.start(rules, stones=read_count(words[0]) if words else COMMON)
    session.history.put(Game(position))
    return board_reply(position)


@dataclass
class _Entry:
    """A board that is being entered."""

    own: TypedSide = NOTHING
    other: TypedSide = NOTHING
    to_move: Side = Side.SOUTH

    @property
    def stones(self) -> int:
        """All stones so far."""
        return self.own.stones + self.other.stones


def enter_lines(session: Session, _words: Sequence[str]) -> Reply:
    """Ask for south's pits and store, north's, and who moves."""
    rules, questions, entry = session.history.position.rules, Questions(session.prompt), _Entry()

    def south() -> None:
        entry.own = questions.ask("South's pits and store: ", lambda text: read_pits_and_store(text, rules))
        session.tell(f"  {entry.own}")

    def north() -> None:
        ask = "North's pits and store, or same: "
        entry.other = questions.ask(ask, lambda text: read_other_side(text, entry.own, rules))
        session.tell(f"  {entry.other}; {entry.stones} in all")

    def to_move() -> None:
        entry.to_move = questions.ask("Who moves, 1 (south) or 2 (north)? [1] ", read_side)

    questions.run([south, north, to_move])
    return _entered(session, entry)


def enter_questions(session: Session, _words: Sequence[str]) -> Reply:
    """Ask for your store, theirs, your pits and theirs; you are south, to move."""
    rules, questions, entry = session.history.position.rules, Questions(session.prompt), _Entry()

    def own_store() -> None:
        entry.own = TypedSide((), questions.ask("Your store: ", read_count))

    def other_store() -> None:
        ask = f"Their store ({entry.own.store} so far): "
        entry.other = TypedSide((), questions.ask(ask, read_count))

    def own_pits() -> None:
        so_far = entry.own.store + entry.other.store
        pits = questions.ask(f"Your pits, farthest first ({so_far} so far): ", lambda text: read_row(text, rules))
        entry.own = TypedSide(pits, entry.own.store)

    def other_pits() -> None:
        so_far = entry.own.stones + entry.other.store
        ask = f"Their pits, or same ({so_far} so far): "
        pits = questions.ask(ask, lambda text: read_other_row(text, entry.own.pits))
        entry.other = TypedSide(pits, entry.other.store)

    questions.run([own_store, other_store, own_pits, other_pits])
    session.tell(f"  you: {entry.own}")
    session.tell(f"  they: {entry.other}; {entry.stones} in all")
    return _entered(session, entry)


def _entered(session: Session, entry: _Entry) -> Reply:
    before = session.history.position
    position = Position(
        entry.own.pits,
        entry.other.pits,
        south_store=entry.own.store,
        north_store=entry.other.store,
        to_move=entry.to_move,
        rules=before.rules,
    )
    session.history.put(Game(position))
    changed = "" if position.total == before.total else f"The board before had {before.total} stones."
    return board_reply(position, changed)


def choose_rules(session: Session, words: Sequence[str]) -> Reply:
    """Show the rules, or keep the board and change them."""
    history = session.history
    if not words:
        known = ", ".join(PROFILES)
        return sentence_reply(
            f"The rules are {history.position.rules}. Known: {known}; each takes switches, as in kalah,ends=all-empty.",
            WordsReply(rules=str(history.position.rules), known=list(PROFILES)),
        )
    rules = read_rules("".join(words))
    if "pits=" in "".join(words):
        history.put(Game(Position.start(rules)))
    else:
        history.put(Game(history.position.with_rules(rules.with_pits(history.position.rules.pits))))
    return board_reply(history.position)


def turn_over(session: Session, words: Sequence[str]) -> Reply:
    """Set the side to move, or switch it."""
    position = session.history.position
    side = read_side(words[0]) if words else position.to_move.other
    session.history.put(Game(position.with_to_move(side)))
    return board_reply(session.history.position)


def put_away(session: Session, words: Sequence[str]) -> Reply:
    """Stash the game under a name."""
    name = words[0] if words else USUAL
    with files_refused():
        moved = session.stash.put(name, session.history.game)
    damaged = f" A damaged file of that name is kept as {moved}." if moved else ""
    return sentence_reply(
        f"Stashed as {name}; load {name} brings it back.{damaged}",
        WordsReply(name=name, damaged=None if moved is None else str(moved)),
    )


def load(session: Session, words: Sequence[str]) -> Reply:
    """Load a stashed game, or a game file."""
    name = " ".join(words) or USUAL
    is_file = "/" in name or "." in name
    with files_refused():
        game = Game.load(Path(name).expanduser()) if is_file else session.stash.get(name)
    session.history.put(game)
    told = replace(of_board(game.position), name=name, moves=len(game.moves))
    return board_reply(game.position, f"{name}: {counted(len(game.moves), 'move')} played.", told)


def list_stashed(session: Session, _words: Sequence[str]) -> Reply:
    """List the stashed games."""
    names = session.stash.names()
    known = ", ".join(names) or "nothing"
    return sentence_reply(f"Stashed: {known}. They are in {session.stash.folder}", WordsReply(names=names))


def forget(session: Session, words: Sequence[str]) -> Reply:
    """Remove a stashed game."""
    if not words:
        raise SowfishError("say which stashed game to forget")
    with files_refused():
        session.stash.forget(words[0])
    return sentence_reply(f"{words[0]} is forgotten.", WordsReply(name=words[0]))


def save(session: Session, words: Sequence[str]) -> Reply:
    """Write the game to a file."""
    path = Path(" ".join(words) or session.prompt.line("File: ")).expanduser()
    with files_refused():
        session.history.game.save(path)
    return sentence_reply(f"Saved in {path}", WrittenFile(file=str(path)))


def _read_seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise SowfishError(f"a seed is a whole number, not {quoted(text)}")
    return int(text)
