// The engine for a page: searches run in workers of its own.

import { WasmEngine } from "./lib/analysis/engine.js";

export { EngineError } from "./lib/core/errors.js";

const [wasm, data, nets] = ["engine.wasm", "data.json", "nets/"].map((path) => new URL(path, import.meta.url));

export class Engine extends WasmEngine {
  constructor(options = {}) {
    super({ wasm, data, nets, ...options });
  }
}
