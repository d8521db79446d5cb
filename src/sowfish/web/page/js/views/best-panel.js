// The panel about a position: the verdict, the turn as chips, reasons, lines and the threat.

import { button, element, find } from "../shared/dom.js";
import { agreeing, isBest } from "../analysis/store.js";
import { shownNumber } from "../words/value-text.js";
import { wordValue } from "../words/wording.js";
import { words } from "../words/words.js";

export class BestPanel {
  #board;
  #on;

  /** @param {{ onLine: (line: any) => void, onChip: (at: number) => void }} listeners */
  constructor(board, listeners) {
    this.#board = board;
    this.#on = listeners;
    find("taps").addEventListener("keydown", (event) => moveFocus(event));
  }

  clear() {
    this.#board.clearValues();
    find("verdict").textContent = "";
    find("verdict").className = "verdict";
    find("balance-mark").textContent = "";
    for (const id of ["reasons", "lines"]) find(id).replaceChildren();
    find("threat").textContent = find("status").textContent = "";
    find("show-threat").hidden = find("longer").hidden = true;
    this.showTaps([], 0);
  }

  // Shows a value given from the mover's side; verdict, mark and bar all derive from it.
  showValue(value, mover, total) {
    const shown = wordValue(value, mover);
    this.#showVerdict(shown.verdict, shown.mark, `verdict ${shown.tone} ${shown.kind}`);
    this.#showBalance(shownNumber(shown), total);
    return shown.verdict;
  }

  // Shows the result of a finished game.
  showFinal({ south, north }) {
    const tone = south > north ? "good" : south < north ? "bad" : "even";
    this.#showVerdict(words.finalVerdict({ south, north }), `${south}–${north}`, `verdict ${tone}`);
    this.#showBalance(south - north, south + north);
  }

  #showVerdict(verdict, mark, className) {
    if (find("verdict").textContent !== verdict) find("verdict").textContent = verdict;
    find("verdict").className = className;
    find("balance-mark").textContent = mark;
    find("balance").setAttribute("aria-label", words.balance(mark));
  }

  #showBalance(number, total) {
    const share = total ? 0.5 + number / (2 * total) : 0.5;
    find("balance-share").style.transform = `scaleX(${Math.max(0.02, Math.min(0.98, share))})`;
  }

  // Shows move values on the rims of their pits, from your side.
  showMoves(mover, moves, value) {
    const marks = new Map();
    for (const [pit, move] of moves) {
      const best = isBest(move, moves, value);
      marks.set(pit, { ...wordValue(best ? value : move, mover), isBest: best }); // the number of the verdict and the bar
    }
    this.#board.showValues(mover, marks);
  }

  showLines(lines, mover, moves) {
    find("lines").replaceChildren(...agreeing(lines, moves).map((line) => this.#line(line, mover)));
  }

  #line(line, mover) {
    const item = element("li");
    const shown = wordValue(line, mover);
    const row = button("line", "", () => this.#on.onLine(line));
    const turns = line.turns.map(({ side, pits }) => words.line(side, pits)).join("; ");
    row.append(element("b", `value ${shown.tone} ${shown.kind}`, shown.mark), element("span", "", turns + (line.is_whole ? "" : " …")));
    item.append(row);
    return item;
  }

  showReasons(sentences) {
    find("reasons").replaceChildren(...sentences.map((sentence) => element("li", "", sentence)));
  }

  showThreat({ sentence, threat }) {
    find("threat").textContent = sentence;
    find("show-threat").hidden = !threat || threat.banked === 0;
  }

  // Shows the taps as chips, in groups of five; `isOpen` if more taps will follow.
  showTaps(taps, at, isOpen = false) {
    const hadFocus = find("taps").contains(document.activeElement);
    const chips = taps.map((tap, number) => {
      const item = element("li");
      const chip = button(`${number < at ? "done" : ""} ${tap.mover}`, words.pitName(tap.pit), () => this.#on.onChip(number));
      chip.setAttribute("aria-label", words.chip(number + 1, taps.length, tap));
      chip.tabIndex = number === Math.min(at, taps.length - 1) ? 0 : -1;
      if (number === at) chip.setAttribute("aria-current", "step");
      item.append(chip);
      return item;
    });
    if (isOpen) chips.push(element("li", "more", words.moreTaps));
    find("taps").replaceChildren(...chips);
    if (hadFocus) find("taps").querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  }

  // Shows the buttons that apply now.
  showActions({ mover, isIdle, isTheirs, isOver, canClose, canReview }) {
    find("played").textContent = mover === "south" ? words.page.played : words.page.theyPlayed;
    find("played").hidden = find("taps").hidden = isTheirs || isOver;
    find("edit").textContent = isTheirs ? words.page.enterNew : words.page.enterBoard;
    find("edit").classList.toggle("primary", isTheirs);
    for (const id of ["step", "step-back", "auto", "copy-turn"]) find(id).hidden = isOver || (isTheirs && id !== "step-back");
    for (const id of ["step", "auto", "copy-turn"]) find(id).disabled = isIdle;
    find("close-preview").hidden = !canClose;
    find("their-best").hidden = !isTheirs;
    find("more").hidden = isOver;
    find("review-over").hidden = !isOver || !canReview;
  }

  showStatus(text, { canGoOn = false } = {}) {
    find("status").textContent = text;
    find("longer").hidden = !canGoOn;
  }
}

// The turn is one Tab stop; arrow keys move between chips.
function moveFocus(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const from = event.target.closest("li");
  if (!step || !from) return;
  const next = (step > 0 ? from.nextElementSibling : from.previousElementSibling)?.querySelector("button");
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  from.querySelector("button").tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
