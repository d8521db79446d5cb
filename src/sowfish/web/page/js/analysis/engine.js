// The engine of the page: rules and games are answered here, at once; searches go to the pool of workers and the server.
// Everything is plain data. Failures are EngineErrors.

import { NETS, loadAssets, pageAssets } from "../core/assets.js";
import { Core } from "../core/core.js";
import { EngineError } from "../core/errors.js";
import { MAX_STONES } from "../core/notation.js";
import { Position, askedPosition } from "../core/position.js";
import { Refused, invalidGame, invalidPosition, quoted } from "../core/refusals.js";
import { PROFILES, parseRules, rulesText } from "../core/rules.js";
import { bestOf, boardOf, moveOf } from "../game/content.js";
import { traceOf } from "../game/events.js";
import { Game } from "../game/game.js";
import { askedGame, toldGame } from "../game/game-files.js";
import { replayedGame } from "../game/phone-replay.js";
import { Starts } from "../game/starts.js";
import { adviceBy } from "./advice.js";
import { adviseBoth } from "./leftovers.js";
import { LiveAnalysis } from "./live-analysis.js";
import { opponent } from "./opponents.js";
import { gameToContinue, playedTurn } from "./player-turn.js";
import { Pool, pause } from "./pool.js";
import { reviewed } from "./review.js";
import { Store } from "./store.js";
import { Workers } from "./workers.js";

const SECONDS = 60; // maximum time of an answer
const MOST_ARCHIVE_SECONDS = 0.5; // to wait for it; usually it is there before the core
const MEBIBYTE = 1 << 20;
const MOST_WORKERS = 4;
const LEAST_MEMORY = 16 * MEBIBYTE;
const DEALS = ["even", "mirrored", "reflected", "free", "phone", "phone-mirrored"];

/** The device's limits: { workers, cores, memory }, the bytes for all workers. */
export function deviceLimits({ hardwareConcurrency = 2, deviceMemory = 4, userAgent = "" } = /** @type {any} */ (navigator)) {
  const isPhone = /Mobi|Android|iPhone|iPad/.test(userAgent);
  const most = isPhone ? 256 : 1024;
  const workers = Math.max(2, Math.min(MOST_WORKERS, hardwareConcurrency));
  return { workers, cores: hardwareConcurrency, memory: Math.min(most, deviceMemory * 128) * MEBIBYTE };
}

/** @implements {Engine} */
export class WasmEngine {
  #assets = /** @type {Promise<{ module: WebAssembly.Module, data: any }> | null} */ (null);
  #parts = /** @type {Promise<{ core: Core, data: any, pool: Pool }> | null} */ (null);
  #core = /** @type {Core | null} */ (null);
  #load;
  #workers;
  #nets;
  #server;
  #kept; // what earlier visits have proven is being loaded
  #share; // bytes per worker
  store = new Store();

  /**
   * @param {{ wasm?: string | URL, data?: string | URL, nets?: string | URL, makeWorker?: () => any, device?: { workers: number, cores?: number, memory: number }, server?: import("./server.js").Server | null, archive?: import("./archive.js").Archive | null }} [options]
   */
  constructor({ makeWorker = makeWorkerHere, device = deviceLimits(), nets = NETS, server = null, archive = null, ...places } = {}) {
    this.#nets = String(nets);
    this.#server = server;
    this.#kept = archive && Promise.race([this.store.keepIn(archive), pause(MOST_ARCHIVE_SECONDS)]);
    this.#load = () => (Object.keys(places).length ? loadAssets(places) : pageAssets());
    this.#share = device.memory / device.workers;
    // A worker that crashed most likely ran out of memory: the next one gets less.
    const onBroken = () => { this.#share = Math.max(this.#share / 2, LEAST_MEMORY); };
    this.#workers = new Workers(() => this.#begun(makeWorker()), device.workers, onBroken, device.cores);
    globalThis.document?.addEventListener("visibilitychange", () => (document.hidden ? this.#workers.pause() : this.#workers.resume()));
    this.#prepare().catch(() => {}); // reported by the next request
  }

  /** Resolves when it can answer. */
  get ready() { return this.#prepare().then(() => undefined); }

  /** Starts loading what the first searches need, for this many workers. */
  warm(workers = 1) { this.#workers.warm(workers); }

  close() { this.#workers.close(); }

  // Loads the core and its data; after a failure the next call tries again.
  #prepare() {
    this.#parts ??= (async () => {
      try {
        this.#assets = this.#load();
        const { module, data } = await this.#assets;
        const [core] = await Promise.all([Core.make(module), this.#kept]);
        this.#core = core;
        const pool = new Pool({ workers: this.#workers, store: this.store, starts: new Starts(data.starts), server: this.#server });
        return { core, data, pool };
      } catch (error) {
        this.#parts = null;
        throw new EngineError({ code: "engine_missing", error: messageOf(error), parameters: {} }, { isTemporary: true });
      }
    })();
    return this.#parts;
  }

  #begun(worker) {
    const memory = this.#share;
    this.#assets?.then(({ module, data }) => worker.postMessage({ order: "begin", module, data, memory, nets: this.#nets }));
    if (globalThis.document?.hidden) worker.postMessage({ order: "pause" });
    return worker;
  }

  // Answers with what is loaded; what cannot be answered becomes an EngineError.
  async #with(answer) {
    try {
      return await answer(await this.#prepare());
    } catch (error) {
      throw error instanceof Refused ? new EngineError(error.refusal) : error;
    }
  }

  // ---- rules, positions and games

  limits() { return this.#with(({ data }) => ({ version: data.version, seconds: SECONDS })); }
  starts() { return this.#with(({ data }) => data.starts); }
  deals() { return this.#with(({ data }) => data.deals); }
  players() { return this.#with(({ data }) => data.players); }

  rules() {
    return this.#with(({ core }) => Object.entries(PROFILES).map(([name, { pits, ...switches }]) => (
      { name, ...switches, start: Position.start(core, { pits, ...switches }).text })));
  }

  position(asked, rules) { return this.#with(({ core }) => boardOf(askedPosition(core, asked, rules))); }
  trace(position, pits) { return this.#with(({ core }) => traceOf(askedPosition(core, position), pits)); }
  game(asked) { return this.#with(({ core }) => toldGame(askedGame(core, asked))); }

  /** The moves of a turn, each with the board after it, once the engine is ready. */
  taps(position, pits) {
    const game = new Game(askedPosition(/** @type {Core} */ (this.#core), position));
    return pits.map((pit) => moveOf(game.play(pit), { board: game.position }));
  }

  moves(asked, pits) {
    return this.#with(({ core }) => {
      const game = new Game(askedPosition(core, asked));
      const moves = game.playAll(pits);
      const { positions } = game;
      return {
        rules: rulesText(game.start.rules), position: game.start.text,
        moves: moves.map((move, place) => moveOf(move, { before: positions[place] })),
        after: game.position.text, board: boardOf(game.position),
      };
    });
  }

  replay(text, player, rules = "avalanche") {
    return this.#with(({ core }) => toldGame(replayedGame(core, { text, player, rules })));
  }

  deal({ rules: named = "kalah", stones = 4, deal = "even", seed = 0 }) {
    return this.#with(({ core }) => {
      const rules = parseRules(named);
      const most = Math.floor(MAX_STONES / (2 * rules.pits));
      if (stones < 1 || stones > most) {
        throw invalidPosition(`stones must be from 1 to ${most} in each pit, not ${quoted(stones)}`, { minimum: 1, maximum: most });
      }
      if (!DEALS.includes(deal)) throw invalidPosition(`a deal is one of ${DEALS.join(", ")}, not ${quoted(deal)}`);
      const total = stones * 2 * rules.pits;
      return boardOf(deal === "even" ? Position.start(core, rules, stones) : Position.random(core, rules, { total, deal, seed }));
    });
  }

  // ---- searches

  best(asked, seconds) {
    return this.#with(async ({ core, pool }) => {
      const position = goingOn(askedPosition(core, asked), "play");
      const found = await pool.search({ position, seconds });
      return bestOf(adviceBy(found), found.moves);
    });
  }

  both(asked, seconds, { signal } = /** @type {any} */ ({})) {
    return this.#with(({ core, pool }) => {
      const position = goingOn(askedPosition(core, asked), "play");
      return adviseBoth(position, (at, share) => pool.search({ position: at, seconds: share * seconds, signal }), seconds);
    });
  }

  review({ position, pits }, seconds, { signal, stage } = /** @type {any} */ ({})) {
    return this.#with(({ core, pool }) => {
      const game = new Game(askedPosition(core, position));
      game.playAll(pits);
      if (!pits.length) throw invalidGame("there is nothing to review: no move has been made");
      return reviewed(game, pool, { seconds, signal, stage });
    });
  }

  turn(asked, { signal, move = () => {} } = /** @type {any} */ ({})) {
    return this.#with(async ({ core, data, pool }) => {
      gameToContinue(core, asked);
      const memory = this.#share;
      const { player } = opponent(asked.player, data.players, { seconds: SECONDS, memory, threads: 1 });
      if (player.searchesFreely) {
        const answer = await playedTurn(core, asked, { kinds: data.players, pool, memory, signal, report: move });
        if (signal?.aborted) throw new DOMException("", "AbortError");
        return answer;
      }
      const order = this.#workers.start("turn", asked, { report: (told) => { if (!signal?.aborted) move(told); } });
      const stop = () => { this.#workers.stop(order); order.reject(new DOMException("", "AbortError")); };
      signal?.addEventListener("abort", stop, { once: true });
      return order.answer;
    });
  }

  analyse(asked, seconds, listeners) {
    const control = new AbortController();
    return { stop: () => control.abort(), ended: this.#analyse(asked, seconds, listeners, control.signal) };
  }

  async #analyse(asked, seconds, listeners, signal) {
    try {
      await this.#with(({ core, pool }) => {
        const position = goingOn(askedPosition(core, asked), "analyse");
        return new LiveAnalysis({ position, pool, seconds, signal, tell: (event, data) => listeners[event]?.(data) }).run();
      });
      if (!signal.aborted) listeners.done?.({});
    } catch (error) {
      if (signal.aborted) return;
      const { refusal, isTemporary } = error instanceof EngineError ? error : { refusal: { code: "internal_error", error: messageOf(error) }, isTemporary: false };
      listeners.error?.({ ...refusal, isTemporary });
    }
  }
}

function makeWorkerHere() {
  return new Worker(new URL("worker.js", import.meta.url), { type: "module" });
}

const messageOf = (error) => String(error?.message ?? error);

function goingOn(position, doing) {
  if (!position.isOver) return position;
  throw new Refused("game_over", `there is nothing to ${doing}: the game is over in ${position.text}`, { position: position.text });
}
