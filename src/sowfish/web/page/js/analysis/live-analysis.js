// The analysis of one position as events from the first estimate to the proof: `threat`, `analysis`, `best` and `reasons`;
// `analysis` and `best` get better each time.

import { otherSide } from "../core/position.js";
import { analysisEventOf, choiceOf, threatOf } from "../game/content.js";
import { adviceBy, threatBy, TURN_SECONDS } from "./advice.js";
import { isWholeTurn } from "./pool.js";
import { costReasons, gainReason, greedReason } from "./reasons.js";

const GREED_SECONDS = 1; // to prove what the greedy turn leads to
const TELL_SECONDS = 0.25; // between two reports

const now = () => performance.now() / 1000;
const better = (one, other) => other.value - one.value || other.low - one.low || one.pit - other.pit;

export class LiveAnalysis {
  #best = /** @type {string | null} */ (null); // the turn sent last
  #isBestFinal = false;
  #told = -Infinity;
  #gains = new Map();
  #hasThreat = false;

  /**
   * @param {{ position: import("../core/position.js").Position, pool: import("./pool.js").Pool, seconds: number, signal: AbortSignal, tell: (event: string, data: any) => void }} parts
   */
  constructor({ position, pool, seconds, signal, tell }) {
    this.position = position;
    this.pool = pool;
    this.seconds = seconds;
    this.signal = signal;
    this.tell = (event, data) => { if (!signal.aborted) tell(event, data); };
  }

  async run() {
    const { position, seconds, signal } = this;
    const found = await this.pool.search({ position, seconds, signal, mayHelp: true }, (at) => this.#report(at));
    this.#tellThreat();
    this.#tellBest(found, true);
    this.#tellAnalysis(found, true);
    await this.#tellReasons(found);
  }

  // Sent after the first estimate, so as not to delay it.
  async #tellThreat() {
    if (this.#hasThreat) return;
    this.#hasThreat = true;
    const side = otherSide(this.position.toMove);
    this.tell("threat", { side, threat: threatOf(await this.#threat(this.position.with({ toMove: side }))) });
  }

  async #threat(position) {
    return position.legal.length ? threatBy(position, await this.#bestTurn(position, TURN_SECONDS)) : null;
  }

  // The best single turn; null if there are too many or the worker broke: the analysis does without.
  #bestTurn(position, seconds) {
    return this.pool.ask("bestTurn", { position: position.text, seconds }).catch(() => null);
  }

  #report(at) {
    const { result } = at;
    const isSettled = result.isOwn && isWholeTurn(this.position, result.line[0] ?? []);
    const isFirst = this.#best === null;
    if (at.nodes) this.#tellThreat();
    if (result.isOwn && !isSettled && at.nodes) return; // a proven value is sent together with its turn
    if (now() - this.#told < TELL_SECONDS && !isFirst && (!isSettled || this.#isBestFinal)) return;
    this.#tellBest(at, isSettled); // first: a proven value never appears beside another turn
    this.#tellAnalysis(at, false);
  }

  #tellAnalysis(found, isFinal) {
    this.#told = now();
    const about = { nodes: found.nodes, spent: found.seconds, isFinal };
    this.tell("analysis", analysisEventOf(this.position, found.result, [...found.moves].sort(better), about));
    if (found.isShort) this.tell("memory", { megabytes: found.megabytes });
  }

  #tellBest(found, isFinal) {
    const turn = found.result.line[0] ?? [];
    if (this.#isBestFinal || (this.#best === String(turn) && !isFinal)) return;
    this.#best = String(turn);
    this.#isBestFinal = isFinal;
    const advice = adviceBy(found);
    this.pool.store.learnTurn(this.position.text, { pits: turn, isProven: found.result.isOwn });
    this.tell("best", choiceOf(advice, [this.#gains.get(advice.after.text) ?? gainReason(advice, null)], isFinal));
  }

  async #tellReasons(found) {
    const advice = adviceBy(found);
    const reasons = [await this.#gain(advice), ...costReasons(advice, found.moves)];
    const greed = await this.#whereGreedLeads(advice);
    this.tell("reasons", { reasons: greed ? [...reasons, greed] : reasons });
  }

  // With the opponent's best reply, which takes time to compute.
  async #gain(advice) {
    const key = advice.after.text;
    if (!this.#gains.has(key)) this.#gains.set(key, gainReason(advice, advice.after.isOver ? null : await this.#threat(advice.after)));
    return this.#gains.get(key);
  }

  async #whereGreedLeads(advice) {
    const { position, pool, signal } = this;
    if (advice.kind !== "proven" || !advice.turn.length || signal.aborted) return null;
    const greedy = await this.#bestTurn(position, GREED_SECONDS);
    if (!greedy) return null;
    const after = greedy.pits.reduce((at, pit) => at.after(pit), position);
    const end = await pool.search({ position: after, aim: "value", seconds: GREED_SECONDS, signal });
    return greedReason(advice, { ...greedy, after }, end.result);
  }
}
