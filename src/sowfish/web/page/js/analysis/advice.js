// Advice from a search, and best single turns.

const STATES = 1_000_000; // positions searched in a single turn; the usual board has ten thousand
export const TURN_SECONDS = 1; // for the search of a single turn

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

/** The most the side to move can bank in one turn, given its best one; null if it has no move or the turn is too large. */
export function threatBy(position, best) {
  return best && { turn: best.pits, banked: best.score - position.store(position.toMove) };
}
