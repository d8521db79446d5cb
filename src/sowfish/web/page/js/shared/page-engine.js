// The engine of a page: the server's, with the browser's own as a fallback; or the browser's alone, if `<html
// data-engine="browser">` says that there is no server.

import { FallbackEngine } from "../engine/fallback-engine.js";
import { LazyEngine } from "../engine/lazy-engine.js";
import { HttpEngine } from "./engine.js";
import { WordedEngine } from "./worded-engine.js";

const IDLE_SECONDS = 3; // before the fallback engine is preloaded, while the server is still reachable

async function load() {
  const { WasmEngine } = await import("../engine/wasm-engine.js");
  const engine = new WasmEngine();
  await engine.ready;
  return engine;
}

const ignore = () => {}; // the next request reports the error

/** @returns {Engine} */
export function pageEngine() {
  const own = new LazyEngine(load);
  const isAlone = document.documentElement.dataset.engine === "browser";
  if (isAlone) own.prepare().then((engine) => setTimeout(() => engine.warm()), ignore); // after the first answers
  else setTimeout(() => own.prepare().catch(ignore), IDLE_SECONDS * 1000);
  return /** @type {any} */ (new WordedEngine(isAlone ? /** @type {any} */ (own) : /** @type {any} */ (new FallbackEngine(new HttpEngine(), own))));
}
