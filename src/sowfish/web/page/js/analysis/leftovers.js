// What to play when it is unknown who gets the leftovers: solves both rules and compares their turns.

import { adviceBy, withTurn } from "./advice.js";
import { bestOf } from "../game/content.js";

const SHARES = [0.35, 0.35, 0.3]; // shares of the time: each of the two rules, and the cost of their turns under the other
const SEARCH_SHARE = 0.5; // share of the time: the search for a turn that is best either way,
const STEP_SHARE = 0.05; // and each step of it
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
  const { core, place } = found[0].position;
  const search = core.commonTurn(place, bestUnderBoth(found));
  const deadline = performance.now() + 1000 * seconds;
  try {
    for (;;) {
      const { isAsking, pits } = search.next(performance.now() < deadline);
      if (!isAsking) return pits.length ? pits : null;
      const after = found.map(({ position }) => endOf(position, pits));
      search.tell(bestUnderBoth([await analyse(after[0], STEP_SHARE), await analyse(after[1], STEP_SHARE)]));
    }
  } finally {
    search.drop();
  }
}

// The pits that are proven to keep the value of a position under both rules.
function bestUnderBoth(found) {
  const [nobody, owner] = found.map(({ moves, result }) =>
    moves.filter(({ kind, value }) => kind === "proven" && value === result.value).map(({ pit }) => pit));
  return nobody.filter((pit) => owner.includes(pit));
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
