// The Moves tab: the move list, navigation, variations, files and the games saved in this browser.

import { savedGames } from "../game/saved-games.js";
import { LiveSearch } from "./live-search.js";
import { MoveList } from "./move-list.js";
import { beginsTurn, partAround, partsOf } from "../game/tree.js";
import { element, find } from "../shared/dom.js";
import { wordValue } from "../words/wording.js";
import { words } from "../words/words.js";


const SEARCH_SECONDS = 3; // for the value of the current position

export class MovesView {
  #engine;
  #session;
  #page;
  #list;
  #loader;
  #knowledge;
  #reviewed;
  #onLearned;
  #search;
  isOpen = false;
  seconds = Infinity; // maximum search time

  // page: notice(text), fail(error) and firstBoard(), the start of a new game; reviewed(node): its value by the review
  /**
   * @param {{ engine: Engine, session: import("../game/session.js").Session, loader: import("../game/loader.js").GameLoader, page: Page, knowledge: import("../analysis/store.js").Store, reviewed: (node: any) => any, onLearned: () => void }} parts
   */
  constructor({ engine, session, loader, page, knowledge, reviewed, onLearned }) {
    this.#engine = engine;
    this.#session = session;
    this.#page = page;
    this.#loader = loader;
    this.#knowledge = knowledge;
    this.#reviewed = reviewed;
    this.#onLearned = onLearned;
    this.#search = new LiveSearch(engine, () => {});
    this.#list = new MoveList(find("moves"), (node) => session.goTo(node));
    const actions = {
      "go-first": () => this.first(), "go-back": () => this.back(), "go-on": () => this.forward(), "go-last": () => this.last(),
      promote: () => session.promote(session.node), remove: () => session.remove(session.node),
      "save-game": () => this.#save(), "load-game": () => find("game-file").click(), "new-game": () => loader.open(page.firstBoard()),
    };
    for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);
    find("game-file").addEventListener("change", (event) => this.#loadFile(event.target));
    find("paste-game").addEventListener("submit", (event) => { event.preventDefault(); this.#read(find("game-text").value); });
    find("recent").addEventListener("toggle", () => this.#showRecent());
  }

  // notes: last node of a turn -> { after, lost, mark }
  show(notes) {
    const { tree, node, line } = this.#session;
    this.showList(notes);
    this.#showValue(node);
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

  showList(notes) {
    this.#list.show(this.#session.tree, this.#session.node, notes);
  }

  stop() {
    this.#search.stop();
  }

  // Shows a position's known value and best turn; starts a search if there is none.
  #showValue(node) {
    const { board } = node;
    this.#search.stop();
    const learn = () => {
      if (this.#session.node !== node) return;
      this.#tellValue(node);
      this.#onLearned();
    };
    const isKnown = this.#knowledge.get(board.position)?.turn;
    if (this.isOpen && !board.is_over && !isKnown) this.#search.start(board.position, Math.min(SEARCH_SECONDS, this.seconds), { analysis: learn, best: learn, refused: () => {} });
    this.#tellValue(node);
  }

  #tellValue(node) {
    const { board } = node;
    const known = this.#knowledge.get(board.position);
    const found = known?.value ? wordValue(known.value, board.to_move) : null;
    const shown = board.is_over ? null : this.#reviewed(node) ?? found;
    const best = known?.turn?.pits ?? [];
    find("game-value").textContent = board.is_over ? `${board.standing}.` : shown ? `${shown.verdict} ${best.length ? words.bestHere(best) : ""}` : "";
    find("game-value").className = `verdict ${shown ? `${shown.tone} ${shown.kind}` : ""}`;
  }

  // ---- navigation

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

  // Goes to the start of the latest turn.
  backTurn() {
    const { node } = this.#session;
    this.#session.goTo((turnStart(node) ?? node).parent ?? node);
  }

  // Goes to the end of the current turn, or of the next one.
  forwardTurn() {
    let at = this.#session.node.children[0] ?? this.#session.node;
    while (at.children[0] && at.children[0].pit !== null && at.pit !== null && !beginsTurn(at.children[0])) at = at.children[0];
    this.#session.goTo(at);
  }

  // ---- files

  async #save() {
    const { line, node, metadata } = this.#session;
    const { start, moves } = partAround(line, node);
    /** @type {Record<number, string>} */
    const comments = {};
    [start, ...moves].forEach(({ comment }, number) => { if (comment) comments[number] = comment; });
    try {
      const asked = { position: start.board.position, pits: moves.map(({ pit }) => Number(pit)), metadata, comments };
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
    const opened = await this.#loader.openText(text, this.#session.state?.profile);
    if (!opened) return;
    find("game-text").value = "";
    find("paste-box").open = false;
    const theirs = opened.moves.filter(({ mover }) => mover === "north").map(({ pit }) => pit);
    this.#page.notice(opened.isReplay ? words.loadedReplay(theirs) : words.loaded(opened.moves.length));
  }

  // ---- saved games

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

// Returns the first move of a move's turn; null for a corrected board.
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
