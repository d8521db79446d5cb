// The engine in the browser: implements shared/engine.js without a server. Quick requests are answered here, searches
// go to workers.

import { EngineError } from "../shared/engine.js";
import { Api } from "./api.js";
import { NETS, loadAssets, pageAssets } from "./assets.js";
import { Core } from "./core.js";
import { Helpers } from "./helpers.js";
import { Pool } from "./pool.js";
import { Refused } from "./refusals.js";

const MEBIBYTE = 1 << 20;
const MOST_WORKERS = 4;
const LEAST_MEMORY = 16 * MEBIBYTE;

/** The device's limits: { workers, cores, memory }, the bytes for all workers. */
export function deviceLimits({ hardwareConcurrency = 2, deviceMemory = 4, userAgent = "" } = /** @type {any} */ (navigator)) {
  const isPhone = /Mobi|Android|iPhone|iPad/.test(userAgent);
  const most = isPhone ? 256 : 1024;
  const workers = Math.max(2, Math.min(MOST_WORKERS, hardwareConcurrency));
  return { workers, cores: hardwareConcurrency, memory: Math.min(most, deviceMemory * 128) * MEBIBYTE };
}

/** @implements {Engine} */
export class WasmEngine {
  #assets;
  #api;
  #pool;
  #nets;
  #share; // bytes per worker

  /** @param {{ wasm?: string | URL, data?: string | URL, nets?: string | URL, makeWorker?: () => any, device?: { workers: number, cores?: number, memory: number } }} [options] */
  constructor({ makeWorker = makeWorkerHere, device = deviceLimits(), nets = NETS, ...places } = {}) {
    this.#nets = String(nets);
    this.#assets = Object.keys(places).length ? loadAssets(places) : pageAssets();
    this.#api = this.#assets.then(async ({ module, data }) => new Api(await Core.make(module), data));
    this.#api.catch(() => {}); // reported by the next request
    this.#share = device.memory / device.workers;
    // A worker that crashed most likely ran out of memory: the next one gets less.
    this.#pool = new Pool(() => this.#begun(makeWorker()), device.workers, () => { this.#share = Math.max(this.#share / 2, LEAST_MEMORY); }, device.cores);
    globalThis.document?.addEventListener("visibilitychange", () => (document.hidden ? this.#pool.pause() : this.#pool.resume()));
  }

  /** Resolves when it can answer. */
  get ready() { return this.#api.then(() => undefined); }

  /** Starts loading what the first search needs. */
  warm() { this.#pool.warm(); }

  close() { this.#pool.close(); }

  #begun(worker) {
    const memory = this.#share;
    this.#assets.then(({ module, data }) => worker.postMessage({ order: "begin", module, data, memory, nets: this.#nets }));
    if (globalThis.document?.hidden) worker.postMessage({ order: "pause" });
    return worker;
  }

  async limits() { return this.#answer("health"); }
  async rules() { return (await this.#answer("rules")).rules; }
  async starts() { return (await this.#answer("starts")).starts; }
  async deals() { return this.#answer("deals"); }
  async players() { return (await this.#answer("players")).players; }
  async position(asked, rules) { return this.#answer("positions", { position: asked, rules }); }
  async moves(position, pits) { return this.#answer("moves", { position, pits, steps: true }); }
  async trace(position, pits) { return this.#answer("trace", { position, pits }); }
  async game(asked) { return this.#answer("games", asked); }
  async replay(text, player, rules) { return this.#answer("replay", { text, player, rules }); }
  async deal(asked) { return this.#answer("deal", asked); }

  async best(position, seconds) { return this.#search("best", { position, seconds }, {}); }
  async both(position, seconds, { signal }) { return this.#search("both", { position, seconds }, { signal }); }

  async review({ position, pits }, seconds, { signal, stage }) {
    return this.#search("review", { position, pits, seconds }, { signal, listeners: { stage } });
  }

  async turn(asked, { signal, move }) {
    return this.#search("turn", asked, { signal, listeners: { move } });
  }

  analyse(position, seconds, listeners) {
    const control = new AbortController();
    return { stop: () => control.abort(), ended: this.#analyse({ position, seconds }, listeners, control.signal) };
  }

  async #analyse(body, listeners, signal) {
    const helpers = new Helpers(this.#pool, body.seconds);
    try {
      await this.#search("analyse", body, { signal, listeners, share: (told, learn) => helpers.share(told, learn) });
      if (!signal.aborted) listeners.done?.({});
    } catch (error) {
      if (signal.aborted) return;
      const { refusal, isTemporary } = errorOf(error);
      listeners.error?.({ ...refusal, isTemporary });
    } finally {
      helpers.end();
    }
  }

  async #answer(name, body = {}) {
    try {
      return await (await this.#api).answer(name, body);
    } catch (error) {
      throw errorOf(error);
    }
  }

  async #search(name, body, /** @type {{ signal?: AbortSignal, listeners?: any, share?: any }} */ { signal, listeners, share }) {
    try {
      await this.#api; // so that a load error is reported
    } catch (error) {
      throw errorOf(error);
    }
    const tell = listeners && ((event, told) => listeners[event]?.(told));
    return this.#pool.run(name, body, { signal, tell, share });
  }
}

function makeWorkerHere() {
  return new Worker(new URL("worker.js", import.meta.url), { type: "module" });
}

// Converts an error to an EngineError; an engine that failed to load may load later.
function errorOf(error) {
  if (error instanceof EngineError || error?.name === "AbortError") return error;
  if (error instanceof Refused) return new EngineError(error.refusal);
  return new EngineError({ code: "engine_missing", error: String(error?.message ?? error), parameters: {} }, { isTemporary: true });
}
