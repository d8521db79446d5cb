// A search worker: one request at a time, in slices, so that it can receive a stop message.

import { Api } from "./api.js";
import { loadNet } from "./assets.js";
import { Core } from "./core.js";
import { Nets } from "./nets.js";
import { Refused } from "./refusals.js";
import { Searches } from "./searches.js";

const post = (told) => postMessage(told);
let beginWith = /** @type {(made: any) => void} */ (() => {});
const setUp = new Promise((resolve) => { beginWith = resolve; }); // a request may arrive before the core
let running = /** @type {AbortController | null} */ (null);

async function begin({ module, data, memory, nets: folder }) {
  const core = await Core.make(module);
  const searches = new Searches(core, memory);
  const nets = new Nets(core, data.nets, (name) => loadNet(folder, name));
  return { api: new Api(core, data, searches, nets), searches };
}

async function answer({ number, name, body, streams, shares }) {
  running = new AbortController();
  const { signal } = running;
  const tell = streams ? (event, told) => signal.aborted || post({ number, event, told }) : undefined;
  const share = shares ? (told) => signal.aborted || post({ number, shared: told }) : undefined;
  try {
    const { api } = await setUp;
    post({ number, answer: await api.answer(name, body, { tell, share, signal }) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error; // out of memory or a bug: the page starts another worker
    post({ number, refusal: error.refusal });
  } finally {
    running = null;
  }
}

const ORDERS = {
  begin: (asked) => begin(asked).then(beginWith),
  ask: answer,
  stop: () => running?.abort(),
  learn: ({ move }) => setUp.then(({ searches }) => searches.learn(move)),
  pause: () => setUp.then(({ searches }) => searches.pause()),
  resume: () => setUp.then(({ searches }) => searches.resume()),
};

addEventListener("message", ({ data: { order, ...asked } }) => {
  Promise.resolve(ORDERS[order](asked)).catch((error) => post({ fault: String(error?.message ?? error) }));
});
