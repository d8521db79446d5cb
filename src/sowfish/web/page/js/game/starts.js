// Solved starts with equal pits, from the page's list.

import { nameOf } from "../core/rules.js";

export class Starts {
  #known = new Map();

  /** @param {any[]} starts as in the API */
  constructor(starts) {
    for (const start of starts) {
      const bounds = ({ value, low, high }) => (value === null ? [low, high] : [value, value]);
      if (start.version) this.#known.set(`${start.rules} ${start.pits} ${start.stones}`, { margin: bounds(start), openings: start.openings.map(bounds) });
    }
  }

  /** What is proven about a position, { margin, openings } as bounds; null if it is not a solved start. */
  of(position) {
    const counts = new Set([...position.pits("south"), ...position.pits("north")]);
    if (position.store("south") || position.store("north") || counts.size !== 1) return null;
    return this.#known.get(`${nameOf(position.rules) ?? ""} ${position.rules.pits} ${[...counts][0]}`) ?? null;
  }
}
