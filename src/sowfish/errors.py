"""Every error a caller can cause, each with one sentence that names the offender."""

SHOWN = 40


class SowfishError(ValueError):
    """Base class of errors caused by wrong input: a sentence, a code, and parameters."""

    code = "invalid_input"  # for programs; subclasses have their own

    def __init_subclass__(cls, *, code: str | None = None) -> None:
        cls.code = code or cls.code

    def __init__(self, sentence: str = "", **parameters: object) -> None:
        """Say what is wrong; `parameters` are JSON values for programs."""
        super().__init__(sentence)
        self.parameters = parameters


class RulesError(SowfishError, code="invalid_rules"):
    """A rules name, switch or text that does not exist."""


class PositionError(SowfishError, code="invalid_position"):
    """Counts that do not form a board: negative, too many, or sides of different length."""


class NotationError(PositionError):
    """A position text that cannot be parsed."""


class IllegalMoveError(SowfishError, code="illegal_move"):
    """A move from a pit that is empty or does not exist, or after the end of the game."""


class GameError(SowfishError, code="invalid_game"):
    """A game file that cannot be parsed or replayed, or nothing to undo."""


class GameOverError(GameError, code="game_over"):
    """A finished game where a move is needed."""


class TableError(SowfishError, code="invalid_table"):
    """A table file that is damaged, foreign, missing or in use."""


class NetError(SowfishError, code="invalid_net"):
    """A net file that is damaged, foreign or missing, or a position the net does not fit."""


class CampaignError(SowfishError, code="invalid_campaign"):
    """A campaign folder that is damaged, in use, for another position or not writable."""


class LimitError(SowfishError, code="limit_reached"):
    """An invalid limit, or a limit that was reached; `found` is what was found by then, if anything."""

    found: object = None


class PlayerError(SowfishError, code="invalid_player"):
    """An unknown player or option, or a player that cannot continue."""


class ArenaError(SowfishError, code="invalid_tournament"):
    """A tournament that cannot be played, or whose file cannot be read or written."""


class EngineError(SowfishError, code="engine_unavailable"):
    """An engine that is busy, closed, or called from its own callback."""


class CertificateError(SowfishError, code="invalid_certificate"):
    """A certificate that cannot be read or does not prove its claim."""


class LearnError(SowfishError, code="invalid_corpus"):
    """A corpus that cannot be built or read, or is unfit for training."""


class QuestionError(SowfishError, code="invalid_question"):
    """A question that the checker cannot parse or answer."""


class TraceError(SowfishError, code="invalid_trace"):
    """A sequence of events that breaks the rules, or a text that is not a trace."""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, as in `1 stone` and `2 stones`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def quoted(item: object) -> str:
    """Return an item as it may appear in a message: quoted, short, and escaped where it cannot be printed."""
    try:
        text = repr(item[: SHOWN + 1] if isinstance(item, str) else item)
    except ValueError:  # Python rejects converting integers of thousands of digits
        return f"a huge {type(item).__name__}"
    if len(text) <= SHOWN + 2:
        return text
    end = text[0] if text[0] in "'\"" else ""
    return text[:SHOWN] + "..." + end
