// Players: each chooses a pit using the core's searches.

import { bestTurn } from "./advice.js";
import { invalidPlayer, quoted, shortNumber } from "../core/refusals.js";
import { Searches } from "../core/searches.js";
import { playerText, readPlayer, writeOption } from "./player-spec.js";

const MEBIBYTE = 1 << 20;
const MOST = { nodes: 1e9, playouts: 1e8, states: 5e6 }; // maxima; time usually ends it sooner
const TREE_MEMORY = 64; // MiB, at most: a tree of the usual size takes a tenth
const LEVEL_MEMORY = 1 << 24;
const STRONGEST = 10;
const SELECTS = ["difference", "ratio", "wins"];
const MOST_SECONDS = 60; // for a move
const usable = (seconds) => (seconds === undefined ? 0 : Math.max(seconds * 0.97 - 0.002, seconds / 2));

/** The player that a text describes, within { seconds, memory, threads }: { player, name }. */
export function opponent(text, kinds, allowance) {
  const { name, values, given, options } = readPlayer(text, kinds);
  const kind = kinds.find((one) => one.name === name);
  const told = new Map(options);
  const limits = { time: allowance.seconds, memory: Math.max(1, Math.floor(allowance.memory / MEBIBYTE)), threads: allowance.threads, ...MOST };
  for (const option of kind.options) {
    if (option.type === "str" && !option.choices.length && told.has(option.name)) {
      throw invalidPlayer(`${option.name} of ${name} cannot be chosen here`); // it may name a file
    }
    const most = limits[option.name];
    if (most === undefined) continue;
    const value = values[option.name];
    if (given.has(option.name) && value !== null && value > most) {
      throw invalidPlayer(`${option.name} can be at most ${shortNumber(most)} here, not ${quoted(writeOption(value))}`);
    }
    if (["nodes", "playouts", "time"].includes(option.name) && value === null) continue; // the clock ends it
    if (value !== null && value <= most) continue;
    values[option.name] = most;
    told.set(option.name, writeOption(most));
  }
  const inOrder = kind.options.filter((option) => told.has(option.name)).map((option) => [option.name, told.get(option.name)]);
  return { player: new PLAYERS[name](values), name: playerText(name, inOrder) };
}

// ---- the players; each has its options, and `core` once a game starts

class Player {
  searches = /** @type {any} */ (null);
  core = /** @type {any} */ (null);
  chance = /** @type {any} */ (null);
  nets = /** @type {any} */ (null);

  constructor(options) {
    this.options = options;
  }

  /**
   * Starts a game as a side; all randomness comes from the seed.
   * @param {import("../core/core.js").Core} core
   * @param {{ rules: any, nets: import("../core/nets.js").Nets, pool?: import("./pool.js").Pool }} game
   * @returns {void | Promise<void>}
   */
  newGame(core, side, seed, game) {
    this.core = core;
    this.nets = game.nets;
    this.chance = core.chance(`${this.options.seed ?? 0} ${seed} ${side}`);
  }

  /** Whether it searches through the pool of searchers instead of in one worker. */
  get searchesFreely() { return false; }

  close() {}
}

class Leftmost extends Player {
  choose({ legal, toMove }) {
    return toMove === "south" ? legal[0] : legal[legal.length - 1];
  }
}

class RandomPlayer extends Player {
  choose({ legal }) {
    return legal[this.chance.below(legal.length)];
  }
}

class Greedy extends Player {
  choose(position) {
    const moves = position.legal.map((pit) => position.move(pit));
    return moves.reduce((best, move) => (move.banked >= best.banked ? move : best)).pit;
  }
}

class TurnPlayer extends Player {
  #plan = new Map();

  choose(position, clock) {
    if (this.#plan.has(position.text)) return this.#plan.get(position.text);
    const { states, objective } = this.options;
    const best = bestTurn(position, { byDifference: objective === "difference", seconds: clock.budget(position) ?? 0, states, partial: true });
    if (!best?.isComplete) return new Greedy({}).choose(position);
    this.#plan = plan(position, best.pits);
    return best.pits[0];
  }
}

class Minimax extends Player {
  choose(position, clock) {
    if (position.legal.length === 1) return position.legal[0];
    const { depth, nodes, time } = this.options;
    const seconds = clock.atMost(time).budget(position);
    const deepest = depth ?? 255;
    let expected = Math.min(nodes ?? 2 ** 63, 10 * 3 ** deepest);
    if (seconds !== undefined) expected = Math.min(expected, Math.floor(seconds * 1e7));
    const isBrief = deepest <= 4 || expected <= 5000;
    const found = this.core.minimax(position.place, { depth: deepest, expected: isBrief ? 5000 : expected, seconds: usable(seconds), nodes: nodes ?? 0 });
    return found.pit;
  }
}

class MonteCarlo extends Player {
  choose(position, clock) {
    if (position.legal.length === 1) return position.legal[0];
    const { playouts, select, policy, time } = this.options;
    const found = this.core.playouts(position.place, {
      isGreedy: policy === "greedy", select: SELECTS.indexOf(select), seed: this.chance.words(64), games: playouts,
      seconds: usable(clock.atMost(time).budget(position)),
    });
    return found.pit;
  }
}

class NetPlayer extends Player {
  async choose(position) {
    const { policy } = this.core.guess(await this.nets.of(position.rules), position.place);
    return policy.indexOf(Math.max(...policy));
  }
}

class Uct extends Player {
  #tree = -1;

  plant(place, how) { return this.core.tree(place, how); }

  choose(position, clock) {
    if (position.legal.length === 1) return position.legal[0];
    const { c, memory, time } = this.options;
    const playouts = this.options.playouts ?? (time === null ? 50_000 : 2 ** 63);
    const bytes = Math.min(memory, TREE_MEMORY) * MEBIBYTE;
    if (this.#tree < 0) this.#tree = this.plant(position.place, { bytes, exploration: c, seed: this.chance.words(64) });
    const found = this.core.searchTree(this.#tree, position.place, { playouts, seconds: usable(clock.atMost(time).budget(position)) });
    return found.line[0];
  }

  close() {
    if (this.#tree >= 0) this.core.dropTree(this.#tree);
  }
}

class Puct extends Uct {
  #net = -1;

  async newGame(core, side, seed, game) {
    super.newGame(core, side, seed, game);
    if (game.nets.has(game.rules)) this.#net = await game.nets.of(game.rules);
  }

  plant(place, how) { return this.core.netTree(this.#net, place, how); }
}

class EnginePlayer extends Player {
  pool = /** @type {import("./pool.js").Pool | undefined} */ (undefined);

  // Limited by time alone, it plays as well as the device and the server can.
  get searchesFreely() { return this.options.level >= STRONGEST && (this.options.nodes ?? null) === null; }

  newGame(core, side, seed, game) {
    super.newGame(core, side, seed, game);
    const { level, memory } = this.options;
    this.pool = this.searchesFreely ? game.pool : undefined;
    if (!this.pool) this.searches = new Searches(core, level < STRONGEST ? LEVEL_MEMORY : memory * MEBIBYTE, { kept: 1 });
    if (level < STRONGEST) this.carelessness = core.chance(this.chance.big(64));
  }

  async choose(position, clock, signal) {
    const { level, nodes, time } = this.options;
    const seconds = clock.atMost(time).budget(position);
    if (level < STRONGEST) return this.#weakly(position, seconds, signal);
    const found = this.pool
      ? await this.pool.search({ position, aim: "move", seconds: seconds ?? MOST_SECONDS, signal })
      : await this.searches.bestMove(position, { seconds, nodes: nodes ?? undefined, signal });
    return found.result.line[0][0];
  }

  async #weakly(position, seconds, signal) {
    const { level } = this.options;
    const { depth, nodes } = this.core.level(level, position.place);
    const found = await this.searches.lookAhead(position, depth, { nodes, seconds, signal });
    return found.moves[this.core.levelMove(level, found.moves, this.carelessness)].pit;
  }

  close() {
    this.searches?.clear();
  }
}

class Perfect extends Player {
  #plan = new Map();

  newGame(core, side, seed, game) {
    super.newGame(core, side, seed, game);
    this.searches = new Searches(core, this.options.memory * MEBIBYTE, { kept: 1 });
  }

  async choose(position, clock, signal) {
    if (this.#plan.has(position.text)) return this.#plan.get(position.text);
    if (position.legal.length === 1) return position.legal[0];
    const { result } = await this.searches.solve(position, { seconds: clock.budget(position), signal });
    const turns = result.kind === "proven" ? result.line : result.line.slice(0, 1);
    this.#plan = plan(position, turns.flat());
    return result.line[0][0];
  }

  close() {
    this.searches?.clear();
  }
}

// Planned pits of both sides from a position on; forced passes are made automatically.
function plan(position, pits) {
  const planned = new Map();
  for (const pit of pits) {
    if (position.mustPass) position = position.passed();
    planned.set(position.text, pit);
    position = position.after(pit);
  }
  return planned;
}

const PLAYERS = {
  leftmost: Leftmost, random: RandomPlayer, greedy: Greedy, turn: TurnPlayer, montecarlo: MonteCarlo, minimax: Minimax,
  net: NetPlayer, uct: Uct, puct: Puct, engine: EnginePlayer, perfect: Perfect,
};
