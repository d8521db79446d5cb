// Asking again when the server does not answer: after one second, then after longer and longer, and at once when hurried.

import { EngineError } from "./engine.js";

const SECONDS = [1, 2, 4, 8];

export class Backoff {
  #onWait;
  /** @type {(() => void) | null} */
  #hurry = /** @type {any} */ (null);

  // onWait hears how many seconds it will wait, and null when there is an answer.
  constructor(onWait) {
    this.#onWait = onWait;
  }

  // Returns what is answered in the end; `isWanted` says whether anybody still wants to know.
  async ask(question, isWanted) {
    for (let tries = 0; ; tries++) {
      try {
        const answer = await question();
        if (tries) this.#onWait(null);
        return answer;
      } catch (error) {
        if (!(error instanceof EngineError) || !error.isTemporary || !isWanted()) throw error;
        const seconds = SECONDS[Math.min(tries, SECONDS.length - 1)];
        this.#onWait(seconds);
        await new Promise((resolve) => { this.#hurry = () => resolve(undefined); setTimeout(resolve, seconds * 1000); });
        if (!isWanted()) throw error;
      }
    }
  }

  hurry() {
    this.#hurry?.();
  }
}
