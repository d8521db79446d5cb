"""Actions of the shell that set up, stash and load boards."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from sowfish import PROFILES, Game, Position, SowfishError
from sowfish.cli.errors import files_refused
from sowfish.cli.shell.session import Reply, Session, board_reply, sentence_reply
from sowfish.cli.stash import USUAL
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


def display(session: Session, _words: Sequence[str]) -> Reply:
    """Show the board."""
    return board_reply(session.history.position)


def reset(session: Session, words: Sequence[str]) -> Reply:
    """Set up a start: the same number of stones in each pit, or a random mirrored deal."""
    rules = session.history.position.rules
    if words and words[0].lower() == RANDOM:
        seed = _read_seed(words[1]) if len(words) > 1 else secrets.randbelow(LARGEST_SEED)
        position = Position.random(seed=seed, pits=rules.pits, rules=rules, total=COMMON * 2 * rules.pits)
        session.history.put(Game(position))
        return board_reply(position, f"A random deal, seed {seed}.", replace(of_board(position), seed=seed))
    position = Position.start(rules, stones=read_count(words[0]) if words else COMMON)
    session.history.put(Game(position))
    return board_reply(position)


def enter_lines(session: Session, _words: Sequence[str]) -> Reply:
    """Ask for south's pits and store, north's, and who moves."""
    ask, rules = session.prompt.ask, session.history.position.rules
    own = ask("South's pits and store: ", lambda text: read_pits_and_store(text, rules))
    session.tell(f"  {own}")
    other = ask("North's pits and store, or same: ", lambda text: read_other_side(text, own, rules))
    session.tell(f"  {other}; {own.stones + other.stones} in all")
    return _entered(session, own, other, ask("Who moves, 1 (south) or 2 (north)? [1] ", read_side))


def enter_questions(session: Session, _words: Sequence[str]) -> Reply:
    """Ask for your store, theirs, your pits and theirs; you are south, to move."""
    ask, rules = session.prompt.ask, session.history.position.rules
    store = ask("Your store: ", read_count)
    other_store = ask(f"Their store ({store} so far): ", read_count)
    so_far = store + other_store
    pits = ask(f"Your pits, farthest first ({so_far} so far): ", lambda text: read_row(text, rules))
    own = TypedSide(pits, store)
    so_far += sum(pits)
    other_pits = ask(f"Their pits, or same ({so_far} so far): ", lambda text: read_other_row(text, pits))
    other = TypedSide(other_pits, other_store)
    session.tell(f"  you: {own}")
    session.tell(f"  they: {other}; {own.stones + other.stones} in all")
    return _entered(session, own, other, read_side(""))


def _entered(session: Session, own: TypedSide, other: TypedSide, side: str) -> Reply:
    before = session.history.position
    position = Position(
        own.pits,
        other.pits,
        south_store=own.store,
        north_store=other.store,
        to_move=side,
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
