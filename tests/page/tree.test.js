// Game trees and their URLs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addressOf, gameIn } from "../../src/sowfish/web/page/js/game/address.js";
import { Tree, partAround, partsOf, turnsOf } from "../../src/sowfish/web/page/js/game/tree.js";

const board = (name) => ({ position: name, url: name, to_move: "south", is_over: false, score: { south: 0, north: 0 } });
const move = (pit, mover = "south", outcome = "turn_end") => ({ pit, mover, outcome, brief: "" });

function grown(...pits) {
  const tree = new Tree(board("start"));
  let node = tree.root;
  for (const pit of pits) node = tree.played(node, move(pit), board(`${node.board.position}-${pit}`));
  return { tree, node };
}

test("a move that is there already is found, another becomes a branch", () => {
  const { tree } = grown(1, 2);
  assert.equal(tree.played(tree.root, move(1), board("start-1")), tree.root.children[0]);
  tree.played(tree.root, move(3), board("start-3"));
  assert.deepEqual(tree.root.children.map(({ pit }) => pit), [1, 3]);
});

test("moves of another tab are taken over and none is lost", () => {
  const here = grown(1);
  const there = grown(5);
  assert.ok(here.tree.absorb(JSON.parse(JSON.stringify(there.tree))));
  assert.deepEqual(here.tree.root.children.map(({ pit }) => pit), [1, 5]);
  assert.equal(here.tree.absorb(JSON.parse(JSON.stringify(there.tree))), false);
});

test("a tree of another game is not taken over", () => {
  const other = new Tree(board("elsewhere"));
  other.played(other.root, move(1), board("x"));
  assert.equal(grown(1).tree.absorb(JSON.parse(JSON.stringify(other))), false);
});

test("a game survives being stored", () => {
  const { tree } = grown(1, 2, 3);
  const again = Tree.from(JSON.parse(JSON.stringify(tree)));
  assert.deepEqual(partsOf(again.line(again.root)), [{ position: "start", pits: [1, 2, 3] }]);
});

test("an address and its game are the same both ways, with the choice of leftovers", () => {
  const parts = [{ position: "a", pits: [2, 5] }, { position: "b", pits: [] }];
  assert.deepEqual(gameIn({ search: addressOf(parts, 1, "both") }), { parts, at: 1, leftovers: "both" });
  assert.equal(addressOf(parts, 3), "?position=a&moves=2.5&position=b");
  assert.equal(gameIn({ search: "?x=1" }), null);
});

test("turns end where the other side moves", () => {
  const tree = new Tree(board("s"));
  const a = tree.played(tree.root, move(2, "south", "free_move"), board("a"));
  const b = tree.played(a, move(5, "south"), board("b"));
  const c = tree.played(b, move(0, "north"), board("c"));
  assert.deepEqual(turnsOf([a, b, c]).map((turn) => turn.length), [2, 1]);
  assert.deepEqual(partAround(tree.line(c), c).moves, [a, b, c]);
});
