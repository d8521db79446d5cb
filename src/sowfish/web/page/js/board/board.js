// The board: draws counts and reports taps. It knows no rules.

import { byPointer } from "../shared/pointer.js";
import { element } from "../shared/dom.js";
import { words } from "../words/words.js";
import { COLOURS, drawing, fill } from "./stones.js";

const SIDES = ["south", "north"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
export const wide = matchMedia("(min-aspect-ratio: 1/1) and (min-width: 600px)");

export class Board {
  #root;
  #cells = new Map();
  #pits = 0;
  #onTap;
  #onArrow;

  constructor(root, { onTap, onArrow }) {
    this.#root = root;
    root.dataset.preview = words.page.preview;
    this.#onTap = onTap;
    this.#onArrow = onArrow;
    root.addEventListener("keydown", (event) => this.#moveFocus(event));
    wide.addEventListener("change", () => this.#cells.forEach((cell) => this.#drawStones(cell)));
  }

  /**
   * Shows counts; null is a count not entered yet. Playable pits are ringed.
   * @param {{ south: (number | null)[], north: (number | null)[], south_store: number | null, north_store: number | null,
   *   to_move: string, is_over?: boolean, legal?: number[] }} state
   */
  show(state) {
    if (state.south.length !== this.#pits) this.#build(state.south.length);
    for (const side of SIDES) {
      state[side].forEach((stones, pit) => this.setCount(side, pit, stones));
      this.setCount(side, null, state[`${side}_store`]);
    }
    const mover = state.is_over ? "" : state.to_move;
    this.#root.dataset.toMove = mover;
    for (const { side, pit, button, stones } of this.#cells.values()) {
      button.classList.toggle("playable", side === mover && pit !== null && (state.legal ? state.legal.includes(pit) : stones > 0));
    }
  }

  setCount(side, pit, stones) {
    const cell = this.cell(side, pit);
    if (cell.stones === stones) return;
    const { colours } = cell;
    cell.stones = stones;
    while (colours.length > (stones ?? 0)) colours.pop();
    while (colours.length < (stones ?? 0)) colours.push((colours.length * 3 + (pit ?? 4) * 2 + (side === "north" ? 1 : 0)) % COLOURS);
    cell.count.textContent = stones ?? "";
    this.#drawStones(cell);
    this.#label(cell);
  }

  // Empties a cell; returns the colours of its stones.
  lift(side, pit) {
    const cell = this.cell(side, pit);
    const lifted = [...cell.colours];
    this.setCount(side, pit, 0);
    return lifted;
  }

  // Adds stones of these colours to a cell.
  drop(side, pit, colours) {
    const cell = this.cell(side, pit);
    const before = cell.stones ?? 0;
    cell.colours.push(...colours);
    cell.stones = before + colours.length;
    cell.count.textContent = cell.stones;
    this.#drawStones(cell);
    this.#label(cell);
  }

  // marks: pit -> { mark, tone, kind, isBest, spoken }, shown on the rims of one side's pits
  showValues(side, marks) {
    for (const cell of this.#cells.values()) {
      const known = cell.side === side && cell.pit !== null ? marks.get(cell.pit) : undefined;
      cell.mark = known ?? null;
      cell.value.textContent = known?.mark ?? "";
      cell.value.className = known ? `value ${known.tone} ${known.kind}${known.isBest ? " best" : ""}` : "value";
      this.#label(cell);
    }
  }

  clearValues() {
    this.showValues("south", new Map());
  }

  // Sets a class on exactly these cells, given as [side, pit].
  highlight(name, ...places) {
    const chosen = new Set(places.map(([side, pit]) => key(side, pit)));
    for (const [place, cell] of this.#cells) {
      cell.button.classList.toggle(name, chosen.has(place));
      this.#label(cell);
    }
  }

  setMode(mode) {
    this.#root.dataset.mode = mode;
  }

  focus(side, pit) {
    const { button } = this.cell(side, pit);
    this.#takeFocus(button);
    button.focus({ preventScroll: true });
  }

  cell(side, pit) {
    return this.#cells.get(key(side, pit));
  }

  // Returns the centre of a cell's hollow, relative to the board's top left corner.
  middle(side, pit) {
    const outer = this.#root.getBoundingClientRect();
    const inner = this.cell(side, pit).hollow.getBoundingClientRect();
    return { x: inner.x - outer.x + inner.width / 2, y: inner.y - outer.y + inner.height / 2 };
  }

  get root() {
    return this.#root;
  }

  #build(pits) {
    this.#pits = pits;
    this.#cells.clear();
    this.#root.querySelectorAll("button").forEach((button) => button.remove());
    this.#root.style.setProperty("--pits", pits);
    for (const side of SIDES) {
      for (let pit = 0; pit < pits; pit++) this.#add(side, pit);
      this.#add(side, null);
    }
    this.#takeFocus(this.cell("south", 0).button);
  }

  #add(side, pit) {
    const button = element("button", `cell ${side} ${pit === null ? "store" : "pit"}`);
    button.type = "button";
    button.style.setProperty("--i", pit ?? 0);
    const hollow = button.appendChild(element("span", "hollow"));
    const svg = hollow.appendChild(drawing(100, 100));
    const count = hollow.appendChild(element("span", "count"));
    const value = hollow.appendChild(element("span", "value"));
    button.append(element("span", "number", pit === null ? words.storeOf(side) : words.pitName(pit)));
    button.addEventListener("click", () => this.#onTap(side, pit));
    this.#root.append(button);
    const cell = { side, pit, button, hollow, svg, count, value, stones: undefined, colours: [], mark: null };
    this.#cells.set(key(side, pit), cell);
  }

  #drawStones({ svg, side, pit, colours }) {
    const isStore = pit === null;
    const [long, short] = isStore ? [280, 64] : [112, 68];
    const [width, height] = wide.matches ? (isStore ? [90, 300] : [92, 96]) : [long, short];
    fill(svg, colours, { turn: (pit ?? 0) * 1.1 + (side === "north" ? 3.6 : 0.5), width, height, isStore });
  }

  #label(cell) {
    const next = cell.button.classList.contains("next") ? words.tapNext : "";
    const worth = cell.mark ? words.worth(cell.mark.mark, cell.mark.kind) : "";
    const label = words.cell(cell.side, cell.pit, cell.stones ?? null) + worth + next;
    if (cell.button.getAttribute("aria-label") !== label) cell.button.setAttribute("aria-label", label);
  }

  // The board is one Tab stop; arrow keys move to the nearest cell in their direction.
  #moveFocus(event) {
    const direction = ARROWS[event.key];
    const from = event.target.closest(".cell");
    const isGame = event.shiftKey || (byPointer() && this.#root.dataset.mode !== "entry");
    if (!direction || !from || event.defaultPrevented || isGame) return;
    event.preventDefault();
    const here = centre(from);
    let nearest = null;
    let least = Infinity;
    for (const cell of this.#cells.values()) {
      const there = centre(cell.button);
      const ahead = (there.x - here.x) * direction[0] + (there.y - here.y) * direction[1];
      const aside = Math.abs((there.x - here.x) * direction[1]) + Math.abs((there.y - here.y) * direction[0]);
      const distance = ahead + 2 * aside;
      if (ahead > 4 && distance < least) [nearest, least] = [cell, distance];
    }
    if (nearest === null) return;
    this.#takeFocus(nearest.button);
    nearest.button.focus();
    this.#onArrow(nearest.side, nearest.pit);
  }

  #takeFocus(button) {
    for (const cell of this.#cells.values()) cell.button.tabIndex = cell.button === button ? 0 : -1;
  }
}

function key(side, pit) {
  return `${side}-${pit ?? "store"}`;
}

function centre(node) {
  const box = node.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
