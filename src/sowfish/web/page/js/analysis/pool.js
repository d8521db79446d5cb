// Searches of positions by all that can search: a worker here at once, the server beside it, and idle workers, which prove
// one move each. Whatever one finds goes to the store first, so that there is one answer, which only gets better.


const ALONE_SECONDS = 0.3; // before other workers may help
const LEAST_SECONDS = 0.05; // left, for the server to be worth asking

const now = () => performance.now() / 1000;
const isProven = ({ kind }) => kind === "proven";

/**
 * @typedef {object} Request
 * @property {import("../core/position.js").Position} position
 * @property {"moves" | "value" | "move"} [aim] the value of every move, of the position, or just a good move
 * @property {number} seconds
 * @property {AbortSignal} [signal]
 * @property {boolean} [mayHelp] whether idle workers prove moves too
 */

export class Pool {
  /**
   * @param {{ workers: import("./workers.js").Workers, store: import("./store.js").Store, starts: import("../game/starts.js").Starts, server?: import("./server.js").Server | null }} parts
   */
  constructor({ workers, store, starts, server = null }) {
    this.workers = workers;
    this.store = store;
    this.starts = starts;
    this.server = server;
  }

  /**
   * Resolves with what is known in the end; rejects if it is aborted.
   * @param {Request} request
   * @param {(found: any) => void} [report] gets everything known so far
   */
  async search(request, report = () => {}) {
    const { position, signal } = request;
    if (position.isOver) return final(position);
    if (signal?.aborted) throw aborted();
    const start = this.starts.of(position);
    if (start) this.store.learn(position.text, valuesOf(start), { isLead: false });
    return new Search(this, request, report).run();
  }

  /** Asks a worker a quick question. */
  ask(name, body) { return this.workers.ask(name, body); }
}

class Search {
  #pool;
  #request;
  #report;
  #key; // the position in the store
  #started = now();
  #ended = new AbortController();
  #order = /** @type {import("./workers.js").Order} */ (/** @type {any} */ (null));
  #reports = /** @type {Record<string, any>} */ ({ local: null, server: null }); // the last ones
  #isServerLeading = false;
  #isHeld = false;
  #shared = new Map(); // bounds that the worker has learned, by pit
  #helpers = /** @type {Map<number, import("./workers.js").Order>} */ (new Map()); // by pit

  constructor(pool, request, report) {
    this.#pool = pool;
    this.#request = { aim: "moves", ...request };
    this.#report = report;
    this.#key = request.position.text;
  }

  async run() {
    const { aim, seconds, signal } = this.#request;
    const { store, workers, server } = this.#pool;
    if (store.get(this.#key)) this.#tell();
    if (this.#isSettled) return this.#merged;
    const done = new Promise((resolve) => { this.#ended.signal.addEventListener("abort", resolve, { once: true }); });
    signal?.addEventListener("abort", () => this.#ended.abort(), { once: true });
    const facts = store.facts(this.#key);
    this.#note(facts);
    this.#order = workers.start("search", { position: this.#key, aim, seconds, facts }, { report: (found) => this.#heard("local", found) });
    let fault = null;
    this.#order.answer.then((found) => { this.#heard("local", found); this.#ended.abort(); }, (error) => { fault = error; this.#ended.abort(); });
    if (server) this.#askServer(server);
    try {
      await done;
    } finally {
      workers.stop(this.#order);
      for (const helper of this.#helpers.values()) workers.stop(helper);
    }
    if (signal?.aborted) throw aborted();
    if (fault && !this.#isSettled) throw fault;
    return this.#merged;
  }

  get #spent() { return now() - this.#started; }
  get #left() { return this.#request.seconds - this.#spent; }

  // Everything known: the estimates of the leading searcher within what is proven by any.
  get #merged() {
    const { position } = this.#request;
    const found = (this.#isServerLeading && this.#reports.server) || this.#reports.local || this.#reports.server || unsearched(position);
    return { ...this.#pool.store.merged(this.#key, found), position };
  }

  get #isSettled() {
    const { moves, result } = this.#merged;
    return isProven(result) && result.isOwn && isWholeTurn(this.#request.position, result.line[0] ?? []) && (this.#request.aim !== "moves" || moves.every(isProven));
  }

  #tell() { this.#report(this.#merged); }

  #heard(source, found) {
    const { store } = this.#pool;
    const isLead = source === (this.#isServerLeading ? "server" : "local");
    this.#reports[source] = found;
    const before = isLead ? null : JSON.stringify(store.facts(this.#key));
    store.learn(this.#key, { ...valueOf(found.result), line: found.result.line, moves: found.moves.map((move) => ({ ...valueOf(move), pit: move.pit, line: move.line })) }, { isLead });
    if (this.#ended.signal.aborted) return; // kept for later
    const facts = store.facts(this.#key);
    if (source === "local") this.#note(facts);
    else this.#order.learn(this.#note(facts));
    if (isLead || JSON.stringify(facts) !== before) this.#tell();
    if (this.#isSettled) this.#ended.abort();
    else if (source === "local" && this.#request.mayHelp) this.#help();
  }

  // Facts the worker does not know yet.
  #note(facts) {
    const news = facts.filter(({ pit, low, high }) => this.#shared.get(pit) !== `${low} ${high}`);
    for (const { pit, low, high } of facts) this.#shared.set(pit, `${low} ${high}`);
    return news;
  }

  // ---- the server

  // Searches at the server until the end; while it is away, the worker goes on, and it joins again when it is back.
  async #askServer(server) {
    const { aim } = this.#request;
    const { signal } = this.#ended;
    while (!signal.aborted && this.#left > LEAST_SECONDS) {
      const wait = server.patience;
      if (wait) await pause(wait, signal);
      if (signal.aborted || this.#left <= LEAST_SECONDS) return;
      try {
        await server.search({ position: this.#key, aim, seconds: this.#left }, (found) => this.#heardServer(found), signal);
        if (this.#left <= LEAST_SECONDS && this.#isServerLeading) this.#ended.abort();
        else this.#goOn(); // it ended early for others
        return;
      } catch (error) {
        this.#goOn();
        if (!/** @type {any} */ (error).isTemporary) return;
      }
    }
  }

  // Once the server leads, the worker rests after its first look, which saves the battery of a phone.
  #heardServer(found) {
    if (this.#ended.signal.aborted) return;
    this.#isServerLeading = true;
    if (!this.#isHeld && this.#reports.local?.nodes) {
      this.#isHeld = true;
      this.#order.hold();
      for (const helper of this.#helpers.values()) this.#pool.workers.stop(helper);
    }
    this.#heard("server", found);
  }

  #goOn() {
    if (this.#ended.signal.aborted) return;
    this.#isServerLeading = false;
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#order.proceed(Math.max(this.#left, LEAST_SECONDS));
  }

  // ---- idle workers

  #help() {
    const { workers, store } = this.#pool;
    if (this.#spent < ALONE_SECONDS || this.#isServerLeading) return;
    const { position } = this.#request;
    while (workers.hasRoom) {
      const move = this.#merged.moves.findLast((one) => !isProven(one) && !this.#helpers.has(one.pit));
      if (!move) return;
      const after = position.after(move.pit);
      if (after.isOver) return;
      store.link(this.#key, { pit: move.pit, mover: position.toMove, board: { position: after.text, to_move: after.toMove, is_over: false } });
      const order = workers.start("search", { position: after.text, aim: "value", seconds: Math.max(this.#left, LEAST_SECONDS), facts: store.facts(after.text) }, { isHelp: true });
      this.#helpers.set(move.pit, order);
      order.answer.then((found) => this.#helped(move.pit, after.text, found), () => {}); // one that was stopped or broke is not replaced
    }
  }

  #helped(pit, after, { result }) {
    const { store } = this.#pool;
    store.learn(after, { ...valueOf(result), line: result.line }, { isLead: false });
    if (!isProven(result)) this.#helpers.delete(pit);
    if (this.#ended.signal.aborted) return;
    const line = isProven(result) ? [pit, ...result.line.flat()] : [];
    this.#order.learn(this.#note(store.facts(this.#key)).map((fact) => (fact.pit === pit && fact.low === fact.high ? { ...fact, line } : fact)));
    if (!this.#isSettled) this.#help();
  }
}

const aborted = () => new DOMException("", "AbortError");

/** Waits, but not longer than a signal allows. */
export function pause(seconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => { clearTimeout(timer); resolve(undefined); }, { once: true });
  });
}

// A value with its bounds only if they are what is known.
const valueOf = ({ value, kind, low, high }) => (kind === "bound" ? { value, kind, low, high } : { value, kind });

const boundedBy = ([low, high]) => (low === high ? { kind: "proven", value: low } : { kind: "bound", value: Math.max(low, Math.min(high, 0)), low, high });

// What is proven about a start with equal pits.
const valuesOf = ({ margin, openings }) => ({ ...boundedBy(margin), moves: openings.map((bounds, pit) => ({ ...boundedBy(bounds), pit })) });

function final(position) {
  const value = position.margin;
  const result = { value, low: value, high: value, kind: "proven", estimate: value, line: [], isOwn: true };
  return { position, result, moves: [], nodes: 0, seconds: 0, depth: 0, isShort: false, megabytes: 0 };
}

// The trivial bounds before any search: nobody gets more than all stones in play.
function unsearched(position) {
  const value = { value: position.margin, low: position.margin - position.rest, high: position.margin + position.rest, kind: "estimate", estimate: position.margin };
  const moves = position.legal.map((pit) => ({ ...value, pit, line: [[pit]] }));
  return { ...final(position), result: { ...value, line: position.legal.length ? [[position.legal[0]]] : [[]] }, moves };
}

/** Whether the turn of the side to move is over after these pits. */
export function isWholeTurn(position, pits) {
  const end = pits.reduce((at, pit) => at.after(pit), position);
  return (pits.length > 0 || position.mustPass) && (end.toMove !== position.toMove || !end.legal.length);
}
