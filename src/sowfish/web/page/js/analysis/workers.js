// Search workers, started on demand: each runs one order at a time, others wait; quick questions are answered in between.

import { EngineError } from "../core/errors.js";

const STOP_SECONDS = { search: 2, turn: 0.25 }; // before an unresponsive worker is terminated; a search has a table to lose

const aborted = () => new DOMException("", "AbortError");

/** An order to a worker: its answer, and what may still be said to it. */
export class Order {
  #worker = /** @type {PooledWorker | null} */ (null);
  #early = /** @type {any[]} */ ([]); // said before a worker took it
  resolve = /** @type {(answer: any) => void} */ (() => {});
  reject = /** @type {(error: any) => void} */ (() => {});
  isOver = false;

  /** @param {string} name @param {any} body @param {{ report?: (report: any) => void, isHelp?: boolean }} how */
  constructor(name, body, { report = () => {}, isHelp = false }) {
    this.name = name;
    this.body = body;
    this.report = report;
    this.isHelp = isHelp;
    this.answer = new Promise((resolve, reject) => { this.resolve = resolve; this.reject = reject; });
    this.answer.catch(() => {}).then(() => { this.isOver = true; });
  }

  /** Hands over what others have proven. @param {import("./store.js").Fact[]} facts */
  learn(facts) { if (facts.length) this.#say("learn", { facts }); }

  /** Pauses a search, whose time stands still. */
  hold() { this.#say("hold"); }

  /** Continues a search for this many seconds. */
  proceed(seconds) { this.#say("proceed", { seconds }); }

  taken(worker) {
    this.#worker = worker;
    for (const [order, details] of this.#early) this.#say(order, details);
  }

  #say(order, details = {}) {
    if (this.isOver) return;
    if (this.#worker) this.#worker.tell(this, order, details);
    else this.#early.push([order, details]);
  }
}

export class Workers {
  #make;
  #size;
  #cores;
  #onBroken;
  #workers = /** @type {Set<PooledWorker>} */ (new Set());
  #waiting = /** @type {Order[]} */ ([]);

  /**
   * @param {() => any} make creates a worker
   * @param {number} size
   * @param {() => void} onBroken called when a worker crashed
   * @param {number} cores useful workers for a single search
   */
  constructor(make, size, onBroken = () => {}, cores = size) {
    this.#make = make;
    this.#size = size;
    this.#cores = cores;
    this.#onBroken = onBroken;
  }

  /** Whether a worker could help another now. */
  get hasRoom() {
    const busy = [...this.#workers].filter((worker) => worker.isBusy).length;
    return !this.#waiting.length && busy < Math.min(this.#size, this.#cores);
  }

  /** Gives an order to a worker; helpers yield to others. */
  start(name, body, /** @type {{ report?: (report: any) => void, isHelp?: boolean }} */ how = {}) {
    const order = new Order(name, body, how);
    this.#waiting.push(order);
    this.#start();
    return order;
  }

  /** Whether an order waits for a worker. */
  isWaiting(order) { return this.#waiting.includes(order); }

  /** Asks a quick question, which a worker answers between two slices of a search. */
  async ask(name, body, { mayRepeat = true } = {}) {
    this.warm();
    const all = [...this.#workers].filter(({ isBroken }) => !isBroken);
    const worker = all.find((one) => one.isSearching) ?? all.find((one) => !one.isBusy) ?? all[0];
    const order = new Order(name, body, {});
    worker.take(order, { isQuick: true });
    return order.answer.catch((error) => (worker.isBroken && mayRepeat ? this.ask(name, body, { mayRepeat: false }) : Promise.reject(error)));
  }

  /** Ends an order; its answer is what is known by then. */
  stop(order) {
    const place = this.#waiting.indexOf(order);
    if (place >= 0) this.#waiting.splice(place, 1);
    for (const worker of this.#workers) worker.stop(order);
    if (place >= 0) order.reject(aborted());
  }

  /** Starts workers ahead of the first order. */
  warm(count = 1) {
    const there = [...this.#workers].filter(({ isBroken }) => !isBroken).length;
    for (let left = Math.min(count, this.#size) - there; left > 0; left -= 1) this.#workers.add(new PooledWorker(this.#make(), this.#onBroken));
  }

  pause() { for (const worker of this.#workers) worker.say({ order: "pause" }); }
  resume() { for (const worker of this.#workers) worker.say({ order: "resume" }); }

  close() {
    for (const worker of this.#workers) worker.end();
    this.#workers.clear();
  }

  #start() {
    while (this.#waiting.length) {
      const worker = this.#free(this.#waiting[0]);
      if (!worker) {
        [...this.#workers].find(({ isHelping }) => isHelping)?.stop();
        return;
      }
      const order = /** @type {Order} */ (this.#waiting.shift());
      worker.take(order).finally(() => {
        if (worker.isBroken) this.#workers.delete(worker);
        this.#start();
      });
    }
  }

  // A free worker, preferably one that last used these rules; a new one if all are busy and the pool is not full.
  #free(order) {
    const free = [...this.#workers].filter((worker) => !worker.isBusy);
    const known = free.find((worker) => worker.topic === topicOf(order.body)) ?? free[0];
    if (known || this.#workers.size >= this.#size) return known;
    const worker = new PooledWorker(this.#make(), this.#onBroken);
    this.#workers.add(worker);
    return worker;
  }
}

// A worker's tables are only useful for the same rules.
const topicOf = ({ position }) => String(position).split(/[:~]/)[0];

class PooledWorker {
  #worker;
  #onBroken;
  #main = /** @type {Order | null} */ (null); // the order that keeps it busy
  #orders = /** @type {Map<number, { order: Order, free: () => void }>} */ (new Map()); // with quick questions, by number
  #last = 0;
  isBroken = false;
  topic = "";

  constructor(worker, onBroken) {
    this.#worker = worker;
    this.#onBroken = onBroken;
    worker.onmessage = ({ data }) => this.#heard(data);
    worker.onerror = (event) => { event.preventDefault?.(); this.#fail(event.message); };
  }

  get isBusy() { return this.#main !== null; }
  get isSearching() { return this.#main?.name === "search"; }
  get isHelping() { return Boolean(this.#main?.isHelp); }

  say(message) { this.#worker.postMessage(message); }

  /** Says something about an order. */
  tell(order, what, details) {
    if (this.#main === order) this.say({ order: what, number: this.#numberOf(order), ...details });
  }

  end() {
    this.isBroken = true;
    this.#worker.terminate();
    const orders = [...this.#orders.values()];
    this.#orders.clear();
    this.#main = null;
    for (const { order, free } of orders) {
      free();
      order.reject(aborted());
    }
  }

  /** Runs an order; resolves when the worker is free again. */
  take(order, { isQuick = false } = {}) {
    const number = ++this.#last;
    if (!isQuick) {
      this.#main = order;
      this.topic = topicOf(order.body);
    }
    this.say({ order: "run", number, name: order.name, body: order.body });
    const done = new Promise((resolve) => { this.#orders.set(number, { order, free: () => resolve(undefined) }); });
    if (!isQuick) order.taken(this);
    return done;
  }

  /** Makes the running order answer with what is known. */
  stop(order = this.#main) {
    if (!order || this.#main !== order) return;
    this.say({ order: "stop", number: this.#numberOf(order) });
    const timer = /** @type {any} */ (setTimeout(() => { if (this.#main === order) this.end(); }, STOP_SECONDS[order.name] * 1000));
    timer.unref?.(); // node ends without it
  }

  #numberOf(order) {
    return [...this.#orders].find(([, running]) => running.order === order)?.[0];
  }

  #heard({ number, report, answer, refusal, fault }) {
    if (fault !== undefined) return this.#fail(fault);
    const running = this.#orders.get(number);
    if (!running) return;
    const { order, free } = running;
    if (report !== undefined) {
      order.report(report);
      return;
    }
    this.#orders.delete(number);
    if (this.#main === order) this.#main = null;
    if (refusal) order.reject(new EngineError(refusal));
    else order.resolve(answer);
    free();
  }

  // A crashed core, most likely out of memory: the next order gets a new worker.
  #fail(fault) {
    const orders = [...this.#orders.values()].map(({ order }) => order);
    this.#onBroken();
    for (const order of orders) order.reject(new EngineError({ code: "engine_broken", error: fault, parameters: {} }, { isTemporary: true }));
    this.end();
  }
}
