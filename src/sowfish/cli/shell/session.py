"""The state of a shell session, and the replies of its actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sowfish import Position
from sowfish.cli.options import BoardOptions, SearchOptions
from sowfish.cli.shell.history import GameHistory
from sowfish.cli.stash import Stash
from sowfish.cli.terminal.prompt import Prompt
from sowfish.cli.terminal.screen import Screen
from sowfish.content import Content
from sowfish.content.shell import BoardReply, of_board
from sowfish.errors import counted
from sowfish.model.game_ending import GameEnding
from sowfish.render.words import state


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply of an action, for programs and for people."""

    content: Content
    show: Callable[[Screen], None]


@dataclass(frozen=True, slots=True)
class Session:
    """Everything an action may need."""

    history: GameHistory
    prompt: Prompt
    stash: Stash
    board: BoardOptions
    search: SearchOptions
    ending: GameEnding
    shows_menu: bool = False  # after each action

    def tell(self, words: str) -> None:
        """Print a sentence during an action, for people only."""
        if not self.board.as_json:
            self.board.screen.say(words)


Run = Callable[[Session, Sequence[str]], Reply]


def board_reply(position: Position, sentence: str = "", content: BoardReply | None = None) -> Reply:
    """Reply with the board, after an optional sentence."""

    def show(screen: Screen) -> None:
        if sentence:
            screen.say(sentence)
        screen.board(position)
        screen.say(f"{position.rules.label}: {state(position)}; {counted(position.total, 'stone')}")

    return Reply(content or of_board(position), show)


def sentence_reply(sentence: str, content: Content) -> Reply:
    """Reply with one sentence."""
    return Reply(content, lambda screen: screen.say(sentence))
