"""Solved starts and deals as plain data, for JSON."""

from __future__ import annotations

from sowfish.starts.deals import Deals
from sowfish.starts.start import Bounds, SolvedStart
from sowfish.starts.summary import Summary

Content = dict[str, object]


def of_start(start: SolvedStart) -> Content:
    """Return what a program wants to know of a start."""
    openings = [{"pit": pit, **_of_bounds(bounds)} for pit, bounds in enumerate(start.openings)]
    return {
        "rules": start.rules,
        "pits": start.pits,
        "stones": start.stones,
        "position": str(start.position),
        **_of_bounds(start.margin),
        "best": start.best,
        "perhaps_best": start.perhaps_best,
        "openings": openings,
        "nodes": start.nodes,
        "seconds": start.seconds,
        "version": start.version,
    }


def of_deals(deals: Deals, found: Summary) -> Content:
    """Return what a program wants to know of deals and their summary."""
    return {
        "rules": deals.rules,
        "pits": deals.pits,
        "stones": deals.total,
        "seed": deals.seed,
        "version": deals.version,
        "deals": found.deals,
        "wins": found.wins,
        "ties": found.ties,
        "losses": found.losses,
        "margin": found.margin._asdict(),
        "greedy_fails": found.greedy_fails,
        "greedy_loses": found.greedy_loses,
        "greedy_cost": found.cost._asdict(),
        "histogram": [part._asdict() for part in found.histogram],
    }


def _of_bounds(bounds: Bounds) -> Content:
    if bounds.low == bounds.high:
        return {"value": bounds.low, "kind": bounds.kind}
    return {"value": None, "kind": bounds.kind, "low": bounds.low, "high": bounds.high}
