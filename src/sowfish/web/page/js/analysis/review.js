// Game review: the value of every turn, what it gave away, and the accuracy of each side.

import { seconds, valueOf } from "../game/content.js";
import { SIDES } from "../core/notation.js";
import { fixed } from "../core/refusals.js";
import { rulesText } from "../core/rules.js";

const LEAST_SECONDS = 0.01; // per position once the time is up
const LARGEST_SHARE = 0.25; // share of the remaining time for one position
const TELL_SECONDS = 0.2; // between progress reports

const now = () => performance.now() / 1000;
const negated = ({ value, low, high, kind }) => ({ value: -value || 0, low: -high || 0, high: -low || 0, kind });
const seenBy = (side, value) => (side === "south" ? value : negated(value)); // and back

/** Reviews a game backwards: the value after a turn bounds the value before it. */
export async function reviewed(game, pool, { seconds: most, signal, stage }) {
  const started = now();
  const { turns, start: { core } } = game;
  const start = pool.starts.of(game.start);
  const positions = [...turns.map((turn) => turn.before), turns[turns.length - 1].after];
  const found = /** @type {any[]} */ ([]);
  let told = -Infinity;
  for (let place = positions.length - 1; place >= 0; place -= 1) {
    const share = Math.max((most - (now() - started)) * Math.max(1 / (place + 1), LARGEST_SHARE), LEAST_SECONDS);
    const progress = () => {
      if (now() - told < TELL_SECONDS) return;
      told = now();
      stage?.({ done: found.length, of: positions.length });
    };
    found.unshift(await pool.search({ position: positions[place], aim: "value", seconds: share, signal }, progress));
  }
  const values = agreed(core, turns, found, start);
  const judged = turns.map((turn, place) => judgedTurn(core, turn, values.slice(place, place + 2), found[place].result));
  return {
    rules: rulesText(game.start.rules), start: game.start.text, result: game.result, score: game.score, metadata: game.metadata,
    turns: judged.map((turn, place) => toldTurn(turn, place + 1)),
    graph: values.map(valueOf),
    accuracy: Object.fromEntries(SIDES.map((side) => [side, accuracyOf(judged.filter(({ turn }) => turn.side === side))])),
    nodes: found.reduce((sum, { nodes }) => sum + nodes, 0), seconds: seconds(now() - started), total: game.start.total,
  };
}

// Consistent values for south: a position is worth to its mover at least what the turn played reaches.
function agreed(core, turns, found, start) {
  const values = found.map(({ position, result }) => seenBy(position.toMove, result));
  const around = (place) => [values[place], values[place + 1]].map((value) => seenBy(turns[place].side, value));
  if (start) {
    const [{ side, pits }] = turns;
    const [low, high] = start.openings[pits[0]];
    const [, after] = around(0);
    values[1] = seenBy(side, core.within(after, pits.length === 1 ? low : after.low, high));
  }
  for (let place = turns.length - 1; place >= 0; place -= 1) {
    values[place] = seenBy(turns[place].side, core.atLeast(...around(place)));
  }
  for (let place = 0; place < turns.length; place += 1) {
    const [before, after] = around(place);
    values[place + 1] = seenBy(turns[place].side, core.within(after, after.low, before.high));
  }
  return values;
}

function judgedTurn(core, turn, values, result) {
  const [before, after] = values.map((value) => seenBy(turn.side, value));
  const lost = core.lost(before, after);
  const { total } = turn.before;
  const { mark, isProven } = core.mark(before, after, total);
  const best = lost.value ? result.line[0] ?? [] : turn.pits;
  return { turn, before, after, lost, best, isForced: isForced(turn), mark, isMarkProven: isProven, accuracy: core.accuracy(lost.value, total) };
}

// Whether every move of a turn was the only legal one.
function isForced({ before, pits }) {
  let position = before;
  for (const pit of pits) {
    if (position.legal.length > 1) return false;
    position = position.after(pit);
  }
  return true;
}

function toldTurn({ turn, before, after, lost, best, isForced: forced, mark, isMarkProven }, number) {
  return {
    number, side: turn.side, turn: turn.pits, position: turn.before.text,
    before: valueOf(before), after: valueOf(after), lost: valueOf(lost), best, forced, mark, mark_proven: isMarkProven, is_whole: turn.isWhole,
  };
}

function accuracyOf(turns) {
  const chosen = turns.filter((turn) => !turn.isForced);
  const percent = chosen.length ? chosen.reduce((sum, turn) => sum + turn.accuracy, 0) / chosen.length : null;
  const isProven = turns.every((turn) => turn.lost.kind === "proven");
  return {
    percent: percent && Number(fixed(percent, 1)), kind: isProven ? "proven" : "estimate", turns: chosen.length,
    lost: turns.reduce((sum, turn) => sum + turn.lost.value, 0),
  };
}
