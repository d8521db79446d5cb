// What is known about positions, so that nothing proven is lost: bounds only narrow, and the values of a position, its
// moves and its best turn agree. Values are the mover's.

import { yours } from "../shared/value-text.js";

const MOST = 300; // positions remembered

/**
 * Bounds of a value; an estimate has none.
 * @param {Value} known
 */
export function boundsOf({ kind, value, low, high }) {
  if (kind === "proven") return [value, value];
  return kind === "bound" ? [low ?? -Infinity, high ?? Infinity] : [-Infinity, Infinity];
}

/**
 * Returns a value within bounds.
 * @param {Value} known
 * @returns {Value}
 */
export function within(known, low, high) {
  const [lowest, highest] = boundsOf(known);
  const [least, most] = [Math.max(low, lowest), Math.min(high, highest)];
  if (least > most) return known; // contradictory bounds: keep the latest
  if (least === most) return { ...known, kind: "proven", value: least, low: undefined, high: undefined };
  if (least === -Infinity && most === Infinity) return known;
  return { ...known, kind: "bound", value: Math.max(least, Math.min(most, known.value)), low: least, high: most };
}

/**
 * Merges two reports of the same value: the later value, the narrower bounds.
 * @param {Value | undefined} old
 * @param {Value} fresh
 * @returns {Value}
 */
export function merged(old, fresh) {
  if (!old) return fresh;
  const [low, high] = boundsOf(old);
  return within(fresh, low, high);
}

/**
 * Whether a move is shown as the best: it attains the proven value of the position, or has the highest estimate.
 * @param {Value} move
 * @param {Map<number, Value>} moves
 * @param {Value} value of the position
 */
export function isBest(move, moves, value) {
  const [low] = boundsOf(value);
  if (low >= 0) return boundsOf(move)[0] === low;
  return move.value === Math.max(...[...moves.values()].map((other) => other.value));
}

/**
 * The lines that agree with what is known of their first moves: their values are narrowed, and a line that is not proven
 * never stands beside a proof.
 * @param {(Value & { turns: { pits: number[] }[] })[]} lines
 * @param {Map<number, Value>} moves
 */
export function agreeing(lines, moves) {
  return lines.flatMap((line) => {
    const move = moves.get(line.turns[0]?.pits[0]);
    if (!move || line.kind === "proven") return [line];
    return move.kind === "proven" ? [] : [{ ...line, kind: move.kind, value: move.value, low: move.low, high: move.high }];
  });
}

export class Knowledge {
  /** @type {Map<string, Known>} */
  #positions = new Map();

  get(position) {
    return this.#positions.get(position) ?? null;
  }

  /**
   * Learns a search's report on a position and its moves; returns everything now known.
   * @param {string} position
   * @param {Value & { moves?: any[] }} told
   */
  learn(position, told) {
    const old = this.#positions.get(position) ?? { value: undefined, moves: /** @type {Map<number, Value>} */ (new Map()), turn: null };
    const { moves: list, kind, value: number, low: least, high: most } = told;
    const value = { kind, value: number, low: least, high: most };
    const moves = new Map(old.moves);
    for (const move of list ?? []) moves.set(move.pit, merged(old.moves.get(move.pit), move));
    const known = { ...old, value: merged(old.value, value), moves };
    agree(known);
    this.#remember(position, known);
    return known;
  }

  /**
   * Learns the best turn; an unproven turn never replaces a proven one.
   * @param {string} position
   * @param {any} told a value with its taps
   */
  learnTurn(position, told) {
    const known = this.learn(position, told);
    const isProven = told.kind === "proven";
    if (known.turn?.isProven && !isProven) return known;
    known.turn = { taps: told.taps, isProven };
    agree(known);
    return known;
  }

  /**
   * Learns that a position has the proven value of the move that led to it. If the same side moves again, only along
   * the proven turn, since a proven value never appears beside another turn; elsewhere the value is an upper bound.
   * @param {string} parent
   * @param {{ pit: number | null, mover: Side | null, board: BoardState }} node
   */
  inherit(parent, { pit, mover, board }) {
    const known = this.#positions.get(parent);
    const move = pit === null ? undefined : known?.moves.get(pit);
    if (!known || !move || board.is_over || move.kind === "estimate") return;
    if (board.to_move !== mover) {
      this.learn(board.position, yours(move, "north")); // the same value from the other side's view
    } else if (known.turn?.isProven && known.turn.taps[0]?.pit === pit && known.turn.taps.length > 1) {
      this.learnTurn(board.position, { ...known.value, taps: known.turn.taps.slice(1) });
    } else if (boundsOf(move)[1] < Infinity) {
      const [, high] = boundsOf(move);
      this.learn(board.position, { kind: "bound", value: high, high });
    }
  }

  #remember(position, known) {
    this.#positions.delete(position);
    this.#positions.set(position, known);
    if (this.#positions.size > MOST) this.#positions.delete(this.#positions.keys().next().value ?? "");
  }
}

// The value of a position is that of its best move: each narrows the other.
function agree(known) {
  const moves = [...known.moves.values()];
  if (moves.length === 0) return;
  const bounds = moves.map(boundsOf);
  const low = Math.max(...bounds.map(([least]) => least));
  const high = Math.max(...bounds.map(([, most]) => most));
  known.value = within(known.value, low, high);
  const [least, most] = boundsOf(known.value);
  for (const [pit, move] of known.moves) known.moves.set(pit, within(move, -Infinity, most));
  const first = known.turn?.taps[0]?.pit;
  if (known.turn?.isProven && known.moves.has(first)) known.moves.set(first, within(known.moves.get(first), least, most));
  if (known.value.kind !== "proven") {
    const best = Math.max(...[...known.moves.values()].map(({ value }) => value));
    known.value = { ...known.value, value: Math.max(least, Math.min(most, best)) };
  }
}
