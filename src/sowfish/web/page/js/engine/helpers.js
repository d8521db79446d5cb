// Idle workers prove moves of a position that another worker analyses: one pit each, from the last, while the analyst
// starts from the first. Their results go to the analyst, so that there is one answer.

export class Helpers {
  #pool;
  #seconds;
  #ended = new AbortController();
  #taken = new Set(); // pits
  #open = /** @type {any[]} */ ([]);
  #learn = /** @type {(move: any) => void} */ (() => {});

  /** @param {import("./pool.js").Pool} pool */
  constructor(pool, seconds) {
    this.#pool = pool;
    this.#seconds = seconds;
  }

  /** Receives the moves still open, { pit, position, isOwn } each, and a callback for results. */
  share({ open }, learn) {
    this.#open = open;
    this.#learn = learn;
    this.#begin();
  }

  end() { this.#ended.abort(); }

  #begin() {
    while (!this.#ended.signal.aborted && this.#pool.hasRoom) {
      const move = this.#open.findLast(({ pit }) => !this.#taken.has(pit));
      if (!move) return;
      this.#taken.add(move.pit);
      this.#prove(move).then(() => this.#begin(), () => {}); // a helper that was stopped or crashed is not reused
    }
  }

  async #prove({ pit, position, isOwn }) {
    const { low, high, line } = await this.#pool.run("solve", { position, seconds: this.#seconds }, { signal: this.#ended.signal, isHelp: true });
    const bounds = isOwn ? { low, high } : { low: -high, high: -low };
    this.#learn({ pit, ...bounds, line: low === high ? [pit, ...line] : [] });
    if (low !== high) this.#taken.delete(pit);
    else this.#open = this.#open.filter((move) => move.pit !== pit);
  }
}
