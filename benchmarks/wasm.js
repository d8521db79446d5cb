// Runs tasks with the core as WebAssembly, one for each line of its input, and prints [result, seconds] of each;
// benchmarks/wasm.py compares them with the same by the native core. `node wasm.js ENGINE`

import fs from "node:fs";
import readline from "node:readline";

import { Core } from "../src/sowfish/web/page/js/core/core.js";
import { Position } from "../src/sowfish/web/page/js/core/position.js";

const [, , engine] = process.argv;
const core = await Core.make(new WebAssembly.Module(fs.readFileSync(engine)));

const TASKS = {
  perft: (place, depth) => core.perft(place, depth),
  table: (place, stones) => String(core.table(place, stones)),
  search: (place, memory, nodes) => {
    const session = core.session(memory);
    core.ask(session, place, { everyMove: true, nodes });
    while (core.work(session, 1e6));
    const { nodes: searched, result, moves } = core.report(session, place);
    core.dropSession(session);
    return [searched, result.value, moves.map((move) => move.value)];
  },
};

function measured([name, position, ...asked]) {
  const { place } = Position.parse(core, position);
  const before = process.cpuUsage();
  const result = TASKS[name](place, ...asked);
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1e6];
}

for await (const task of readline.createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(measured(JSON.parse(task)))}\n`);
}
