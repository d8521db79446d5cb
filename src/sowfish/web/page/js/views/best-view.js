// The view that answers: the search for what to play, and its turn walked tap by tap.

import { BestPanel } from "./best-panel.js";
import { settings } from "../shared/settings.js";
import { reducedMotion } from "../board/animation.js";
import { Stepper } from "../board/stepper.js";
import { linkTrace } from "../shared/trace-address.js";
import { words } from "../shared/words.js";

const LONGER = 60; // seconds
const find = (id) => document.getElementById(id);

export class BestView {
  #engine;
  #board;
  #session;
  #maker;
  #page;
  #answers;
  #search = null;
  #best = []; // the taps of the best turn
  #menace = []; // the pits the other side would play
  #walked = ""; // what is walked through, if not the best turn
  #marks = { side: "south", moves: [] };
  #state = null;
  isOpen = true;
  seconds = Infinity; // the most an answer may take

  // page: say(text) and fail(error)
  constructor({ engine, board, animation, session, maker, page }) {
    Object.assign(this, { stepper: new Stepper(engine, board, animation, () => this.#showStep()) });
    this.#engine = engine;
    this.#board = board;
    this.#session = session;
    this.#maker = maker;
    this.#page = page;
    const parts = {
      balance: find("balance"), balanceShare: find("balance-share"), balanceMark: find("balance-mark"),
      verdict: find("verdict"), taps: find("taps"), reasons: find("reasons"), lines: find("lines"),
      threat: find("threat"), showThreat: find("show-threat"), status: find("status"), longer: find("longer"),
    };
    this.#answers = new BestPanel(parts, board, (pits) => this.#walk(words.theLine, this.#state, pits));
    find("step").addEventListener("click", () => this.step());
    find("step-back").addEventListener("click", () => this.back());
    find("step-reset").addEventListener("click", () => this.reset());
    find("longer").addEventListener("click", () => this.study(LONGER));
    find("show-threat").addEventListener("click", () => this.#showThreat());
  }

  // Shows a position of the game and begins to think about it.
  show(state) {
    this.#state = state;
    this.#best = [];
    this.#marks = { side: state.to_move, moves: [] };
    this.#answers.clear(state);
    this.stepper.begin(state, this.#best);
    this.study();
  }

  // Goes on where it was left.
  resume() {
    this.stepper.begin(this.#state, this.#best);
    this.study();
  }

  stop() {
    this.#search?.stop();
  }

  study(seconds = Number(settings.get("seconds"))) {
    this.stop();
    const asked = this.#state;
    if (asked.is_over) {
      this.#answers.showStatus("");
      return;
    }
    this.#answers.showStatus(words.firstLook);
    const listeners = {
      waiting: () => this.#answers.showStatus(words.waiting),
      threat: (told) => { this.#menace = told.threat?.turn ?? []; this.#answers.showThreat(told); },
      progress: (told) => this.#answers.showStatus(told.status + " …"),
      analysis: (told) => this.#showAnalysis(told),
      best: (told) => this.#showBest(told),
      reasons: (told) => this.#answers.showReasons(told.reasons),
      error: (told) => { this.#answers.showStatus(words.stopped); this.#page.fail(told.error); },
    };
    const heard = (listener) => (told) => { if (this.#state === asked && this.isOpen) listener(told); };
    for (const name of Object.keys(listeners)) listeners[name] = heard(listeners[name]);
    this.#search = this.#engine.analyse(asked.position, Math.min(seconds, this.seconds), listeners);
  }

  #showAnalysis(told) {
    this.#answers.showValue(told);
    this.#marks = { side: this.#state.to_move, moves: told.moves };
    if (!this.stepper.isAway) this.#answers.showMoves(this.#marks.side, this.#marks.moves);
    this.#answers.showLines(told.lines);
    const isProven = told.kind === "proven" && told.moves.every((move) => move.kind === "proven");
    this.#answers.showStatus(told.status + (told.is_final ? "" : " …"), { canGoOn: told.is_final && !isProven });
  }

  #showBest(told) {
    this.#answers.showValue(told);
    this.#answers.showReasons(told.reasons);
    this.#best = told.taps;
    if (!this.stepper.isAway) this.stepper.begin(this.#state, this.#best);
    this.#page.say(this.#best.length ? `${this.stepper.headline()}. ${told.verdict}` : told.verdict);
  }

  flash(text) {
    this.#answers.showStatus(text);
  }

  // ---- tap by tap

  // The pits walked so far, if the game can go that way.
  get walkedPits() {
    const { at, taps, start } = this.stepper;
    return at > 0 && start.position === this.#state.position ? taps.slice(0, at).map((tap) => tap.pit) : null;
  }

  isNext(side, pit) {
    const { tap, at } = this.stepper;
    return tap !== null && at > 0 && tap.mover === side && tap.pit === pit;
  }

  async step() {
    const pits = this.walkedPits;
    try {
      if (this.stepper.tap === null && pits) await this.#maker.commit(pits);
      else await this.stepper.next(settings.get("speed"));
      if (this.stepper.taps.length) this.#page.say(`${this.stepper.headline()}. ${find("detail").textContent}`);
    } catch (error) {
      this.#page.fail(error);
    }
  }

  // One tap back, and at the first one a move of the game.
  back() {
    const { parent } = this.#session.node;
    if (this.stepper.isAway) this.stepper.back();
    else if (parent) this.#session.goTo(parent);
  }

  reset() {
    this.stepper.reset();
    this.stepper.begin(this.#state, this.#best);
  }

  #showStep() {
    const { taps, at, tap } = this.stepper;
    const state = this.#state;
    const isIdle = taps.length === 0;
    const isBest = taps === this.#best;
    const waiting = state.is_over ? words.over : state.must_pass ? words.pass : words.thinking;
    this.#answers.showTaps(taps, at);
    find("headline").textContent = isIdle ? waiting : this.stepper.headline();
    find("detail").textContent = (isBest ? "" : `${this.#walked}: `) + (tap ? tap.brief : this.stepper.state.standing);
    const isWhole = !isIdle && tap === null && this.walkedPits !== null;
    find("step").textContent = tap ? words.tapOf(at + 1, taps.length) : isIdle ? waiting : isWhole ? words.playThis : words.turnDone;
    find("step").disabled = tap === null && !isWhole;
    linkTrace(find("trace"), this.stepper.start, taps);
    find("step-back").disabled = at === 0 && !this.#session.node.parent;
    find("step-reset").disabled = at === 0 && isBest;
    if (at === 0 && isBest) this.#answers.showMoves(this.#marks.side, isIdle ? [] : this.#marks.moves);
    else this.#board.showValues("south", new Map());
  }

  // Walks any pits from a position: a line of play, or what the other side threatens.
  async #walk(title, from, pits) {
    try {
      const start = from.position ? from : await this.#engine.position(from);
      const played = await this.#engine.moves(start.position, pits);
      this.#walked = title;
      this.stepper.reset();
      this.stepper.begin(start, played.moves);
      scrollTo({ top: 0, behavior: reducedMotion.matches ? "auto" : "smooth" });
    } catch (error) {
      this.#page.fail(error);
    }
  }

  #showThreat() {
    const other = this.#state.to_move === "south" ? "north" : "south";
    const { south, north, south_store, north_store, profile } = this.#state;
    this.#walk(words.theThreat(other), { south, north, south_store, north_store, to_move: other, rules: profile }, this.#menace);
  }
}
