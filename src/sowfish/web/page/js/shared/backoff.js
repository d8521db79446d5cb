// Retries with exponential backoff while the engine does not answer, starting at one second; `hurry` retries at once.

import { EngineError } from "../core/errors.js";

const SECONDS = [1, 2, 4, 8];

export class Backoff {
  #onWait;
  /** @type {(() => void) | null} */
  #hurry = /** @type {any} */ (null);

  // onWait is called with the seconds until the next attempt, and with null once there is an answer.
  constructor(onWait) {
    this.#onWait = onWait;
  }

  // Resolves with the eventual answer; stops retrying when `isWanted` returns false.
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
