// The engine interface: data in, data out, over any transport.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { EngineError, HttpEngine } from "../../src/sowfish/web/page/js/shared/engine.js";
import { WordedEngine, sentenceOf } from "../../src/sowfish/web/page/js/shared/worded-engine.js";

const { fetch } = globalThis;
afterEach(() => { globalThis.fetch = fetch; });
const answering = (text, status = 200) => { globalThis.fetch = async () => new Response(text, { status }); };
const listening = () => {
  const heard = [];
  const listener = (name) => (told) => heard.push([name, told]);
  return { heard, listeners: { analysis: listener("analysis"), error: listener("error") } };
};

test("events come one by one, however the text is cut", async () => {
  const text = 'event: analysis\ndata: {"value": 3}\n\nevent: done\ndata: {}\n\n';
  const stream = new ReadableStream({
    start(controller) {
      for (const letter of text) controller.enqueue(new TextEncoder().encode(letter));
      controller.close();
    },
  });
  globalThis.fetch = async () => new Response(stream);
  const { heard, listeners } = listening();
  await new HttpEngine().analyse("p", 1, listeners).ended;
  assert.deepEqual(heard, [["analysis", { value: 3 }]]);
});

test("a stream that breaks off is temporary trouble", async () => {
  answering('event: analysis\ndata: {"value": 3}\n\n');
  const { heard, listeners } = listening();
  await new HttpEngine().analyse("p", 1, listeners).ended;
  assert.equal(heard.at(-1)[0], "error");
  assert.equal(heard.at(-1)[1].isTemporary, true);
});

test("a refusal keeps its code and is not temporary", async () => {
  answering(JSON.stringify({ error: "pit 3 is empty", code: "illegal_move", parameters: { pit: 3, side: "south", reason: "empty" } }), 422);
  await assert.rejects(new HttpEngine().moves("p", [3]), (error) => {
    assert.ok(error instanceof EngineError);
    assert.equal(error.refusal.code, "illegal_move");
    assert.equal(error.isTemporary, false);
    assert.equal(sentenceOf(error), "Your pit 4 is empty.");
    return true;
  });
});

test("a server that is away is temporary trouble", async () => {
  globalThis.fetch = async () => { throw new TypeError("network"); };
  await assert.rejects(new HttpEngine().rules(), (error) => error.isTemporary && sentenceOf(error).includes("cannot be reached"));
});

test("any engine with the same methods can take its place", async () => {
  const other = { position: async () => ({ to_move: "south", is_over: false, must_pass: false, technical_winner: null }) };
  const worded = /** @type {any} */ (new WordedEngine(other));
  assert.equal((await worded.position("p")).standing, "Your turn");
});
