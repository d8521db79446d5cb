// While the server is unreachable, another engine answers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EngineError } from "../../src/sowfish/web/page/js/shared/engine.js";
import { FallbackEngine } from "../../src/sowfish/web/page/js/engine/fallback-engine.js";
import { LazyEngine } from "../../src/sowfish/web/page/js/engine/lazy-engine.js";

const OFFLINE = { code: "offline", error: "", parameters: {} };
const NOBODY = { deal: () => assert.fail("asked"), analyse: () => assert.fail("asked") };
const away = { deal: async () => { throw new EngineError(OFFLINE, { isTemporary: true }); } };

test("a server that answers is asked, and nobody else", async () => {
  const engine = new FallbackEngine({ deal: async () => "served" }, NOBODY);
  assert.equal(await engine.deal({}), "served");
});

test("a refusal of the server is told as it is", async () => {
  const refusal = { code: "invalid_position", error: "no", parameters: {} };
  const engine = new FallbackEngine({ deal: async () => { throw new EngineError(refusal); } }, NOBODY);
  await assert.rejects(engine.deal({}), (error) => error.refusal === refusal);
});

test("the other engine answers when the server is away, and goes on for a while", async () => {
  let asked = 0;
  const server = { deal: async () => { asked += 1; return away.deal(); } };
  const engine = new FallbackEngine(server, { deal: async (body) => ["own", body] });
  assert.deepEqual(await engine.deal(1), ["own", 1]);
  assert.deepEqual(await engine.deal(2), ["own", 2]);
  assert.equal(asked, 1);
});

test("a server that is back is asked again after a while", async (context) => {
  let [now, isAway] = [0, true];
  context.mock.method(performance, "now", () => now);
  const server = { deal: async () => (isAway ? away.deal() : "served") };
  const engine = new FallbackEngine(server, { deal: async () => "own" });
  assert.equal(await engine.deal({}), "own");
  isAway = false;
  now = 9_000;
  assert.equal(await engine.deal({}), "own");
  now = 11_000;
  assert.equal(await engine.deal({}), "served");
});

test("without another engine the server is what is missing", async () => {
  const missing = new EngineError({ code: "engine_missing", error: "404", parameters: {} }, { isTemporary: true });
  const engine = new FallbackEngine(away, { deal: async () => { throw missing; } });
  await assert.rejects(engine.deal({}), (error) => error.refusal === OFFLINE);
});

test("an analysis goes on with the other engine", async () => {
  const heard = [];
  const server = { analyse: (_position, _seconds, { error }) => ({ stop: () => {}, ended: Promise.resolve().then(() => error({ ...OFFLINE, isTemporary: true })) }) };
  const own = { analyse: (position, _seconds, { analysis }) => { analysis(position); return { stop: () => heard.push("stopped"), ended: Promise.resolve() }; } };
  const engine = new FallbackEngine(server, own);
  const search = engine.analyse("p", 1, { analysis: (told) => heard.push(told), error: () => heard.push("error") });
  await search.ended;
  search.stop();
  assert.deepEqual(heard, ["p", "stopped"]);
});

test("an analysis that was stopped is not begun again", async () => {
  const server = { analyse: (_position, _seconds, { error }) => ({ stop: () => {}, ended: Promise.resolve().then(() => error(OFFLINE)) }) };
  const search = new FallbackEngine(server, NOBODY).analyse("p", 1, {});
  search.stop();
  await search.ended;
});

test("an engine is loaded once, and again if that failed", async () => {
  let loads = 0;
  const engine = new LazyEngine(async () => {
    loads += 1;
    if (loads === 1) throw new Error("away");
    return { deal: async (body) => body };
  });
  await assert.rejects(engine.deal(1), (error) => error.refusal.code === "engine_missing" && error.isTemporary);
  assert.deepEqual([await engine.deal(1), await engine.deal(2), loads], [1, 2, 2]);
});

test("an analysis that is stopped before its engine is there is never begun", async () => {
  const search = new LazyEngine(async () => NOBODY).analyse("p", 1, {});
  search.stop();
  await search.ended;
});
