// Runs a WebAssembly program that prints and ends, under node: `node run-wasi.js program.wasm`. node:wasi can do more, but
// node 20 breaks down when it is done.

import fs from "node:fs";

const memory = /** @type {{ now?: WebAssembly.Memory }} */ ({});
const view = () => new DataView(memory.now.buffer);
const BAD_FILE = 8;

const system = {
  args_sizes_get: (count, bytes) => { view().setUint32(count, 0, true); view().setUint32(bytes, 0, true); return 0; },
  args_get: () => 0,
  clock_time_get: (_clock, _precision, place) => { view().setBigUint64(place, process.hrtime.bigint(), true); return 0; },
  fd_close: () => 0,
  fd_fdstat_get: () => BAD_FILE,
  fd_seek: () => BAD_FILE,
  fd_prestat_get: () => BAD_FILE,
  fd_write(file, parts, count, written) {
    let sum = 0;
    for (let part = 0; part < count; part += 1) {
      const [place, length] = [view().getUint32(parts + 8 * part, true), view().getUint32(parts + 8 * part + 4, true)];
      fs.writeSync(file, new Uint8Array(memory.now.buffer, place, length));
      sum += length;
    }
    view().setUint32(written, sum, true);
    return 0;
  },
  proc_exit: (code) => process.exit(code),
};

const module = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
for (const { name } of WebAssembly.Module.imports(module)) system[name] ??= () => { throw new Error(`${name} is wanted`); };
const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system });
memory.now = exports.memory;
exports._start();
