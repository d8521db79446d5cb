// How boards and games come to be open: entered, pasted, corrected, or read from the address.

import { gameIn } from "./address.js";
import { EngineError } from "../shared/engine.js";
import { savedGames } from "./saved-games.js";
import { Tree } from "./tree.js";

export class GameLoader {
  #engine;
  #session;
  #page;

  // page: leaveBoard(), stay(), fail(error) and firstBoard(), what is open if nothing else is
  constructor({ engine, session, page }) {
    this.#engine = engine;
    this.#session = session;
    this.#page = page;
  }

  // Opens a position as the start of a new game; returns whether it is one. The first board gives way to any other.
  async open(asked, { rules, isNew = true, isFirst = false } = {}) {
    try {
      const told = await this.#engine.position(asked, rules);
      if (isFirst && this.#session.tree !== null) return true;
      this.#page.leaveBoard();
      this.#session.begin(new Tree(told), { isNew });
      return true;
    } catch (error) {
      return this.#page.fail(error);
    }
  }

  // Sets the board as it really is; within a game of the same rules that becomes part of it.
  async correct(asked, rules) {
    try {
      const told = await this.#engine.position(asked, rules);
      const { node, tree, state } = this.#session;
      this.#page.leaveBoard();
      const isBare = node === tree.root && !node.children.length;
      const isOther = told.profile !== state.profile || told.south.length !== state.south.length;
      if (told.position === state.position) this.#page.stay();
      else if (isBare || isOther) this.#session.begin(new Tree(told));
      else this.#session.advance(tree.corrected(node, told));
      return true;
    } catch (error) {
      return this.#page.fail(error);
    }
  }

  // Opens what the address says, or the game that was open last.
  async openAddress() {
    const session = this.#session;
    if (session.reopenAddress()) return;
    const asked = gameIn(location);
    const isFirst = session.tree === null;
    if (!asked && isFirst && savedGames.list().some(({ id }) => session.reopen(id, { isNew: false }))) return;
    try {
      if (!asked) throw new EngineError("");
      const { tree, parts } = await this.#treeOf(asked.parts);
      if (isFirst && session.tree !== null) return;
      session.begin(tree, { node: tree.find(parts, asked.at) ?? tree.root, isNew: false });
    } catch (error) {
      if (isFirst) await this.open(this.#page.firstBoard(), { isNew: false, isFirst });
      if (error.message) this.#page.fail(error);
    }
  }

  // The tree of a game in parts, and the parts with their positions written as the engine writes them.
  async #treeOf(parts) {
    let [tree, node] = [null, null];
    const told = [];
    for (const { position, pits } of parts) {
      const game = await this.#engine.game({ position, pits });
      tree ??= new Tree(game.board);
      node = node === null ? tree.root : tree.corrected(node, game.board);
      for (const move of game.moves) node = tree.played(node, move, move.board);
      told.push({ position: game.board.url, pits });
    }
    return { tree, parts: told };
  }
}
