// The engine for a page: searches run in workers of its own.

import { WasmEngine } from "./lib/engine/wasm-engine.js";

export { EngineError } from "./lib/shared/engine.js";

const FILES = { wasm: new URL("./engine.wasm", import.meta.url), data: new URL("./data.json", import.meta.url) };

export class Engine extends WasmEngine {
  constructor(options = {}) {
    super({ ...FILES, ...options });
  }
}
