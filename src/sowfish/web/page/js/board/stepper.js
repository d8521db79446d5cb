// Previews a turn or a line tap by tap on the board; the engine plays each tap.

import { words } from "../words/words.js";

export class Stepper {
  #engine;
  #board;
  #animation;
  #onChange;
  /** @type {Tap[]} */
  #taps = []; // { pit, mover, brief }
  /** @type {BoardState[]} */
  #boards = []; // the position before each tap, as far as known
  #at = 0;
  #isBusy = false;
  #run = 0;

  /**
   * @param {Engine} engine
   * @param {import("./board.js").Board} board
   * @param {import("./animation.js").Animation} animation
   * @param {() => void} onChange
   */
  constructor(engine, board, animation, onChange) {
    this.#engine = engine;
    this.#board = board;
    this.#animation = animation;
    this.#onChange = onChange;
  }

  get at() {
    return this.#at;
  }

  get taps() {
    return this.#taps;
  }

  get tap() {
    return this.#taps[this.#at] ?? null;
  }

  get state() {
    return this.#boards[this.#at] ?? null;
  }

  get start() {
    return this.#boards[0] ?? null;
  }

  // Whether the board shows a preview.
  get isAway() {
    return this.#at > 0 || this.#isBusy;
  }

  // The pits of the taps from a position until the side to move changes; none if they start elsewhere.
  turnPits({ position, to_move }) {
    if (this.start?.position !== position) return [];
    const other = this.#taps.findIndex(({ mover }) => mover !== to_move);
    return this.#taps.slice(0, other < 0 ? undefined : other).map(({ pit }) => pit);
  }

  headline() {
    if (this.tap === null) return words.playedOut;
    return this.tap.mover === "south" ? words.tap(this.tap.pit) : words.theyTap(this.tap.pit);
  }

  // Whether these taps are the current ones, or go on from those shown in a preview.
  extends(state, taps) {
    if (this.#boards[0]?.position !== state.position) return false;
    const shown = this.#isBusy ? this.#taps.length : this.#at;
    return samePits(this.#taps, taps) || (this.#at > 0 && samePits(this.#taps.slice(0, shown), taps.slice(0, shown)));
  }

  // Sets the position and its taps; keeps the current step if they extend the current taps.
  begin(state, taps) {
    const same = this.extends(state, taps);
    if (same && !samePits(this.#taps, taps)) this.#boards = this.#boards.slice(0, this.#at + 1);
    this.#taps = taps;
    if (!same) {
      this.#animation.stop();
      this.#run++;
      this.#boards = [state];
      this.#at = 0;
      this.#isBusy = false;
    }
    this.#show();
  }

  // Plays the next tap; if one is still being animated, skips to its end instead.
  async next(speed) {
    if (this.#isBusy) {
      this.#animation.stop();
      return;
    }
    this.#animation.beginTurn(speed);
    await this.#step(speed, 0.6);
  }

  // Plays all remaining taps within the time of one turn.
  async playAll(speed) {
    if (this.#isBusy) {
      this.#run++;
      this.#animation.stop();
      await this.goTo(this.#taps.length);
      return;
    }
    if (this.tap === null) this.reset();
    const run = ++this.#run;
    const { position } = this.state;
    const pits = this.#taps.slice(this.#at).map((tap) => tap.pit);
    this.#isBusy = true;
    this.#onChange();
    try {
      await this.#play(position, pits, speed, run);
    } finally {
      if (run === this.#run) {
        this.#isBusy = false;
        this.#show();
      }
    }
  }

  async #play(position, pits, speed, run) {
    const [played, told] = await Promise.all([this.#engine.moves(position, pits), this.#engine.game({ position, pits })]);
    if (run === this.#run) this.#animation.beginTurn(speed);
    for (const [number, move] of played.moves.entries()) {
      if (run !== this.#run) return;
      this.#board.setMode("ghost");
      this.#board.highlight("next", [move.mover, move.pit]);
      await this.#animation.play(move.steps, speed, { share: 1 / (pits.length - number) });
      if (run !== this.#run) return;
      this.#boards[++this.#at] = told.moves[number].board;
      this.#onChange();
    }
  }

  // Shows the board before a tap.
  async goTo(at) {
    this.#run++;
    this.#animation.stop();
    const [taps, run] = [this.#taps, this.#run];
    if (this.#boards[at] === undefined) {
      const pits = taps.slice(0, at).map((tap) => tap.pit);
      const told = await this.#engine.game({ position: this.start.position, pits });
      if (run !== this.#run) return;
      this.#boards = [this.start, ...told.moves.map((move) => move.board)];
    }
    this.#isBusy = false;
    this.#at = at;
    this.#show();
  }

  back() {
    this.#jump(Math.max(0, this.#isBusy ? this.#at : this.#at - 1));
  }

  reset() {
    this.#jump(0);
  }

  async #step(speed, share) {
    if (this.tap === null) return false;
    const [taps, at, before, run] = [this.#taps, this.#at, this.state, this.#run];
    this.#isBusy = true;
    this.#onChange();
    try {
      const played = await this.#engine.moves(before.position, [this.tap.pit]);
      if ((this.#taps !== taps && !samePits(this.#taps, taps)) || run !== this.#run) return false;
      this.#board.setMode("ghost");
      await this.#animation.play(played.moves[0].steps, speed, { share });
      if (!this.#isBusy || this.#at !== at || run !== this.#run) return false; // the view changed meanwhile
      this.#boards[at + 1] = played.board;
      this.#at = at + 1;
      return true;
    } finally {
      if (run === this.#run) {
        this.#isBusy = false;
        this.#show();
      }
    }
  }

  #jump(at) {
    this.#run++;
    this.#isBusy = false;
    this.#animation.stop();
    this.#at = at;
    this.#show();
  }

  #show() {
    if (this.state === null || this.#isBusy) return;
    this.#board.show(this.state);
    this.#board.setMode(this.#at > 0 ? "ghost" : "answer");
    this.#board.highlight("next", ...(this.tap ? [[this.tap.mover, this.tap.pit]] : []));
    this.#onChange();
  }
}

function samePits(some, others) {
  return some.length === others.length && some.every((tap, number) => tap.pit === others[number].pit && tap.mover === others[number].mover);
}
