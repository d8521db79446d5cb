"""A tournament's report as text: tables that fit the line, and sentences."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence

from sowfish.arena.report import PairingLine, Report
from sowfish.arena.sprt import Sprt, Verdict
from sowfish.arena.tally import Interval

MOST_FOULS = 10
NARROW = 60  # columns below which optional columns are dropped
SHORTEST_NAME = 8


def draw_report(found: Report, *, columns: int = 100) -> str:
    """Return the report as text in lines of at most `columns` characters, if names allow."""
    parts = [
        _wrapped(subtitle(found), columns),
        table(rating_rows(found, narrow=columns < NARROW), columns),
        table(pairing_rows(found, narrow=columns < NARROW), columns),
        *([table(cross_rows(found), columns)] if len(found.plan.players) > 2 else []),
        "\n".join(_wrapped(sentence, columns) for sentence in sentences(found)),
    ]
    return "\n\n".join(parts)


def _wrapped(sentence: str, columns: int) -> str:
    return textwrap.fill(sentence, columns, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)


def subtitle(found: Report) -> str:
    """Return what was played, and how much of it."""
    plan = found.plan
    clock = f", clock {plan.clock}" if plan.clock else ""
    done = f"{found.games} games" if found.games == found.planned else f"{found.games} of {found.planned} games"
    return f"{plan.rules}, {plan.stones} stones a pit, {plan.openings} openings, seed {plan.seed}{clock}: {done}"


def rating_rows(found: Report, *, narrow: bool = False) -> list[list[str]]:
    """Return the ratings, strongest first, with a header line."""
    lines = {line.name: line for line in found.players}
    rows = [["", "player", "Elo", "±", "points", "games", *([] if narrow else ["ms/move", "slowest ms"])]]
    for place, rating in enumerate(found.ratings.players, start=1):
        line = lines[rating.player]
        times = [f"{1000 * line.seconds_per_move:.2f}", f"{1000 * line.slowest:.0f}"]
        rows.append(
            [
                str(place),
                rating.player,
                f"{rating.elo:+.0f}",
                f"{rating.error:.0f}",
                f"{line.points:g}",
                str(line.games),
                *([] if narrow else times),
            ]
        )
    return rows


def pairing_rows(found: Report, *, narrow: bool = False) -> list[list[str]]:
    """Return the results of every pairing, with a header line."""
    test = found.plan.test
    head = ["first", "second", "+", "=", "-", "Elo", *([] if narrow else ["95 %", "superior"])]
    rows = [[*head, *(["LLR", "test"] if test else [])]]
    for line in found.pairings:
        sure = [_interval(line.tally.elo_interval), f"{100 * line.tally.superiority:.1f} %"]
        tested = [] if line.llr is None else [f"{line.llr:+.2f}", line.verdict]
        counts = [str(line.wins), str(line.ties), str(line.losses)]
        rows.append([line.first, line.second, *counts, number(line.tally.elo), *([] if narrow else sure), *tested])
    return rows


def cross_rows(found: Report) -> list[list[str]]:
    """Return the crosstable of scores in percent, strongest first."""
    ranking = [rating.player for rating in found.ratings.players]
    scores = {(line.first, line.second): line.tally.score for line in found.pairings if line.games}
    rows = [["%", "", *(str(place) for place in range(1, len(ranking) + 1))]]
    for place, player in enumerate(ranking, start=1):
        rows.append([str(place), player, *(_percent(scores, player, other) for other in ranking)])
    return rows


def _percent(scores: dict[tuple[str, str], float], player: str, other: str) -> str:
    if (player, other) in scores:
        return f"{100 * scores[player, other]:.0f}"
    return f"{100 * (1 - scores[other, player]):.0f}" if (other, player) in scores else "."


def sentences(found: Report) -> Iterator[str]:
    """Yield notes that the tables do not contain."""
    if found.games:
        score, interval = found.opener.score, found.opener.score_interval
        yield (
            f"The side that moves first scores {100 * score:.1f} % "
            f"({100 * interval.low:.1f} to {100 * interval.high:.1f}), {number(found.opener.elo)} Elo."
        )
    test = found.plan.test
    if test is not None:
        yield _about(test)
        yield from (_decision(line, test) for line in found.pairings if line.verdict is not Verdict.OPEN)
    if found.ratings.is_held and found.games:
        yield "A player won or lost every game; one draw was added to each pairing to keep the ratings finite."
    if found.different < found.games:
        repeated = found.games - found.different
        yield f"{repeated} games repeat another move by move: they add no information, so the true errors are larger."
    if found.beyond:
        yield f"{found.beyond} games exceed what a test needed or the plan asks for; they do not count."
    for foul in found.fouls[:MOST_FOULS]:
        yield f"Game {foul.game}: {foul.explanation}."
    if len(found.fouls) > MOST_FOULS:
        yield f"... and {len(found.fouls) - MOST_FOULS} more games lost other than on the board."


def _about(test: Sprt) -> str:
    return (
        f"Test: H0 {test.elo0:+g} Elo, H1 {test.elo1:+g} Elo; stops when the LLR leaves {test.lower:.2f} to "
        f"{test.upper:.2f}."
    )


def _decision(line: PairingLine, test: Sprt) -> str:
    believed = test.elo1 if line.verdict is Verdict.STRONGER else test.elo0
    return (
        f"{line.first} against {line.second}: {line.verdict} after {line.games} games, {believed:+g} Elo is likelier."
    )


def number(elo: float) -> str:
    """Return an Elo number that fits a table."""
    if math.isinf(elo):
        return "+inf" if elo > 0 else "-inf"
    return f"{elo:+.0f}"


def _interval(interval: Interval) -> str:
    return f"{number(interval.low)} .. {number(interval.high)}"


def table(rows: Sequence[Sequence[str]], columns: int) -> str:
    """Return rows as lines; text is left-aligned, numbers right-aligned, and names are cut to fit."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    names = [at for at, word in enumerate(rows[0]) if word in ("player", "first", "second") or (at == 1 and not word)]
    while sum(widths) + 2 * (len(widths) - 1) > columns:
        widest = max(names, key=lambda at: widths[at])
        if widths[widest] <= SHORTEST_NAME:
            break
        widths[widest] -= 1
    return "\n".join(_line(row, widths, names) for row in rows)


def _line(row: Sequence[str], widths: Sequence[int], names: Sequence[int]) -> str:
    cells = [
        f"{_cut(word, width):<{width}}" if at in names else f"{word:>{width}}"
        for at, (word, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()


def _cut(word: str, width: int) -> str:
    return word if len(word) <= width else f"{word[: width - 1]}…"
