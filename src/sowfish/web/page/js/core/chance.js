// Random numbers of the core.

/** A random generator; the same seed gives the same sequence. */
export class Chance {
  #calls;
  #taken;

  constructor(calls, taken, number) {
    this.#calls = calls;
    this.#taken = taken;
    this.number = number;
  }

  below(bound) {
    return this.#calls.sow_chance_below(this.number, bound);
  }

  /** A random integer of up to 64 bits, as two words, the lower first. */
  words(bits) {
    return this.#taken(this.#calls.sow_chance_bits(this.number, bits)).take(2);
  }

  /** The same as a BigInt. */
  big(bits) {
    const [low, high] = this.words(bits);
    return BigInt.asUintN(32, BigInt(low)) + (BigInt.asUintN(32, BigInt(high)) << 32n);
  }

  drop() {
    this.#calls.sow_chance_drop(this.number);
  }
}
