// Threads of node for the workers of the engine.

import { Worker } from "node:worker_threads";

/** A thread that looks like a browser's worker running a module. It keeps no program running that has nothing else to do. */
export function makeThread(module) {
  const thread = new Worker(new URL("./node-worker.js", import.meta.url), { workerData: String(module) });
  let orders = 0; // without an answer
  const worker = {
    onmessage: /** @type {(event: any) => void} */ (() => {}),
    onerror: /** @type {(event: any) => void} */ (() => {}),
    postMessage: (told) => {
      if (told.order === "run") orders += 1;
      if (orders) thread.ref();
      thread.postMessage(told);
    },
    terminate: () => thread.terminate(),
  };
  thread.on("message", (data) => {
    worker.onmessage({ data });
    if (data.report === undefined) orders -= 1;
    if (!orders) thread.unref();
  });
  thread.on("error", (error) => worker.onerror({ message: error.message }));
  return worker;
}
