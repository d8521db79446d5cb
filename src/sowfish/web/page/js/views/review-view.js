// The review: progress, the graph, what each turn lost, the better turn, and retrying mistakes.

import { wide } from "../board/board.js";
import { Graph } from "./graph.js";
import { marked } from "./move-list.js";
import { Retry } from "./retry.js";
import { boundsOf, within } from "../analysis/store.js";
import { partAround, partsOf, turnsOf } from "../game/tree.js";
import { element, find } from "../shared/dom.js";
import { yours } from "../words/value-text.js";
import { wordValue } from "../words/wording.js";
import { words } from "../words/words.js";

const SECONDS = 30;

export class ReviewView {
  #engine;
  #session;
  #preview;
  #page;
  #graph;
  /** @type {AbortController | null} */
  #control = /** @type {any} */ (null);
  #turns = []; // the nodes of each reviewed turn
  #knowledge;
  #onNotes;
  #marks = ""; // the values shown
  #learned = /** @type {any} */ (null); // the review last given to the knowledge
  seconds = SECONDS; // maximum search time

  // page: notice(text), fail(error) and redraw()
  /**
   * @param {{ engine: Engine, board: import("../board/board.js").Board, animation: import("../board/animation.js").Animation, session: import("../game/session.js").Session, preview: import("../board/preview.js").Preview, page: Page, knowledge: import("../analysis/store.js").Store, onNotes: (notes: Map<any, any>) => void }} parts
   */
  constructor({ engine, board, animation, session, preview, page, knowledge, onNotes }) {
    this.#engine = engine;
    this.#knowledge = knowledge;
    this.#onNotes = onNotes;
    this.#session = session;
    this.#preview = preview;
    this.#page = page;
    this.#graph = new Graph(find("graph"), (at) => session.goTo(at ? this.#turns[at - 1].at(-1) : this.#turns[0][0].parent));
    this.retry = new Retry({ engine, board, animation, session, preview, page, next: (from) => this.#nextMistake(from) });
    wide.addEventListener("change", placeGraph);
    placeGraph();
    find("review").addEventListener("click", () => (this.#control ? this.stop() : this.start()));
    find("show-better").addEventListener("click", () => this.#showBetter());
    find("retry-turn").addEventListener("click", () => this.#retry((this.#at ?? 1) - 1));
    find("next-mistake").addEventListener("click", () => this.#goToMistake());
  }

  // Reviews the part of the game around the current node.
  async start() {
    const { start, moves } = partAround(this.#session.line, this.#session.node);
    if (!moves.length) return this.#page.notice(words.nothingToReview);
    const control = new AbortController();
    this.#control = control;
    const { id } = this.#session;
    this.#showProgress({ done: 0, of: moves.length });
    try {
      const game = { position: start.board.position, pits: moves.map(({ pit }) => pit) };
      const told = await this.#engine.review(game, Math.min(SECONDS, this.seconds), {
        signal: control.signal,
        stage: (stage) => this.#showProgress(stage),
      });
      if (this.#session.id !== id) return undefined;
      this.#session.review = { ...told, prefix: partsOf(this.#session.tree.path(start)), pits: game.pits };
      this.#control = null;
      this.#session.keep();
      this.show();
      const first = this.#nextMistake(0);
      if (first !== null) this.#session.goTo(this.#turns[first].at(-1));
      this.#page.notice(words.reviewed(told.turns.filter(({ mark }) => mark).length));
    } catch (error) {
      if (/** @type {any} */ (error).name !== "AbortError") this.#page.fail(error);
    } finally {
      if (this.#control === control) this.#control = null;
      this.#showProgress(null);
    }
    return undefined;
  }

  stop() {
    this.#control?.abort();
    this.#control = null;
    this.#showProgress(null);
  }

  // The value of a reviewed position for display, null if it was not reviewed.
  valueOf(node) {
    const at = this.#turns.length ? this.#nodes.indexOf(node) : -1;
    return at < 0 ? null : this.#values[at];
  }

  // The nodes before the first turn and after every turn.
  get #nodes() {
    return [this.#turns[0][0].parent, ...this.#turns.map((nodes) => nodes.at(-1))];
  }

  // The values of these nodes for display: the review's, narrowed by what is proven elsewhere.
  get #values() {
    const { review } = this.#session;
    return this.#nodes.map(({ board }, at) => {
      const known = this.#knowledge.get(board.position)?.value;
      const bounds = known ? boundsOf(yours(known, board.to_move)) : [-Infinity, Infinity];
      return wordValue(within(review.graph[at], bounds[0], bounds[1]), "south");
    });
  }

  // The review with these values.
  get #shown() {
    const { review } = this.#session;
    const graph = this.#values;
    const turns = review.turns.map((turn, number) => {
      const [before, after] = graph.slice(number, number + 2);
      const isProven = before.kind === "proven" && after.kind === "proven";
      const lost = Math.max(0, turn.side === "south" ? before.value - after.value : after.value - before.value);
      const shown = { ...turn.shown, before: before.mark, after: after.mark, ...(isProven && { lost: lost ? String(lost) : "" }) };
      return { ...turn, shown };
    });
    return { ...review, graph, turns };
  }

  // What a review proves holds on the other tabs.
  #learn(review) {
    if (this.#learned === review) return;
    this.#learned = review;
    this.#nodes.forEach(({ board }, at) => {
      if (!board.is_over) this.#knowledge.learn(board.position, yours(review.graph[at], board.to_move));
    });
  }

  // Shows what was proven since; the buttons of the move list stay unless a value changes.
  refresh() {
    if (this.#turns.length && String(this.#values.map(({ mark }) => mark)) !== this.#marks) {
      this.show();
      this.#onNotes(this.notes);
    }
  }

  // Annotations for the move list: last node of a turn -> { after, lost, mark }
  get notes() {
    this.#turns = this.#reviewedTurns();
    const turns = this.#turns.length ? this.#shown.turns : [];
    return new Map(this.#turns.map((nodes, number) => [nodes.at(-1), turns[number].shown]));
  }

  show() {
    this.#turns = this.#reviewedTurns();
    const isThere = this.#turns.length > 0;
    if (isThere) this.#learn(this.#session.review);
    const review = isThere ? this.#shown : null;
    this.#marks = String(review?.graph.map(({ mark }) => mark));
    const at = this.#at;
    find("graph-box").hidden = !isThere;
    find("accuracy").hidden = !isThere || this.retry.isOpen; // keeps the task next to the board
    find("review").textContent = this.#control ? words.stopReview : isThere ? words.reviewAgain : words.review;
    const turn = at ? review.turns[at - 1] : null;
    const canBeBetter = turn !== null && turn.lost.value > 0 && !this.retry.isOpen;
    find("turn-note").hidden = !isThere || this.retry.isOpen;
    find("turn-note-words").textContent = turn ? words.turnNote(turn) : words.chooseTurn;
    if (at && turn?.shown.lost && !turn.isComplete) this.#complete(this.#session.review.turns[at - 1]);
    find("turn-note-words").className = turn ? marked(turn.shown.mark, turn.side) : "";
    find("show-better").disabled = !canBeBetter || !turn.best.length;
    find("retry-turn").disabled = !canBeBetter || !turn.is_whole;
    find("next-mistake").disabled = this.#nextMistake(at) === null && this.#nextMistake(0) === null;
    if (!isThere) return;
    this.#graph.show(review, at ?? 0);
    find("accuracy").replaceChildren(...["south", "north"].map((side) => summary(side, review)));
  }

  // The number of turns played at the current node; null if it was not reviewed.
  get #at() {
    const { node } = this.#session;
    if (this.#turns.length && node === this.#turns[0][0].parent) return 0;
    const found = this.#turns.findIndex((nodes) => nodes.includes(node));
    return found < 0 ? null : found + 1;
  }

  #reviewedTurns() {
    const { review, tree } = this.#session;
    let node = review ? tree.find(review.prefix) : null;
    const moves = [];
    for (const pit of node ? review.pits : []) {
      node = node?.children.find((child) => child.pit === pit);
      if (node) moves.push(node);
    }
    const turns = turnsOf(moves);
    return node && turns.length === review.turns.length ? turns : []; // the game has changed since
  }

  #showProgress(stage) {
    find("review-progress").hidden = stage === null;
    if (stage) {
      find("review-bar").max = stage.of;
      find("review-bar").value = stage.done;
      find("review-words").textContent = words.reviewing(stage.done, stage.of);
    }
    this.show();
  }

  // A short search may return part of a better turn: extends it to the end of the turn.
  async #complete(turn) {
    turn.isComplete = true; // try only once
    try {
      for (let tries = 0; tries < 5 && turn.best.length; tries++) {
        const { moves } = await this.#engine.game({ position: turn.position, pits: turn.best });
        const { outcome, board } = moves[moves.length - 1];
        if (outcome !== "free_move" || board.is_over || board.to_move !== turn.side) break;
        turn.best = [...turn.best, ...(await this.#engine.best(board.position, Math.min(2, this.seconds))).turn];
      }
    } catch {
      return; // leave it incomplete
    }
    this.show();
  }

  async #showBetter() {
    const number = (this.#at ?? 1) - 1;
    const turn = this.#session.review.turns[number];
    const [first] = this.#turns[number];
    try {
      this.#page.notice(words.better(turn.best));
      scrollTo(0, 0); // show the board
      await this.#preview.show(first.parent.board, turn.best);
    } catch (error) {
      this.#page.fail(error);
    }
  }

  // ---- mistakes

  // Returns the number of the first marked turn at or after `from`, or null; against a computer player, only yours.
  #nextMistake(from) {
    const { review, play } = this.#session;
    const isMine = ({ side }) => !play || play.seats[side] === "human";
    const found = this.#turns.findIndex((_, number) => number >= (from ?? 0) && review.turns[number].mark && review.turns[number].is_whole && isMine(review.turns[number]));
    return found < 0 ? null : found;
  }

  #goToMistake() {
    const found = this.#nextMistake(this.#at) ?? this.#nextMistake(0);
    if (found !== null) this.#session.goTo(this.#turns[found].at(-1));
  }

  #retry(number) {
    this.retry.begin(number, this.#shown.turns[number], this.#turns[number][0].parent, (other) => this.#retry(other));
  }
}

// Returns a row with a side's accuracy and its mistakes by kind.
function summary(side, { accuracy, turns }) {
  const counts = { "??": 0, "?": 0, "?!": 0 };
  for (const turn of turns) if (turn.side === side && turn.mark) counts[turn.mark]++;
  const [who, percent, errors] = words.summary(side, accuracy[side], counts);
  const row = element("p");
  row.append(element("span", "", who), element("b", "", percent), element("span", "", errors));
  return row;
}

// Puts the graph below the board on a wide screen.
function placeGraph() {
  const [graph, game] = [find("graph-box"), find("review-progress")];
  if (wide.matches) document.querySelector(".table")?.append(graph);
  else game.before(graph);
}
