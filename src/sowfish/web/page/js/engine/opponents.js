// Players: each chooses a pit using the core's searches, and narrates its choice.

import { bestTurn } from "./advice.js";
import { counted, fixed, invalidPlayer, quoted, shortNumber, thousands } from "./refusals.js";
import { Searches } from "./searches.js";
import { playerText, readPlayer, writeOption } from "./player-spec.js";

const MEBIBYTE = 1 << 20;
const MOST = { nodes: 1e9, playouts: 1e8, states: 5e6 }; // maxima; time usually ends it sooner
const TREE_MEMORY = 64; // MiB, at most: a tree of the usual size takes a tenth
const LEVEL_MEMORY = 1 << 24;
const STRONGEST = 10;
const SELECTS = ["difference", "ratio", "wins"];
const SURE = 100_000_000; // the core's value of a won game
const OUTCOMES = ["lost", "a tie", "won"];

const signed = (text) => (text.startsWith("-") ? text : `+${text}`);
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
  saw = /** @type {string | null} */ (null);
  searches = /** @type {any} */ (null);
  core = /** @type {any} */ (null);
  chance = /** @type {any} */ (null);
  nets = /** @type {any} */ (null);

  constructor(options) {
    this.options = options;
  }

  /**
   * Starts a game as a side; all randomness comes from the seed.
   * @param {import("./core.js").Core} core
   * @param {{ rules: any, nets: import("./nets.js").Nets }} game
   * @returns {void | Promise<void>}
   */
  newGame(core, side, seed, game) {
    this.core = core;
    this.nets = game.nets;
    this.chance = core.chance(`${this.options.seed ?? 0} ${seed} ${side}`);
  }

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
    this.saw = moves.map(({ pit, banked }) => `pit ${pit} banks ${banked}`).join(", ");
    return moves.reduce((best, move) => (move.banked >= best.banked ? move : best)).pit;
  }
}

class TurnPlayer extends Player {
  #plan = new Map();

  choose(position, clock) {
    if (this.#plan.has(position.text)) return this.#plan.get(position.text);
    const { states, objective } = this.options;
    const best = bestTurn(position, { byDifference: objective === "difference", seconds: clock.budget(position) ?? 0, states, partial: true });
    if (!best?.isComplete) {
      this.saw = `looked one move ahead: the limit of ${thousands(states)} states ended the search of the turn`;
      return new Greedy({}).choose(position);
    }
    this.saw = `best turn ${best.pits.join(" ")}, for ${best.score}`;
    this.#plan = plan(position, best.pits);
    return best.pits[0];
  }
}

class Minimax extends Player {
  choose(position, clock) {
    this.saw = null;
    if (position.legal.length === 1) return position.legal[0];
    const { depth, nodes, time } = this.options;
    const seconds = clock.atMost(time).budget(position);
    const deepest = depth ?? 255;
    let expected = Math.min(nodes ?? 2 ** 63, 10 * 3 ** deepest);
    if (seconds !== undefined) expected = Math.min(expected, Math.floor(seconds * 1e7));
    const isBrief = deepest <= 4 || expected <= 5000;
    const found = this.core.minimax(position.place, { depth: deepest, expected: isBrief ? 5000 : expected, seconds: usable(seconds), nodes: nodes ?? 0 });
    const value = (position.toMove === "south" ? found.value : SURE - found.value) / SURE;
    const seen = found.seesEnd ? "to the end" : `${counted(found.depth, "move")} ahead`;
    this.saw = `value ${fixed(value, 2)} (0 is won by north, 1 by south), seen ${seen} in ${thousands(found.nodes)} positions; line ${found.line.join(" ")}`;
    return found.pit;
  }
}

class MonteCarlo extends Player {
  choose(position, clock) {
    this.saw = null;
    if (position.legal.length === 1) return position.legal[0];
    const { playouts, select, policy, time } = this.options;
    const found = this.core.playouts(position.place, {
      isGreedy: policy === "greedy", select: SELECTS.indexOf(select), seed: this.chance.words(64), games: playouts,
      seconds: usable(clock.atMost(time).budget(position)),
    });
    const games = ({ wins, draws, losses }) => wins + draws + losses;
    const told = found.counts.map((count) => {
      const { pit, wins, draws, losses } = count;
      const ratio = wins + losses ? wins / (wins + losses) : 0.5;
      const share = wins / Math.max(1, games(count));
      return `pit ${pit} +${wins} =${draws} -${losses} (difference ${signed(String(wins - losses))}, ratio ${fixed(ratio, 3)}, wins ${fixed(share, 3)})`;
    });
    const all = found.counts.reduce((sum, count) => sum + games(count), 0);
    this.saw = `${thousands(all)} random games: ${told.join(", ")}`;
    return found.pit;
  }
}

class NetPlayer extends Player {
  async choose(position) {
    this.saw = null;
    const { policy, score, gain } = this.core.guess(await this.nets.of(position.rules), position.place);
    const told = policy.map((share, pit) => (share > 0 ? `pit ${pit} ${fixed(100 * share, 0)}%` : "")).filter(Boolean).join(", ");
    this.saw = `${told}; score ${signed(fixed(score, 2))}, margin ${signed(fixed(position.margin + gain, 1))} expected`;
    return policy.indexOf(Math.max(...policy));
  }
}

class Uct extends Player {
  #tree = -1;
  visits = "games";

  plant(place, how) { return this.core.tree(place, how); }

  choose(position, clock) {
    this.saw = null;
    if (position.legal.length === 1) return position.legal[0];
    const { c, memory, time } = this.options;
    const playouts = this.options.playouts ?? (time === null ? 50_000 : 2 ** 63);
    const bytes = Math.min(memory, TREE_MEMORY) * MEBIBYTE;
    if (this.#tree < 0) this.#tree = this.plant(position.place, { bytes, exploration: c, seed: this.chance.words(64) });
    const found = this.core.searchTree(this.#tree, position.place, { playouts, seconds: usable(clock.atMost(time).budget(position)) });
    const worth = ({ low, high, value }) => (low === high ? OUTCOMES[low] : fixed(value, 2));
    const told = found.moves.map((move) => `pit ${move.pit} ${worth(move)} (${thousands(move.visits)})`).join(", ");
    this.saw = `${thousands(found.playouts)} ${this.visits}, tree of ${thousands(found.nodes)}${found.isProven ? ", proven" : ""}: ${told}`;
    return found.line[0];
  }

  close() {
    if (this.#tree >= 0) this.core.dropTree(this.#tree);
  }
}

class Puct extends Uct {
  #net = -1;
  visits = "games without a net";

  async newGame(core, side, seed, game) {
    super.newGame(core, side, seed, game);
    if (!game.nets.has(game.rules)) return;
    this.#net = await game.nets.of(game.rules);
    this.visits = "visits";
  }

  plant(place, how) { return this.core.netTree(this.#net, place, how); }
}

class EnginePlayer extends Player {
  newGame(core, side, seed, game) {
    super.newGame(core, side, seed, game);
    const { level, memory } = this.options;
    this.searches = new Searches(core, level < STRONGEST ? LEVEL_MEMORY : memory * MEBIBYTE, { kept: 1 });
    if (level < STRONGEST) this.carelessness = core.chance(this.chance.big(64));
  }

  async choose(position, clock, signal) {
    const { level, nodes, time } = this.options;
    const seconds = clock.atMost(time).budget(position);
    if (level < STRONGEST) return this.#weakly(position, seconds, signal);
    const found = await this.searches.bestMove(position, { seconds, nodes: nodes ?? undefined, signal });
    const { value, kind, line } = found.result;
    const ahead = `${counted(found.depth, "move")} ahead in ${thousands(found.nodes)} positions`;
    this.saw = `value ${signed(String(value))}, ${kind}, ${ahead}; line ${line.flat().join(" ")}`;
    return line[0][0];
  }

  async #weakly(position, seconds, signal) {
    const { level } = this.options;
    const { depth, nodes } = this.core.level(level, position.place);
    const found = await this.searches.lookAhead(position, depth, { nodes, seconds, signal });
    const move = found.moves[this.core.levelMove(level, found.moves, this.carelessness)];
    const told = found.moves.map(({ pit, estimate }) => `pit ${pit} ${signed(fixed(estimate, 1))}`).join(", ");
    this.saw = `${counted(found.depth, "move")} ahead: ${told}`;
    return move.pit;
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
    this.saw = null;
    if (position.legal.length === 1) return position.legal[0];
    const { result } = await this.searches.solve(position, { seconds: clock.budget(position), signal });
    const turns = result.kind === "proven" ? result.line : result.line.slice(0, 1);
    this.#plan = plan(position, turns.flat());
    const told = result.line.map((turn) => turn.join(" ") || "pass").join("; ");
    this.saw = `value ${signed(String(result.value))}, ${result.kind}; line ${told}`;
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
