// With the leftovers rule unknown, solves both variants and says whether the turn is best in either.

import { button, element, find } from "../shared/dom.js";
import { wordMove, wordPosition, wordValue } from "../words/wording.js";
import { words } from "../words/words.js";

const SECONDS = 8;

export class LeftoversNote {
  #engine;
  #session;
  #onTurn;
  #fail;
  /** @type {AbortController | null} */
  #control = /** @type {any} */ (null);
  #isKnown = false;

  /** @param {{ engine: Engine, session: import("../game/session.js").Session, onTurn: (taps: any[]) => void, fail: (error: unknown) => void }} parts */
  constructor({ engine, session, onTurn, fail }) {
    this.#engine = engine;
    this.#session = session;
    this.#onTurn = onTurn;
    this.#fail = fail;
  }

  clear() {
    this.stop();
    this.#isKnown = false;
    find("leftovers-note").replaceChildren();
  }

  stop() {
    this.#control?.abort();
    this.#control = null;
  }

  // Reserves space before the text arrives, to avoid a layout shift.
  show(isShown) {
    find("leftovers-note").hidden = !isShown || this.#session.leftovers !== "both";
  }

  // Compares the turn under both rules, once per position.
  async ask(state, taps, most) {
    if (this.#session.leftovers !== "both" || this.#control || this.#isKnown || !taps.length) return;
    const control = new AbortController();
    this.#control = control;
    this.#say(words.leftoversChecking);
    try {
      const told = await this.#engine.both(state.position, Math.min(SECONDS, most), { signal: control.signal });
      if (this.#control !== control) return;
      this.#isKnown = true;
      await this.#tell(told, state, taps, control);
    } catch (error) {
      if (this.#control === control && /** @type {any} */ (error).name !== "AbortError") this.#say(words.leftoversUnknown);
    } finally {
      if (this.#control === control) this.#control = null;
    }
  }

  async #tell(told, state, taps, control) {
    if (told.turn === null) {
      find("leftovers-note").replaceChildren(...told.results.map((result) => this.#choice(result, state)));
      this.show(true);
      return;
    }
    this.#say(words.leftoversEither);
    const isShown = told.turn.length === taps.length && told.turn.every((pit, number) => pit === taps[number].pit);
    if (!isShown) await this.#use(state, told.turn, control);
  }

  #say(text) {
    find("leftovers-note").replaceChildren(text);
    this.show(true);
  }

  // Returns a row with the best turn under one rule and its cost under the other.
  #choice(result, state) {
    const rest = result.rules.includes("sweep") ? "owner" : "nobody";
    const { mark } = wordValue(result, state.to_move);
    const about = result.cost.kind === "proven" ? "" : "about ";
    const row = element("span", "leftovers-choice");
    const choose = button("link", words.turnText(result.turn), () => this.#use(state, result.turn).catch(this.#fail));
    const [before, after] = words.leftoversTurn(rest, mark, result.cost.value, about);
    row.append(before, choose, after);
    return row;
  }

  async #use(state, pits, control = null) {
    const { moves, board } = await this.#engine.game({ position: state.position, pits });
    if (control && this.#control !== control) return;
    this.#onTurn(moves.map((move) => ({ ...wordMove(move), board: wordPosition(move.board ?? board) })));
  }
}
