// The core as WebAssembly: integers in, integers out. native/wasm/abi.hpp describes the interface.

import { Answer, KINDS, WORD } from "./answer.js";
import { Chance } from "./chance.js";
import { CommonTurn } from "./common-turn.js";
import { CHOICES } from "./rules.js";

const OUTCOMES = ["free_move", "turn_end", "game_over"];
const AIMS = ["prove", "move", "look"];
const DEEPEST = 250; // moves
const MARKS = ["", "?!", "?", "??"];
const DEALS = ["mirrored", "reflected", "free", "phone", "phone-mirrored"];

/** @typedef {{ rules: import("./rules.js").Rules, ring: number[], north: boolean }} Place a position as the core takes it */
/** @typedef {{ value: number, low: number, high: number, kind: string }} Valued */
/** @typedef {Valued & { pit: number, estimate: number, line: number[][] }} KnownMove */

export class Core {
  #calls;
  #memory;

  /** Instantiates a compiled core. From its host it needs a clock and nothing else; there are no files. */
  static async make(module) {
    const memory = /** @type {{ now?: WebAssembly.Memory }} */ ({});
    const refuse = () => 52; // not supported
    const tellTime = (_clock, _precision, place) => {
      const now = Math.round(performance.now() * 1e6);
      new Uint32Array(/** @type {WebAssembly.Memory} */ (memory.now).buffer, place, 2).set([now % WORD, now / WORD]);
      return 0;
    };
    const system = { clock_time_get: tellTime, fd_close: refuse, fd_seek: refuse, fd_write: refuse };
    const { exports } = /** @type {any} */ (await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system }));
    memory.now = exports.memory;
    return new Core(exports);
  }

  constructor(exports) {
    this.#calls = exports;
    this.#memory = exports.memory;
    exports._initialize();
    this.partsOfStone = exports.sow_parts_of_stone();
  }

  // ---- buffers

  #give(numbers) {
    const place = this.#calls.sow_input(numbers.length);
    new Int32Array(this.#memory.buffer, place, numbers.length).set(numbers);
  }

  #givePlace({ rules, ring, north }) {
    const switches = [rules.relay, CHOICES.capture.indexOf(rules.capture), rules.both_stores, CHOICES.ends.indexOf(rules.ends)];
    this.#give([rules.pits, ...switches, CHOICES.rest.indexOf(rules.rest), north, ...ring].map(Number));
  }

  #taken(count) {
    return new Answer(new Int32Array(this.#memory.buffer, this.#calls.sow_output(), count).slice());
  }

  #giveValues(...values) {
    this.#give(values.flatMap(({ value, low, high, kind }) => [value, low, high, KINDS.indexOf(kind)]));
  }

  // ---- rules and moves

  /** The state of a position: { legal, isOver, swept }. */
  stands(place) {
    this.#givePlace(place);
    const told = this.#taken(this.#calls.sow_stands());
    const mask = told.next();
    const legal = Array.from({ length: place.rules.pits }, (_, pit) => pit).filter((pit) => (mask >> pit) & 1);
    return { legal, isOver: told.flag(), swept: told.rest() };
  }

  /** What a move does: { ring, north, outcome, laps, captured, banked, swept, path }; null if it is illegal. */
  play(place, pit) {
    this.#givePlace(place);
    const count = this.#calls.sow_play(pit);
    if (!count) return null;
    const told = this.#taken(count);
    return {
      ring: told.take(2 * place.rules.pits + 2),
      north: told.flag(), outcome: OUTCOMES[told.next()], laps: told.next(), captured: told.next(), banked: told.next(), swept: told.next(),
      path: told.rest(),
    };
  }

  /** The best single turn: { isComplete, score, states, pits }; null if none was found. */
  bestTurn(place, { byDifference = false, states, seconds = 0 }) {
    this.#givePlace(place);
    const count = this.#calls.sow_best_turn(Number(byDifference), states, seconds);
    if (!count) return null;
    const told = this.#taken(count);
    return { isComplete: told.flag(), score: told.next(), states: told.long(), pits: told.list() };
  }

  perft(place, depth) {
    this.#givePlace(place);
    return this.#taken(this.#calls.sow_perft(depth)).long();
  }

  /** Builds an endgame table, to measure how long that takes; returns its checksum. */
  table(place, stones) {
    this.#givePlace(place);
    const [low, high] = this.#taken(this.#calls.sow_table(stones)).take(2);
    return (BigInt.asUintN(32, BigInt(high)) << 32n) | BigInt.asUintN(32, BigInt(low));
  }

  // ---- random numbers

  /** A random generator seeded from a non-negative integer or a text. */
  chance(seed) {
    return typeof seed === "string" ? this.#chanceOfText(seed) : this.#chanceOfNumber(BigInt(seed));
  }

  #chanceOfText(text) {
    const bytes = new TextEncoder().encode(text);
    this.#give(Array.from(bytes));
    return new Chance(this.#calls, (count) => this.#taken(count), this.#calls.sow_chance_of_text(bytes.length));
  }

  #chanceOfNumber(number) {
    const words = [];
    for (; number > 0n; number >>= 32n) words.push(Number(BigInt.asIntN(32, number)));
    this.#give(words);
    return new Chance(this.#calls, (count) => this.#taken(count), this.#calls.sow_chance_of_number(words.length));
  }

  /** The cells of a random deal, or null if no such deal exists. */
  deal(rules, deal, total, chance) {
    this.#givePlace({ rules, ring: new Array(2 * rules.pits + 2).fill(0), north: false });
    const count = this.#calls.sow_deal(DEALS.indexOf(deal), total, chance.number);
    return count ? this.#taken(count).rest() : null;
  }

  // ---- the engine

  session(memory) {
    return this.#calls.sow_session(memory);
  }

  dropSession(session) {
    this.#calls.sow_session_drop(session);
  }

  /** Takes a request; the search begins with the first report or work. 0 seconds or nodes: no limit. */
  ask(session, place, { everyMove = false, aim = "prove", depth = DEEPEST, seconds = 0, nodes = 0 }) {
    this.#givePlace(place);
    this.#calls.sow_ask(session, Number(everyMove), AIMS.indexOf(aim), Math.min(depth, DEEPEST), seconds, nodes);
  }

  /** Limits the running search to this many seconds from now on. */
  limit(session, seconds) {
    this.#calls.sow_limit(session, seconds);
  }

  /** Continues for this many seconds; false once there is nothing left to do. */
  work(session, seconds) {
    return this.#calls.sow_work(session, seconds) !== 0;
  }

  /** Takes in what was proven elsewhere about a move, or the position without a pit; the line goes to the end of the game. */
  learn(session, { pit = -1, low, high, line = /** @type {number[]} */ ([]) }) {
    this.#give(line);
    this.#calls.sow_learn(session, pit, low, high, line.length);
  }

  /**
   * What is known: { depth, nodes, tableStones, isShort, megabytes, result, moves }. Null as long as a request limited by
   * nodes alone waits for its table.
   */
  report(session, place) {
    this.#givePlace(place);
    const count = this.#calls.sow_report(session);
    if (!count) return null;
    const told = this.#taken(count);
    const about = { depth: told.next(), nodes: told.long(), tableStones: told.next(), isShort: told.flag(), megabytes: told.next() };
    const result = this.#known(told);
    const moves = Array.from({ length: told.next() }, () => this.#known(told));
    return { ...about, result, moves };
  }

  #known(told) {
    const known = { pit: told.next(), ...told.valued(), parts: told.next() };
    const line = Array.from({ length: told.next() }, () => told.list());
    return { ...known, estimate: known.parts / this.partsOfStone, line };
  }

  // ---- values

  within(value, low, high) {
    this.#giveValues(value);
    return { ...value, ...this.#taken(this.#calls.sow_within(low, high)).valued() };
  }

  atLeast(before, after) {
    this.#giveValues(before, after);
    return this.#taken(this.#calls.sow_at_least()).valued();
  }

  lost(before, after) {
    this.#giveValues(before, after);
    return this.#taken(this.#calls.sow_lost()).valued();
  }

  cost(best, reached) {
    this.#giveValues(best, reached);
    return this.#taken(this.#calls.sow_cost()).valued();
  }

  mark(before, after, total) {
    this.#giveValues(before, after);
    const told = this.#taken(this.#calls.sow_mark(total));
    return { mark: MARKS[told.next()], isProven: told.flag() };
  }

  accuracy(lost, total) {
    return this.#calls.sow_accuracy(lost, total);
  }

  /** A search for a turn that is best under two rules for leftovers, given the best pits of its position. */
  commonTurn(place, best) {
    this.#givePlace(place);
    return new CommonTurn(this.#calls, (count) => this.#taken(count), best);
  }

  // ---- levels and classic searches

  level(level, place) {
    this.#givePlace(place);
    const told = this.#taken(this.#calls.sow_level(level));
    return { depth: told.next(), nodes: told.next() };
  }

  /** The index of the move that a level plays. */
  levelMove(level, moves, chance) {
    this.#give(moves.map((move) => move.parts));
    return this.#calls.sow_level_move(level, moves.length, chance.number);
  }

  minimax(place, { depth, expected, seconds, nodes }) {
    this.#givePlace(place);
    const told = this.#taken(this.#calls.sow_minimax(depth, expected, seconds, nodes));
    return { pit: told.next(), value: told.next(), depth: told.next(), nodes: told.long(), seesEnd: told.flag(), line: told.list() };
  }

  playouts(place, { isGreedy, select, seed, games, seconds }) {
    this.#givePlace(place);
    const told = this.#taken(this.#calls.sow_playouts(Number(isGreedy), select, ...seed, games, seconds));
    const chosen = told.next();
    const counts = [];
    while (!told.isEmpty) counts.push({ pit: told.next(), wins: told.long(), draws: told.long(), losses: told.long() });
    return { pit: counts[chosen].pit, counts };
  }

  tree(place, { bytes, exploration, seed }) {
    this.#givePlace(place);
    return this.#calls.sow_tree(bytes, exploration, ...seed);
  }

  /** Loads a net: its layout { pits, rows, widths } and its weights as words; -1 if they do not fit. */
  net({ pits, rows, widths: [first = 0, second = 0] }, weights) {
    this.#give(weights);
    return this.#calls.sow_net(weights.length, pits, rows, first, second);
  }

  /** A net's evaluation of a position: { policy, score, gain }. */
  guess(net, place) {
    this.#givePlace(place);
    const told = this.#taken(this.#calls.sow_net_guess(net));
    const policy = Array.from({ length: place.rules.pits }, () => told.real());
    return { policy, score: told.real(), gain: told.real() };
  }

  netTree(net, place, { bytes, exploration, seed }) {
    this.#givePlace(place);
    return this.#calls.sow_net_tree(net, bytes, exploration, ...seed);
  }

  dropTree(tree) {
    this.#calls.sow_tree_drop(tree);
  }

  searchTree(tree, place, { playouts, seconds }) {
    this.#givePlace(place);
    const told = this.#taken(this.#calls.sow_tree_search(tree, playouts, seconds));
    const about = { playouts: told.long(), nodes: told.long(), isProven: told.flag(), line: told.list() };
    const moves = [];
    while (!told.isEmpty) moves.push({ pit: told.next(), visits: told.long(), value: told.real(), low: told.next(), high: told.next() });
    return { ...about, moves };
  }
}
