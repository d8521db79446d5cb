// An engine that is loaded when it is first asked, or earlier if there is time.

import { EngineError } from "../shared/engine.js";

/** What an engine answers, but for `analyse`. */
export const METHODS = ["limits", "rules", "position", "moves", "best", "both", "game", "replay", "deal", "players", "review", "turn", "starts", "deals", "trace"];

export class LazyEngine {
  #load;
  #engine = /** @type {Promise<any> | null} */ (null);

  /** @param {() => Promise<any>} load */
  constructor(load) {
    this.#load = load;
    for (const name of METHODS) this[name] = async (...asked) => (await this.prepare())[name](...asked);
  }

  /** Loads it now; what could not be loaded is tried again. */
  prepare() {
    this.#engine ??= this.#load().catch((error) => {
      this.#engine = null;
      throw new EngineError({ code: "engine_missing", error: String(error?.message ?? error), parameters: {} }, { isTemporary: true });
    });
    return this.#engine;
  }

  analyse(position, seconds, listeners) {
    let isStopped = false;
    let study = /** @type {any} */ (null);
    const begin = async () => {
      const engine = await this.prepare();
      if (isStopped) return;
      study = engine.analyse(position, seconds, listeners);
      await study.ended;
    };
    const ended = begin().catch(({ refusal, isTemporary }) => listeners.error?.({ ...refusal, isTemporary }));
    return { stop: () => { isStopped = true; study?.stop(); }, ended };
  }
}
