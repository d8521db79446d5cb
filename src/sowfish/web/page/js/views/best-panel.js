// What the page says about a position: the balance, the turn, reasons, lines and the threat.

import { element } from "../board/board.js";
import { words } from "../shared/words.js";

export class BestPanel {
  #parts;
  #board;
  #onLine;

  constructor(parts, board, onLine) {
    this.#parts = parts;
    this.#board = board;
    this.#onLine = onLine;
  }

  clear(state) {
    this.#board.showValues(state.to_move, new Map());
    this.showBalance(null);
    this.#parts.verdict.textContent = "";
    this.#parts.verdict.className = "verdict";
    this.#parts.reasons.replaceChildren();
    this.#parts.lines.replaceChildren();
    this.#parts.threat.textContent = "";
    this.#parts.showThreat.hidden = true;
    this.#parts.status.textContent = "";
    this.#parts.longer.hidden = true;
    this.showTaps([], 0);
  }

  // told: a value with its verdict, balance, balanceMark and total
  showValue(told) {
    this.showBalance(told);
    this.#parts.verdict.textContent = told.verdict;
    this.#parts.verdict.className = `verdict ${told.kind}`;
  }

  showBalance(told) {
    const share = told && told.total ? 0.5 + told.balance / (2 * told.total) : 0.5;
    this.#parts.balanceShare.style.transform = `scaleX(${Math.max(0.02, Math.min(0.98, share))})`;
    this.#parts.balance.dataset.lean = share > 0.8 ? "you" : share < 0.2 ? "they" : "";
    this.#parts.balanceMark.textContent = told ? told.balanceMark : "";
    this.#parts.balance.setAttribute("aria-label", words.balance(told ? told.balanceMark : "?"));
  }

  showMoves(side, moves) {
    const best = Math.max(...moves.map((move) => move.value));
    this.#board.showValues(side, new Map(moves.map((move) => [move.pit, { ...move, isBest: move.value === best }])));
  }

  showLines(lines) {
    const items = lines.map((line) => this.#line(line));
    this.#parts.lines.replaceChildren(...items);
  }

  #line(line) {
    const item = element("li");
    const button = element("button", "line");
    button.type = "button";
    const turns = line.turns.map(({ who, pits }) => words.line(who, pits)).join("; ");
    button.append(element("b", `value ${line.kind}`, line.mark), element("span", "", turns + (line.is_whole ? "" : " …")));
    button.addEventListener("click", () => this.#onLine(line.turns.flatMap((turn) => turn.pits)));
    item.append(button);
    return item;
  }

  showReasons(sentences) {
    this.#parts.reasons.replaceChildren(...sentences.map((sentence) => element("li", "", sentence)));
  }

  showThreat({ sentence, threat }) {
    this.#parts.threat.textContent = sentence;
    this.#parts.showThreat.hidden = !threat || threat.banked === 0;
  }

  showTaps(taps, at) {
    const chips = taps.map((tap, number) => {
      const chip = element("li", number < at ? "done" : "", tap.pit);
      if (number === at) chip.setAttribute("aria-current", "step");
      return chip;
    });
    this.#parts.taps.replaceChildren(...chips);
    const current = this.#parts.taps.querySelector("[aria-current]");
    if (current) this.#parts.taps.scrollLeft = current.offsetLeft - this.#parts.taps.clientWidth / 2;
  }

  showStatus(text, { canGoOn = false } = {}) {
    this.#parts.status.textContent = text;
    this.#parts.longer.hidden = !canGoOn;
  }
}
