// Workers that are free prove moves of a position that another analyses: one pit each, the last first, while the other
// begins with the first. What they find goes to the one who analyses, so that there is one answer.

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

  /** Takes the moves that are open now, { pit, position, isOwn } each, and whom to tell what is found. */
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
      this.#prove(move).then(() => this.#begin(), () => {}); // who was ended, or broke down, helps no more
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
