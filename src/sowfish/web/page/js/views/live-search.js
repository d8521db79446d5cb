// Runs one search at a time, and tries again while the engine cannot answer.

const RETRY_SECONDS = [1, 2, 4, 8]; // between attempts; the last one repeats

export class LiveSearch {
  #engine;
  /** @type {Stoppable | null} */
  #search = /** @type {any} */ (null);
  /** @type {any} */
  #timer = /** @type {any} */ (null);
  #failures = 0;
  #onTrouble;

  /**
   * @param {Engine} engine
   * @param {(seconds: number | null) => void} onTrouble gets the delay before a retry, and null once there is a reply
   */
  constructor(engine, onTrouble) {
    this.#engine = engine;
    this.#onTrouble = onTrouble;
  }

  get isFailing() {
    return this.#failures > 0;
  }

  /** Starts a search; `listeners.refused` gets permanent errors. */
  start(position, seconds, listeners) {
    this.stop();
    const run = {};
    const heard = ([name, listener]) => [name, (told) => {
      if (this.#search !== run) return;
      if (this.#failures) { this.#failures = 0; this.#onTrouble(null); }
      listener(told);
    }];
    const error = (told) => {
      if (this.#search !== run) return;
      if (!told.isTemporary) { listeners.refused(told); return; }
      const wait = RETRY_SECONDS[Math.min(this.#failures++, RETRY_SECONDS.length - 1)];
      this.#onTrouble(wait);
      this.#timer = setTimeout(() => this.start(position, seconds, listeners), wait * 1000);
    };
    const { stop } = this.#engine.analyse(position, seconds, { ...Object.fromEntries(Object.entries(listeners).map(heard)), error });
    this.#search = Object.assign(run, { stop });
  }

  stop() {
    this.#search?.stop();
    this.#search = null;
    clearTimeout(this.#timer);
  }
}
