// The page's sentences.

import assert from "node:assert/strict";
import { test } from "node:test";

import { words } from "../../src/sowfish/web/page/js/words/words.js";

test("pits are counted from 1, and from 1 only", () => {
  assert.equal(words.tap(2), "Tap pit 3");
  assert.equal(words.turnText([2, 5, 5]), "3 6 6");
  assert.equal(words.cell("south", 0, 1), "Your pit 1: 1 stone");
  assert.equal(words.line("north", [0]), "they 1");
});

test("verdicts are about you", () => {
  assert.equal(words.verdict({ kind: "proven", value: -45 }), "You lose by 45, proven.");
  assert.equal(words.verdict({ kind: "bound", value: 9, low: 8, high: 48 }), "You win by at least 8, proven.");
});

test("losses are told with their kind", () => {
  assert.equal(words.lostShort("6", "??"), "Blunder (−6)");
  assert.equal(words.lostShort("≥4", "~??"), "Probable blunder (−4 or more)");
  assert.equal(words.lostShort("1", ""), "−1");
});

test("plurals are right", () => {
  assert.equal(words.total(1, 0), "1 stone");
  assert.equal(words.total(42, -6), "6 stones missing");
  assert.equal(words.total(49, 1), "1 stone too many");
  assert.equal(words.loaded(1), "A game of 1 move is open.");
});

test("what an engine refuses is said in the page's words, never in the engine's", () => {
  for (const code of ["invalid_position", "invalid_game", "illegal_move", "invalid_rules", "invalid_player", "new_code", undefined]) {
    for (const parameters of [{}, { reason: "new" }, undefined]) {
      assert.match(words.refused({ code, error: "pit 0 of south", parameters }), /^[A-Z][^]*\.$/);
    }
  }
  const parameters = { side: "south", pit: 0, minimum: 0, maximum: 255 };
  assert.equal(words.refused({ code: "invalid_position", error: "no", parameters }), "Your pit 1 must hold 0–255 stones.");
  const lacking = { reason: "numbers", side: "north", numbers: 1, maximum: 12 };
  assert.match(words.refused({ code: "invalid_position", error: "no", parameters: lacking }), /^The opponent's side has only one number\./);
});

test("a refused move is named with pits counted from 1", () => {
  const refused = (code, parameters) => words.refused({ code, error: "pit 3 is empty in kalah: 4 4", parameters });
  const empty = { reason: "empty", side: "north", pit: 3, pits: 6 };
  assert.equal(refused("illegal_move", empty), "The opponent's pit 4 is empty.");
  assert.equal(refused("illegal_move", { ...empty, move: 2 }), "Move 2: the opponent's pit 4 is empty.");
  assert.equal(refused("invalid_game", { ...empty, side: "south", turn: 7 }), "Turn 7: your pit 4 is empty.");
  assert.equal(refused("illegal_move", { ...empty, reason: "no_such_pit", pit: 9 }), "There is no pit 10; pits are 1 to 6.");
  assert.equal(refused("illegal_move", { ...empty, reason: "no_such_pit", pit: null }), "Pits are 1 to 6.");
  assert.equal(refused("invalid_game", { reason: "wrong_side", side: "south", turn: 3 }), "Turn 3: it should be your turn.");
  assert.equal(refused("invalid_player", { ...empty, player: "greedy" }), "Greedy made an illegal move. The opponent's pit 4 is empty.");
});
