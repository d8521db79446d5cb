"""Saved games: files, and the stash."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sowfish import Game, PlayerError, Side, SowfishError
from sowfish.cli.errors import files_refused
from sowfish.cli.play.match import RESIGNED, TERMINATION, End, Match
from sowfish.cli.play.seats import HUMAN, Seat
from sowfish.cli.stash import Stash
from sowfish.content.files import WrittenFile
from sowfish.players import canonical, runs_programs
from sowfish.render.words import standing

KEPT = "play"  # stash name of the last game


def keep(match: Match, end: End, stash: Stash, save: Path | None) -> bool:
    """Save the game to the requested file, else to the stash, and say where; False if that failed."""
    try:
        with files_refused():
            file, moved = store(match, stash, save)
    except SowfishError as error:
        match.prompt.refuse(SowfishError(f"the game could not be kept: {error}"))
        if save is not None:
            keep(match, end, stash, None)
        return False
    if file is None:
        return True
    aside = f" A damaged file is kept as {moved}." if moved else ""
    if save is not None:
        match.report.sentence(f"Saved in {file}", "saved", WrittenFile(file=str(file)))
        return True
    next_step = "sowfish play --resume" if end is End.LEFT else f"sowfish review {file}"
    match.report.sentence(f"The game is kept: {next_step}{aside}", "kept", WrittenFile(file=str(file)))
    return True


def store(match: Match, stash: Stash, save: Path | None) -> tuple[Path | None, Path | None]:
    """Write the game; return its file, and the new place of a damaged file it replaced.

    A game without moves or without a person is written only if a file was requested.
    """
    if save is not None:
        match.game.save(save)
        return save, None
    if not match.game.moves or not any(chosen.is_human for chosen in match.seats.values()):
        return None, None
    return stash.folder / f"{KEPT}.txt", stash.put(KEPT, match.game)


def resumed(name: str, stash: Stash) -> Game:
    """Return a game from a file, or from the stash if the name cannot be a file's."""
    is_file = "/" in name or "." in name
    game = Game.load(Path(name).expanduser()) if is_file else stash.get(name)
    if game.position.is_over:
        raise SowfishError(f"the game of {name} is over: {standing(game.position)}")
    if RESIGNED in game.metadata:
        raise SowfishError(f"the game of {name} is over: {game.metadata[RESIGNED]} has resigned")
    if TERMINATION in game.metadata:
        raise SowfishError(f"the game of {name} is over: {game.metadata[TERMINATION]}")
    return game


def describe(game: Game, seats: Mapping[Side, Seat]) -> None:
    """Record who plays in the game: the name of each side, and the player's text if it differs."""
    for side, chosen in seats.items():
        if not chosen.nickname:
            game.describe(**{side: chosen.name})
        else:
            game.describe(**{side: chosen.nickname, _player_header(side): chosen.name})


def name_in(game: Game, side: Side) -> str:
    """Return the name a game file gives a side, empty if it only has the player's text."""
    name = game.metadata.get(side, "")
    has_player = _player_header(side) in game.metadata or named(game, side) == HUMAN != name
    return name if has_player else ""


def _player_header(side: Side) -> str:
    return f"{side}_player"


def named(game: Game, side: Side) -> str | None:
    """Return the player a game file names, None if it names none; an unknown name is a person's."""
    text = game.metadata.get(_player_header(side), game.metadata.get(side))
    if text is None:
        return None
    try:
        if not runs_programs(text):
            return canonical(text)
    except PlayerError:
        return HUMAN
    # An untrusted file must not choose what code to run.
    raise SowfishError(f"{side} was played by a program or a file; if you trust it, name it again with --{side} PLAYER")
