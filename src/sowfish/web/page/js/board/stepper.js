// A turn or a line walked tap by tap on the board; the server tells what each tap does.

import { wide } from "./board.js";
import { words } from "../shared/words.js";

export class Stepper {
  #engine;
  #board;
  #animation;
  #onChange;
  #taps = []; // { pit, mover, place, brief }
  #boards = []; // the position before each tap, as far as it is known
  #at = 0;
  #isBusy = false;

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

  get isAway() {
    return this.#at > 0 || this.#isBusy;
  }

  headline() {
    if (this.tap === null) return words.playedOut;
    const place = this.tap.place[wide.matches ? "table" : "phone"];
    return this.tap.mover === "south" ? words.tap(place) : words.theyTap(place);
  }

  // Begins at a position with a list of taps; the same list at the same place changes nothing.
  begin(state, taps) {
    const same = this.#boards[0]?.position === state.position && samePits(this.#taps, taps);
    this.#taps = taps;
    if (!same) {
      this.#animation.stop();
      this.#boards = [state];
      this.#at = 0;
      this.#isBusy = false;
    }
    this.#show();
  }

  async next(speed) {
    if (this.tap === null) return;
    if (this.#isBusy) {
      this.#animation.stop(); // impatient: the rest of this tap at once
      return;
    }
    const [taps, at, before] = [this.#taps, this.#at, this.state];
    this.#isBusy = true;
    try {
      const played = await this.#engine.moves(before.position, [this.tap.pit]);
      if (this.#taps !== taps && !samePits(this.#taps, taps)) return;
      this.#board.setMode("ghost");
      await this.#animation.play(played.moves[0].steps, speed);
      if (!this.#isBusy || this.#at !== at) return; // somebody went elsewhere meanwhile
      this.#boards[at + 1] = played.board;
      this.#at = at + 1;
    } finally {
      this.#isBusy = false;
    }
    this.#show();
  }

  back() {
    this.#goTo(Math.max(0, this.#isBusy ? this.#at : this.#at - 1));
  }

  reset() {
    this.#goTo(0);
  }

  #goTo(at) {
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
