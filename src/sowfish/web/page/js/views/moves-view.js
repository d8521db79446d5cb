// The view of the game: its moves, the way through them, branches, files and the games this browser remembers.

import { element } from "../board/board.js";
import { savedGames } from "../game/saved-games.js";
import { MoveList } from "./move-list.js";
import { beginsTurn, partAround, partsOf, Tree } from "../game/tree.js";
import { words } from "../shared/words.js";

const find = (id) => document.getElementById(id);

export class MovesView {
  #engine;
  #session;
  #page;
  #list;

  // page: notice(text), fail(error) and firstBoard(), what a new game begins with
  constructor({ engine, session, opening, page }) {
    this.#engine = engine;
    this.#session = session;
    this.#page = page;
    this.#list = new MoveList(find("moves"), (node) => session.goTo(node));
    const actions = {
      "go-first": () => this.first(), "go-back": () => this.back(), "go-on": () => this.forward(), "go-last": () => this.last(),
      promote: () => session.promote(session.node), remove: () => session.remove(session.node),
      "save-game": () => this.#save(), "load-game": () => find("game-file").click(), "new-game": () => opening.open(page.firstBoard()),
    };
    for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);
    find("game-file").addEventListener("change", (event) => this.#loadFile(event.target));
    find("paste-game").addEventListener("submit", (event) => { event.preventDefault(); this.#read(find("game-text").value); });
    find("recent").addEventListener("toggle", () => this.#showRecent());
  }

  // notes: last node of a turn -> { lost, mark }
  show(notes) {
    const { tree, node, line } = this.#session;
    this.#list.show(tree, node, notes);
    const at = tree.path(node).length - 1;
    find("game-at").textContent = words.moveOf(at, line.length - 1);
    find("go-first").disabled = find("go-back").disabled = node.parent === null;
    find("go-on").disabled = find("go-last").disabled = node.children.length === 0;
    const isPlaying = Boolean(this.#session.play && !this.#session.play.result);
    find("branch-actions").hidden = isPlaying || node.parent === null;
    find("promote").hidden = tree.isMain(node);
    find("save-game").disabled = line.length < 2;
    if (find("recent").open) this.#showRecent();
  }

  // ---- the way through it

  first() {
    this.#session.goTo(this.#session.tree.root);
  }

  last() {
    this.#session.goTo(this.#session.line.at(-1));
  }

  back() {
    this.#session.goTo(this.#session.node.parent ?? this.#session.node);
  }

  forward() {
    this.#session.goTo(this.#session.node.children[0] ?? this.#session.node);
  }

  // To where the latest turn began.
  backTurn() {
    const { node } = this.#session;
    this.#session.goTo((turnStart(node) ?? node).parent ?? node);
  }

  // To the end of the turn under way, or of the next one.
  forwardTurn() {
    let at = this.#session.node.children[0] ?? this.#session.node;
    while (at.children[0] && at.children[0].pit !== null && at.pit !== null && !beginsTurn(at.children[0])) at = at.children[0];
    this.#session.goTo(at);
  }

  // ---- files

  async #save() {
    const { line, node, metadata } = this.#session;
    const { start, moves } = partAround(line, node);
    const comments = {};
    [start, ...moves].forEach(({ comment }, number) => { if (comment) comments[number] = comment; });
    try {
      const asked = { position: start.board.position, pits: moves.map(({ pit }) => pit), metadata, comments };
      const { text } = await this.#engine.game(asked);
      download(text, words.fileName(new Date()));
      const isAll = partsOf(line).length === 1 && moves.every((move) => move.parent.children.length === 1);
      this.#page.notice(isAll ? words.saved : words.savedLine);
    } catch (error) {
      this.#page.fail(error);
    }
  }

  async #loadFile(input) {
    const [file] = input.files;
    input.value = "";
    if (file) await this.#read(await file.text());
  }

  async #read(text) {
    try {
      const game = await this.#engine.game({ text });
      const tree = new Tree(game.board, game.comments[0]);
      let node = tree.root;
      game.moves.forEach((move, number) => { node = tree.played(node, move, move.board, game.comments[number + 1]); });
      this.#session.begin(tree, { node, metadata: game.metadata });
      find("game-text").value = "";
      find("paste-box").open = false;
      this.#page.notice(words.loaded(game.moves.length));
    } catch (error) {
      this.#page.fail(error);
    }
  }

  // ---- games of this browser

  #showRecent() {
    const items = savedGames.list().map((game) => {
      const item = element("li");
      const button = element("button", "line", words.recentGame(game));
      button.type = "button";
      if (game.id === this.#session.id) button.setAttribute("aria-current", "true");
      button.addEventListener("click", () => this.#session.reopen(game.id));
      item.append(button);
      return item;
    });
    find("recent-games").replaceChildren(...(items.length ? items : [element("li", "none", words.noGames)]));
  }
}

// The first move of the turn that a move belongs to; null for a board that was set.
function turnStart(node) {
  let at = node;
  while (at.pit !== null && !beginsTurn(at)) at = at.parent;
  return at.pit === null ? null : at;
}

function download(text, name) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
