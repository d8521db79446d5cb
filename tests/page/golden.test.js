// The page's modules and its engine against what the Python package says of random positions and games: `make golden`.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, test } from "node:test";

import { makeThread } from "../../npm/node-threads.js";
import { WasmEngine } from "../../src/sowfish/web/page/js/analysis/engine.js";

const PAGE = new URL("../../src/sowfish/web/page/", import.meta.url);
const GOLDEN = new URL("../../build/golden.json", import.meta.url);
const isThere = [GOLDEN, new URL("engine/engine.wasm", PAGE), new URL("engine/data.json", PAGE)].every(existsSync);
const options = { skip: isThere ? false : "the engine for browsers or its golden file is not built: make golden" };

const addressOf = (path, type) => URL.createObjectURL(new Blob([readFileSync(new URL(path, PAGE))], { type }));
const golden = isThere ? JSON.parse(readFileSync(GOLDEN, "utf8")) : {};
const engine = isThere && new WasmEngine({
  wasm: addressOf("engine/engine.wasm", "application/wasm"), data: addressOf("engine/data.json", "application/json"),
  makeWorker: () => makeThread(new URL("js/analysis/worker.js", PAGE)), device: { workers: 2, cores: 1, memory: 1 << 28 },
});
after(() => engine && engine.close());

const read = (error) => assert.fail(`it was read: ${error}`);

test("a position is read, written and drawn alike in all its forms", options, async () => {
  for (const { board } of golden.positions) {
    const { south, north, south_store, north_store, to_move, rules } = board;
    const counts = { south, north, south_store, north_store, to_move, rules };
    for (const form of [board.position, board.url, counts]) assert.deepEqual(await engine.position(form), board);
  }
});

test("every legal move does the same, stone by stone", options, async () => {
  let moves = 0;
  for (const { board, moves: wanted } of golden.positions) {
    for (const { board: after_, ...move } of wanted) {
      const played = await engine.moves(board.position, [move.pit]);
      assert.deepEqual(played.moves, [move]);
      // A forced pass is made at once.
      assert.deepEqual(await engine.position(move.after), after_);
      moves += 1;
    }
    const illegal = board.south.map((_, pit) => pit).filter((pit) => !board.legal.includes(pit));
    if (illegal.length && !board.must_pass) await assert.rejects(engine.moves(board.position, [illegal[0]]), ({ refusal }) => refusal.code === "illegal_move");
  }
  assert.ok(moves > golden.positions.length);
});

test("games come back from their files, and event by event", options, async () => {
  for (const { game, trace } of golden.games) {
    const told = await engine.game({ text: game.text });
    assert.deepEqual(told, game);
    assert.deepEqual(await engine.game({ text: JSON.stringify(fileOf(game)) }), game);
    assert.deepEqual(await engine.trace(game.start, game.turns.flat()), trace);
  }
});

const fileOf = ({ text, board, moves, ...file }) => file;

test("what cannot be read is refused for the same reason", options, async () => {
  for (const { kind, text, code, reason } of golden.refusals) {
    const asked = kind === "game" ? engine.game({ text }) : engine.position(text);
    const { refusal } = await asked.then(read, (error) => error);
    assert.deepEqual([text, refusal.code, refusal.parameters.reason ?? null], [text, code, reason]);
  }
});

test("every value of a small position is proven alike", options, async () => {
  for (const { values, both } of golden.searches) {
    let last = /** @type {any} */ (null);
    await engine.analyse(values.position, 60, { analysis: (told) => { last = told; } }).ended;
    assert.deepEqual([last.position, last.value, last.kind], [values.position, values.value, values.kind]);
    assert.deepEqual(byPit(last.moves), byPit(values.moves));
    const advised = await engine.both(values.position, 60);
    assert.deepEqual(costsOf(advised), costsOf(both));
  }
});

const byPit = (moves) => Object.fromEntries(moves.map(({ pit, value, kind }) => [pit, [value, kind]]));
const costsOf = ({ turn, results }) => [turn === null, results.map(({ rules, value, kind, cost }) => [rules, value, kind, turn === null || cost.value])];

test("a reviewed game is judged alike", options, async () => {
  for (const review of golden.reviews) {
    const pits = review.turns.flatMap(({ turn }) => turn);
    const told = await engine.review({ position: review.start, pits }, 60);
    assert.deepEqual(judgedIn(told), judgedIn(review));
  }
});

// Without the choice among turns that are equally good, and without times.
const judgedIn = ({ turns, graph, accuracy, total, result, score }) => (
  { turns: turns.map(({ best, ...turn }) => turn), graph, accuracy, total, result, score });
