// The analysis of one position, streamed as events from the first estimate to the proof: `threat`, `analysis`, `best`
// and `reasons`; `analysis` and `best` get better each time.

import { adviceBy, bestTurn, threat } from "./advice.js";
import { choiceOf, analysisEventOf, threatOf } from "./content.js";
import { otherSide } from "./position.js";
import { costReasons, gainReason, greedReason } from "./reasons.js";

const GREED_SECONDS = 1; // to prove what the greedy turn leads to
const TELL_SECONDS = 0.25; // between two reports
const ALONE_SECONDS = 0.3; // before other workers may help

const now = () => performance.now() / 1000;
const better = (one, other) => other.value - one.value || other.low - one.low || one.pit - other.pit;

export class LiveAnalysis {
  #best = /** @type {string | null} */ (null); // the turn sent last
  #isBestFinal = false;
  #told = -Infinity;
  #started = now();
  #gains = new Map();
  #hasThreat = false;

  constructor({ position, searches, starts, seconds, signal, tell, share }) {
    this.position = position;
    this.searches = searches;
    this.start = starts.of(position);
    this.seconds = seconds;
    this.signal = signal;
    this.tell = tell;
    this.share = share;
  }

  async run() {
    const { position, seconds, signal } = this;
    if (this.start) this.#deepened(unsearched(position)); // what is proven about this start is sent at once
    const found = await this.searches.analyse(position, { seconds, signal, progress: (at) => this.#deepened(at) });
    if (signal?.aborted) return;
    this.#tellThreat();
    const known = this.#withSolvedStart(found);
    this.#tellBest(known, true);
    this.#tellAnalysis(known, true);
    await this.#tellReasons(known);
  }

  // Sent after the first estimate, so as not to delay it.
  #tellThreat() {
    if (this.#hasThreat) return;
    this.#hasThreat = true;
    const side = otherSide(this.position.toMove);
    this.tell("threat", { side, threat: threatOf(threat(this.position.with({ toMove: side }))) });
  }

  #deepened(at) {
    this.#report(at);
    if (at.nodes) this.#tellThreat();
    if (this.share && now() - this.#started > ALONE_SECONDS) this.share({ open: this.#openMoves(at.moves) });
  }

  // The moves not yet proven, for idle workers.
  #openMoves(moves) {
    return moves.filter(({ kind }) => kind !== "proven").map(({ pit }) => {
      const after = this.position.after(pit);
      return { pit, position: after.text, isOwn: after.toMove === this.position.toMove };
    });
  }

  #report(at) {
    const found = this.#withSolvedStart(at);
    const isProven = at.result.kind === "proven";
    const isSettled = isProven && isWholeTurn(this.position, found.result.line[0] ?? []);
    if (isProven && !isSettled) return; // a proven value is sent together with its turn
    if (now() - this.#told < TELL_SECONDS && (!isSettled || this.#isBestFinal)) return;
    this.#tellBest(found, isSettled); // first: a proven value never appears beside another turn
    this.#tellAnalysis(found, false);
  }

  #tellAnalysis(found, isFinal) {
    this.#told = now();
    const about = { nodes: found.nodes, spent: found.seconds, isFinal };
    this.tell("analysis", analysisEventOf(this.position, found.result, [...found.moves].sort(better), about));
    if (found.isShort) this.tell("memory", { megabytes: found.megabytes });
  }

  #tellBest(found, isFinal) {
    const turn = String(found.result.line[0] ?? []);
    if (this.#isBestFinal || (this.#best === turn && !isFinal)) return;
    this.#best = turn;
    this.#isBestFinal = isFinal;
    const advice = adviceBy(found);
    const gain = isFinal ? this.#gain(advice) : gainReason(advice, null); // the opponent's best reply takes time to compute
    this.tell("best", choiceOf(advice, [gain], isFinal));
  }

  // Adds what is proven about this start; only the first pit of an unproven turn is sent.
  #withSolvedStart(found) {
    const { start } = this;
    if (!start) return found;
    const moves = found.moves.map((move) => this.position.core.within(move, ...start.openings[move.pit]));
    const [low, high] = start.margin;
    const best = moves.reduce((one, other) => (other.low - one.low || other.high - one.high) > 0 ? other : one);
    if (low !== high || found.result.kind === "proven" || best.low < low) return { ...found, moves };
    const result = { ...found.result, value: low, low, high, kind: best.kind, line: [[best.pit]], estimate: low };
    return { ...found, result, moves };
  }

  async #tellReasons(found) {
    const advice = adviceBy(found);
    const reasons = [this.#gain(advice), ...costReasons(advice, found.moves)];
    const greed = await this.#whereGreedLeads(advice);
    this.tell("reasons", { reasons: greed ? [...reasons, greed] : reasons });
  }

  #gain(advice) {
    const key = advice.after.text;
    if (!this.#gains.has(key)) this.#gains.set(key, gainReason(advice, advice.after.isOver ? null : threat(advice.after)));
    return this.#gains.get(key);
  }

  async #whereGreedLeads(advice) {
    if (advice.kind !== "proven" || !advice.turn.length || this.signal?.aborted) return null;
    const greedy = bestTurn(this.position, { seconds: GREED_SECONDS });
    if (!greedy) return null;
    const end = await this.searches.solve(greedy.after, { seconds: GREED_SECONDS, signal: this.signal });
    return greedReason(advice, greedy, end.result);
  }
}

// The trivial bounds before any search: nobody gets more than all stones in play.
function unsearched(position) {
  const value = { value: position.margin, low: position.margin - position.rest, high: position.margin + position.rest, kind: "estimate" };
  const moves = position.legal.map((pit) => ({ ...value, pit, line: [[pit]] }));
  return { position, result: { ...value, line: [[position.legal[0]]] }, moves, nodes: 0, seconds: 0 };
}

// Whether the turn of the side to move is over after these pits.
function isWholeTurn(position, pits) {
  const end = pits.reduce((at, pit) => at.after(pit), position);
  return pits.length > 0 && (end.toMove !== position.toMove || !end.legal.length);
}
