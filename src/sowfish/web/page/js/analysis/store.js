// What is known about positions, so that nothing proven is lost: bounds only narrow, the values of a position, its moves and
// its best turn agree, and what is proven of a position holds for the ones before and after it. Values are the mover's.

const MOST = 20_000; // positions remembered, and kept across visits if they are proven
const MOST_STONES = 255; // on a board
const KEEP_SECONDS = 1; // between two writes

/** @typedef {{ pit: number, low: number, high: number, line: number[] }} Fact proven bounds of a move, or of the position if the pit is -1 */

/**
 * Bounds of a value; an estimate has none.
 * @param {Value} known
 * @returns {[number, number]}
 */
export function boundsOf({ kind, value, low, high }) {
  if (kind === "proven") return [value, value];
  return kind === "bound" ? [low ?? -Infinity, high ?? Infinity] : [-Infinity, Infinity];
}

/**
 * Returns a value within bounds; the line of an estimate is no line of a proof.
 * @template {Value} Known
 * @param {Known} known
 * @returns {Known}
 */
export function within(known, low, high) {
  const [lowest, highest] = boundsOf(known);
  const [least, most] = [Math.max(low, lowest), Math.min(high, highest)];
  if (least > most) return known; // contradictory bounds: keep the latest
  if (least === most) return known.kind === "proven" ? known : { ...known, kind: "proven", value: least, low: undefined, high: undefined, line: undefined };
  if (least === -Infinity && most === Infinity) return known;
  return { ...known, kind: "bound", value: Math.max(least, Math.min(most, known.value)), low: least, high: most };
}

/**
 * Merges two reports of the same value: the later value, the narrower bounds, and the line of the proof.
 * @template {Value} Known
 * @param {Known | undefined} old
 * @param {Known} fresh
 * @returns {Known}
 */
export function merged(old, fresh) {
  if (!old) return fresh;
  const [low, high] = boundsOf(old);
  const both = within(fresh, low, high);
  return old.kind === "proven" && fresh.kind !== "proven" ? { ...both, line: /** @type {any} */ (old).line } : both;
}

/**
 * The same value for the other side.
 * @param {Value} known
 * @returns {Value}
 */
export function negated({ kind, value, low, high }) {
  return { kind, value: -value || 0, low: high === undefined ? undefined : -high, high: low === undefined ? undefined : -low };
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

export class Store {
  /** @type {Map<string, Known>} */
  #positions = new Map();
  /** @type {Map<string, Map<string, { pit: number, isOwn: boolean }>>} */
  #parents = new Map(); // by position: the positions before it
  #archive = /** @type {import("./archive.js").Archive | null} */ (null);
  #unsaved = new Set();
  #timer = /** @type {any} */ (null);

  get(position) {
    return this.#positions.get(position) ?? null;
  }

  /**
   * Learns a search's report on a position and its moves; returns everything now known.
   * @param {string} position
   * @param {Value & { moves?: any[], line?: number[][] }} report
   * @param {{ isLead?: boolean }} how the estimates come from the leading searcher; from another one, only the bounds count
   */
  learn(position, report, { isLead = true } = {}) {
    const old = this.get(position) ?? { value: undefined, moves: /** @type {Map<number, any>} */ (new Map()), turn: null };
    const { moves: list, kind, value: number, low, high, line } = report;
    const joined = (before, fresh) => {
      if (isLead || !before || fresh.kind === "proven") return merged(before, fresh);
      return within(before, ...boundsOf(fresh));
    };
    const moves = new Map(old.moves);
    for (const move of list ?? []) moves.set(move.pit, joined(old.moves.get(move.pit), move));
    const known = { ...old, value: joined(old.value, { kind, value: number, low, high, line }), moves };
    agree(known);
    this.#remember(position, known);
    return known;
  }

  /**
   * Learns the best turn; an unproven turn never replaces a proven one.
   * @param {string} position
   * @param {{ pits: number[], isProven: boolean }} turn
   */
  learnTurn(position, { pits, isProven }) {
    const known = this.get(position);
    if (!known || (known.turn?.isProven && !isProven)) return known;
    const next = { ...known, moves: new Map(known.moves), turn: { pits, isProven } };
    agree(next);
    this.#remember(position, next);
    return next;
  }

  /**
   * Learns that a move leads from one position to another: what is proven of either holds for the other. Down, if the same
   * side moves again, only along the proven turn, since a proven value never appears beside another turn; elsewhere the value
   * is an upper bound.
   * @param {string} parent
   * @param {{ pit: number | null, mover: Side | null, board: { position: string, to_move: Side, is_over: boolean } }} node
   */
  link(parent, { pit, mover, board }) {
    if (pit === null || board.is_over) return;
    const isOwn = board.to_move === mover;
    if (!this.#parents.has(board.position)) this.#parents.set(board.position, new Map());
    this.#parents.get(board.position)?.set(parent, { pit, isOwn });
    this.#inherit(parent, { pit, isOwn, child: board.position });
    this.#tellParents(board.position);
  }

  /**
   * A search's report with everything known: narrower bounds, and the line of a proof where the search has none.
   * @param {string} position
   * @param {any} found
   */
  merged(position, found) {
    const known = this.get(position);
    if (!known?.value) return { ...found, result: { ...found.result, isOwn: found.result.kind === "proven" } };
    const moves = found.moves.map((move) => narrowed(move, known.moves.get(move.pit)));
    const result = narrowed(found.result, known.value);
    const isSearched = found.result.kind === "proven";
    if (isSearched || result.kind !== "proven") return { ...found, moves, result: { ...result, isOwn: isSearched } };
    const line = known.value.line?.length ? known.value.line : known.turn?.isProven ? [known.turn.pits] : lineOfMove(result, moves);
    return { ...found, moves, result: { ...result, line: line ?? found.result.line, isOwn: Boolean(line) } };
  }

  /**
   * What a search of a position should start from.
   * @returns {Fact[]}
   */
  facts(position) {
    const known = this.get(position);
    if (!known?.value) return [];
    const fact = (pit, value) => {
      const [low, high] = boundsOf(value);
      return { pit, low: Math.max(low, -MOST_STONES), high: Math.min(high, MOST_STONES), line: low === high ? (value.line ?? []).flat() : [] };
    };
    const facts = [fact(-1, known.value), ...[...known.moves].map(([pit, move]) => fact(pit, move))];
    return facts.filter(({ low, high }) => low > -MOST_STONES || high < MOST_STONES);
  }

  /**
   * Loads what was proven in earlier visits, and keeps what will be.
   * @param {import("./archive.js").Archive} archive
   */
  async keepIn(archive) {
    const records = await archive.load();
    this.#archive = archive;
    for (const { position, value, turn, moves } of records) {
      const known = moves.map(([pit, low, high, estimate]) => within({ pit, kind: "estimate", value: estimate }, low, high));
      this.learn(position, { kind: "proven", value, moves: known }, { isLead: false });
      this.learnTurn(position, { pits: turn, isProven: true });
    }
    this.#unsaved.clear();
  }

  // Down: the value of the move that led to a position.
  #inherit(parent, { pit, isOwn, child }) {
    const known = this.get(parent);
    const move = known?.moves.get(pit);
    if (!known?.value || !move || move.kind === "estimate") return;
    if (!isOwn) {
      this.#learnBounds(child, negated(move));
    } else if (known.turn?.isProven && known.turn.pits[0] === pit && known.turn.pits.length > 1) {
      this.#learnBounds(child, { ...known.value, line: undefined });
      this.learnTurn(child, { pits: known.turn.pits.slice(1), isProven: true });
    } else if (boundsOf(move)[1] < Infinity) {
      const [, high] = boundsOf(move);
      this.#learnBounds(child, { kind: "bound", value: high, high });
    }
  }

  // Up: what is proven of a position holds for the moves that lead to it.
  #tellParents(position) {
    const known = this.get(position);
    if (!known?.value || known.value.kind === "estimate") return;
    for (const [parent, { pit, isOwn }] of this.#parents.get(position) ?? []) {
      const move = isOwn ? known.value : negated(known.value);
      const before = this.get(parent);
      if (!before?.moves.has(pit) || (!isNarrower(before.moves.get(pit), move) && !waitsForTurn(before))) continue;
      const next = { ...before, moves: new Map(before.moves).set(pit, { ...within(before.moves.get(pit), ...boundsOf(move)) }) };
      agree(next);
      if (next.value?.kind === "proven" && before.value?.kind !== "proven" && !next.turn?.isProven) {
        const best = [...next.moves].find(([, one]) => one.kind === "proven" && one.value === next.value?.value);
        const rest = isOwn ? (known.turn?.isProven ? known.turn.pits : null) : [];
        if (best?.[0] === pit && rest) next.turn = { pits: [pit, ...rest], isProven: true };
        else next.value = before.value; // proven together with its turn
      }
      this.#remember(parent, next);
    }
  }

  #learnBounds(position, value) {
    const known = this.get(position);
    if (known?.value && !isNarrower(known.value, value)) return;
    this.learn(position, value, { isLead: false });
  }

  #remember(position, known) {
    const before = this.#positions.get(position);
    this.#positions.delete(position);
    this.#positions.set(position, known);
    if (this.#positions.size > MOST) {
      const oldest = this.#positions.keys().next().value ?? "";
      this.#positions.delete(oldest);
      this.#parents.delete(oldest);
    }
    if (!before?.value || !known.value || isNarrower(before.value, known.value)) this.#tellParents(position);
    if (known.value?.kind === "proven" && known.turn?.isProven) this.#saveLater(position);
  }

  #saveLater(position) {
    if (!this.#archive) return;
    this.#unsaved.add(position);
    if (this.#timer === null) this.#timer = setTimeout(() => this.save(), KEEP_SECONDS * 1000);
  }

  /** Keeps what was proven since the last time. */
  save() {
    clearTimeout(this.#timer);
    this.#timer = null;
    if (!this.#unsaved.size) return;
    const records = [...this.#unsaved].flatMap((position) => {
      const known = this.get(position);
      if (!known?.value || !known.turn) return [];
      const moves = [...known.moves].map(([pit, move]) => [pit, ...boundsOf(move), move.value]);
      return [{ position, value: known.value.value, turn: known.turn.pits, moves }];
    });
    this.#unsaved.clear();
    this.#archive?.save(records, MOST);
  }
}

// Whether the moves prove more than the position says, because its turn was not known.
function waitsForTurn({ value, moves }) {
  return value.kind !== "proven" && [...moves.values()].every((move) => move.kind === "proven" || boundsOf(move)[1] <= boundsOf(value)[0]);
}

// Whether a value adds to the bounds that are known.
function isNarrower(known, value) {
  const [low, high] = boundsOf(known);
  const [least, most] = boundsOf(value);
  return least > low || most < high;
}

// The value of a search, which has bounds whatever its kind, within what is known.
function narrowed(own, known) {
  if (!known) return own;
  const [least, most] = boundsOf(known);
  const [low, high] = [Math.max(own.low, least), Math.min(own.high, most)];
  if (low > high || (low === own.low && high === own.high)) return own;
  const kind = low === high ? "proven" : "bound";
  const line = kind === "proven" && own.kind !== "proven" && known.line?.length ? known.line : own.line;
  return { ...own, kind, low, high, value: Math.max(low, Math.min(high, own.value)), line };
}

// The first pit of a turn that is proven to have the value of the position; null if none is known.
function lineOfMove(result, moves) {
  const best = moves.find((move) => move.kind === "proven" && move.value === result.value);
  return best ? (best.line?.length && best.line[0][0] === best.pit && best.line.length > 1 ? best.line : [[best.pit]]) : null;
}

// The value of a position is that of its best move: each narrows the other.
function agree(known) {
  const moves = [...known.moves.values()];
  if (moves.length === 0 || !known.value) return;
  const bounds = moves.map(boundsOf);
  const low = Math.max(...bounds.map(([least]) => least));
  const high = Math.max(...bounds.map(([, most]) => most));
  known.value = within(known.value, low, high);
  const [least, most] = boundsOf(known.value);
  for (const [pit, move] of known.moves) known.moves.set(pit, within(move, -Infinity, most));
  const first = known.turn?.pits[0];
  if (known.turn?.isProven && known.moves.has(first)) known.moves.set(first, within(known.moves.get(first), least, most));
  if (known.value.kind !== "proven") {
    const best = Math.max(...[...known.moves.values()].map(({ value }) => value));
    known.value = { ...known.value, value: Math.max(least, Math.min(most, best)) };
  }
}
