// A thread of node with the few names that the engine's worker expects of a browser.

import { parentPort } from "node:worker_threads";

const port = /** @type {import("node:worker_threads").MessagePort} */ (parentPort);
Object.assign(globalThis, {
  postMessage: (told) => port.postMessage(told),
  addEventListener: (_name, listener) => port.on("message", (data) => listener({ data })),
});
await import("./lib/engine/worker.js");
