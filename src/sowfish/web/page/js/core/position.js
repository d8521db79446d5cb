// Positions: immutable values. The core knows the rules; this holds the counts and the vocabulary.

import { MAX_STONES, SIDES, checkCounts, checkSide, readAddress, readText, writeAddress, writeText } from "./notation.js";
import { illegalMove, invalidPosition, quoted } from "./refusals.js";
import { parseRules, pitsIn, sameRules, withPits } from "./rules.js";

export const otherSide = (side) => (side === "south" ? "north" : "south");
const BEYOND_EVERY_GAME = 2 ** 31 - 1; // moves
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** @typedef {{ kind: "pick-up" | "drop" | "pass", mover: string, cell: [string, number | null] | null, stones: number, captured: number, swept: number }} MoveEvent */

export class Position {
  #stands;

  /**
   * @param {import("./core.js").Core} core
   * @param {import("./rules.js").Rules} rules
   * @param {number[]} ring south's pits and store, north's pits and store
   * @param {string} toMove
   */
  constructor(core, rules, ring, toMove) {
    this.core = core;
    this.rules = rules;
    this.ring = ring;
    this.toMove = toMove;
  }

  // ---- making positions

  /** From counts, each side with its store last. */
  static of(core, { rules, south, north, to_move }) {
    checkCounts(south, north);
    checkSide(to_move);
    return new Position(core, withPits(rules, south.length - 1), [...south, ...north], to_move);
  }

  /** From a text or its URL form; rules named in it override the given ones. */
  static parse(core, text, rules = "kalah") {
    const named = parseRules(rules);
    return Position.of(core, text.includes("~") ? readAddress(text) : readText(text, named, pitsIn(rules)));
  }

  /** From a text only; rules named in it override these. */
  static parseText(core, text, rules) {
    return Position.of(core, readText(text, rules, null));
  }

  static start(core, rules, stones = 4) {
    const row = [...new Array(rules.pits).fill(stones), 0];
    return Position.of(core, { rules, south: row, north: row, to_move: "south" });
  }

  static random(core, rules, { total, deal, seed }) {
    if (total < 2 || total > MAX_STONES) throw invalidPosition(`a deal needs 2 to ${MAX_STONES} stones, not ${quoted(total)}`);
    if (deal.startsWith("phone")) {
      const most = deal === "phone" ? 5 : 6;
      if (total < 2 * rules.pits || total > 2 * rules.pits * most) {
        throw invalidPosition(`a ${deal} deal has 1 to ${most} stones in every pit, and cannot have ${total} in total`);
      }
    }
    const chance = core.chance(seed);
    const ring = core.deal(rules, deal, total, chance);
    chance.drop();
    return new Position(core, rules, /** @type {number[]} */ (ring), "south");
  }

  with(changes) {
    const { rules = this.rules, toMove = this.toMove, ring = this.ring } = changes;
    return new Position(this.core, rules, ring, toMove);
  }

  // ---- stones

  get place() { return { rules: this.rules, ring: this.ring, north: this.toMove === "north" }; }
  get counts() {
    const half = this.rules.pits + 1;
    return { rules: this.rules, south: this.ring.slice(0, half), north: this.ring.slice(half), to_move: this.toMove };
  }
  get text() { return writeText(this.counts); }
  get url() { return writeAddress(this.counts); }
  pits(side) { return this.ring.slice(...(side === "south" ? [0, this.rules.pits] : [this.rules.pits + 1, -1])); }
  store(side) { return this.ring[side === "south" ? this.rules.pits : 2 * this.rules.pits + 1]; }
  stonesOn(side) { return sum(this.pits(side)); }
  get rest() { return this.stonesOn("south") + this.stonesOn("north"); }
  get total() { return sum(this.ring); }
  equals(other) { return this.toMove === other.toMove && sameRules(this.rules, other.rules) && this.ring.join() === other.ring.join(); }

  // ---- state of the game

  get #told() { return (this.#stands ??= this.core.stands(this.place)); }
  get legal() { return this.#told.legal; }
  get isOver() { return this.#told.isOver; }
  get mustPass() { return !this.isOver && !this.legal.length; }
  get swept() { return this.with({ ring: this.#told.swept }); }
  get final() { return this.isOver ? this.swept : this; }
  get margin() { return this.final.store(this.toMove) - this.final.store(otherSide(this.toMove)); }

  get outcome() {
    if (!this.isOver) return "in_progress";
    if (this.margin === 0) return "tie";
    return `${this.margin > 0 ? this.toMove : otherSide(this.toMove)}_wins`;
  }

  get technicalWinner() {
    return SIDES.find((side) => this.rest + this.store(otherSide(side)) < this.store(side)) ?? null;
  }

  // ---- moving

  after(pit) {
    return this.move(pit).after;
  }

  passed() {
    return this.with({ toMove: otherSide(this.toMove) });
  }

  move(pit) {
    const played = Number.isInteger(pit) && Math.abs(pit) < 2 ** 31 ? this.core.play(this.place, pit) : null;
    if (!played) throw this.#refusalOf(pit);
    const after = new Position(this.core, this.rules, played.ring, played.north ? "north" : "south");
    const { laps, captured, banked, swept, outcome } = played;
    const events = eventsOf(played.path, this.toMove, this.rules.pits, captured, swept);
    return { pit, mover: this.toMove, after, laps, captured, banked, swept, outcome, events };
  }

  #refusalOf(pit) {
    const { pits } = this.rules;
    const reason = this.isOver ? "game_over" : pit >= 0 && pit < pits ? "empty" : "no_such_pit";
    const sentence = {
      game_over: `pit ${quoted(pit)} cannot be played: the game is over in ${this.text}`,
      no_such_pit: `there is no pit ${quoted(pit)}; pits are 0 to ${pits - 1}`,
      empty: `pit ${quoted(pit)} is empty in ${this.text}`,
    }[reason];
    return illegalMove(sentence, { pit: Math.abs(pit) <= BEYOND_EVERY_GAME ? pit : null, side: this.toMove, pits, reason });
  }
}

/** The cell with this index in the mover's sowing order: a side and a pit, null for its store. */
function cellOf(index, mover, pits) {
  const place = index % (pits + 1);
  return /** @type {[string, number | null]} */ ([index <= pits ? mover : otherSide(mover), place < pits ? place : null]);
}

// The events of a path: per lap the cell lifted, the number of stones, and each stone's cell.
function eventsOf(path, mover, pits, captured, swept) {
  /** @type {MoveEvent[]} */
  const events = [];
  for (let at = 0; at < path.length;) {
    const stones = path[at + 1];
    events.push({ kind: "pick-up", mover, cell: cellOf(path[at], mover, pits), stones, captured: 0, swept: 0 });
    for (const cell of path.slice(at + 2, at + 2 + stones)) {
      events.push({ kind: "drop", mover, cell: cellOf(cell, mover, pits), stones: 1, captured: 0, swept: 0 });
    }
    at += 2 + stones;
  }
  Object.assign(events[events.length - 1], { captured, swept });
  return events;
}

/**
 * The position asked for: a text, its URL form, or counts; rules it names override these.
 * @param {import("./core.js").Core} core
 * @param {any} asked
 * @returns {Position}
 */
export function askedPosition(core, asked, rules = "kalah") {
  if (typeof asked === "string") return Position.parse(core, asked, rules);
  const { south, north, south_store = 0, north_store = 0, to_move = "south" } = asked;
  return Position.of(core, { south: [...south, south_store], north: [...north, north_store], rules: parseRules(asked.rules ?? rules), to_move });
}
