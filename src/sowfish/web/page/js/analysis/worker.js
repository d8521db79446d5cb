// A search worker: one order at a time, in slices, so that it can be stopped, learn from others and answer quick questions.

import { loadNet } from "../core/assets.js";
import { Core } from "../core/core.js";
import { Nets } from "../core/nets.js";
import { Position } from "../core/position.js";
import { Refused } from "../core/refusals.js";
import { Searches } from "../core/searches.js";
import { bestTurn } from "./advice.js";
import { playedTurn } from "./player-turn.js";

const post = (message) => postMessage(message);
let beginWith = /** @type {(made: any) => void} */ (() => {});
const setUp = new Promise((resolve) => { beginWith = resolve; }); // an order may arrive before the core
const running = new Map(); // AbortControllers, by number

async function begin({ module, data, memory, nets: folder }) {
  const core = await Core.make(module);
  return { core, data, searches: new Searches(core, memory), nets: new Nets(core, data.nets, (name) => loadNet(folder, name)) };
}

// What can be ordered: the body of an order, and how it is answered.
const WORK = {
  async search({ core, searches }, { position: text, aim, seconds, facts }, { signal, report }) {
    const position = Position.parse(core, text);
    const ways = { moves: "analyse", value: "solve", move: "bestMove" };
    return plain(await searches[ways[aim]](position, { seconds, facts, signal, progress: (found) => report(plain(found)) }));
  },
  turn({ core, searches, data, nets }, body, { signal, report }) {
    return playedTurn(core, body, { kinds: data.players, nets, memory: searches.memory, signal, report });
  },
  bestTurn({ core }, { position, ...limits }) {
    const best = bestTurn(Position.parse(core, position), limits);
    return best && plain({ ...best, after: best.after.text });
  },
};

// Positions stay here: the page has its own.
const plain = ({ position, ...found }) => found;

async function run({ number, name, body }) {
  const control = new AbortController();
  running.set(number, control);
  const report = (told) => post({ number, report: told });
  try {
    post({ number, answer: await WORK[name](await setUp, body, { signal: control.signal, report }) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error; // out of memory or a bug: the page starts another worker
    post({ number, refusal: error.refusal });
  } finally {
    running.delete(number);
  }
}

const later = (what) => (message) => setUp.then(({ searches }) => what(searches, message));
const ORDERS = {
  begin: (message) => begin(message).then(beginWith),
  run,
  stop: ({ number }) => running.get(number)?.abort(),
  learn: later((searches, { number, facts }) => { if (running.has(number)) searches.learn(facts); }),
  hold: later((searches, { number }) => { if (running.has(number)) searches.hold(); }),
  proceed: later((searches, { seconds }) => searches.proceed(seconds)),
  pause: later((searches) => searches.pause()),
  resume: later((searches) => searches.resume()),
};

addEventListener("message", ({ data: { order, ...message } }) => {
  Promise.resolve(ORDERS[order](message)).catch((error) => post({ fault: String(error?.message ?? error) }));
});
