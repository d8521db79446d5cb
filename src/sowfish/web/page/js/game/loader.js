// Opens boards and games: entered, pasted, corrected, or read from the address.

import { EngineError } from "../core/errors.js";
import { words } from "../words/words.js";
import { gameIn } from "./address.js";
import { savedGames } from "./saved-games.js";
import { sharedIn } from "./shared-text.js";
import { Tree } from "./tree.js";

const REPLAY = /^\s*(board:|mode:|move:|\{[^]*"replay")/;
const TORN_REPLAY = /[&|]|\bboard:/; // its beginning is missing
const ADDRESS = /^\s*https?:\/\/\S+\s*$/;
const FILE = /^\s*(\uFEFF?\[|\{)/;
const LINK = /~/; // between the parts of a position in an address

// Whether the sentence for an error depends on which player you are.
const isAboutASide = (error) => error instanceof EngineError && "side" in (error.refusal.parameters ?? {});

export class GameLoader {
  #engine;
  #session;
  #backoff;
  #page;

  /**
   * page: leaveBoard(), stay(), fail(error), welcome(), badLink(), leftovers(profile) and askPlayer()
   * @param {{ engine: Engine, session: import("./session.js").Session, backoff: import("../shared/backoff.js").Backoff, page: Page }} parts
   */
  constructor({ engine, session, backoff, page }) {
    this.#engine = engine;
    this.#session = session;
    this.#backoff = backoff;
    this.#page = page;
  }

  // Opens a position as the start of a new game; returns whether it is valid.
  async open(asked, { rules = undefined, isNew = true } = {}) {
    try {
      const told = await this.#engine.position(asked, rules);
      this.#page.leaveBoard();
      this.#session.begin(new Tree(told), { isNew, leftovers: this.#page.leftovers(told.profile) });
      return true;
    } catch (error) {
      return this.#page.fail(error);
    }
  }

  // Corrects the board; within a game under the same rules the correction becomes part of it.
  async correct(asked, rules) {
    try {
      const told = await this.#engine.position(asked, rules);
      const { node, tree, state } = this.#session;
      this.#page.leaveBoard();
      const isBare = tree === null || (node === tree.root && !node.children.length);
      const isOther = tree !== null && (told.profile !== state.profile || told.south.length !== state.south.length);
      if (told.position === state?.position) this.#page.stay();
      else if (isBare || isOther) this.#session.begin(new Tree(told), { leftovers: this.#page.leftovers(told.profile) });
      else this.#session.advance(tree.corrected(node, told));
      return true;
    } catch (error) {
      const isBadLink = LINK.test(String(asked)) && error instanceof EngineError && !error.isTemporary;
      return this.#page.fail(isBadLink ? words.badLink : error);
    }
  }

  // Opens pasted text: a link, a phone's replay, a game file, or a position. Returns what was opened, { moves, isReplay }, or
  // null with the board untouched.
  async openText(text, rules) {
    try {
      if (ADDRESS.test(text)) return await this.#openLink(text.trim());
      if (REPLAY.test(text)) return await this.#openReplay(text, rules);
      if (FILE.test(text)) return this.#openGame(await this.#engine.game({ text }), false);
      if (TORN_REPLAY.test(text)) return await this.#openReplay(text, rules);
      return (await this.correct(text, rules)) ? { moves: [], isReplay: false, isPosition: true } : null;
    } catch (error) {
      this.#page.fail(error);
      return null;
    }
  }

  async #openLink(text) {
    const asked = URL.canParse(text) ? gameIn(new URL(text)) : null;
    if (asked && (await this.#openAsked(asked, { isNew: true, onBad: () => this.#page.fail(words.badLink) }))) return { moves: [], isReplay: false };
    if (!asked) this.#page.fail(words.badLink);
    return null;
  }

  // Opens a game given as in an address; returns whether it could.
  async #openAsked({ parts, at, leftovers }, { isNew, read = (asked) => this.#treeOf(asked), onBad }) {
    try {
      const { tree, parts: canonical } = await read(parts);
      this.#page.leaveBoard();
      this.#session.begin(tree, { node: tree.find(canonical, at) ?? tree.root, leftovers, isNew });
      return true;
    } catch (error) {
      if (error instanceof EngineError && !error.isTemporary) onBad();
      else this.#page.fail(error);
      return false;
    }
  }

  async #openReplay(text, rules) {
    await this.#engine.replay(text, 1, rules).catch((error) => { if (!isAboutASide(error)) throw error; }); // asks only if it can be read
    const player = await this.#page.askPlayer();
    if (player === null) return null;
    return this.#openGame(await this.#engine.replay(text, player, rules), true);
  }

  #openGame(game, isReplay) {
    const tree = new Tree(game.board, game.comments[0]);
    let node = tree.root;
    game.moves.forEach((move, number) => { node = tree.played(node, move, move.board, game.comments[number + 1]); });
    this.#page.leaveBoard();
    this.#session.begin(tree, { node, metadata: game.metadata, leftovers: isReplay ? this.#page.leftovers(game.board.profile) : "rules" });
    return { moves: game.moves, isReplay };
  }

  // Converts the open game to rules that differ only in leftovers.
  async convert(profile, leftovers) {
    const { tree, node, line } = this.#session;
    const at = tree.path(node).length - 1;
    try {
      let [copy, last] = /** @type {any[]} */ ([null, null]);
      const nodes = [];
      for (const { pit, board } of line) {
        if (pit === null) {
          const { south, north, south_store, north_store, to_move } = board;
          const told = await this.#engine.position({ south, north, south_store, north_store, to_move, rules: profile });
          last = copy === null ? (copy = new Tree(told)).root : copy.corrected(last, told);
        } else {
          const game = await this.#engine.game({ position: last.board.position, pits: [pit] });
          last = copy.played(last, game.moves[0], game.moves[0].board);
        }
        nodes.push(last);
      }
      this.#session.convert(copy, nodes[at], leftovers);
    } catch (error) {
      this.#page.fail(error);
    }
  }

  // Opens what another app shared, else the game in the URL.
  async openFirst(rules) {
    const shared = sharedIn(location);
    if (shared) history.replaceState(null, "", shared.address); // so that it is opened once
    if (!shared?.text) return this.openAddress();
    this.#page.welcome();
    await this.openText(shared.text, rules);
  }

  /** Whether the page opens with a game rather than the welcome. */
  get opensGame() {
    return gameIn(location) !== null || savedGames.list().length > 0;
  }

  // Opens the game in the URL, else the last open game, else the welcome page.
  async openAddress() {
    const session = this.#session;
    if (session.reopenAddress()) return;
    const asked = gameIn(location);
    const isFirst = session.tree === null;
    if (!asked) {
      if (isFirst && savedGames.list().some(({ id }) => session.reopen(id, { isNew: false }))) return;
      this.#page.welcome();
      return;
    }
    const { href } = location;
    const read = (parts) => this.#backoff.ask(() => this.#treeOf(parts), () => location.href === href);
    await this.#openAsked(asked, { isNew: false, read, onBad: () => this.#page.badLink() });
  }

  // The tree of a game in parts, and the parts with canonical positions.
  async #treeOf(parts) {
    let [tree, node] = /** @type {any[]} */ ([null, null]);
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
