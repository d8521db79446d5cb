// What to play when it is unknown who gets the leftovers: solves both rules and compares their turns.

import { adviceBy, withTurn } from "./advice.js";
import { bestOf } from "./content.js";

const SHARES = [0.35, 0.35, 0.3]; // shares of the time: each of the two rules, and the cost of their turns under the other
const SEARCH_SHARE = 0.5; // share of the time: the search for a turn that is best either way,
const STEP_SHARE = 0.05; // and each step of it
const MOST_POSITIONS = 2000; // examined in that search
const FREE = { value: 0, low: 0, high: 0, kind: "proven" };

/** @param {(position: any, share: number) => Promise<any>} analyse */
export async function adviseBoth(position, analyse, seconds) {
  const [nobody, owner] = ["nobody", "owner"].map((rest) => position.with({ rules: { ...position.rules, rest } }));
  const found = [await analyse(nobody, SHARES[0]), await analyse(owner, SHARES[1])];
  const common = await commonTurn(found, analyse, SEARCH_SHARE * seconds);
  const advised = found.map((one) => (common ? withTurn(adviceBy(one), common) : adviceBy(one)));
  const results = [];
  for (const [place, advice] of advised.entries()) {
    const { value, kind } = await costOf(advice.turn, found[1 - place], analyse);
    results.push({ ...bestOf(advice, found[place].moves), cost: { value, kind } });
  }
  return { position: position.text, turn: common, results };
}

const turnOf = (found) => found.result.line[0] ?? [];

// A turn that is best under both, preferably one already found.
async function commonTurn(found, analyse, seconds) {
  if (!found.every((one) => one.result.kind === "proven")) {
    return String(turnOf(found[0])) === String(turnOf(found[1])) ? turnOf(found[0]) : null;
  }
  for (const [one, other] of [found, [...found].reverse()]) {
    const cost = await costOf(turnOf(one), other, analyse);
    if (cost.low === 0 && cost.high === 0) return turnOf(one);
  }
  return new CommonTurn(analyse, seconds).find(found);
}

// Searches for a turn whose every move is proven best under both rules.
class CommonTurn {
  #analyse;
  #deadline;
  #seen = new Set(); // each position is analysed once

  constructor(analyse, seconds) {
    this.#analyse = analyse;
    this.#deadline = performance.now() + 1000 * seconds;
  }

  async find(found) {
    const best = found.map(bestPits);
    for (const pit of best[0].filter((each) => best[1].includes(each))) {
      const after = found.map((one) => one.position.after(pit));
      if (after[0].toMove !== found[0].position.toMove || !after[0].legal.length) return [pit];
      if (this.#seen.has(after[0].text) || this.#isOverLimit) continue;
      this.#seen.add(after[0].text);
      const rest = await this.find([await this.#analyse(after[0], STEP_SHARE), await this.#analyse(after[1], STEP_SHARE)]);
      if (rest) return [pit, ...rest];
    }
    return null;
  }

  get #isOverLimit() {
    return performance.now() > this.#deadline || this.#seen.size >= MOST_POSITIONS;
  }
}

// The pits that are proven to keep the value of the position, in their order.
function bestPits({ moves, result }) {
  return moves.filter(({ kind, value }) => kind === "proven" && value === result.value).map(({ pit }) => pit).sort((a, b) => a - b);
}

const endOf = (position, turn) => turn.reduce((at, pit) => at.after(pit), position);

// What a turn costs compared with the best of an analysis.
async function costOf(turn, found, analyse) {
  if (String(turn) === String(turnOf(found))) return FREE;
  const end = endOf(found.position, turn);
  const { value, low, high, kind } = (await analyse(end, SHARES[2])).result;
  const isOther = end.toMove !== found.position.toMove;
  return found.position.core.cost(found.result, isOther ? { value: -value, low: -high, high: -low, kind } : { value, low, high, kind });
}
