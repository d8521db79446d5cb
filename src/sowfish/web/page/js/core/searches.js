// A worker's searches: questions to the core's engine, run in slices, so that the worker can receive a stop message.

const FIRST_SLICE = 0.05;
const SLICE = 0.15; // seconds
const KEPT = 2; // engines: one for each rule for leftovers

const breathe = () => new Promise((resolve) => { setTimeout(resolve, 0); });
const now = () => performance.now() / 1000;

/** @typedef {{ position: any, result: any, moves: any[], nodes: number, seconds: number, depth: number, isShort: boolean, megabytes: number }} Found */
/** @typedef {{ seconds?: number, nodes?: number, facts?: any[], progress?: (found: Found) => void, signal?: AbortSignal }} Limits */

export class Searches {
  #core;
  #memory;
  #kept;
  #engines = /** @type {{ key: string, session: number }[]} */ ([]); // most recently used last
  #learned = /** @type {any[]} */ ([]); // what others have proven about the current position and its moves
  #isPaused = false; // the page is hidden
  #isHeld = false; // another searcher is faster
  #limit = /** @type {number | null} */ (null); // seconds left from now on
  #resumed = () => {};

  /** @param {import("./core.js").Core} core */
  constructor(core, memory, { kept = KEPT } = {}) {
    this.#core = core;
    this.#memory = memory;
    this.#kept = kept;
  }

  get core() { return this.#core; }
  get memory() { return this.#memory; }

  pause() { this.#isPaused = true; }

  resume() {
    this.#isPaused = false;
    this.#resumed();
  }

  /** Pauses the current search until it may proceed. */
  hold() { this.#isHeld = true; }

  /** Continues the current search for this many seconds. */
  proceed(seconds) {
    this.#isHeld = false;
    this.#limit = seconds;
    this.#resumed();
  }

  /** Accepts what others have proven about the current position (the pit -1) and its moves: { pit, low, high, line }. */
  learn(facts) { this.#learned.push(...facts); }

  /** @param {Limits} limits */
  solve(position, limits) {
    return this.#answer(position, {}, limits);
  }

  /** @param {Limits} limits */
  analyse(position, limits) {
    return this.#answer(position, { everyMove: true }, limits);
  }

  /** @param {Limits} limits */
  lookAhead(position, depth, limits) {
    return this.#answer(position, { everyMove: true, aim: "look", depth }, limits);
  }

  /** The best move found within the limits; deterministic if only nodes are limited. */
  bestMove(position, /** @type {Limits} */ { seconds, nodes, ...limits }) {
    if (seconds === undefined && nodes === undefined) seconds = 1;
    return this.#answer(position, { aim: "move" }, { seconds, nodes, ...limits });
  }

  /** Forgets everything. */
  clear() {
    for (const { session } of this.#engines.splice(0)) this.#core.dropSession(session);
  }

  // The engine for these rules, or a new one that replaces the least recently used.
  #session(rules) {
    const key = JSON.stringify(rules);
    const place = this.#engines.findIndex((engine) => engine.key === key);
    const [known] = place < 0 ? [] : this.#engines.splice(place, 1);
    if (!known && this.#engines.length === this.#kept) this.#core.dropSession(/** @type {any} */ (this.#engines.shift()).session);
    const engine = known ?? { key, session: this.#core.session(this.#memory / this.#kept) };
    this.#engines.push(engine);
    return engine.session;
  }

  async #answer(position, how, /** @type {Limits} */ { seconds, nodes, facts = [], progress, signal }) {
    const started = now();
    this.#learned = [...facts];
    this.#isHeld = false;
    this.#limit = null;
    if (position.isOver) return final(position, now() - started);
    const session = this.#session(position.rules);
    let paused = 0; // seconds, not counted
    const report = () => {
      const known = this.#core.report(session, position.place);
      return known && { position, seconds: now() - started - paused, ...known };
    };
    const tell = () => {
      const found = report();
      if (found) progress?.(found);
    };
    this.#core.ask(session, position.place, { ...how, seconds: seconds ?? 0, nodes: nodes ?? 0 });
    const learn = () => {
      for (const fact of this.#learned.splice(0)) this.#core.learn(session, fact);
    };
    learn(); // before the search begins
    tell();
    const work = (slice) => {
      learn();
      return this.#core.work(session, slice);
    };
    for (let slice = FIRST_SLICE; work(slice); slice = SLICE) {
      tell();
      await breathe();
      if (this.#isPaused || this.#isHeld) {
        paused += await this.#untilResumed(signal);
        if (seconds) this.#core.limit(session, Math.max(this.#limit ?? seconds - (now() - started - paused), 0.001));
      }
      if (signal?.aborted && report()) break;
    }
    return /** @type {Found} */ (report());
  }

  // Waits while the page is hidden or another searcher is faster; returns the seconds waited.
  async #untilResumed(signal) {
    const since = now();
    if (signal?.aborted) return 0;
    await new Promise((resolve) => {
      this.#resumed = () => { if (!this.#isPaused && !this.#isHeld) resolve(undefined); };
      signal?.addEventListener("abort", () => resolve(undefined), { once: true });
    });
    return now() - since;
  }
}

function final(position, spent) {
  const value = position.margin;
  const result = { value, low: value, high: value, kind: "proven", estimate: value, line: [] };
  return { position, result, moves: [], nodes: 0, seconds: spent, depth: 0, isShort: false, megabytes: 0 };
}
