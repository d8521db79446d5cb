// Entering a position: the keypad, the board and the total around a draft (see game/draft.js).

import { Draft } from "../game/draft.js";
import { button } from "../shared/dom.js";
import { words } from "../words/words.js";

export class Entry {
  #board;
  #parts;
  #on;
  /** @type {any} */
  #draft = null;
  #ten;
  #isGuided = false; // the board was empty: prompt for the first count

  /**
   * @param {any} board
   * @param {any} parts elements of the form
   * @param {{ onDone: (asked: any) => void, onCancel: () => void, onComplete: (asked: any) => void, onReset: () => void, say: (text: string) => void }} listeners
   */
  constructor(board, parts, listeners) {
    this.#board = board;
    this.#parts = parts;
    this.#on = listeners;
    this.#buildPad();
    parts.same.addEventListener("change", () => { this.#draft.setSame(parts.same.checked); this.#changed(); this.#show(); });
    parts.toMove.forEach((radio) => radio.addEventListener("change", () => this.#setToMove(radio.value)));
    parts.keepTotal.addEventListener("click", () => { this.#draft.keepTotal(); this.#changed(); });
    parts.clear.addEventListener("click", () => { this.#draft.clear(); this.#changed(); this.#show(); });
    parts.start.addEventListener("click", () => this.#reset());
    parts.cancel.addEventListener("click", listeners.onCancel);
  }

  get isOpen() {
    return this.#draft !== null;
  }

  get isComplete() {
    return this.isOpen && this.#draft.isComplete;
  }

  /**
   * @param {any} state the initial board; null counts are unknown
   * @param {{ at?: [string, number | null], expected: number | null, isSame?: boolean, isGuided?: boolean }} how
   */
  begin(state, { at = ["south", 0], expected, isSame = false, isGuided = false }) {
    this.#draft = new Draft(state, { expected, isSame });
    this.#draft.choose(...at);
    this.#isGuided = isGuided;
    this.#parts.same.checked = isSame;
    this.#parts.start.textContent = words.resetStart;
    this.#setToMove(state.to_move);
    this.#changed();
    this.#show();
  }

  end() {
    this.#draft = null;
    this.#board.highlight("chosen");
  }

  setRules(rules) {
    this.#draft.rules = rules;
    this.#changed();
  }

  // Shows a search's verdict on the complete board.
  showVerdict(verdict) {
    if (this.isComplete) this.#parts.words.textContent = words.filled(verdict);
  }

  choose(side, pit) {
    this.#draft.choose(side, pit);
    this.#show();
  }

  // Handles a key; returns whether it had a meaning here.
  key(key) {
    if (/^[0-9]$/.test(key)) this.#digit(Number(key));
    else if (key === "+" || key === "=") this.#addTen();
    else if (key === "Backspace") this.#back();
    else if (key === " ") this.#next();
    else if (key === "Enter") this.done();
    else return false;
    return true;
  }

  done() {
    if (this.#draft.isComplete) this.#on.onDone(this.#draft.asked);
    else this.#on.say(this.#parts.total.textContent);
  }

  #buildPad() {
    const { pad, done } = this.#parts;
    for (const digit of [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]) pad.append(button("", digit, () => this.#digit(digit)));
    this.#ten = button("ten", "+10", () => this.#addTen());
    const [back, next] = [button("", "‹", () => this.#back()), button("", "›", () => this.#next())];
    this.#ten.setAttribute("aria-label", words.padKeys.ten);
    back.setAttribute("aria-label", words.padKeys.back);
    next.setAttribute("aria-label", words.padKeys.next);
    done.addEventListener("click", () => this.done());
    pad.append(this.#ten, back, next, done);
  }

  #digit(digit) {
    this.#isGuided = false;
    this.#draft.digit(digit);
    this.#changed();
    this.#show();
  }

  #addTen() {
    this.#isGuided = false;
    this.#draft.addTen();
    this.#changed();
    this.#show();
  }

  #back() {
    this.#draft.back();
    this.#show();
  }

  #next() {
    this.#draft.next();
    this.#changed();
    this.#show();
  }

  // Discards the draft; asks first if it has changes.
  #reset() {
    if (!this.#draft.isChanged || this.#parts.start.textContent === words.resetSure) {
      this.#on.onReset();
      return;
    }
    this.#parts.start.textContent = words.resetSure;
    this.#on.say(words.resetSure);
  }

  #setToMove(side) {
    this.#draft.to_move = side;
    this.#parts.toMove.forEach((radio) => { radio.checked = radio.value === side; });
    this.#board.show(this.#draft);
    if (this.isComplete && this.#draft.isChanged) this.#on.onComplete(this.#draft.asked);
  }

  #show() {
    const [side, pit] = this.#draft.at;
    this.#board.highlight("chosen", this.#draft.at);
    this.#board.focus(side, pit);
    this.#ten.setAttribute("aria-pressed", String(this.#draft.tens > 0));
    this.#parts.start.textContent = words.resetStart;
    this.#parts.totalRow.hidden = this.#isGuided; // the prompt needs the line
    if (!this.#draft.isComplete || !this.#draft.isChanged) this.#parts.words.textContent = words.entering(side, pit, this.#isGuided);
  }

  #changed() {
    const draft = this.#draft;
    this.#parts.same.checked = draft.isSame;
    this.#board.show(draft);
    const { total, surplus, isFilled } = draft;
    this.#parts.total.textContent = words.total(total, surplus);
    this.#parts.totalRow.classList.toggle("off", isFilled && surplus !== 0);
    this.#parts.totalRow.classList.toggle("right", draft.isComplete);
    this.#parts.keepTotal.hidden = !isFilled || surplus === 0 || total === 0;
    this.#parts.keepTotal.textContent = words.keep(total);
    this.#parts.done.disabled = !draft.isComplete;
    if (draft.isComplete && draft.isChanged) this.#on.onComplete(draft.asked);
  }
}
