// An engine that adds the page's words to its data. The engine itself sends only data, so that it can be replaced.

import { EngineError } from "./engine.js";
import { wordEvents, wordGame, wordMoves, wordPosition } from "./wording.js";
import { words } from "./words.js";

const same = (told) => told;

// How the answer of each method is worded.
const ANSWERS = {
  limits: same, rules: same, players: same, starts: same, deals: same, trace: same, best: same, both: same, turn: same,
  position: wordPosition, deal: wordPosition, moves: wordMoves, game: wordGame, replay: wordGame, review: wordEvents.review,
};

export class WordedEngine {
  #engine;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
    for (const [name, worded] of Object.entries(ANSWERS)) {
      this[name] = async (...asked) => worded(await /** @type {any} */ (this.#engine)[name](...asked));
    }
  }

  analyse(position, seconds, listeners) {
    const worded = Object.entries(listeners).map(([name, listener]) => [name, (told) => listener((wordEvents[name] ?? same)(told))]);
    return this.#engine.analyse(position, seconds, Object.fromEntries(worded));
  }
}

/** The sentence for an engine's error; null for any other error. */
export function sentenceOf(error) {
  if (typeof error === "string") return error;
  return error instanceof EngineError ? words.refused(error.refusal) : null;
}
