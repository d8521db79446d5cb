// Games saved in the browser, in storage that may be full or hold invalid data.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { savedGames } from "../../src/sowfish/web/page/js/game/saved-games.js";

const stored = new Map();
let room = Infinity;

beforeEach(() => {
  stored.clear();
  room = Infinity;
  globalThis.localStorage = /** @type {any} */ ({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => {
      if (!stored.has(key) && stored.size >= room) throw new Error("no room");
      stored.set(key, value);
    },
    removeItem: (key) => stored.delete(key),
  });
});

test("games are listed newest first and read back", () => {
  assert.ok(savedGames.put("1", { moves: [2] }, { profile: "kalah" }));
  assert.ok(savedGames.put("2", { moves: [5] }, { profile: "avalanche" }));
  assert.deepEqual(savedGames.list().map(({ id, profile }) => [id, profile]), [["2", "avalanche"], ["1", "kalah"]]);
  assert.deepEqual(savedGames.get("1"), { moves: [2] });
  savedGames.remove("1");
  assert.equal(savedGames.get("1"), null);
  assert.deepEqual(savedGames.list().map(({ id }) => id), ["2"]);
});

test("at most twenty games stay", () => {
  for (let number = 0; number < 25; number += 1) savedGames.put(String(number), {}, {});
  assert.equal(savedGames.list().length, 20);
  assert.equal(savedGames.get("0"), null);
});

test("where there is no room the oldest games go", () => {
  room = 3; // entries: two games and their index
  for (const id of ["1", "2", "3"]) assert.ok(savedGames.put(id, { id }, {}));
  assert.deepEqual(savedGames.list().map(({ id }) => id), ["3", "2"]);
});

for (const nonsense of ["{}", "7", '"a"', "{", "[null, 3, {}]", "[[]]"]) {
  test(`a list that is ${nonsense} is no list`, () => {
    stored.set("sowfish-games", nonsense);
    assert.deepEqual(savedGames.list(), []);
    assert.ok(savedGames.put("1", {}, {}));
    assert.deepEqual(savedGames.list().map(({ id }) => id), ["1"]);
  });
}
