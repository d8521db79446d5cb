// A pool of search workers, started on demand: each handles one request at a time, others wait.

import { EngineError } from "../shared/engine.js";

const STOP_SECONDS = 0.25; // before an unresponsive worker is terminated

/** @typedef {{ name: string, body: any, signal?: AbortSignal, tell?: (event: string, told: any) => void, share?: (told: any, learn: (move: any) => void) => void, isHelp?: boolean, resolve: (told: any) => void, reject: (error: any) => void }} Order */

export class Pool {
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
   * @param {number} cores useful workers for a single order
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

  /** Resolves with a worker's answer; aborting the signal stops it. Helpers yield to other orders. */
  run(name, body, { signal, tell, share, isHelp = false } = /** @type {any} */ ({})) {
    return new Promise((resolve, reject) => {
      const order = { name, body, signal, tell, share, isHelp, resolve, reject };
      signal?.addEventListener("abort", () => this.#cancel(order), { once: true });
      this.#waiting.push(order);
      this.#start();
      if (this.#waiting.includes(order)) tell?.("waiting", { searches: this.#waiting.length });
    });
  }

  /** Starts a worker ahead of the first order. */
  warm() {
    if (!this.#workers.size) this.#workers.add(new PooledWorker(this.#make(), this.#onBroken));
  }

  pause() { for (const worker of this.#workers) worker.say("pause"); }
  resume() { for (const worker of this.#workers) worker.say("resume"); }

  close() {
    for (const worker of this.#workers) worker.end();
    this.#workers.clear();
  }

  #cancel(order) {
    const place = this.#waiting.indexOf(order);
    if (place >= 0) this.#waiting.splice(place, 1);
    order.reject(new DOMException("", "AbortError"));
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
  #order = /** @type {Order | null} */ (null);
  #done = () => {};
  #number = 0;
  isBroken = false;
  topic = "";

  constructor(worker, onBroken) {
    this.#worker = worker;
    this.#onBroken = onBroken;
    worker.onmessage = ({ data }) => this.#heard(data);
    worker.onerror = (event) => { event.preventDefault?.(); this.#fail(event.message); };
  }

  get isBusy() { return this.#order !== null; }
  get isHelping() { return Boolean(this.#order?.isHelp); }

  say(order) { this.#worker.postMessage({ order }); }

  end() {
    this.isBroken = true;
    this.#worker.terminate();
    this.#done();
  }

  /** Runs an order; resolves when the worker is free again. */
  take(order) {
    this.#order = order;
    this.topic = topicOf(order.body);
    const number = ++this.#number;
    this.#worker.postMessage({ order: "ask", number, name: order.name, body: order.body, streams: Boolean(order.tell), shares: Boolean(order.share) });
    order.signal?.addEventListener("abort", () => this.#stop(number), { once: true });
    return new Promise((resolve) => { this.#done = () => { this.#order = null; resolve(undefined); }; });
  }

  /** Makes the running order answer with what is known. */
  stop() { this.#stop(this.#number); }

  #stop(number) {
    if (this.#number !== number || !this.#order) return;
    this.say("stop");
    setTimeout(() => { if (this.#number === number && this.#order) this.end(); }, STOP_SECONDS * 1000);
  }

  #heard({ number, event, told, shared, answer, refusal, fault }) {
    if (fault !== undefined) return this.#fail(fault);
    if (number !== this.#number || !this.#order) return;
    const { tell, share, resolve, reject, signal } = this.#order;
    if (shared) {
      if (!signal?.aborted) share?.(shared, (move) => { if (this.#number === number && this.#order) this.#worker.postMessage({ order: "learn", move }); });
      return;
    }
    if (event !== undefined) {
      if (!signal?.aborted) tell?.(event, told);
      return;
    }
    this.#done();
    if (refusal) reject(new EngineError(refusal));
    else resolve(answer);
  }

  // A crashed core, most likely out of memory: the next order gets a new worker.
  #fail(fault) {
    const order = this.#order;
    this.#onBroken();
    this.end();
    order?.reject(new EngineError({ code: "engine_broken", error: fault, parameters: {} }, { isTemporary: true }));
  }
}
