// Entering a position: a pit is chosen on the board, a number typed or tapped, and the next pit is chosen.

import { element } from "./board.js";
import { words } from "../shared/words.js";

const PIT_KEYS = ["10", "11", "12"];
const STORE_KEYS = ["⌫", "+10", "›"];
const MOST = 255;

export class Entry {
  #board;
  #parts;
  #say;
  #draft = null;
  #at = ["south", 0];
  #isFresh = true; // the next digit begins a number
  #expected = 0;

  constructor(board, parts, { onDone, onCancel, say }) {
    this.#board = board;
    this.#parts = parts;
    this.#say = say;
    this.#buildPad();
    parts.same.addEventListener("change", () => this.#changed());
    parts.toMove.forEach((radio) => radio.addEventListener("change", () => this.#setToMove(radio.value)));
    parts.keepTotal.addEventListener("click", () => this.#keepTotal());
    parts.clear.addEventListener("click", () => this.#clear());
    parts.done.addEventListener("click", () => onDone(this.#draft));
    parts.cancel.addEventListener("click", onCancel);
  }

  get isOpen() {
    return this.#draft !== null;
  }

  begin(state, at) {
    const { south, north, south_store, north_store, to_move, profile, total } = state;
    this.#draft = { south: [...south], north: [...north], south_store, north_store, to_move, rules: profile };
    this.#expected = total;
    this.#parts.same.checked = false;
    this.#setToMove(to_move);
    this.#changed();
    this.choose(...at);
  }

  end() {
    this.#draft = null;
    this.#board.highlight("chosen");
  }

  setRules(profile) {
    this.#draft.rules = profile;
  }

  choose(side, pit, { announce = true } = {}) {
    this.#at = [side, pit];
    this.#isFresh = true;
    this.#board.highlight("chosen", this.#at);
    this.#board.focus(side, pit);
    this.#labelPad();
    if (announce) this.#say(words.editing(side, pit));
  }

  // Returns whether the key meant something here.
  key(key) {
    if (/^[0-9]$/.test(key)) this.#digit(key);
    else if (key === "+" || key === "=") this.#add(1);
    else if (key === "-") this.#add(-1);
    else if (key === "Backspace") this.#erase();
    else if (key === "Enter" || key === " ") this.#next();
    else return false;
    return true;
  }

  #buildPad() {
    for (let number = 0; number < 10; number++) {
      this.#padKey(String(number), () => (this.#isStore ? this.#digit(String(number)) : this.#setAndGoOn(number)));
    }
    const pit = PIT_KEYS.map((key) => () => this.#setAndGoOn(Number(key)));
    const store = [() => this.#erase(), () => this.#add(10), () => this.#next()];
    PIT_KEYS.forEach((key, number) => this.#padKey(key, () => (this.#isStore ? store : pit)[number]()).classList.add("special"));
    this.#padKey("−", () => this.#add(-1)).setAttribute("aria-label", words.oneLess);
    this.#padKey("+", () => this.#add(1)).setAttribute("aria-label", words.oneMore);
  }

  #padKey(text, press) {
    const key = element("button", "", text);
    key.type = "button";
    key.addEventListener("click", press);
    this.#parts.pad.append(key);
    return key;
  }

  #labelPad() {
    this.#parts.pad.querySelectorAll(".special").forEach((key, number) => {
      key.textContent = (this.#isStore ? STORE_KEYS : PIT_KEYS)[number];
      if (this.#isStore) key.setAttribute("aria-label", words.storeKeys[number]);
      else key.removeAttribute("aria-label");
    });
  }

  get #isStore() {
    return this.#at[1] === null;
  }

  get #stones() {
    const [side, pit] = this.#at;
    return pit === null ? this.#draft[`${side}_store`] : this.#draft[side][pit];
  }

  #set(stones) {
    const [side, pit] = this.#at;
    const kept = Math.max(0, Math.min(MOST, stones));
    if (pit === null) this.#draft[`${side}_store`] = kept;
    else this.#draft[side][pit] = kept;
    if (side === "north" && pit !== null) this.#parts.same.checked = false; // it is not, any more
    this.#changed();
  }

  #digit(digit) {
    const number = Number(this.#isFresh ? digit : `${this.#stones}${digit}`);
    this.#isFresh = false;
    this.#set(number > MOST ? Number(digit) : number);
  }

  #erase() {
    this.#isFresh = false;
    this.#set(Math.floor(this.#stones / 10));
  }

  #add(stones) {
    this.#isFresh = true;
    this.#set(this.#stones + stones);
  }

  #setAndGoOn(stones) {
    this.#set(stones);
    this.#next();
  }

  #next() {
    const pits = this.#draft.south.length;
    const sides = this.#parts.same.checked ? ["south"] : ["south", "north"];
    const places = sides.flatMap((side) => [...Array(pits).keys(), null].map((pit) => [side, pit]));
    if (this.#parts.same.checked) places.push(["north", null]);
    const here = places.findIndex(([side, pit]) => side === this.#at[0] && pit === this.#at[1]);
    this.choose(...places[(here + 1) % places.length], { announce: false });
  }

  #clear() {
    const empty = this.#draft.south.map(() => 0);
    Object.assign(this.#draft, { south: empty, north: [...empty], south_store: 0, north_store: 0 });
    this.#changed();
    this.choose("south", 0);
  }

  #setToMove(side) {
    this.#draft.to_move = side;
    this.#parts.toMove.forEach((radio) => { radio.checked = radio.value === side; });
    this.#board.show(this.#draft);
  }

  #keepTotal() {
    this.#expected = this.#total;
    this.#changed();
  }

  get #total() {
    const sum = (stones) => stones.reduce((one, other) => one + other, 0);
    return sum(this.#draft.south) + sum(this.#draft.north) + this.#draft.south_store + this.#draft.north_store;
  }

  #changed() {
    if (this.#parts.same.checked) this.#draft.north = [...this.#draft.south];
    this.#board.show(this.#draft);
    const total = this.#total;
    const isOff = total !== this.#expected;
    this.#parts.total.textContent = words.total(total, this.#expected);
    this.#parts.totalRow.classList.toggle("off", isOff);
    this.#parts.keepTotal.hidden = !isOff || total === 0;
    this.#parts.keepTotal.textContent = words.keep(total);
  }
}
