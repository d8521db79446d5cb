// What to play when it is not known who gets the leftovers: both rules are solved, and their turns compared.

import { adviceBy, withTurn } from "./advice.js";
import { bestOf } from "./content.js";

const SHARES = [0.35, 0.35, 0.3]; // of the time: each of the two rules, and what their turns cost under the other
const FREE = { value: 0, low: 0, high: 0, kind: "proven" };

/** @param {(position: any, share: number) => Promise<any>} analyse */
export async function adviseBoth(position, analyse) {
  const [nobody, owner] = ["nobody", "owner"].map((rest) => position.with({ rules: { ...position.rules, rest } }));
  const found = [await analyse(nobody, SHARES[0]), await analyse(owner, SHARES[1])];
  const common = await commonTurn(found, analyse);
  const advised = found.map((one) => (common ? withTurn(adviceBy(one), common) : adviceBy(one)));
  const results = [];
  for (const [place, advice] of advised.entries()) {
    const { value, kind } = await costOf(advice.turn, found[1 - place], analyse);
    results.push({ ...bestOf(advice, found[place].moves), cost: { value, kind } });
  }
  return { position: position.text, turn: common, results };
}

const turnOf = (found) => found.result.line[0] ?? [];

// A turn that is proven best under both, if one of the best turns found is.
async function commonTurn(found, analyse) {
  if (!found.every((one) => one.result.kind === "proven")) {
    return String(turnOf(found[0])) === String(turnOf(found[1])) ? turnOf(found[0]) : null;
  }
  for (const [one, other] of [found, [...found].reverse()]) {
    for (const turn of bestTurns(one)) {
      const cost = await costOf(turn, other, analyse);
      if (cost.low === 0 && cost.high === 0) return turn;
    }
  }
  return null;
}

// The proven best turns that are known, each once.
function bestTurns(found) {
  const turns = [turnOf(found)];
  for (const { kind, value, line } of found.moves) {
    if (kind !== "proven" || value !== found.result.value || !line.length) continue;
    if (turns.some((turn) => String(turn) === String(line[0])) || !isWhole(found.position, line[0])) continue;
    turns.push(line[0]);
  }
  return turns;
}

const endOf = (position, turn) => turn.reduce((at, pit) => at.after(pit), position);

function isWhole(position, turn) {
  const end = endOf(position, turn);
  return end.toMove !== position.toMove || !end.legal.length;
}

// What a turn costs compared with the best of an analysis.
async function costOf(turn, found, analyse) {
  if (String(turn) === String(turnOf(found))) return FREE;
  const end = endOf(found.position, turn);
  const { value, low, high, kind } = (await analyse(end, SHARES[2])).result;
  const isOther = end.toMove !== found.position.toMove;
  return found.position.core.cost(found.result, isOther ? { value: -value, low: -high, high: -low, kind } : { value, low, high, kind });
}
