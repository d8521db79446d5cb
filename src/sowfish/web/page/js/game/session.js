// The open game: its tree and current node, the players, and the review. All of it is saved in this browser and in the
// URL. Listeners are notified of every change.

import { isFramed } from "../shared/dom.js";
import { addressOf, gameIn, putGame } from "./address.js";
import { keyOf, newId, savedGames } from "./saved-games.js";
import { partsOf, Tree } from "./tree.js";

export class Session {
  #listeners = [];
  #id = newId();
  /** @type {import("./tree.js").Tree} */
  #tree = /** @type {any} */ (null);
  /** @type {TreeNode} */
  #node = /** @type {any} */ (null);
  /** @type {any} */
  play = /** @type {any} */ (null); // see play-view.js
  /** @type {any} */
  review = /** @type {any} */ (null); // see reviewing.js
  /** @type {Record<string, string>} */
  metadata = {}; // of a game file
  leftovers = "rules"; // or "both": not known who gets them
  #revision = 0; // version of a match across tabs; the first tab to save a change wins
  onKept = /** @type {(isKept: boolean) => void} */ (() => {}); // called with whether the browser saved the game
  onJoined = () => {}; // called after moves in another tab

  constructor() {
    addEventListener("storage", ({ key }) => { if (this.#tree && key === keyOf(this.#id)) this.#join(); });
  }

  listen(listener) {
    this.#listeners.push(listener);
  }

  get id() {
    return this.#id;
  }

  get tree() {
    return this.#tree;
  }

  get node() {
    return this.#node;
  }

  get state() {
    return this.#node?.board ?? null;
  }

  // The current line, from the root through this node to its end.
  get line() {
    return this.#tree.line(this.#node);
  }

  // Starts another game at a board; the open one stays among the saved games.
  /**
   * @param {import("./tree.js").Tree} tree
   * @param {{ node?: TreeNode, play?: any, metadata?: any, leftovers?: string, isNew?: boolean }} how
   */
  begin(tree, { node = tree.root, play = null, metadata = {}, leftovers = "rules", isNew = true } = {}) {
    this.#id = newId();
    this.#tree = tree;
    this.#node = node;
    this.#revision = 0;
    Object.assign(this, { play, metadata, leftovers, review: null });
    this.#changed({ isNew, isOther: true });
  }

  // The same game under rules that differ in leftovers only: the same moves, other boards.
  convert(tree, node, leftovers) {
    this.#tree = tree;
    this.#node = node;
    Object.assign(this, { leftovers, review: null });
    this.#changed({ isNew: false });
  }

  // Opens a saved game at the node that `find` returns, or where it was left if null.
  /**
   * @param {string} id
   * @param {{ find?: ((tree: any) => any) | null, isNew?: boolean }} how
   */
  reopen(id, { find = null, isNew = true } = {}) {
    const record = savedGames.get(id);
    if (!record) return false;
    let tree;
    try {
      tree = Tree.from(record.tree);
    } catch {
      return false; // saved by an older page
    }
    const node = find?.(tree) ?? tree.find(record.parts, record.at) ?? tree.root;
    this.#id = id;
    this.#tree = tree;
    this.#node = node;
    this.#use(record);
    this.#changed({ isNew, isOther: true });
    return true;
  }

  #use({ play, review, metadata = {}, leftovers = "rules", revision = 0 }) {
    this.#revision = revision;
    Object.assign(this, { play, review, metadata, leftovers });
  }

  // Opens the game in the URL from this browser, or returns null if it has to be requested.
  reopenAddress() {
    const asked = gameIn(location);
    const id = history.state?.id;
    if (!asked || !id) return false;
    const find = (tree) => tree.find(asked.parts, asked.at);
    if (id !== this.#id) return Boolean(savedGames.get(id)) && this.reopen(id, { find, isNew: false });
    const node = find(this.#tree);
    if (node) this.goTo(node);
    return Boolean(node);
  }

  goTo(node) {
    if (node === this.#node) return;
    this.#node = node;
    this.#changed({ isNew: false });
  }

  // Goes to a node that was just added.
  advance(node) {
    this.#node = node;
    this.#changed({ isNew: true, isMore: true });
  }

  promote(node) {
    this.#tree.promote(node);
    this.#changed({ isNew: false, isMore: true });
  }

  remove(node) {
    const isOn = this.#tree.path(this.#node).includes(node);
    const left = this.#tree.remove(node);
    if (isOn) this.#node = left;
    this.#changed({ isNew: false, isCut: true, isMore: true });
  }

  // Saves changes of `play`, `review` or `metadata`.
  keep() {
    if (this.#catchUp()) return;
    this.#store({ isMore: true });
    this.#tell({ isKept: true });
  }

  // The same, without notifying listeners.
  keepQuietly() {
    if (!this.#catchUp()) this.#store();
  }

  #changed(how) {
    if (this.#catchUp()) return;
    putGame(this.#id, addressOf(partsOf(this.line), this.#tree.path(this.#node).length - 1, this.leftovers), how);
    this.#store(how);
    this.#tell(how);
  }

  #tell(how) {
    this.#listeners.forEach((listener) => listener(how));
  }

  // isMore: the match itself has changed, not only the current node
  #store({ isCut = false, isMore = false } = {}) {
    const line = this.line;
    if (isFramed || (line.length < 2 && !this.play)) return; // or there is nothing to save yet
    const { play, review, metadata, leftovers } = this;
    if (isMore) this.#revision++;
    if (!play && !isCut) this.#tree.absorb(savedGames.get(this.#id)?.tree); // another tab may have added moves
    const at = this.#tree.path(this.#node).length - 1;
    const record = { tree: this.#tree, parts: partsOf(line), at, play, review, metadata, leftovers, revision: this.#revision };
    const isKept = savedGames.put(this.#id, record, { profile: this.state.profile, moves: line.length - 1, score: line[line.length - 1].board.score, opponent: play?.name ?? "" });
    this.onKept(isKept);
  }

  // Merges changes from another tab: new moves of an analysed game, or the whole state of a match.
  #join() {
    if (this.play) {
      this.#catchUp();
    } else if (this.#tree.absorb(savedGames.get(this.#id)?.tree)) {
      this.#tell({ isKept: true });
      this.onJoined();
    }
  }

  // Adopts a match that continued in another tab, dropping local changes. Returns whether there was one.
  #catchUp() {
    const record = this.play && savedGames.get(this.#id);
    if (!record || (record.revision ?? 0) <= this.#revision) return false;
    const parts = partsOf(this.#tree.path(this.#node));
    const wasLast = this.#node.children.length === 0;
    this.#tree = Tree.from(record.tree);
    this.#use(record);
    const last = this.#tree.line(this.#tree.root).at(-1);
    this.#node = wasLast ? last : this.#tree.find(parts) ?? last;
    putGame(this.#id, addressOf(partsOf(this.line), this.#tree.path(this.#node).length - 1, this.leftovers), { isNew: false });
    this.#tell({ isOther: true, isJoined: true });
    this.onJoined();
    return true;
  }
}
