// A game played here, against a computer player or between two people at one device. Each request for a
// player's turn carries the whole game.
//
//   session.play: { seats: { south, north }, name, seed, seconds, clock, left, spent, result }
//
// A seat is "human" or a player spec; `result` is null, or { winner, reason } with the reason stones, resigned or time.
// Play continues at the end of the main line; other positions are only viewed.

import { counts, other, sweptIn, turned, winnerOf } from "../game/facts.js";
import { charge, Clocks } from "../game/clocks.js";
import { EngineError } from "../core/errors.js";
import { MatchPanel } from "./match-panel.js";
import { Backoff } from "../shared/backoff.js";
import { Tree } from "../game/tree.js";
import { find } from "../shared/dom.js";
import { wordValue } from "../words/wording.js";
import { words } from "../words/words.js";

const HINT_SECONDS = 3;
const CONFIRM_TIME = 4000; // milliseconds to confirm resigning

export class PlayView {
  #engine;
  #board;
  #session;
  #maker;
  #page;
  #knowledge;
  #clocks;
  #backoff;
  #view;
  /** @type {{ control: AbortController } | null} */
  #thinking = /** @type {any} */ (null); // the request in progress: { control }
  #isMoving = false; // its move is being animated
  #isFirst = true; // its next move begins a turn
  /** @type {number | null} */
  #trouble = /** @type {any} */ (null); // seconds until the next attempt
  /** @type {any} */
  #isSure = /** @type {any} */ (null);
  seconds = Infinity; // maximum search time

  /**
   * @param {{ engine: Engine, board: import("../board/board.js").Board, session: import("../game/session.js").Session, maker: import("../game/move-maker.js").MoveMaker, page: Page, knowledge: import("../analysis/store.js").Store }} parts
   */
  constructor({ engine, board, session, maker, page, knowledge }) {
    this.#engine = engine;
    this.#board = board;
    this.#session = session;
    this.#maker = maker;
    this.#page = page;
    this.#knowledge = knowledge;
    this.#clocks = new Clocks({ onTick: () => this.#view.showClocks(session.play), onOver: (side) => this.#end(other(side), "time"), onKeep: () => session.keepQuietly() });
    this.#view = new MatchPanel(this.#clocks);
    this.#backoff = new Backoff((seconds) => { this.#trouble = seconds; if (seconds !== null) this.#clocks.stop(); this.show(); });
    const actions = {
      hint: () => this.#hint(), takeback: () => this.#takeBack(), resign: () => this.#resign(), "try-now": () => (this.#thinking ? this.#backoff.hurry() : this.goOn()),
      rematch: () => this.#rematch(), "play-review": () => page.review(), "play-new": () => { this.stop(); page.newGame(); }, "to-head": () => session.goTo(this.head),
    };
    for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);
  }

  get isUnderWay() {
    return Boolean(this.#session.play && !this.#session.play.result);
  }

  // The last node of the main line.
  get head() {
    const line = this.#session.tree.line(this.#session.tree.root);
    return line[line.length - 1];
  }

  get isAtHead() {
    return this.#session.node === this.head;
  }

  get #isPersonsTurn() {
    return this.#session.play.seats[this.head.board.to_move] === "human";
  }

  // ---- starting a game

  async start({ opponent, begins, rules, from, clock, seconds }) {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    try {
      const board = await this.#start(rules, from, seed);
      if (board.is_over) return this.#page.notice(words.over);
      const first = begins === "lot" ? ["south", "north"][seed % 2] : begins;
      const seated = board.to_move === first ? board : await this.#engine.position(turned(board));
      await this.#begin(seated, { north: opponent, clock, seconds, seed });
    } catch (error) {
      this.#page.fail(error);
    }
    return undefined;
  }

  async #start(rules, from, seed) {
    if (from === "here") return this.#engine.position({ ...counts(this.#session.state), rules });
    const [deal, stones] = from.split("-");
    return this.#engine.deal({ rules, deal, seed, stones: Number(stones ?? 4) });
  }

  async #begin(board, { north, clock, seconds, seed }) {
    if (north !== "human") await this.#checkPlayer(north, board);
    const left = { south: clock?.game ?? null, north: clock?.game ?? null };
    const play = { seats: { south: "human", north }, name: north, seed, seconds, clock, left, spent: 0, result: null };
    const metadata = { south: "human", north };
    this.stop();
    this.#session.begin(new Tree(board), { play, metadata });
    scrollTo(0, 0);
    this.#board.focus("south", 0); // the form is hidden now
    this.#page.say(words.began(north));
  }

  // Requests one move before the game begins, to reject an unknown player or one that cannot play this board.
  async #checkPlayer(player, { position }) {
    const control = new AbortController();
    try {
      await this.#engine.turn({ position, player, seconds: 0.1 }, { signal: control.signal, move: () => control.abort() });
    } catch (error) {
      if (/** @type {any} */ (error).name !== "AbortError") throw error;
    }
  }

  #rematch() {
    const { play, tree } = this.#session;
    const clock = play.clock && { ...play.clock };
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    this.#engine.position(turned(tree.root.board))
      .then((board) => this.#begin(board, { north: play.seats.north, clock, seconds: play.seconds, seed }))
      .catch((error) => this.#page.fail(error));
  }

  // ---- moves

  async tapped(side, pit) {
    if (this.#isMoving) return this.#maker.skip();
    if (this.#thinking || !this.#isPersonsTurn) return this.#page.notice(words.wait);
    this.#clocks.stop();
    const { play } = this.#session;
    const { spent } = play;
    play.spent = 0; // the next tap may come while this one is sown
    const node = await this.#maker.tap(side, pit);
    if (this.#session.play !== play || play.result) return undefined; // another tab may have continued the game
    if (!node) play.spent += spent;
    if (node && !charge(play, node.mover, spent)) return this.#end(other(node.mover), "time");
    return this.goOn();
  }

  // Takes the next action: ends the game, runs the clock, or requests a player's turn.
  goOn() {
    if (!this.isUnderWay) return;
    const { board } = this.head;
    if (board.is_over) this.#end(winnerOf(board), "stones");
    else if (!this.#isPersonsTurn) this.#think();
    else if (!this.#maker.isBusy) this.#clocks.run(this.#session.play, board.to_move, { isJudge: true });
    this.show();
  }

  async #think() {
    if (this.#thinking) return;
    const thinking = { control: new AbortController() };
    this.#thinking = thinking;
    this.#isFirst = true;
    const { id } = this.#session;
    const isWanted = () => this.#thinking === thinking && this.#session.id === id && this.isUnderWay;
    let made = /** @type {Promise<any>} */ (Promise.resolve()); // resolves once the moves received so far are sown
    const move = (told) => { made = made.then(() => (isWanted() ? this.#answered(told) : null)); };
    try {
      await this.#backoff.ask(async () => {
        await made;
        if (!isWanted() || this.#isPersonsTurn || this.head.board.is_over) return;
        this.#session.play.spent = 0; // the engine reports the time it took
        this.#clocks.run(this.#session.play, this.head.board.to_move, { isJudge: false });
        await this.#engine.turn(this.#asked, { signal: thinking.control.signal, move });
      }, isWanted);
      await made;
    } catch (error) {
      if (/** @type {any} */ (error).name !== "AbortError" && isWanted()) this.#page.fail(error);
      if (this.#thinking === thinking) this.#clocks.stop();
      if (this.#thinking === thinking) this.#thinking = null;
      this.show();
      return;
    }
    if (!isWanted()) return;
    this.#thinking = null;
    this.goOn();
  }

  get #asked() {
    const { play, tree } = this.#session;
    const moves = tree.line(tree.root).slice(1);
    const side = this.head.board.to_move;
    const clock = play.clock && { ...play.clock, game: play.left[side] };
    const asked = { position: tree.root.board.position, pits: moves.map(({ pit }) => pit), player: play.seats[side], seed: play.seed };
    return { ...asked, seconds: Math.min(play.seconds, this.seconds), ...(clock ? { clock } : {}) };
  }

  // Plays a move the player returned, after going back to the end of the main line.
  async #answered({ pit, seconds }) {
    const { play } = this.#session;
    this.#clocks.stop();
    const side = this.head.board.to_move;
    if (!charge(play, side, seconds)) {
      this.#end(other(side), "time");
      return;
    }
    this.#session.goTo(this.head);
    this.#isMoving = true;
    this.show();
    const node = await this.#maker.play(pit, { isFirst: this.#isFirst });
    this.#isMoving = this.#isFirst = false;
    this.show();
    if (node) this.#page.say(words.theyPlayed(node.pit, node.brief));
  }

  stop() {
    this.#thinking?.control.abort();
    this.#thinking = null;
    this.#isMoving = false;
    this.#trouble = null;
    this.#clocks.stop();
  }

  #end(winner, reason) {
    const { play, metadata } = this.#session;
    this.stop();
    play.result = { winner, reason };
    if (reason === "resigned") metadata.resigned = other(winner);
    if (reason === "time") metadata.overstepped = other(winner);
    const hadFocus = find("play-actions").contains(document.activeElement);
    this.#session.keep();
    if (hadFocus) find("play-review").focus({ preventScroll: true });
    this.#page.notice(""); // the status shows the result
  }

  // ---- actions

  async #hint() {
    const node = this.head;
    this.#page.notice(words.thinking);
    try {
      let refusal = /** @type {any} */ (null);
      const { position } = node.board;
      await this.#engine.analyse(position, Math.min(HINT_SECONDS, this.seconds), { error: (told) => { refusal = told; } }).ended;
      if (refusal) throw new EngineError(refusal, refusal);
      const known = this.#knowledge.get(position);
      if (this.head !== node || !this.isUnderWay || !known?.turn) return;
      const { pits } = known.turn;
      this.#session.goTo(node);
      this.#board.highlight("next", [node.board.to_move, pits[0]]);
      scrollTo(0, 0);
      this.#page.notice(words.hint(pits, wordValue(known.value, node.board.to_move).verdict));
    } catch (error) {
      this.#page.notice("");
      this.#page.fail(error);
    }
  }

  // Takes back moves, up to and including a person's last one.
  #takeBack() {
    const { play, tree } = this.#session;
    const isPersons = ({ mover }) => play.seats[mover] === "human";
    const last = tree.line(tree.root).slice(1).findLast(isPersons);
    if (!last) return;
    this.stop();
    play.spent = 0;
    this.#session.goTo(last.parent);
    this.#session.remove(last);
    this.#page.notice(words.tookBack);
    this.goOn();
  }

  #resign() {
    if (!this.#isSure) {
      this.#isSure = setTimeout(() => { this.#isSure = null; this.show(); }, CONFIRM_TIME);
      this.show();
      return;
    }
    clearTimeout(this.#isSure);
    this.#isSure = null;
    const loser = this.#session.play.seats.north === "human" ? this.head.board.to_move : "south";
    this.#end(other(loser), "resigned");
  }

  show() {
    const { play, tree } = this.#session;
    const line = play ? tree.line(tree.root) : [];
    this.#view.show(play, {
      head: line.at(-1)?.board,
      isAtHead: play && this.isAtHead,
      isThinking: this.#thinking !== null,
      doing: this.#isMoving ? "moving" : this.#thinking !== null ? "thinking" : "waiting",
      swept: sweptIn(line.at(-1)),
      isPersonsTurn: play && this.#isPersonsTurn,
      canTakeBack: line.some(({ mover }) => mover && play.seats[mover] === "human"),
      canReview: line.length > 1,
      isSure: this.#isSure !== null,
      trouble: this.#trouble,
    });
  }
}
