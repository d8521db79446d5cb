// Entering a board, from the welcome screen, from scratch or as a correction; a search starts once it is complete.

import { Entry } from "../board/entry.js";
import { find } from "../shared/dom.js";
import { settings } from "../shared/settings.js";
import { wordValue } from "../words/wording.js";
import { words } from "../words/words.js";

const PITS = 6;
const USUAL = 48; // stones in a phone game
const SEARCH_SECONDS = 3; // for a first answer during entry
const empty = () => ({ south: Array(PITS).fill(null), north: Array(PITS).fill(null), south_store: null, north_store: null, to_move: "south" });

export class EntryView {
  #engine;
  #board;
  #session;
  #loader;
  #rules;
  #knowledge;
  #page;
  #stop;
  /** @type {Stoppable | null} */
  #search = /** @type {any} */ (null);

  /**
   * @param {{ engine: Engine, board: import("../board/board.js").Board, session: import("../game/session.js").Session, loader: import("../game/loader.js").GameLoader, rules: import("./rules-choice.js").RulesChoice, knowledge: import("../analysis/store.js").Store, page: Page, stop: () => void }} parts
   */
  constructor({ engine, board, session, loader, rules, knowledge, page, stop }) {
    this.#engine = engine;
    this.#board = board;
    this.#session = session;
    this.#loader = loader;
    this.#rules = rules;
    this.#knowledge = knowledge;
    this.#page = page;
    this.#stop = stop;
    const parts = {
      pad: find("pad"), same: find("same"), toMove: [...document.getElementsByName("to-move")], total: find("total"), totalRow: find("total-row"),
      keepTotal: find("keep-total"), clear: find("clear"), start: find("start"), cancel: find("cancel"), words: find("entry-words"),
      done: Object.assign(document.createElement("button"), { type: "button", id: "done", className: "primary", textContent: words.page.done }),
    };
    this.entry = new Entry(board, parts, {
      onDone: (asked) => this.#done(asked), onCancel: () => this.leave(), onComplete: (asked) => this.#look(asked),
      onReset: () => this.#reset(), say: (text) => page.say(text),
    });
    const actions = {
      edit: () => this.enter("south", 0, { isNew: true }), "edit-game": () => this.enter(), "deal-normal": () => this.#reset(),
      "deal-random": () => this.#copy({ expected: null, isSame: true }), "under-way": () => this.#copy({ expected: USUAL }),
      "welcome-play": () => page.play(), "welcome-paste": () => { this.#copy({ expected: USUAL }); this.#showPaste(); }, "open-paste": () => this.#showPaste(),
    };
    for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);
    for (const radio of /** @type {any} */ (document.getElementsByName("welcome-rules"))) {
      radio.addEventListener("change", () => { settings.set("rules", radio.value); this.#rules.show(this.#rules.chosen, false); });
    }
    find("paste").addEventListener("submit", (event) => { event.preventDefault(); this.#paste(); });
    find("text").addEventListener("keydown", (event) => { // a text area, as an input would drop the line breaks of a game file
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      find("paste").requestSubmit();
    });
  }

  // Shows an empty board: with the welcome screen, or until a game opens.
  showEmpty(isBeforeGame = false) {
    document.body.toggleAttribute("data-opens", isBeforeGame);
    this.#board.setMode("entry");
    this.#board.show({ ...empty(), is_over: true });
    for (const radio of /** @type {any} */ (document.getElementsByName("welcome-rules"))) radio.checked = radio.value === settings.get("rules");
  }

  // Corrects the current board; with `isNew`, enters the board after the opponent's turn.
  /** @param {number | null} pit */
  enter(side = "south", pit = 0, { isNew = false } = {}) {
    const { state } = this.#session;
    if (state === null) { this.#copy({ expected: USUAL }); return; }
    if (!this.#page.canEdit()) return;
    const to_move = isNew ? "south" : state.to_move;
    this.#begin({ ...state, to_move, rules: state.profile }, { at: [side, pit], expected: state.total });
  }

  leave() {
    this.#search?.stop();
    this.#page.leaveBoard();
    if (this.#session.tree === null) { this.#page.welcome(); return; }
    this.#rules.show(this.#session.state.profile, this.#session.leftovers === "both");
    this.#page.stay();
    find("edit").focus({ preventScroll: true });
  }

  // Enters a board from the phone, cell by cell.
  #copy(how) {
    this.#begin({ ...empty(), rules: this.#rules.chosen }, { ...how, isGuided: true });
  }

  #begin(state, how) {
    this.#stop();
    this.#board.setMode("entry");
    this.#page.showEntry(true);
    find("paste").hidden = true;
    this.entry.begin(state, how);
    scrollTo(0, 0);
  }

  #reset() {
    this.#search?.stop();
    this.#loader.open(this.#rules.start(this.#rules.chosen));
    scrollTo(0, 0);
  }

  async #done(asked) {
    this.#search?.stop();
    if (!(await this.#loader.correct(asked))) return;
    scrollTo(0, 0);
    (find("played").hidden ? find("edit") : find("played")).focus({ preventScroll: true });
    if (document.activeElement === document.body) this.#board.focus("south", 0);
  }

  // Searches a board that is complete but not confirmed.
  #look(asked) {
    this.#search?.stop();
    const draft = JSON.stringify(asked);
    let isStopped = false;
    let search = null;
    this.#search = { stop: () => { isStopped = true; search?.stop(); } };
    this.#engine.position(asked).then((state) => {
      if (isStopped || state.is_over || draft !== JSON.stringify(asked)) return;
      const tell = (told) => {
        const known = this.#knowledge.get(told.position);
        if (!isStopped && known?.value) this.entry.showVerdict(wordValue(known.value, state.to_move).verdict);
      };
      search = this.#engine.analyse(state.position, SEARCH_SECONDS, { analysis: tell });
    }).catch(() => {}); // Done reports the error
  }

  #showPaste() {
    find("paste").hidden = false;
    find("text").focus();
  }

  async #paste() {
    const opened = await this.#loader.openText(find("text").value, this.#rules.chosen);
    if (!opened) return;
    scrollTo(0, 0);
    find("text").value = "";
    if (opened.isReplay) this.#page.notice(words.loadedReplay(opened.moves.filter(({ mover }) => mover === "north").map(({ pit }) => pit)));
  }
}
