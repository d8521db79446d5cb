// Entering a position, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Draft } from "../../src/sowfish/web/page/js/game/draft.js";

const nothing = () => ({ south: Array(6).fill(null), north: Array(6).fill(null), south_store: null, north_store: null, to_move: "south", rules: "avalanche" });
const enter = (draft, ...digits) => digits.forEach((digit) => draft.digit(digit));

test("thirteen digits fill a board whose total is known", () => {
  const draft = new Draft(nothing(), { expected: 48 });
  enter(draft, 1, 2, 4, 0, 2, 1, 9, 4, 0, 0, 4, 1, 1);
  assert.equal(draft.north_store, 19);
  assert.equal(draft.surplus, 0);
  assert.ok(draft.isComplete);
});

test("a board is not complete before the last pit", () => {
  const draft = new Draft(nothing(), { expected: 48 });
  enter(draft, 1, 2, 4, 0, 2, 1, 9, 4, 0, 0, 4, 1);
  assert.equal(draft.isFilled, false);
  assert.equal(draft.isComplete, false);
});

test("ten more before a digit makes numbers of two digits", () => {
  const draft = new Draft(nothing(), { expected: 48 });
  draft.addTen();
  draft.digit(7);
  assert.equal(draft.south[0], 17);
  assert.deepEqual(draft.at, ["south", 1]);
  draft.addTen();
  draft.addTen();
  draft.digit(3);
  assert.equal(draft.south[1], 23);
});

test("no count grows above 255", () => {
  const draft = new Draft(nothing(), { expected: null });
  for (let tens = 0; tens < 25; tens++) draft.addTen();
  draft.digit(9);
  assert.equal(draft.south[0], 255);
});

test("one can go back a pit and type it again", () => {
  const draft = new Draft(nothing(), { expected: 48 });
  enter(draft, 5);
  draft.back();
  enter(draft, 3);
  assert.equal(draft.south[0], 3);
  assert.deepEqual(draft.at, ["south", 1]);
});

test("the same on both sides needs six digits and any total will do", () => {
  const draft = new Draft(nothing(), { expected: null, isSame: true });
  enter(draft, 3, 4, 2, 5, 4, 6);
  assert.deepEqual(draft.north, [3, 4, 2, 5, 4, 6]);
  assert.ok(draft.isComplete);
  assert.deepEqual([draft.south_store, draft.north_store], [0, 0]);
});

test("typing one of their pits ends the mirror", () => {
  const draft = new Draft(nothing(), { expected: null, isSame: true });
  enter(draft, 3, 4, 2, 5, 4, 6);
  draft.choose("north", 2);
  draft.digit(9);
  assert.equal(draft.isSame, false);
  assert.deepEqual(draft.north, [3, 4, 9, 5, 4, 6]);
});

test("a wrong total is no board until it is kept", () => {
  const start = { south: [4, 4, 4, 4, 4, 4], north: [4, 4, 4, 4, 4, 4], south_store: 0, north_store: 0, to_move: "south", rules: "kalah" };
  const draft = new Draft(start, { expected: 48 });
  assert.ok(draft.isComplete);
  draft.digit(1);
  assert.equal(draft.surplus, -3);
  assert.equal(draft.isComplete, false);
  draft.keepTotal();
  assert.ok(draft.isComplete);
  draft.digit(2);
  assert.equal(draft.isComplete, false);
});

test("correcting one pit changes no store behind one's back", () => {
  const start = { south: [4, 4, 4, 4, 4, 4], north: [4, 4, 4, 4, 4, 4], south_store: 0, north_store: 0, to_move: "south", rules: "kalah" };
  const draft = new Draft(start, { expected: 48 });
  draft.digit(9);
  assert.equal(draft.north_store, 0);
});

test("a cleared board is never complete", () => {
  const draft = new Draft(nothing(), { expected: null });
  draft.clear();
  for (let cell = 0; cell < 14; cell++) draft.digit(0);
  assert.equal(draft.isComplete, false);
});
