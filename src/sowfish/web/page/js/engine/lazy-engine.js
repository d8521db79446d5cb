// An engine that is loaded on first use, or earlier if there is time.

import { EngineError } from "../shared/engine.js";

/** The methods of an engine besides `analyse`. */
export const METHODS = ["limits", "rules", "position", "moves", "best", "both", "game", "replay", "deal", "players", "review", "turn", "starts", "deals", "trace"];

export class LazyEngine {
  #load;
  #engine = /** @type {Promise<any> | null} */ (null);

  /** @param {() => Promise<any>} load */
  constructor(load) {
    this.#load = load;
    for (const name of METHODS) this[name] = async (...asked) => (await this.prepare())[name](...asked);
  }

  /** Loads it now; after a failure the next call tries again. */
  prepare() {
    this.#engine ??= this.#load().catch((error) => {
      this.#engine = null;
      throw new EngineError({ code: "engine_missing", error: String(error?.message ?? error), parameters: {} }, { isTemporary: true });
    });
    return this.#engine;
  }

  analyse(position, seconds, listeners) {
    let isStopped = false;
    let search = /** @type {any} */ (null);
    const begin = async () => {
      const engine = await this.prepare();
      if (isStopped) return;
      search = engine.analyse(position, seconds, listeners);
      await search.ended;
    };
    const ended = begin().catch(({ refusal, isTemporary }) => listeners.error?.({ ...refusal, isTemporary }));
    return { stop: () => { isStopped = true; search?.stop(); }, ended };
  }
}
