"""Every error a caller can cause, each with one sentence that names the offender."""

SHOWN = 40


class SowfishError(ValueError):
    """Base of all errors Sowfish raises for wrong input: a sentence, a code, and perhaps what it is about."""

    code = "invalid_input"  # for programs

    def __init__(self, sentence: str = "", **parameters: object) -> None:
        """Say what is wrong; the parameters are for programs and hold what JSON can."""
        super().__init__(sentence)
        self.parameters = parameters


class RulesError(SowfishError):
    """A rules name, switch or text that does not exist."""

    code = "invalid_rules"


class PositionError(SowfishError):
    """Counts that are no board: negative, too many, or sides of different length."""

    code = "invalid_position"


class NotationError(PositionError):
    """A position text that cannot be read."""


class IllegalMoveError(SowfishError):
    """A pit that is empty, does not exist, or is played after the end."""

    code = "illegal_move"


class GameError(SowfishError):
    """A game file that cannot be read or replayed, or nothing to undo."""

    code = "invalid_game"


class GameOverError(GameError):
    """A game that is over where something is still to be played."""

    code = "game_over"


class TableError(SowfishError):
    """A table file that is damaged, foreign, missing or in use."""

    code = "invalid_table"


class NetError(SowfishError):
    """A file of a net that is damaged, foreign or missing, or a position that a net is not for."""

    code = "invalid_net"


class CampaignError(SowfishError):
    """A campaign's folder that is damaged, in use, about another position or cannot be written."""

    code = "invalid_campaign"


class LimitError(SowfishError):
    """A limit that is no limit, or one that was reached before there was an answer."""

    code = "limit_reached"


class PlayerError(SowfishError):
    """A player or option that does not exist, or a player that cannot go on."""

    code = "invalid_player"


class ArenaError(SowfishError):
    """A tournament that cannot be played as asked, or whose file cannot be read or written."""

    code = "invalid_tournament"


class CertificateError(SowfishError):
    """A certificate that cannot be read, or that does not prove what it claims."""

    code = "invalid_certificate"


class LearnError(SowfishError):
    """A corpus that cannot be made or read as asked, or a training that cannot be done with it."""

    code = "invalid_corpus"


class QuestionError(SowfishError):
    """A question to the checker that cannot be read or asked."""

    code = "invalid_question"


class TraceError(SowfishError):
    """A list of events that does not follow the rules, or a text that is no trace."""

    code = "invalid_trace"


def shown(item: object) -> str:
    """Return the item as it may appear in a message: quoted, ASCII, and never long."""
    try:
        text = ascii(item[: SHOWN + 1] if isinstance(item, str) else item)
    except ValueError:  # Python does not write out numbers of thousands of digits
        return f"a huge {type(item).__name__}"
    if len(text) <= SHOWN + 2:
        return text
    end = text[0] if text[0] in "'\"" else ""
    return text[:SHOWN] + "..." + end
