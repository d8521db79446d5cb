// Animated sowing: stones fly from the pit they leave to the cells they land in. The engine supplies every step.

import { feedback } from "../shared/feedback.js";
import { element } from "../shared/dom.js";

const PER_STONE = { slow: 260, normal: 110, fast: 45, off: 0 }; // milliseconds
const FLIGHT = 340; // milliseconds a stone is in the air
const LONGEST_TURN = { slow: 9000, normal: 3800, fast: 2000, off: 0 }; // milliseconds, for any number of taps and laps
const SHARE = 0.25; // of a turn's remaining time, for a move when the number of moves is unknown
const GAP = 150; // milliseconds of a pause that count towards the turn; the rest is thinking time
const LEAST = 9; // milliseconds per stone; anything faster is invisible
export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Returns the time per stone of a move, in milliseconds.
 * @param {string} speed
 * @param {number} steps of the move
 * @param {number} room maximum time for the move, in milliseconds
 */
export function pace(speed, steps, room) {
  const each = PER_STONE[speed] ?? PER_STONE.normal;
  return Math.min(each, room / (steps + 2)); // the pause at the end lasts two stones
}

export class Animation {
  #board;
  #run = 0; // a newer run cancels older ones
  #left = 0; // of this turn's time, in milliseconds
  #ended = 0; // when the latest move finished

  constructor(board) {
    this.#board = board;
  }

  // Begins a turn: all its moves share one time budget.
  beginTurn(speed) {
    this.#left = LONGEST_TURN[speed] ?? LONGEST_TURN.normal;
    this.#ended = performance.now();
  }

  /**
   * Shows the steps of one move; returns whether it finished.
   * @param {any[]} steps
   * @param {string} speed
   * @param {{ share?: number }} options the share of the turn's remaining time it may take
   */
  async play(steps, speed, { share = SHARE } = {}) {
    const run = ++this.#run;
    const began = performance.now();
    this.#left -= Math.min(began - this.#ended, GAP);
    const each = reducedMotion.matches ? 0 : pace(speed, steps.length, this.#left * share);
    const isShown = each < LEAST ? this.#jump(steps) : await this.#sow(steps, each, run);
    this.#ended = performance.now();
    this.#left -= this.#ended - began; // the actual time, longer on a busy device
    return isShown;
  }

  stop() {
    this.#run++;
    this.#clear();
  }

  #jump(steps) {
    for (const step of steps) this.#settle(step);
    feedback.drop();
    return true;
  }

  async #sow(steps, each, run) {
    const tick = metronome(each);
    let hand = [];
    let from = null;
    for (const step of steps) {
      if (step.kind === "pick-up") {
        hand = this.#board.lift(step.side, step.pit);
        from = this.#board.middle(step.side, step.pit);
        await tick();
      } else if (step.kind === "drop") {
        const colour = hand.shift() ?? 0;
        this.#fly(colour, from, step, run);
        await tick();
        if (run === this.#run) this.#board.drop(step.side, step.pit, [colour]);
        feedback.drop();
      }
      if (run !== this.#run) return this.#skip();
      if (step.kind !== "pick-up") this.#settle(step);
    }
    await pause(Math.min(FLIGHT, each * 2));
    this.#clear();
    return run === this.#run;
  }

  #skip() {
    this.#clear();
    return false;
  }

  // Sets the counts from the engine, including captures and the end of the game.
  #settle(step) {
    step.cells.forEach(([side, pit, stones]) => this.#board.setCount(side, pit, stones));
  }

  #fly(colour, from, step, run) {
    const to = this.#board.middle(step.side, step.pit);
    const stone = element("i", `flying stone${colour}`);
    this.#board.root.append(stone);
    const rise = Math.min(60, 14 + Math.hypot(to.x - from.x, to.y - from.y) / 5);
    const at = ({ x, y }, lift = 0) => `translate(${x}px, ${y - lift}px)`;
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const flight = stone.animate(
      [{ transform: at(from) }, { transform: at(middle, rise), offset: 0.5 }, { transform: at(to) }],
      { duration: FLIGHT, easing: "ease-in-out" },
    );
    flight.onfinish = () => stone.remove();
    if (run !== this.#run) stone.remove();
  }

  #clear() {
    this.#board.root.querySelectorAll(".flying").forEach((stone) => stone.remove());
  }
}

// Ticks at fixed times: a late tick does not delay the next.
function metronome(each) {
  let due = performance.now();
  return () => {
    due += each;
    const early = due - performance.now();
    return early > 0 ? pause(early) : null;
  };
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
