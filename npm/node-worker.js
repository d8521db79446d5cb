// A thread of node with the few names that the engine's worker expects of a browser.

import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";

const port = /** @type {import("node:worker_threads").MessagePort} */ (parentPort);
const overNetwork = globalThis.fetch;
Object.assign(globalThis, {
  fetch: async (place, ...asked) => (String(place).startsWith("file:") ? new Response(await readFile(new URL(place))) : overNetwork(place, ...asked)),
  postMessage: (told) => port.postMessage(told),
  addEventListener: (_name, listener) => port.on("message", (data) => listener({ data })),
});
await import(workerData);
