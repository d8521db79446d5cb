"""Every error a caller can cause, each with one sentence that names the offender."""

SHOWN = 40


class SowfishError(ValueError):
    """Base of all errors Sowfish raises for wrong input: a sentence, a code, and perhaps what it is about."""

    code = "invalid_input"  # for programs; a subclass names its own

    def __init_subclass__(cls, *, code: str | None = None) -> None:
        cls.code = code or cls.code

    def __init__(self, sentence: str = "", **parameters: object) -> None:
        """Say what is wrong; the parameters are for programs and hold what JSON can."""
        super().__init__(sentence)
        self.parameters = parameters


class RulesError(SowfishError, code="invalid_rules"):
    """A rules name, switch or text that does not exist."""


class PositionError(SowfishError, code="invalid_position"):
    """Counts that are no board: negative, too many, or sides of different length."""


class NotationError(PositionError):
    """A position text that cannot be read."""


class IllegalMoveError(SowfishError, code="illegal_move"):
    """A pit that is empty, does not exist, or is played after the end."""


class GameError(SowfishError, code="invalid_game"):
    """A game file that cannot be read or replayed, or nothing to undo."""


class GameOverError(GameError, code="game_over"):
    """A game that is over where something is still to be played."""


class TableError(SowfishError, code="invalid_table"):
    """A table file that is damaged, foreign, missing or in use."""


class NetError(SowfishError, code="invalid_net"):
    """A file of a net that is damaged, foreign or missing, or a position that a net is not for."""


class CampaignError(SowfishError, code="invalid_campaign"):
    """A campaign's folder that is damaged, in use, about another position or cannot be written."""


class LimitError(SowfishError, code="limit_reached"):
    """A value that is not a limit, or a limit that was reached; `found` is what was found by then, if anything."""

    found: object = None


class PlayerError(SowfishError, code="invalid_player"):
    """A player or option that does not exist, or a player that cannot go on."""


class ArenaError(SowfishError, code="invalid_tournament"):
    """A tournament that cannot be played as asked, or whose file cannot be read or written."""


class EngineError(SowfishError, code="engine_unavailable"):
    """An engine that is busy, closed, or asked from within its own answer."""


class CertificateError(SowfishError, code="invalid_certificate"):
    """A certificate that cannot be read, or that does not prove what it claims."""


class LearnError(SowfishError, code="invalid_corpus"):
    """A corpus that cannot be made or read as asked, or a training that cannot be done with it."""


class QuestionError(SowfishError, code="invalid_question"):
    """A question to the checker that cannot be read or asked."""


class TraceError(SowfishError, code="invalid_trace"):
    """A list of events that does not follow the rules, or a text that is no trace."""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, as in `1 stone` and `2 stones`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def quoted(item: object) -> str:
    """Return the item as it may appear in a message: quoted, ASCII, and never long."""
    try:
        text = ascii(item[: SHOWN + 1] if isinstance(item, str) else item)
    except ValueError:  # Python does not write out numbers of thousands of digits
        return f"a huge {type(item).__name__}"
    if len(text) <= SHOWN + 2:
        return text
    end = text[0] if text[0] in "'\"" else ""
    return text[:SHOWN] + "..." + end
