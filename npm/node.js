// The engine for node: files are read from disk, and workers are threads.

import { Blob } from "node:buffer";
import { readFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { Worker } from "node:worker_threads";

import { WasmEngine } from "./lib/engine/wasm-engine.js";

export { EngineError } from "./lib/shared/engine.js";

const MOST_MEMORY = 1 << 30;

export class Engine extends WasmEngine {
  constructor({ device = {}, ...options } = {}) {
    const usual = { workers: Math.max(2, Math.min(4, availableParallelism())), memory: Math.min(MOST_MEMORY, totalmem() / 4) };
    const files = { wasm: addressOf("./engine.wasm", "application/wasm"), data: addressOf("./data.json", "application/json") };
    super({ ...files, nets: new URL("nets/", import.meta.url), makeWorker, ...options, device: { ...usual, ...device } });
  }
}

// fetch() reads no files, but it reads what has an address.
function addressOf(path, type) {
  return URL.createObjectURL(new Blob([readFileSync(new URL(path, import.meta.url))], { type }));
}

// A thread that looks like a browser's worker. It keeps no program running that has nothing else to do.
function makeWorker() {
  const thread = new Worker(new URL("./node-worker.js", import.meta.url));
  const worker = {
    onmessage: /** @type {(event: any) => void} */ (() => {}),
    onerror: /** @type {(event: any) => void} */ (() => {}),
    postMessage: (told) => { thread.ref(); thread.postMessage(told); },
    terminate: () => thread.terminate(),
  };
  thread.on("message", (data) => {
    worker.onmessage({ data });
    if (data.event === undefined) thread.unref(); // an answer, not news of one
  });
  thread.on("error", (error) => worker.onerror({ message: error.message }));
  return worker;
}
