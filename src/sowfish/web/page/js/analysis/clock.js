// How long the side to move may think, and how much of that it should use.

import { Refused, writtenNumber } from "../core/refusals.js";

const MARGIN = 0.05; // safety margin, in seconds
const SHORTEST = 1e-9; // left on a clock that ran down completely
const FEWEST_TO_GO = 8; // moves: never plan to spend more than an eighth of the game's time on one

export class Clock {
  /** @param {{ move?: number | null, game?: number | null, increment?: number | null }} times in seconds; null means unlimited */
  constructor({ move = null, game = null, increment = 0 }) {
    for (const [name, value] of Object.entries({ move, game })) {
      if (value !== null && value <= 0) throw refusalOf(name, "a positive number", value);
    }
    if ((increment ?? 0) < 0) throw refusalOf("increment", "a number, 0 or more,", increment);
    this.move = move;
    this.game = game;
    this.increment = increment ?? 0;
  }

  /** The longest the next move may take, null if there is no limit. */
  get limit() {
    const limits = [this.move, this.game].filter((limit) => limit !== null);
    return limits.length ? Math.min(.../** @type {number[]} */ (limits)) : null;
  }

  /** How long a player should think here: a move's whole limit, or a fair share of a game's. */
  budget(position) {
    const { limit, game } = this;
    if (limit === null) return undefined;
    const usable = Math.max(limit - MARGIN, limit / 2);
    return game === null ? usable : Math.min(usable, game / Math.max(FEWEST_TO_GO, 0.6 * position.rest) + this.increment);
  }

  atMost(seconds) {
    return seconds === null || (this.move !== null && this.move <= seconds) ? this : new Clock({ ...this, move: seconds });
  }

  after(spent) {
    return this.game === null ? this : new Clock({ ...this, game: Math.max(this.game - spent, SHORTEST) + this.increment });
  }
}

function refusalOf(name, kind, value) {
  return new Refused("limit_reached", `${name} of a clock must be ${kind} of seconds, not ${writtenNumber(value)}${Number.isInteger(value) ? ".0" : ""}`);
}
