// Text of the solved-starts page.

import { signed } from "./value-text.js";
import { countStones, name, names } from "./parts.js";

const startRules = {
  kalah: "Capture (Kalah)",
  "kalah-empty-capture": "Kalah, empty capture",
  avalanche: "Avalanche",
  "avalanche-sweep": "Avalanche, leftovers to their owner",
};

const dealKinds = {
  phone: "1 to 5 stones in every pit",
  "phone-mirrored": "both sides dealt the same, 1 to 6 stones in every pit",
  mirrored: "both sides dealt the same",
};

export const startWords = {
  startRules,
  exploreTitle: "Solved starts · Sowfish",
  pitsASide: "pits a side",
  stonesPerPit: "stones per pit",
  notSolved: "not solved",
  start: ({ pits, stones: each }) => `${pits} ${pits === 1 ? "pit" : "pits"} a side, ${countStones(each)} each`,
  startWorth: ({ value, low, high, pits, stones: each }) => {
    if (value !== null) return value === 0 ? "A tie, proven" : `The first player ${value > 0 ? "wins" : "loses"} by ${Math.abs(value)}, proven`;
    const total = 2 * pits * each;
    if (low === -total && high === total) return "Not solved yet";
    return `Not solved yet; proven: ${signed(low)} to ${signed(high)} for the first player`;
  },
  bestOpening: ({ best, perhaps_best: perhaps, pits }) => {
    if (best.length === 0) return "";
    if (best.length === pits && pits > 1) return "Any opening is best";
    return `Best opening: pit ${best.map(name).join(", ")}${perhaps.length ? "; perhaps others" : ""}`;
  },
  bestPits: ({ best, pits, perhaps_best: perhaps }) => {
    if (best.length === pits && pits > 1) return "any";
    const listed = names(best) + (perhaps.length ? " …" : "");
    return best.length > 3 ? listed : `pit ${listed}`;
  },
  opening: (pit) => `pit ${name(pit)}`,
  dealsTitle: (deals) => `${deals.toLocaleString("en")} random deals`,
  dealKinds,
  dealsAre: ({ rules, deal, stones: all, pits }) => `${startRules[rules] ?? rules}, ${all} stones, ${pits} pits, ${dealKinds[deal] ?? deal}; all proven.`,
  dealsWon: ({ deals, wins, ties, losses }) => {
    const percent = (part) => `${((100 * part) / deals).toFixed(1)} %`;
    return `The first player wins ${percent(wins)} of them, ties ${percent(ties)} and loses ${percent(losses)}.`;
  },
  dealsMean: ({ margin }) => `Mean margin: ${margin.mean >= 0 ? "+" : ""}${margin.mean.toFixed(1)} ± ${margin.error.toFixed(1)} stones (standard error).`,
  dealsGreed: ({ deals, greedy_fails: fails, greedy_loses: loses, greedy_cost: cost }) => {
    const percent = (part) => `${((100 * part) / deals).toFixed(1)} %`;
    return `Scoring the most at once is not the best turn in ${percent(fails)} of them: it costs ${cost.mean.toFixed(1)} ± ${cost.error.toFixed(1)} stones there, and throws the win away in ${percent(loses)} of all.`;
  },
  margin: "first player's margin",
  dealsCount: "deals",
  range: (low, high) => (low === 0 && high === 0 ? "tie" : `${signed(low)} to ${signed(high)}`),
};
