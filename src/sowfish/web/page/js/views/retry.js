// Retrying a mistake: sets up the position before it and judges every tap until the turn loses nothing.

import { settings } from "../shared/settings.js";
import { find } from "../shared/dom.js";
import { words } from "../words/words.js";

const SECONDS = 5; // maximum time to judge a turn
const PAUSE = 700; // milliseconds a wrong tap stays on the board

export class Retry {
  #engine;
  #board;
  #animation;
  #session;
  #preview;
  #page;
  #next;
  #number = 0;
  /** @type {any} a ReviewedTurn */
  #turn = /** @type {any} */ (null); // the turn being retried, or null
  /** @type {any} a TreeNode */
  #before = /** @type {any} */ (null); // the node before the turn
  /** @type {(number: number) => void} */
  #again = /** @type {any} */ (null); // starts another retry
  /** @type {BoardState} */
  #state = /** @type {any} */ (null); // the current board
  #pits = [];
  #run = 0;
  #isBusy = false;

  // next(from): the number of the first mistake at or after `from`, or null
  /**
   * @param {{ engine: Engine, board: import("../board/board.js").Board, animation: import("../board/animation.js").Animation, session: import("../game/session.js").Session, preview: import("../board/preview.js").Preview, page: Page, next: (from: number) => number | null }} parts
   */
  constructor({ engine, board, animation, session, preview, page, next }) {
    this.#engine = engine;
    this.#board = board;
    this.#animation = animation;
    this.#session = session;
    this.#preview = preview;
    this.#page = page;
    this.#next = next;
    find("retry-show").addEventListener("click", () => this.#showBest());
    find("retry-again").addEventListener("click", () => this.#reset(words.tryAgain));
    find("retry-next").addEventListener("click", () => this.#goOn());
    find("retry-stop").addEventListener("click", () => this.end());
  }

  get isOpen() {
    return this.#turn !== null;
  }

  begin(number, turn, before, again) {
    this.#number = number;
    this.#turn = turn;
    this.#before = before;
    this.#again = again;
    this.#session.goTo(before);
    this.#page.notice(""); // it may name the better turn
    this.#reset(words.tryBetter(turn.side, turn.turn, turn.shown.lost));
    this.#page.redraw();
    scrollTo(0, 0); // show the board
  }

  // Whether this is the node being retried; leaving it ends the retry.
  isStillAt(node) {
    return this.#before === node;
  }

  end() {
    if (!this.isOpen) return;
    this.#turn = this.#before = null;
    this.#run++;
    this.#preview.end();
    const hadFocus = find("retry").contains(document.activeElement);
    find("retry").hidden = true;
    this.#page.redraw();
    if (hadFocus) find("graph").focus({ preventScroll: true });
  }

  #reset(sentence, verdict = "") {
    this.#run++;
    this.#isBusy = false;
    this.#preview.end();
    this.#animation.stop();
    this.#state = this.#before.board;
    this.#pits = [];
    this.#board.setMode("retry");
    this.#board.highlight("next");
    this.#board.highlight("last");
    this.#board.show(this.#state);
    this.#tell(sentence, verdict);
  }

  #tell(sentence, verdict) {
    find("retry").hidden = false;
    find("retry-words").textContent = sentence;
    find("retry-words").className = verdict;
    const isLast = this.#next(this.#number + 1) === null;
    find("retry-next").textContent = isLast ? words.lastMistake : words.nextMistake;
    find("retry-next").hidden = isLast && !this.#isDone; // the stop button will do
    find("retry-again").disabled = this.#pits.length === 0;
    this.#page.say(sentence);
  }

  async tapped(side, pit) {
    if (this.#isBusy) return this.#animation.stop();
    if (this.#preview.isOn) this.#reset(words.tryAgain);
    const { to_move, legal } = this.#state;
    if (side !== to_move || this.#isDone) return undefined;
    if (!legal.includes(pit)) return this.#tell(words.emptyPit, "");
    const run = this.#run;
    this.#isBusy = true;
    try {
      const played = await this.#engine.moves(this.#state.position, [pit]);
      if (run === this.#run) this.#animation.beginTurn(settings.get("speed"));
      if (run === this.#run) await this.#animation.play(played.moves[0].steps, settings.get("speed"), { share: 0.5 });
      if (run !== this.#run) return undefined;
      this.#pits.push(pit);
      this.#state = played.board;
      this.#board.show(this.#state);
      await this.#judge(run, played.moves[0].outcome === "free_move" && played.board.to_move === side);
    } catch (error) {
      if (run === this.#run) this.#reset(words.tryAgain);
      this.#page.fail(error);
    } finally {
      if (run === this.#run) this.#isBusy = false;
    }
    return undefined;
  }

  get #isDone() {
    return this.#turn !== null && this.#pits.length > 0 && (this.#state.is_over || this.#state.to_move !== this.#turn.side);
  }

  // Judges the taps so far by what they lose with best play from here.
  async #judge(run, isOpen) {
    this.#tell(words.judging, "");
    const { turns } = await this.#engine.review({ position: this.#before.board.position, pits: this.#pits }, Math.min(SECONDS, this.seconds), { signal: new AbortController().signal });
    if (run !== this.#run) return;
    const [{ lost, shown }] = turns;
    if (lost.value === 0) {
      this.#tell(isOpen ? words.tryOn(this.#pits) : words.right(this.#pits), "right");
      return;
    }
    const sentence = words.wrong(this.#pits, shown.lost);
    this.#tell(sentence, "wrong");
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (run === this.#run) this.#reset(sentence, "wrong");
  }

  async #showBest() {
    this.#reset(words.better(this.#turn.best));
    try {
      await this.#preview.show(this.#before.board, this.#turn.best);
    } catch (error) {
      this.#page.fail(error);
    }
  }

  #goOn() {
    const next = this.#next(this.#number + 1);
    if (next === null) this.end();
    else this.#again(next);
  }

  seconds = SECONDS; // maximum search time
}
