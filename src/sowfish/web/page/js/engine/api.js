// The API without a server: each answer has the keys of the server's answer of the same name.

import { adviceBy, singleMoves, singleTurn, threat } from "./advice.js";
import { analysisOf, bestOf, boardOf, moveOf } from "./content.js";
import { Game } from "./game.js";
import { askedGame, toldGame } from "./game-files.js";
import { adviseBoth } from "./leftovers.js";
import { LiveAnalysis } from "./live-analysis.js";
import { MAX_STONES } from "./notation.js";
import { replayedGame } from "./phone-replay.js";
import { clockOf, playedTurn } from "./player-turn.js";
import { Position, otherSide } from "./position.js";
import { Refused, invalidGame, invalidPosition, quoted } from "./refusals.js";
import { askedPosition, chosen, read, secondsOf } from "./requests.js";
import { reviewed } from "./review.js";
import { PROFILES, parseRules, rulesText } from "./rules.js";
import { Starts } from "./starts.js";
import { traceOf } from "./trace.js";

const SECONDS = 60; // maximum time of an answer
const OBJECTIVES = ["value", "stones", "difference"];
const DEALS = ["even", "mirrored", "reflected", "free", "phone", "phone-mirrored"];

/** @typedef {{ tell?: (event: string, told: any) => void, share?: (told: any) => void, signal?: AbortSignal }} How */

export class Api {
  #core;
  #data;
  #searches;
  #nets;
  #starts;

  /**
   * @param {import("./core.js").Core} core
   * @param {any} data the data file: version, starts, deals and players
   * @param {any} searches from searches.js; null if nothing is searched
   * @param {any} nets from nets.js; null if no players are needed
   */
  constructor(core, data, searches = null, nets = null) {
    this.#core = core;
    this.#data = data;
    this.#searches = searches;
    this.#nets = nets;
    this.#starts = new Starts(data.starts);
  }

  /** The answer to a request of this name. */
  async answer(name, body, /** @type {How} */ how = {}) {
    return this[name](body, how);
  }

  health() { return { version: this.#data.version, seconds: SECONDS, running: 0, waiting: 0 }; }
  players() { return { players: this.#data.players.map(listed) }; }
  starts() { return { starts: this.#data.starts }; }
  deals() { return this.#data.deals; }

  rules() {
    const told = ([name, { pits, ...switches }]) => ({ name, ...switches, start: Position.start(this.#core, { pits, ...switches }).text });
    return { rules: Object.entries(PROFILES).map(told) };
  }

  positions(body) {
    return boardOf(askedPosition(this.#core, read("positions", body)));
  }

  moves(body) {
    const { pits, steps, ...asked } = read("moves", body);
    const game = new Game(askedPosition(this.#core, asked));
    const moves = game.playAll(pits);
    const { positions } = game;
    return {
      rules: rulesText(game.start.rules), position: game.start.text,
      moves: moves.map((move, place) => moveOf(move, { before: steps ? positions[place] : null })),
      after: game.position.text, board: boardOf(game.position),
    };
  }

  trace(body) {
    const { pits, ...asked } = read("trace", body);
    return traceOf(askedPosition(this.#core, asked), pits);
  }

  games(body) {
    return toldGame(askedGame(this.#core, body));
  }

  replay(body) {
    return toldGame(replayedGame(this.#core, read("replay", body)));
  }

  deal(body) {
    const { stones, deal, seed, ...asked } = read("deal", body);
    const rules = parseRules(asked.rules);
    const most = Math.floor(MAX_STONES / (2 * rules.pits));
    if (stones < 1 || stones > most) {
      throw invalidPosition(`stones must be from 1 to ${most} in each pit, not ${quoted(stones)}`, { minimum: 1, maximum: most });
    }
    chosen("deal", deal, DEALS);
    const total = stones * 2 * rules.pits;
    return boardOf(deal === "even" ? Position.start(this.#core, rules, stones) : Position.random(this.#core, rules, { total, deal, seed }));
  }

  async best(body, { signal }) {
    const asked = read("best", body);
    const position = askedPosition(this.#core, asked);
    const objective = chosen("objective", asked.objective, OBJECTIVES);
    const seconds = secondsOf(asked, SECONDS);
    checkGoing(position, "play");
    if (objective !== "value" && position.legal.length) {
      return bestOf(singleTurn(position, objective, seconds), singleMoves(position, objective));
    }
    const found = await this.#searches.analyse(position, { seconds, signal });
    return bestOf(adviceBy(found), found.moves);
  }

  /** Proves a position for a worker that analyses its parent: { low, high, line }, the line in pits. */
  async solve({ position: text, seconds }, { signal }) {
    const { result } = await this.#searches.solve(Position.parse(this.#core, text), { seconds, signal });
    return { low: result.low, high: result.high, line: result.line.flat() };
  }

  async both(body, { signal }) {
    const asked = read("both", body);
    const position = askedPosition(this.#core, asked);
    const seconds = secondsOf(asked, SECONDS);
    checkGoing(position, "play");
    return adviseBoth(position, (at, share) => this.#searches.analyse(at, { seconds: share * seconds, signal }), seconds);
  }

  async review(body, { signal, tell }) {
    const asked = read("review", body);
    const game = this.#played(asked);
    const seconds = secondsOf(asked, SECONDS);
    if (!game.moves.length) throw invalidGame("there is nothing to review: no move has been made");
    return reviewed(game, this.#searches, this.#starts, { seconds, signal, tell });
  }

  async turn(body, { signal, tell }) {
    const asked = read("turn", body);
    const game = this.#played(asked);
    const clock = clockOf(asked, secondsOf(asked, SECONDS));
    checkGoing(game.position, "play");
    const allowance = { seconds: SECONDS, memory: this.#searches.memory, threads: 1 };
    return playedTurn(game, asked, { kinds: this.#data.players, nets: this.#nets, allowance, clock, signal, tell });
  }

  #played(asked) {
    const game = new Game(askedPosition(this.#core, asked));
    game.playAll(asked.pits);
    return game;
  }

  async analyse(body, { signal, tell, share }) {
    const asked = read("analyse", body);
    const position = askedPosition(this.#core, asked);
    const seconds = secondsOf(asked, SECONDS);
    checkGoing(position, "analyse");
    if (tell) {
      await new LiveAnalysis({ position, searches: this.#searches, starts: this.#starts, seconds, signal, tell, share }).run();
      return null;
    }
    const found = await this.#searches.analyse(position, { seconds, signal });
    return analysisOf(found, threat(position.with({ toMove: otherSide(position.toMove) })));
  }
}

function checkGoing(position, doing) {
  if (!position.isOver) return;
  throw new Refused("game_over", `there is nothing to ${doing}: the game is over in ${position.text}`, { position: position.text });
}

// A player for the list, without the parsing details of its options.
function listed({ options, ...player }) {
  return { ...player, options: options.map(({ name, kind, default: usual, help }) => ({ name, kind, default: usual, help })) };
}
