// A better turn, shown on the board as a preview: the whole turn by itself, then it stays until one goes on.

import { settings } from "../shared/settings.js";

export class Preview {
  #engine;
  #board;
  #animation;
  #run = 0;
  isOn = false;

  constructor(engine, board, animation) {
    this.#engine = engine;
    this.#board = board;
    this.#animation = animation;
  }

  // Sows pits from a board; returns the moves, or null if something else was done meanwhile.
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
