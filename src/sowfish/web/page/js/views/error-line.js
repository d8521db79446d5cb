// The line for errors: one sentence. A notice that the engine is missing disappears once it answers.

import { Backoff } from "../shared/backoff.js";
import { find } from "../shared/dom.js";
import { sentenceOf } from "../words/wording.js";
import { words } from "../words/words.js";

const LEAST = 2000; // milliseconds a sentence stays

export class ErrorLine {
  #engine;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
  }

  get text() {
    return find("error").textContent;
  }

  show(sentence) {
    find("error").textContent = sentence;
  }

  clear() {
    this.show("");
  }

  /** Shows a sentence, or an error from the engine; throws any other error. */
  fail(error) {
    const sentence = sentenceOf(error);
    if (sentence === null) throw error;
    this.show(sentence);
    find("error").scrollIntoView({ block: "nearest" }); // the text that was pasted may be far below
    if (error.isTemporary) this.#watch(sentence);
    return false;
  }

  // Shows when the engine will be asked again, in seconds; null once it answers.
  trouble(seconds) {
    this.show(seconds === null ? "" : words.trouble(seconds));
  }

  // Clears a sentence when the engine answers again.
  async #watch(sentence) {
    const isShown = () => this.text === sentence;
    await new Promise((resolve) => setTimeout(resolve, LEAST));
    try {
      if (isShown()) await new Backoff(() => {}).ask(() => this.#engine.limits(), isShown);
    } catch {
      return; // not shown any more
    }
    if (isShown()) this.clear();
  }
}
