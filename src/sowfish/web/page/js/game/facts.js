// Small facts about boards from the engine.

export const other = (side) => (side === "south" ? "north" : "south");

export function winnerOf({ score }) {
  return score.south === score.north ? null : score.south > score.north ? "south" : "north";
}

// Stones that the last move gave to their owner: the store grew by more than its own sowing.
export function sweptIn(node) {
  if (!node?.board.is_over || !node.parent) return null;
  const { score } = node.board;
  const before = node.parent.board;
  const [south, north] = [score.south - node.board.south_store, score.north - node.board.north_store];
  if (south > 0) return { side: "south", stones: south };
  if (north > 0) return { side: "north", stones: north };
  const left = other(node.mover);
  const grown = node.board[`${left}_store`] - before[`${left}_store`];
  return grown > 0 ? { side: left, stones: grown } : null;
}

export function counts({ south, north, south_store, north_store, to_move }) {
  return { south, north, south_store, north_store, to_move };
}

// The same board with the other side to move.
export function otherToMove(board) {
  return { ...counts(board), to_move: other(board.to_move), rules: board.profile };
}

// The board as the other side sees it.
export function turned(board) {
  const { south, north, south_store, north_store, to_move, profile } = board;
  return { south: north, north: south, south_store: north_store, north_store: south_store, to_move: other(to_move), rules: profile };
}
