// A timed analysis of a position.

import { EngineError } from "../shared/engine.js";

/**
 * @param {Engine} engine
 * @param {import("./knowledge.js").Knowledge} knowledge receives everything found
 * @param {string} position
 * @param {number} seconds
 */
export async function analysed(engine, knowledge, position, seconds) {
  let refusal = null;
  await engine.analyse(position, seconds, {
    analysis: (told) => knowledge.learn(position, told),
    best: (told) => knowledge.learnTurn(position, told),
    error: (told) => { refusal = told; },
  }).ended;
  if (refusal) throw new EngineError(refusal, refusal);
  return knowledge.get(position);
}
