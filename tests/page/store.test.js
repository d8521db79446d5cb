// What is known about positions never gets worse, and stays consistent.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Store, agreeing, isBest, merged } from "../../src/sowfish/web/page/js/analysis/store.js";
import { displayed, mark, shownNumber, tone, yourMark, yours } from "../../src/sowfish/web/page/js/words/value-text.js";

const proven = (value) => ({ kind: "proven", value });
const estimate = (value) => ({ kind: "estimate", value });
const bound = (value, low, high) => ({ kind: "bound", value, low, high });

test("an estimate never replaces what is proven", () => {
  assert.equal(mark(merged(proven(8), estimate(4))), "+8");
  const known = merged(bound(9, 8, 48), estimate(4));
  assert.deepEqual([known.kind, known.value, known.low], ["bound", 8, 8]);
});

test("bounds only get narrower", () => {
  const known = merged(bound(9, 8, 48), bound(10, 6, 12));
  assert.deepEqual([known.low, known.high], [8, 12]);
  assert.equal(merged(bound(9, 8, 48), bound(8, -3, 8)).kind, "proven");
});

test("the position is worth what its best move is", () => {
  const store = new Store();
  const known = store.learn("p", { ...bound(9, 8, 48), moves: [{ pit: 0, ...estimate(9) }, { pit: 2, ...bound(9, 8, 48) }] });
  assert.equal(mark(known.value), mark(known.moves.get(2)));
  assert.equal(mark(known.value), "≥+8");
});

test("no move is worth more than the position", () => {
  const store = new Store();
  const known = store.learn("p", { ...proven(8), moves: [{ pit: 0, ...estimate(9) }, { pit: 1, ...proven(8) }] });
  assert.ok(shownNumber(known.moves.get(0)) <= 8);
});

test("a line has the value of its first move, and no estimated line stands beside a proof", () => {
  const line = (pit, value) => ({ ...value, turns: [{ pits: [pit, 5] }] });
  const lines = [line(0, estimate(9)), line(1, estimate(12)), line(2, proven(4)), line(3, bound(8, 8, 48))];
  const moves = new Map([[0, bound(8, -48, 8)], [1, proven(3)], [2, proven(4)], [3, proven(8)]]);
  const shown = agreeing(lines, moves);
  assert.deepEqual(shown.map(({ turns, value, kind }) => [turns[0].pits[0], value, kind]), [[0, 8, "bound"], [2, 4, "proven"]]);
  assert.deepEqual(agreeing(lines, new Map()), lines);
  const pass = { ...estimate(2), turns: [{ pits: [] }] };
  assert.deepEqual(agreeing([pass], moves), [pass]);
});

test("an estimated position shows the number of its best pit", () => {
  const known = new Store().learn("p", { ...estimate(9), moves: [{ pit: 0, ...estimate(7) }, { pit: 1, ...estimate(3) }] });
  assert.equal(mark(known.value), "~+7");
});

test("thinking longer keeps the proven turn", () => {
  const store = new Store();
  store.learn("p", proven(45));
  store.learnTurn("p", { pits: [5], isProven: true });
  store.learn("p", estimate(4));
  store.learnTurn("p", { pits: [1], isProven: false });
  const known = store.get("p");
  assert.deepEqual(known.turn.pits, [5]);
  assert.equal(mark(known.value), "+45");
});

test("the first pit of a proven turn has the value of the position", () => {
  const store = new Store();
  store.learn("p", { ...estimate(3), moves: [{ pit: 5, ...estimate(2) }, { pit: 1, ...estimate(3) }] });
  store.learn("p", proven(8));
  const known = store.learnTurn("p", { pits: [5], isProven: true });
  assert.equal(mark(known.moves.get(5)), "+8");
});

test("a position is worth what is proven of the move that led to it", () => {
  const store = new Store();
  const after = (position, to_move) => ({ position, to_move, is_over: false });
  store.learn("p", { ...proven(8), moves: [{ pit: 0, ...proven(-14) }, { pit: 2, ...proven(8) }] });
  store.learnTurn("p", { pits: [2, 5], isProven: true });
  store.link("p", { pit: 0, mover: "south", board: after("a", "north") });
  store.learn("a", { ...estimate(13), moves: [{ pit: 1, ...estimate(13) }] });
  assert.equal(yourMark(store.get("a").value, "north"), "−14");
  store.link("p", { pit: 2, mover: "south", board: after("b", "south") });
  assert.equal(mark(store.get("b").value), "+8");
  assert.deepEqual(store.get("b").turn.pits, [5]);
  store.learn("q", { ...proven(8), moves: [{ pit: 2, ...proven(8) }] }); // the rest of the turn is unknown
  store.link("q", { pit: 2, mover: "south", board: after("d", "south") });
  store.learn("d", { ...estimate(10), moves: [{ pit: 5, ...estimate(10) }, { pit: 0, ...estimate(-8) }] });
  assert.equal(yourMark(store.get("d").value, "south"), "~+8");
  assert.deepEqual([5, 0].map((pit) => yourMark(store.get("d").moves.get(pit), "south")), ["~+8", "~−8"]);
  store.link("unknown", { pit: 3, mover: "south", board: after("c", "north") });
  assert.equal(store.get("c"), null);
});

test("values are seen from your side, whoever moves", () => {
  assert.deepEqual(yours(proven(-3), "north").value, 3);
  assert.equal(yourMark(bound(9, 8, 48), "north"), "≤−8");
  assert.equal(tone(yours(proven(45), "north")), "bad");
  assert.equal(tone(proven(-27)), "bad");
});

test("a bound that decides nothing is shown as its estimate", () => {
  assert.equal(mark(displayed(bound(3, -44, 45))), "~+3");
  assert.equal(mark(displayed(bound(9, 8, 48))), "≥+8");
  assert.equal(mark(displayed(bound(-9, -48, -8))), "≤−8");
});

test("the best pit is the one that has what is proven, not the highest estimate", () => {
  const known = new Store().learn("p", { ...bound(9, 8, 48), moves: [{ pit: 0, ...estimate(9) }, { pit: 2, ...bound(8, 8, 48) }] });
  assert.equal(isBest(known.moves.get(2), known.moves, known.value), true);
  assert.equal(isBest(known.moves.get(0), known.moves, known.value), false);
});

test("what is proven of a position holds for the move that led to it", () => {
  const store = new Store();
  store.learn("p", { ...estimate(2), moves: [{ pit: 0, ...estimate(2) }, { pit: 1, ...proven(-3) }] });
  store.link("p", { pit: 0, mover: "south", board: { position: "a", to_move: "north", is_over: false } });
  store.learn("a", { ...bound(-5, -5, 44) });
  assert.equal(mark(store.get("p").moves.get(0)), "≤+5");
  store.learn("a", proven(-4));
  const known = store.get("p");
  assert.deepEqual([known.value.kind, known.value.value, known.turn], ["proven", 4, { pits: [0], isProven: true }]);
});

test("a proof that comes from below waits for its turn", () => {
  const store = new Store();
  store.learn("p", { ...estimate(2), moves: [{ pit: 0, ...estimate(2) }, { pit: 1, ...proven(-3) }] });
  store.link("p", { pit: 0, mover: "south", board: { position: "b", to_move: "south", is_over: false } }); // the same side goes on
  store.learn("b", proven(4));
  assert.deepEqual([store.get("p").moves.get(0).kind, store.get("p").value.kind], ["proven", "bound"]);
  store.learnTurn("b", { pits: [3], isProven: true });
  store.link("p", { pit: 0, mover: "south", board: { position: "b", to_move: "south", is_over: false } });
  assert.deepEqual([mark(store.get("p").value), store.get("p").turn.pits], ["+4", [0, 3]]);
});

test("a searcher that does not lead adds its bounds, not its estimates", () => {
  const store = new Store();
  store.learn("p", { ...estimate(6), moves: [{ pit: 0, ...estimate(6) }] });
  const known = store.learn("p", { ...bound(1, -2, 4), moves: [{ pit: 0, ...estimate(1) }] }, { isLead: false });
  assert.deepEqual([known.value.value, known.value.high, known.moves.get(0).high], [4, 4, 4]);
  store.learn("p", { ...proven(3), line: [[0]], moves: [] }, { isLead: false });
  assert.equal(mark(store.get("p").value), "+3");
});

test("a search gets every proven bound, and its report comes back with it", () => {
  const store = new Store();
  assert.deepEqual(store.facts("p"), []);
  store.learn("p", { ...bound(3, 1, 9), moves: [{ pit: 0, ...proven(1), line: [[0, 2], [1]] }, { pit: 4, ...estimate(3) }] });
  assert.deepEqual(store.facts("p"), [
    { pit: -1, low: 1, high: 9, line: [] }, { pit: 0, low: 1, high: 1, line: [0, 2, 1] }, { pit: 4, low: -255, high: 9, line: [] },
  ]);
  const own = (value) => ({ value, low: -40, high: 40, kind: "estimate", line: [[4]] });
  const found = store.merged("p", { nodes: 7, result: own(12), moves: [{ pit: 0, ...own(5) }, { pit: 4, ...own(12) }] });
  assert.deepEqual([found.nodes, found.result.value, found.result.low, found.result.high], [7, 9, 1, 9]);
  assert.deepEqual([found.moves[0].kind, found.moves[0].value, found.moves[0].line], ["proven", 1, [[0, 2], [1]]]);
});

test("what is proven is there in the next visit, and an estimate is not", async () => {
  const rows = [{ position: "p", value: 8, turn: [2, 5], moves: [[2, 8, 8, 8], [0, -Infinity, 8, 3]] }];
  const store = new Store();
  await store.keepIn(/** @type {any} */ ({ load: async () => rows, save: () => {} }));
  const known = store.get("p");
  assert.deepEqual([mark(known.value), known.turn.pits, mark(known.moves.get(2)), known.moves.get(0).high], ["+8", [2, 5], "+8", 8]);
  store.learn("p", { ...estimate(-2), moves: [{ pit: 2, ...estimate(0) }] });
  assert.equal(mark(store.get("p").value), "+8");
});
