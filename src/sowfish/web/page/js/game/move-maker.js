// Makes moves in the open game, one after the other: the engine computes a move, and the board animates it.

import { settings } from "../shared/settings.js";
import { words } from "../words/words.js";

// Why a pit cannot be played, or null; where a pass is forced, a tap anywhere makes it.
function refusalOf({ to_move, legal, is_over, must_pass }, side, pit) {
  if (is_over) return words.over;
  if (must_pass) return null;
  if (side !== to_move) return words.notTheirTurn(to_move);
  return legal.includes(pit) ? null : words.emptyPit;
}

export class MoveMaker {
  #engine;
  #board;
  #animation;
  #session;
  #backoff;
  #page;
  /** @type {Promise<any>} */
  #last = Promise.resolve(); // moves wait for the previous one
  #waiting = 0;

  // page: notice(text) and fail(error)
  /**
   * @param {{ engine: Engine, board: import("../board/board.js").Board, animation: import("../board/animation.js").Animation, session: import("./session.js").Session, backoff: import("../shared/backoff.js").Backoff, page: Page }} parts
   */
  constructor({ engine, board, animation, session, backoff, page }) {
    this.#engine = engine;
    this.#board = board;
    this.#animation = animation;
    this.#session = session;
    this.#backoff = backoff;
    this.#page = page;
  }

  get isBusy() {
    return this.#waiting > 0;
  }

  // Plays a tapped pit; returns its node, or null after a notice if it is illegal.
  tap(side, pit) {
    return this.#inTurn(() => {
      const refusal = refusalOf(this.#session.state, side, pit);
      if (refusal !== null) {
        this.#page.notice(refusal);
        return null;
      }
      this.#animation.beginTurn(settings.get("speed"));
      return this.#play(pit, 0.6);
    });
  }

  // Plays a pit of a player's turn, whose moves share the time of one animation.
  play(pit, { isFirst }) {
    return this.#inTurn(() => {
      if (isFirst) this.#animation.beginTurn(settings.get("speed"));
      return this.#play(pit);
    });
  }

  // Ends the running animation.
  skip() {
    this.#animation.stop();
  }

  // Plays pits at once, without animation.
  commit(pits) {
    return this.#inTurn(async () => {
      const from = this.#session.node;
      const game = await this.#asked(() => this.#engine.game({ position: from.board.position, pits }), from);
      if (this.#session.node !== from) return null;
      let node = from;
      for (const move of game.moves) node = this.#session.tree.played(node, move, move.board);
      this.#session.advance(node);
      return node;
    });
  }

  // A new tap ends the running animation.
  #inTurn(work) {
    if (this.isBusy) this.#animation.stop();
    this.#waiting++;
    const done = this.#last.then(work).catch((error) => { this.#page.fail(error); return null; });
    this.#last = done.finally(() => { this.#waiting--; });
    return done;
  }

  /** @param {number} pit @param {number} [share] */
  async #play(pit, share) {
    const from = this.#session.node;
    const played = await this.#asked(() => this.#engine.moves(from.board.position, [pit]), from);
    if (this.#session.node !== from) return null;
    this.#board.highlight("next");
    this.#board.clearValues();
    this.#board.setMode("answer");
    this.#board.show(from.board);
    await this.#animation.play(played.moves[0].steps, settings.get("speed"), { share });
    if (this.#session.node !== from) return null;
    const node = this.#session.tree.played(from, played.moves[0], played.board);
    this.#session.advance(node);
    return node;
  }

  #asked(question, from) {
    return this.#backoff.ask(question, () => this.#session.node === from);
  }
}
