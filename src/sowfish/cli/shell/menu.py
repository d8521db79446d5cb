"""The menu: every action with its letter, its name and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sowfish import PROFILES, SowfishError
from sowfish.cli.shell import boards, moves
from sowfish.cli.shell.session import Reply, Run, Session
from sowfish.cli.stash import Stash
from sowfish.cli.terminal.screen import Screen
from sowfish.content import Content
from sowfish.content.shell import MenuAction, MenuReply
from sowfish.errors import quoted

QUIT = "quit"
RANDOM, BEST = (boards.RANDOM,), (moves.FOUND,)  # arguments, for completion


@dataclass(frozen=True, slots=True)
class Action:
    """One line of the menu."""

    letter: str
    name: str
    arguments: str
    help: str
    run: Run
    words: tuple[str, ...] = ()  # arguments, for completion
    most: int | None = 0  # words it takes; None: any number

    @property
    def label(self) -> str:
        """The name with its letter, as in `(D)isplay`."""
        name = f"({self.letter.upper()}){self.name[1:]}" if self.letter else self.name
        return f"{name} {self.arguments}".rstrip()


def show_help(_session: Session, _words: Sequence[str]) -> Reply:
    """Show the menu."""

    def show(screen: Screen) -> None:
        width = max(len(action.label) for action in ACTIONS)
        for action in ACTIONS:
            screen.pair(f"  {action.label}", action.help, width + 2)
        screen.say("Capital or small letters, whole names or beginnings of names will do.")

    return Reply(MenuReply(actions=[MenuAction(name=action.name, help=action.help) for action in ACTIONS]), show)


def leave(_session: Session, _words: Sequence[str]) -> Reply:
    """End the session."""
    return Reply(Content(), lambda _screen: None)


ACTIONS = (
    Action("d", "display", "", "show the board, whose turn it is and the state", boards.display),
    Action("r", "reset", "[STONES|random [SEED]]", "put up a start; 4 stones if not said", boards.reset, RANDOM, 2),
    Action("m", "manually", "", "enter south's line, north's line, who moves; back corrects", boards.enter_lines),
    Action("e", "enter", "", "enter a board in four questions; same copies a side", boards.enter_questions),
    Action("s", "stash", "[NAME]", "put the game away, to be there in later runs too", boards.put_away, most=1),
    Action("l", "load", "[NAME|FILE]", "bring a stashed game back, or open a game file", boards.load, most=None),
    Action("t", "test", "PIT...", "show what moves would do", moves.test, BEST, None),
    Action("p", "play", "PIT...|best", "make moves; best is the turn that find found", moves.play, BEST, None),
    Action(
        "f",
        "find",
        "[stones|difference|technical]",
        f"find the best turn; {moves.MAX_LAPS} NUMBER limits a single one",
        moves.find,
        (*moves.OBJECTIVES, moves.MAX_LAPS),
        most=None,
    ),
    Action("u", "undo", "[MOVES]", "take back a move, or a change of the board", moves.undo, most=1),
    Action("", "redo", "[MOVES]", "make it again", moves.redo, most=1),
    Action("", "rules", "[NAME]", "say or change the rules", boards.choose_rules, tuple(PROFILES), None),
    Action("", "turn", "[1|2]", "give the move to a side, or to the other", boards.turn_over, ("1", "2"), 1),
    Action("", "list", "", "list the stashed games", boards.list_stashed),
    Action("", "forget", "NAME", "remove a stashed game", boards.forget, most=1),
    Action("", "save", "FILE", "write the game to a file, as JSON if it ends in .json", boards.save, most=None),
    Action("h", "help", "", "show this menu; ? does too", show_help),
    Action("q", QUIT, "", "leave", leave),
)
SHORT_MENU = (
    "(D)isplay (R)eset (M)anually enter (E)nter (S)tash (L)oad (T)est move (P)lay move (F)ind best (U)ndo (H)elp (Q)uit"
)


def check_words(action: Action, words: Sequence[str]) -> None:
    """Reject more words than an action takes."""
    if action.most is not None and len(words) > action.most:
        takes = f"takes {action.arguments}" if action.arguments else "takes nothing"
        raise SowfishError(f"{quoted(words[action.most])} is too much: {action.name} {takes}")


def action_of(word: str) -> Action:
    """Return the action for a letter, a name or a prefix."""
    known = word.lower().replace("?", "h")
    exact = [action for action in ACTIONS if known in (action.letter, action.name)]
    found = exact or [action for action in ACTIONS if known and action.name.startswith(known)]
    if not found:
        raise SowfishError(f"{quoted(word)} is not on the menu; h shows it")
    if len(found) > 1:
        raise SowfishError(f"{quoted(word)} can mean {' or '.join(action.name for action in found)}")
    return found[0]


def completions(stash: Stash, before: str, word: str) -> list[str]:
    """Return the completions of a word: action names, or an action's arguments."""
    if not before.strip():
        return [f"{action.name} " for action in ACTIONS if action.name.startswith(word.lower())]
    try:
        action = action_of(before.split(maxsplit=1)[0])
    except SowfishError:
        return []
    stashed = stash.names() if action.name in ("stash", "load", "forget") else []
    return [f"{choice} " for choice in (*action.words, *stashed) if choice.startswith(word)]
