"""A turn to play, as instructions."""

from __future__ import annotations

from sowfish import Kind, Objective, Position, Side
from sowfish.cli.terminal.screen import Screen
from sowfish.engine.advice import Advice, threat
from sowfish.engine.leftovers import BothLeftovers
from sowfish.render import View
from sowfish.render.values import verdict
from sowfish.render.words import brief, counted, place, player


def show_plan(screen: Screen, advice: Advice) -> None:
    """Show the board, the turn as a numbered list, the board after it, and in one sentence why."""
    position = advice.position
    screen.to_move(position)
    view = screen.view_for(position)
    screen.board(position, {advice.turn[0]: _pointer(position, view, screen.near)} if advice.turn else None)
    steps = [(_step(screen, advice, number, view), brief(move)) for number, move in enumerate(advice.moves)]
    width = max((len(left) for left, _ in steps), default=0)
    for left, right in steps:
        screen.pair(left, right, width)
    screen.board(advice.after)
    if advice.turn:
        numbers = " ".join(str(screen.number(position, pit)) for pit in advice.turn)
        screen.say(f"{'Play' if position.to_move is Side.SOUTH else 'They play'} {numbers}", strong=True)
    screen.say(_why(advice))
    if advice.limit:
        screen.say(f"{advice.limit[0].upper()}{advice.limit[1:]}; this is the best turn found by then.")
    elif advice.kind is not Kind.PROVEN:
        screen.say(f"That is what {advice.seconds:.1f} s can prove; a longer --time proves more.")


def show_both(screen: Screen, found: BothLeftovers) -> None:
    """Show the turn that is best under both leftover rules or, if there is none, both turns with their costs."""
    if found.turn is not None:
        show_plan(screen, found.nobody.advice)
        screen.say("Best either way: leftovers change the value, not the turn.", strong=True)
        for one in (found.nobody, found.owner):
            screen.say(f"Leftovers to {one.rules.rest}: {verdict(one.advice, found.position.to_move)}.")
        return
    for one in (found.nobody, found.owner):
        screen.say(f"If leftovers go to {one.rules.rest}:", strong=True)
        show_plan(screen, one.advice)
        about = "" if one.cost.kind is Kind.PROVEN else "about "
        screen.say(f"Under the other rule this turn costs {about}{counted(one.cost.value, 'stone')}.")


def _step(screen: Screen, advice: Advice, number: int, view: View) -> str:
    position = advice.position
    pit = advice.turn[number]
    where = place(position.to_move, pit, position.rules.pits, view, near=screen.near)
    shown = screen.number(position, pit)
    if view is View.PHONE:
        return f"{number + 1:>2}. tap the {where} ({shown})"
    return f"{number + 1:>2}. pit {shown}, the {where.replace(' pit', '')}"


def _pointer(position: Position, view: View, near: Side) -> str:
    """Return an arrow from the pit's mark to the pit."""
    if view is View.PHONE:
        return ">" if position.to_move is near else "<"
    return "^" if position.to_move is near else "v"


def _why(advice: Advice) -> str:
    """Return the sentence with the turn's result and its certainty."""
    mover = advice.position.to_move
    if not advice.turn:
        return f"{player(mover).capitalize()} have nothing to sow and pass: {verdict(advice, mover)}."
    facts = [counted(len(advice.turn), "move"), f"+{advice.banked}" if advice.banked else "nothing banked"]
    reply = threat(advice.after) if advice.after.to_move is not mover else None
    if reply is not None:
        facts.append(f"leaves {'them' if mover is Side.SOUTH else 'you'} at most {reply.banked} next turn")
    if advice.after.is_over:
        facts.append("ends the game")
    return f"{', '.join(facts)}: {_outcome(advice)}."


def _outcome(advice: Advice) -> str:
    mover = advice.position.to_move
    if advice.objective is None:
        return verdict(advice, mover)
    if advice.limit:
        return f"at least {advice.value} {_UNITS[advice.objective]} in one turn; more may be possible"
    if advice.stops_at_technical_win and (winner := advice.after.technical_winner):
        return f"{advice.value} in the store, a technical win for {winner}, proven"
    what = {
        Objective.STONES: f"{advice.value} in the store is the most",
        Objective.DIFFERENCE: f"{advice.value:+d} is the best difference",
    }[advice.objective]
    laps = "" if advice.max_laps is None else f" of at most {counted(advice.max_laps, 'lap')}"
    return f"{what} one turn{laps} can reach, proven; the rest of the game is ignored"


_UNITS = {Objective.STONES: "stones in the store", Objective.DIFFERENCE: "stones of difference"}
