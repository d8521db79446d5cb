// The numbers that the core answers with.

export const KINDS = ["proven", "bound", "estimate"];
export const WORD = 0x1_0000_0000;

/** Reads the numbers of an answer one after the other. */
export class Answer {
  #numbers;
  #at = 0;

  constructor(numbers) {
    this.#numbers = numbers;
  }

  get isEmpty() { return this.#at >= this.#numbers.length; }
  next() { return this.#numbers[this.#at++]; }
  take(count) { return Array.from(this.#numbers.subarray(this.#at, (this.#at += count))); }
  list() { return this.take(this.next()); }
  flag() { return this.next() !== 0; }
  long() { return (this.next() >>> 0) + (this.next() >>> 0) * WORD; }
  real() { return new Float64Array(Int32Array.from(this.take(2)).buffer)[0]; }
  rest() { return this.take(this.#numbers.length - this.#at); }
  valued() { return { value: this.next(), low: this.next(), high: this.next(), kind: KINDS[this.next()] }; }
}
