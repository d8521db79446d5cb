// Knowledge about positions never gets worse, and stays consistent.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Knowledge, agreeing, isBest, merged } from "../../src/sowfish/web/page/js/game/knowledge.js";
import { displayed, mark, shownNumber, tone, yourMark, yours } from "../../src/sowfish/web/page/js/shared/value-text.js";

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
  const knowledge = new Knowledge();
  const known = knowledge.learn("p", { ...bound(9, 8, 48), moves: [{ pit: 0, ...estimate(9) }, { pit: 2, ...bound(9, 8, 48) }] });
  assert.equal(mark(known.value), mark(known.moves.get(2)));
  assert.equal(mark(known.value), "≥+8");
});

test("no move is worth more than the position", () => {
  const knowledge = new Knowledge();
  const known = knowledge.learn("p", { ...proven(8), moves: [{ pit: 0, ...estimate(9) }, { pit: 1, ...proven(8) }] });
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
  const known = new Knowledge().learn("p", { ...estimate(9), moves: [{ pit: 0, ...estimate(7) }, { pit: 1, ...estimate(3) }] });
  assert.equal(mark(known.value), "~+7");
});

test("thinking longer keeps the proven turn", () => {
  const knowledge = new Knowledge();
  knowledge.learnTurn("p", { ...proven(45), taps: [{ pit: 5 }] });
  knowledge.learnTurn("p", { ...estimate(4), taps: [{ pit: 1 }] });
  const known = knowledge.get("p");
  assert.equal(known.turn.taps[0].pit, 5);
  assert.equal(mark(known.value), "+45");
});

test("the first pit of a proven turn has the value of the position", () => {
  const knowledge = new Knowledge();
  knowledge.learn("p", { ...estimate(3), moves: [{ pit: 5, ...estimate(2) }, { pit: 1, ...estimate(3) }] });
  const known = knowledge.learnTurn("p", { ...proven(8), taps: [{ pit: 5 }] });
  assert.equal(mark(known.moves.get(5)), "+8");
});

test("a position is worth what is proven of the move that led to it", () => {
  const knowledge = new Knowledge();
  const after = (position, to_move) => ({ position, to_move, is_over: false });
  knowledge.learn("p", { ...proven(8), moves: [{ pit: 0, ...proven(-14) }, { pit: 2, ...proven(8) }] });
  knowledge.learnTurn("p", { ...proven(8), taps: [{ pit: 2 }, { pit: 5 }] });
  knowledge.inherit("p", { pit: 0, mover: "south", board: after("a", "north") });
  knowledge.learn("a", { ...estimate(13), moves: [{ pit: 1, ...estimate(13) }] });
  assert.equal(yourMark(knowledge.get("a").value, "north"), "−14");
  knowledge.inherit("p", { pit: 2, mover: "south", board: after("b", "south") });
  assert.equal(mark(knowledge.get("b").value), "+8");
  assert.deepEqual(knowledge.get("b").turn.taps, [{ pit: 5 }]);
  knowledge.learn("q", { ...proven(8), moves: [{ pit: 2, ...proven(8) }] }); // the rest of the turn is unknown
  knowledge.inherit("q", { pit: 2, mover: "south", board: after("d", "south") });
  knowledge.learn("d", { ...estimate(10), moves: [{ pit: 5, ...estimate(10) }, { pit: 0, ...estimate(-8) }] });
  assert.equal(yourMark(knowledge.get("d").value, "south"), "~+8");
  assert.deepEqual([5, 0].map((pit) => yourMark(knowledge.get("d").moves.get(pit), "south")), ["~+8", "~−8"]);
  knowledge.inherit("unknown", { pit: 3, mover: "south", board: after("c", "north") });
  assert.equal(knowledge.get("c"), null);
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
  const known = new Knowledge().learn("p", { ...bound(9, 8, 48), moves: [{ pit: 0, ...estimate(9) }, { pit: 2, ...bound(8, 8, 48) }] });
  assert.equal(isBest(known.moves.get(2), known.moves, known.value), true);
  assert.equal(isBest(known.moves.get(0), known.moves, known.value), false);
});
