"""All players by name: built-in ones, and those that other packages register as entry points.

Another package registers a player as an entry point of the group `sowfish.players`, by its name:

    [project.entry-points."sowfish.players"]
    bold = "my_package:Bold"

A class in a file needs no package: `my_player.py:Bold` is a player as well, and so is a function of a position.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata, util
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

from sowfish.errors import PlayerError, SowfishError, quoted
from sowfish.model.position import Position
from sowfish.players.clock import Clock
from sowfish.players.fault import fault
from sowfish.players.function import Function, FunctionPlayer, is_choice
from sowfish.players.options import Option, options_of, suggestion
from sowfish.players.player import Player
from sowfish.players.spec import FILE_NAME, NAME, Spec

GROUP = "sowfish.players"
PROGRAM = "program"
CALLED = ("choose", "new_game", "opponent_moved")  # in every game; the base class has all but the first
Ask = Callable[[Position, Clock], int]
PlayerLike: TypeAlias = Player | type[Player] | Function | str | Spec

# Weakest first; each is loaded on first use.
OURS = {
    "human": "sowfish.players.human:Human",
    "leftmost": "sowfish.players.leftmost:Leftmost",
    "random": "sowfish.players.chance:Random",
    "greedy": "sowfish.players.greedy:Greedy",
    "turn": "sowfish.players.turn:Turn",
    "montecarlo": "sowfish.players.montecarlo:MonteCarlo",
    "minimax": "sowfish.players.minimax:Minimax",
    "net": "sowfish.players.net:NetPlayer",
    "uct": "sowfish.players.uct:UctPlayer",
    "puct": "sowfish.players.puct:PuctPlayer",
    "engine": "sowfish.players.engine:EnginePlayer",
    "perfect": "sowfish.players.perfect:Perfect",
    "openspiel": "sowfish.openspiel.player:OpenSpielPlayer",
    PROGRAM: "sowfish.players.program:Program",
}
EXTRAS = {"openspiel"}  # need an optional package


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerKind:
    """A kind of player: its description and its constructor."""

    name: str
    summary: str  # one sentence
    options: tuple[Option, ...]
    package: str  # that provides it
    asks: bool  # whether it needs a person to ask
    maker: Callable[..., object]  # should return a Player


def names() -> tuple[str, ...]:
    """Return the names of all players, ours first."""
    return tuple(_entry_points())


@cache
def kind(name: str) -> PlayerKind:
    """Return the kind of player with this name."""
    if found := FILE_NAME.fullmatch(name):
        return _kind_in_file(name, Path(found["path"]), found["name"])
    entries = _entry_points()
    if name not in entries:
        raise PlayerError(f"there is no player {name}; {suggestion(name, entries)}")
    entry = entries[name]
    package = entry.dist.name if entry.dist else "sowfish"
    return _kind_of(name, package, entry.load)


def _kind_in_file(name: str, path: Path, class_name: str) -> PlayerKind:
    path = path.expanduser()
    if not path.is_file():
        raise PlayerError(f"there is no file {quoted(str(path))} with a player {class_name}")

    def load() -> object:
        module = _module_of(path)
        if not hasattr(module, class_name):
            classes = [key for key, item in vars(module).items() if inspect.isclass(item) and issubclass(item, Player)]
            own = [key for key in classes if getattr(module, key).__module__ == module.__name__]
            hint = suggestion(class_name, own) if own else "it has no Player at all"
            raise PlayerError(f"it has no {class_name}; {hint}")
        return _maker(getattr(module, class_name))

    return _kind_of(name, path.name, load)


def _maker(item: object) -> object:
    """Return the constructor of a player that a file has as a class, or as a function of a position."""
    if not is_choice(item):
        return item

    def make_player() -> Player:
        return FunctionPlayer(item)  # type: ignore[arg-type]  # it is callable

    make_player.__doc__ = item.__doc__
    return make_player


def _module_of(path: Path) -> ModuleType:
    """Import a file; its folder is last on the path, for the file's own imports."""
    place = path.resolve()
    name = f"sowfish_player_{place.stem}_{hashlib.sha256(str(place).encode()).hexdigest()[:8]}"
    spec = util.spec_from_file_location(name, place)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look there
    if str(place.parent) not in sys.path:
        sys.path.append(str(place.parent))
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _kind_of(name: str, package: str, load: Callable[[], object]) -> PlayerKind:
    """Return the kind of player whose constructor `load` returns; errors are blamed on its package."""
    try:
        maker = load()
        if not callable(maker):
            raise TypeError(f"{quoted(maker)} cannot make a player")  # noqa: TRY301  # reported below
        options = options_of(maker)
        asks = "ask" in inspect.signature(maker).parameters
    except (Exception, SystemExit) as error:  # loading another package may raise anything
        said = str(error) if isinstance(error, PlayerError) else fault(error)
        raise PlayerError(f"the player {name} of {package} cannot be loaded: {said}") from error
    return PlayerKind(name=name, summary=_summary(maker), options=options, package=package, asks=asks, maker=maker)


def kinds() -> tuple[PlayerKind, ...]:
    """Return all kinds of players that can be loaded."""
    found = []
    for name in names():
        try:
            found.append(kind(name))
        except PlayerError:
            if name in OURS and name not in EXTRAS:
                raise
    return tuple(found)


def make(text: str | Spec, *, ask: Ask | None = None) -> Player:
    """Return the player that a text such as `random:seed=7` describes; `ask` is for players that ask a person.

    >>> make("random:seed=7").name
    'random:seed=7'
    """
    spec, chosen, values = _read(text)
    arguments = dict(values)
    if chosen.asks:
        if ask is None:
            how = f"in Python: make({spec.name!r}, ask=function)"
            raise PlayerError(f"{spec.name} cannot play here: there is no person to ask; {how}")
        arguments["ask"] = ask
    try:
        player = chosen.maker(**arguments)
    except SowfishError as error:
        raise PlayerError(f"{spec}: {error}") from None
    except Exception as error:  # another package may raise anything
        raise PlayerError(f"{spec} of {chosen.package} cannot play: {fault(error)}") from error
    if not isinstance(player, Player):
        raise PlayerError(f"{spec} of {chosen.package} makes {quoted(player)}, which is not a Player{_missing(player)}")
    player.name = short_name(_canonical(chosen, values))
    return player


def player_of(given: object) -> Player:
    """Return a given player, or create one from its class, function or text; reject anything else."""
    if isinstance(given, Player):
        return given
    if isinstance(given, str | Spec):
        return make(given)
    if inspect.isclass(given) and issubclass(given, Player):
        try:
            return given()
        except Exception as error:
            raise PlayerError(f"{given.__name__}() cannot play: {fault(error)}") from error
    if is_choice(given):
        return FunctionPlayer(given)  # type: ignore[arg-type]  # it is callable
    hint = _missing(given) if hasattr(given, "choose") else ""
    what = "a Player, a function of a position or a text such as 'greedy'"
    raise PlayerError(f"a player is {what}, not {quoted(given)}{hint}")


def _missing(given: object) -> str:
    """Return what an object lacks to be a player, and where to get it."""
    missing = [name for name in CALLED if not callable(getattr(given, name, None))]
    lacks = f"; it has no {' or '.join(missing)}" if missing else ""
    return f"{lacks}; derive its class from sowfish.players.Player"


def short_name(text: str) -> str:
    """Return the text of a player for display: without the folder of a file.

    >>> short_name("/home/me/players/bold.py:Bold:depth=3")
    'bold.py:Bold:depth=3'
    """
    found = FILE_NAME.match(text)
    return text[found["path"].rfind("/") + 1 :] if found else text


def canonical(text: str | Spec) -> str:
    """Return the canonical text of a player: options in their own order, defaults omitted, files with their full path.

    >>> canonical(" random : seed=07 ")
    'random:seed=7'
    >>> canonical("random:seed=0")
    'random'
    """
    _, chosen, values = _read(text)
    return _canonical(chosen, values)


def runs_programs(text: str | Spec) -> bool:
    """Return whether a player runs a program, a file or another package's code, which needs the user's consent.

    Loads nothing.
    """
    spec = text if isinstance(text, Spec) else Spec.parse(text)
    name = spec.name
    return spec.is_file or name == PROGRAM or (name not in OURS and name in _entry_points())


def _read(text: str | Spec) -> tuple[Spec, PlayerKind, dict[str, object]]:
    """Parse a player's text into its spec, its kind and its option values."""
    spec = text if isinstance(text, Spec) else Spec.parse(text)
    chosen = kind(spec.name)
    known = {option.name: option for option in chosen.options}
    values = {}
    for given, value in spec.options:
        name = given or _first_option(spec, chosen, value)
        if name in values:
            raise PlayerError(f"the option {name} is given twice in {quoted(str(spec))}")
        if name not in known:
            there_are = suggestion(name, known) if known else "it has none"
            raise PlayerError(f"{spec.name} has no option {name}; {there_are}")
        try:
            values[name] = known[name].read(value)
        except PlayerError as error:
            raise PlayerError(f"{spec}: {error}") from None
    missing = [option.name for option in chosen.options if option.is_required and option.name not in values]
    if missing:
        raise PlayerError(f"{spec.name} needs the option {missing[0]}, as in {spec.name}:{missing[0]}=...")
    return spec, chosen, values


def _first_option(spec: Spec, chosen: PlayerKind, value: str) -> str:
    """Return the option that a word without `=` sets."""
    if not chosen.options or chosen.options[0].type is not str:
        raise PlayerError(f"{quoted(value)} is not an option such as seed=7, in {quoted(str(spec))}")
    return chosen.options[0].name


def _canonical(chosen: PlayerKind, values: Mapping[str, object]) -> str:
    said = (option for option in chosen.options if option.name in values)
    told = (
        (option.name, option.write(values[option.name])) for option in said if values[option.name] != option.default
    )
    name = chosen.name
    if found := FILE_NAME.fullmatch(name):
        name = f"{Path(found['path']).expanduser().absolute()}:{found['name']}"
    return str(Spec(name, tuple(told)))


def _summary(maker: Callable[..., object]) -> str:
    """Return the first line of the maker's docstring."""
    return (maker.__doc__ or "").strip().partition("\n")[0]


@cache
def _entry_points() -> dict[str, metadata.EntryPoint]:
    """Return the entry point of each player; other packages cannot replace ours."""
    found = {name: metadata.EntryPoint(name, place, GROUP) for name, place in OURS.items()}
    for entry in sorted(metadata.entry_points(group=GROUP), key=lambda entry: entry.name):
        if NAME.fullmatch(entry.name):
            found.setdefault(entry.name, entry)
    return found


def forget() -> None:
    """Clear the cache, to find newly installed packages."""
    _entry_points.cache_clear()
    kind.cache_clear()
