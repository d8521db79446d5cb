// The core's search for a turn that is best under two rules for leftovers.

const bitsOf = (pits) => pits.reduce((bits, pit) => bits | (1 << pit), 0);

export class CommonTurn {
  #calls;
  #taken;
  #number;

  /** @param {number[]} best the pits that keep the value of the position under both rules */
  constructor(calls, taken, best) {
    this.#calls = calls;
    this.#taken = taken;
    this.#number = calls.sow_common_turn(bitsOf(best));
  }

  /** Advances to the next position to analyse: { isAsking, pits }, the pits that lead to it or else the turn found. */
  next(mayAsk) {
    const told = this.#taken(this.#calls.sow_common_turn_next(this.#number, Number(mayAsk)));
    return { isAsking: told.flag(), pits: told.list() };
  }

  /** The best pits of that position. */
  tell(best) {
    this.#calls.sow_common_turn_tell(this.#number, bitsOf(best));
  }

  drop() {
    this.#calls.sow_common_turn_drop(this.#number);
  }
}
