// Games: a start and the moves made since. Forced passes are made at once and are not moves.

import { illegalMove, Refused } from "../core/refusals.js";
import { rulesText } from "../core/rules.js";
import { checkMetadata, tidyComment } from "./game-script.js";

const withPass = (position) => (position.mustPass ? position.passed() : position);

export class Game {
  #steps = /** @type {{ move: any, after: any, endsTurn: boolean }[]} */ ([]);
  #comments = new Map(); // by the number of moves made

  constructor(start, metadata = {}) {
    for (const [name, value] of Object.entries(metadata)) checkMetadata(name, value);
    this.start = start;
    this.opening = withPass(start);
    this.metadata = { ...metadata };
  }

  get position() { return this.#steps.length ? this.#steps[this.#steps.length - 1].after : this.opening; }
  get positions() { return [this.opening, ...this.#steps.map((step) => step.after)]; }
  get moves() { return this.#steps.map((step) => step.move.pit); }
  get isMidTurn() { return this.#steps.length > 0 && !this.#steps[this.#steps.length - 1].endsTurn; }
  get result() { return this.position.outcome; }
  get score() { return `${this.position.final.store("south")}-${this.position.final.store("north")}`; }

  play(pit) {
    const move = this.position.move(pit);
    const after = withPass(move.after);
    this.#steps.push({ move, after, endsTurn: move.outcome !== "free_move" || after !== move.after });
    return move;
  }

  /** Plays pits; an error names the number of the illegal one. */
  playAll(pits) {
    return pits.map((pit, place) => naming(place + 1, () => this.play(pit)));
  }

  /** The moves grouped by turn: { side, pits, before, after, isWhole }. */
  get turns() {
    const turns = [];
    let [before, pits] = [this.opening, /** @type {number[]} */ ([])];
    this.#steps.forEach((step, place) => {
      pits.push(step.move.pit);
      if (!step.endsTurn && place < this.#steps.length - 1) return;
      turns.push({ side: before.toMove, pits, before, after: step.after, isWhole: step.endsTurn });
      [before, pits] = [step.after, []];
    });
    return turns;
  }

  comment(words) {
    this.#comments.set(this.#steps.length, tidyComment(words));
  }

  get comments() {
    const standing = [...this.#comments].filter(([, words]) => words).sort(([one], [other]) => one - other);
    return Object.fromEntries(standing);
  }

  /** The contents of a game file. */
  get script() {
    return {
      start: this.start.text, turns: this.turns.map(({ pits, side }) => ({ pits, side })), rules: rulesText(this.start.rules),
      result: this.result, score: this.score, metadata: this.metadata, comments: this.comments,
    };
  }
}

/** Adds the move's number to the error of an illegal move. */
export function naming(number, play) {
  try {
    return play();
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "illegal_move") throw error;
    throw illegalMove(`move ${number}: ${error.message}`, { move: number, ...error.parameters });
  }
}
