// Answers requests with the page's own engine, under node: `node answer-requests.js FOLDER REQUESTS` reads a JSON list of
// [name, body, whether it streams] and writes a list of responses: { answer }, { events } or { refusal }.

import fs from "node:fs";

import { Api } from "../../src/sowfish/web/page/js/engine/api.js";
import { Core } from "../../src/sowfish/web/page/js/engine/core.js";
import { Nets } from "../../src/sowfish/web/page/js/engine/nets.js";
import { Refused } from "../../src/sowfish/web/page/js/engine/refusals.js";
import { Searches } from "../../src/sowfish/web/page/js/engine/searches.js";

const NETS = new URL("../../src/sowfish/nets/data/", import.meta.url);
const MEMORY = 1 << 30; // the same as the server in the comparison

export async function makeApi(folder) {
  const core = await Core.make(new WebAssembly.Module(fs.readFileSync(`${folder}/engine.wasm`)));
  const data = JSON.parse(fs.readFileSync(`${folder}/data.json`, "utf8"));
  const nets = new Nets(core, data.nets, async (name) => new Uint8Array(fs.readFileSync(new URL(`${name}.net`, NETS))).buffer);
  return new Api(core, data, new Searches(core, MEMORY), nets);
}

async function answered(api, [name, body, streams]) {
  const events = [];
  const tell = streams ? (event, told) => events.push([event, told]) : undefined;
  try {
    const answer = await api.answer(name, body ?? {}, { tell });
    return streams ? { events, answer } : { answer };
  } catch (error) {
    if (!(error instanceof Refused)) return { fault: String(error.stack) };
    return { refusal: error.refusal };
  }
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder, file] = process.argv;
  const api = await makeApi(folder);
  const found = [];
  for (const request of JSON.parse(fs.readFileSync(file, "utf8"))) found.push(await answered(api, request));
  process.stdout.write(JSON.stringify(found));
}
