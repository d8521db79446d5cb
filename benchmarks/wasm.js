// Runs tasks with the core as WebAssembly and prints [result, seconds] of each; benchmarks/wasm.py compares them with the
// same by the native core. `node wasm.js ENGINE TASKS`

import fs from "node:fs";

import { Core } from "../src/sowfish/web/page/js/engine/core.js";
import { Position } from "../src/sowfish/web/page/js/engine/position.js";

const [, , engine, tasks] = process.argv;
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

measured(["perft", "kalah: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0", 8]); // so that the compiler is done
process.stdout.write(JSON.stringify(JSON.parse(tasks).map(measured)));
