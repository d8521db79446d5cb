// Previews a better turn: plays the whole turn, then leaves its final board until the preview ends.

import { settings } from "../shared/settings.js";

export class Preview {
  #engine;
  #board;
  #animation;
  #run = 0;
  isOn = false;

  /**
   * @param {Engine} engine
   * @param {import("./board.js").Board} board
   * @param {import("./animation.js").Animation} animation
   */
  constructor(engine, board, animation) {
    this.#engine = engine;
    this.#board = board;
    this.#animation = animation;
  }

  // Sows pits from a board; returns the moves, or null if interrupted.
  async show(state, pits) {
    const run = ++this.#run;
    const { moves } = await this.#engine.moves(state.position, pits);
    if (run !== this.#run) return null;
    this.isOn = true;
    this.#board.show(state);
    this.#board.setMode("ghost");
    this.#animation.beginTurn(settings.get("speed"));
    for (const [number, move] of moves.entries()) {
      this.#board.highlight("next", [move.mover, move.pit]);
      const isDone = await this.#animation.play(move.steps, settings.get("speed"), { share: 1 / (moves.length - number) });
      if (run !== this.#run || !isDone) return null;
    }
    return moves;
  }

  end() {
    this.#run++;
    if (this.isOn) this.#animation.stop();
    this.isOn = false;
  }
}
