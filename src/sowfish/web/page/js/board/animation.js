// Animation shown stone by stone: the server tells every step, this moves a hand over the board.

const PER_STONE = { slow: 320, normal: 140, fast: 55, off: 0 }; // milliseconds
const LONGEST = 7000; // for one move, however many laps it runs
export const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class Animation {
  #board;
  #hand;
  #count;
  #run = 0; // a newer run ends the older ones

  constructor(board, hand) {
    this.#board = board;
    this.#hand = hand;
    this.#count = hand.firstElementChild;
  }

  // Shows the steps of one move; returns whether it got to the end.
  async play(steps, speed) {
    const run = ++this.#run;
    const duration = reducedMotion.matches ? 0 : Math.min(PER_STONE[speed] ?? PER_STONE.normal, LONGEST / steps.length);
    let held = 0;
    for (const step of steps) {
      if (duration > 0 && step.side) {
        this.#moveHand(step, held, duration);
        await pause(duration);
        if (run !== this.#run) return false;
      }
      held += step.kind === "pick-up" ? step.stones : -step.stones;
      step.cells.forEach(([side, pit, stones]) => this.#board.setCount(side, pit, stones));
      this.#count.textContent = held || "";
      if (duration > 0 && step.side) this.#pulse(step);
    }
    if (duration > 0) await pause(duration);
    if (run !== this.#run) return false;
    this.#hand.hidden = true;
    return true;
  }

  stop() {
    this.#run++;
    this.#hand.hidden = true;
  }

  #moveHand(step, held, duration) {
    const { x, y } = this.#board.middle(step.side, step.pit);
    const isNew = this.#hand.hidden;
    this.#hand.hidden = false;
    this.#hand.style.transitionDuration = isNew ? "0ms" : `${Math.round(duration * 0.9)}ms`;
    this.#hand.style.transform = `translate(${x}px, ${y}px)`;
    this.#hand.classList.toggle("empty", held === 0);
  }

  #pulse({ side, pit }) {
    const { hollow } = this.#board.cell(side, pit);
    hollow.animate([{ filter: "brightness(1.35)" }, { filter: "none" }], { duration: 300, easing: "ease-out" });
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
