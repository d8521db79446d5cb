// The engine for node: files are read from disk, and workers are threads.

import { Blob } from "node:buffer";
import { readFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";

import { WasmEngine } from "./lib/analysis/engine.js";
import { makeThread } from "./node-threads.js";

export { EngineError } from "./lib/core/errors.js";

const MOST_MEMORY = 1 << 30;

export class Engine extends WasmEngine {
  constructor({ device = {}, ...options } = {}) {
    const usual = { workers: Math.max(2, Math.min(4, availableParallelism())), memory: Math.min(MOST_MEMORY, totalmem() / 4) };
    const files = { wasm: addressOf("./engine.wasm", "application/wasm"), data: addressOf("./data.json", "application/json") };
    const makeWorker = () => makeThread(new URL("lib/analysis/worker.js", import.meta.url));
    super({ ...files, nets: new URL("nets/", import.meta.url), makeWorker, ...options, device: { ...usual, ...device } });
  }
}

// fetch() reads no files, but it reads what has an address.
function addressOf(path, type) {
  return URL.createObjectURL(new Blob([readFileSync(new URL(path, import.meta.url))], { type }));
}
