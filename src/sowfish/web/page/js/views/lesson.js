// The tutorial: a few moves on a small board, sown by the engine.

import { Animation } from "../board/animation.js";
import { Board } from "../board/board.js";
import { find } from "../shared/dom.js";
import { words } from "../words/words.js";

// A position and a pit for each slide; the last move ends the game.
const SLIDES = {
  kalah: [["kalah: 0 4 1 0 / 2 2 1 0", 1], ["kalah: 1 2 0 3 / 2 2 1 1", 1], ["kalah: 1 0 2 3 / 2 3 1 1", 0], ["kalah: 0 0 1 6 / 1 0 1 4", 2]],
  avalanche: [["avalanche: 0 4 1 0 / 0 2 1 0", 1], ["avalanche: 2 1 2 0 / 1 2 1 0", 0], ["avalanche: 1 2 0 3 / 2 2 1 1", 1], ["avalanche: 0 0 1 6 / 1 0 1 4", 2]],
};
const PAUSE = 1200; // milliseconds before and after each move

export class Lesson {
  #engine;
  #board = new Board(find("lesson-board"), { onTap: () => {}, onArrow: () => {} });
  #animation = new Animation(this.#board);
  #name = "kalah";
  #at = 0;
  #run = 0;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
    find("lesson-next").addEventListener("click", () => this.#show(this.#at + 1));
    find("lesson").addEventListener("close", () => { this.#run++; this.#animation.stop(); });
  }

  open(rules) {
    this.#name = rules.startsWith("avalanche") ? "avalanche" : "kalah";
    find("lesson").showModal();
    this.#show(0);
  }

  async #show(at) {
    const run = ++this.#run;
    const slides = SLIDES[this.#name];
    this.#at = at;
    find("lesson-words").textContent = words.slides[this.#name][at];
    find("lesson-at").textContent = words.slideOf(at + 1, slides.length);
    find("lesson-next").hidden = at === slides.length - 1;
    const [position, pit] = slides[at];
    try {
      const [before, played] = [await this.#engine.position(position), await this.#engine.moves(position, [pit])];
      while (run === this.#run) {
        this.#board.show(before);
        this.#board.highlight("next", ["south", pit]);
        await pause(PAUSE);
        if (run !== this.#run) return;
        this.#animation.beginTurn("slow");
        await this.#animation.play(played.moves[0].steps, "slow", { share: 0.5 });
        if (run === this.#run) this.#board.show(played.board);
        await pause(PAUSE);
      }
    } catch {
      // keep the text without the animation
    }
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
