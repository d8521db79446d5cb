// Why a turn is the best: each reason is a kind with its data.

/** What the turn gains, and what it leaves the other side. */
export function gainReason(advice, reply) {
  const mover = advice.position.toMove;
  if (!advice.turn.length) return { kind: "pass", mover };
  const ends = advice.after.isOver;
  const most = ends || !reply || advice.after.toMove === mover ? null : reply.banked;
  return { kind: "gain", mover, banked: advice.banked, taps: advice.turn.length, ends, reply: most };
}

/** How the first move compares with the others, where proven. */
export function costReasons(advice, moves) {
  const others = moves.filter((move) => advice.turn.length && move.pit !== advice.turn[0]);
  if (!others.length) return moves.length === 1 ? [{ kind: "only" }] : [];
  if (advice.kind !== "proven") return [];
  const equal = others.filter((move) => move.low === advice.value).map((move) => move.pit);
  const cost = advice.value - Math.max(...others.map((move) => move.high));
  if (equal.length) return [{ kind: "equal", pits: equal }];
  return cost > 0 ? [{ kind: "costs", cost }] : [];
}

/** What banking the most now leads to, if proven to be worse; the end is for the next mover. */
export function greedReason(advice, greedy, end) {
  const mover = advice.position.toMove;
  const [low, high] = greedy.after.toMove === mover ? [end.low, end.high] : [-end.high || 0, -end.low || 0];
  if (advice.kind !== "proven" || high >= advice.value || low !== high) return null;
  return { kind: "greed", mover, banked: greedy.score - advice.position.store(mover), turn: greedy.pits, value: low };
}
