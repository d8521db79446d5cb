// Runs a WebAssembly program under node: `node run-wasi.js program.wasm arguments...`

import fs from "node:fs";
import { WASI } from "node:wasi";

const [, , file, ...args] = process.argv;
const wasi = new WASI({ version: "preview1", args: [file, ...args] });
const { instance } = await WebAssembly.instantiate(fs.readFileSync(file), wasi.getImportObject());
process.exitCode = wasi.start(instance);
