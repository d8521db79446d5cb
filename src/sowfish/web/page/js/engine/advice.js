// Advice from a search, and best single turns.

import { otherSide } from "./position.js";
import { Refused } from "./refusals.js";

const STATES = 1_000_000; // positions searched in a single turn; the usual board has ten thousand
const TURN_SECONDS = 1; // for a secondary search of a single turn

function played(position, pits) {
  const moves = [];
  for (const pit of pits) {
    moves.push(position.move(pit));
    position = moves[moves.length - 1].after;
  }
  return moves;
}

const withMoves = (position, moves) => ({
  position, moves,
  turn: moves.map((move) => move.pit),
  after: moves.length ? moves[moves.length - 1].after : position.passed(),
  banked: moves.reduce((sum, move) => sum + move.banked, 0),
});

/** The turn to play, given an engine's analysis. */
export function adviceBy(found) {
  const { value, low, high, kind, line } = found.result;
  return { ...withMoves(found.position, played(found.position, line[0] ?? [])), value, low, high, kind, nodes: found.nodes, seconds: found.seconds };
}

/** The same advice with another turn of the same value. */
export const withTurn = (advice, turn) => ({ ...advice, ...withMoves(advice.position, played(advice.position, turn)) });

/** The best single turn: { score, states, pits, after }, or null if there are too many turns. */
export function bestTurn(position, { byDifference = false, seconds = 0, states = STATES, partial = false } = {}) {
  const best = position.core.bestTurn(position.place, { byDifference, states, seconds });
  if (!best || (!best.isComplete && !partial)) return null;
  return { ...best, after: best.pits.reduce((at, pit) => at.after(pit), position) };
}

const scoreIn = (position, side, objective) => position.store(side) - (objective === "difference" ? position.store(otherSide(side)) : 0);

/** The best single turn by an objective, as advice; a bound if there are too many turns to search. */
export function singleTurn(position, objective, seconds) {
  const started = performance.now();
  const best = bestTurn(position, { byDifference: objective === "difference", seconds, partial: true });
  if (!best) throw new Refused("limit_reached", `the time limit of ${seconds} s ended the search of the turn`);
  const most = scoreIn(position, position.toMove, objective) + position.rest;
  const kind = best.isComplete ? "proven" : "bound";
  return {
    ...withMoves(position, played(position, best.pits)), value: best.score, low: best.score,
    high: best.isComplete ? best.score : Math.max(most, best.score), kind, nodes: best.states, seconds: (performance.now() - started) / 1000,
  };
}

/** The best single turn that begins with each legal pit. */
export function singleMoves(position, objective) {
  return position.legal.map((pit) => {
    const { after, mover } = position.move(pit);
    const goesOn = after.legal.length > 0 && after.toMove === mover;
    const end = goesOn ? /** @type {any} */ (bestTurn(after, { byDifference: objective === "difference", partial: true })).after : after;
    const score = scoreIn(end.final, mover, objective);
    return { pit, value: score, low: score, high: score, kind: "proven" };
  });
}

/** The most the side to move can bank in one turn, or null if it has no move or the turn is too large. */
export function threat(position) {
  if (!position.legal.length) return null;
  const best = bestTurn(position, { seconds: TURN_SECONDS });
  return best && { turn: best.pits, banked: best.score - position.store(position.toMove) };
}
