// The server's engine, with the browser's own as a fallback while the server is unreachable.

import { METHODS } from "./lazy-engine.js";

const RETRY_SECONDS = 10; // between checks whether the server is back

const isAway = (error) => (error?.refusal ?? error)?.code === "offline";
const isMissing = (error) => (error?.refusal ?? error)?.code === "engine_missing";

export class FallbackEngine {
  #first;
  #second;
  #awaySince = -Infinity;

  /**
   * @param {any} first used as long as it answers
   * @param {any} second used while the first is unreachable
   */
  constructor(first, second) {
    this.#first = first;
    this.#second = second;
    for (const name of METHODS) this[name] = (...asked) => this.#ask(name, asked);
  }

  get #isAway() { return performance.now() - this.#awaySince < RETRY_SECONDS * 1000; }

  async #ask(name, asked) {
    if (this.#isAway) return this.#second[name](...asked);
    try {
      return await this.#first[name](...asked);
    } catch (error) {
      if (!isAway(error)) throw error;
      return this.#instead((engine) => engine[name](...asked), error);
    }
  }

  // Asks the fallback; if that cannot be loaded, reports the server's error.
  async #instead(ask, error) {
    try {
      const answer = await ask(this.#second);
      this.#awaySince = performance.now();
      return answer;
    } catch (wrong) {
      throw isMissing(wrong) ? error : wrong;
    }
  }

  analyse(position, seconds, listeners) {
    if (this.#isAway) return this.#second.analyse(position, seconds, listeners);
    let isStopped = false;
    let instead = /** @type {any} */ (null);
    const take = (told) => {
      if (!isAway(told)) return listeners.error?.(told);
      if (isStopped) return undefined;
      const error = (wrong) => listeners.error?.(isMissing(wrong) ? told : wrong);
      instead = this.#second.analyse(position, seconds, { ...listeners, error });
      return undefined;
    };
    const asked = this.#first.analyse(position, seconds, { ...listeners, error: take });
    return {
      stop: () => { isStopped = true; asked.stop(); instead?.stop(); },
      ended: asked.ended.then(() => instead?.ended),
    };
  }
}
