// A position being entered, cell by cell. It only counts; the engine decides whether it is a valid position.
//
// Order: your pits, your store, their pits, their store. A digit sets the cell and advances; tens can be added first. A
// store left blank is derived from the known total once every other cell has been entered.

export const MOST = 255;

/**
 * @typedef {[side: string, pit: number | null]} Place
 */
export class Draft {
  #tens = 0; // added before the digit
  #touched = new Set();
  #isTotalKept = false;
  /** @type {(number | null)[]} */
  south = [];
  /** @type {(number | null)[]} */
  north = [];
  /** @type {number | null} */
  south_store = null;
  /** @type {number | null} */
  north_store = null;
  to_move = "south";
  rules = "";

  /**
   * @param {any} state a position, or counts of null where nothing is known
   * @param {{ expected: number | null, isSame?: boolean }} options expected null: any total will do
   */
  constructor(state, { expected, isSame = false }) {
    const { south, north, south_store, north_store, to_move, rules } = state;
    Object.assign(this, { south: [...south], north: [...north], south_store, north_store, to_move, rules });
    this.expected = expected;
    this.isSame = isSame;
    this.at = /** @type {Place} */ (["south", 0]);
    this.#copy();
  }

  /** @returns {Place[]} all cells in the order of entry */
  get places() {
    const pits = [...this.south.keys()];
    /** @type {Place[]} */
    const own = [...pits.map((pit) => /** @type {Place} */ (["south", pit])), ["south", null]];
    /** @type {Place[]} */
    const theirs = this.isSame ? [] : pits.map((pit) => /** @type {Place} */ (["north", pit]));
    return [...own, ...theirs, ["north", null]];
  }

  get stones() {
    return this.#get(this.at);
  }

  get tens() {
    return this.#tens;
  }

  /** @param {string} side @param {number | null} pit */
  choose(side, pit) {
    this.at = /** @type {Place} */ ([side, pit]);
    this.#tens = 0;
  }

  // Enters a digit and advances to the next cell. Returns false at the last cell.
  digit(digit) {
    this.#set(this.at, Math.min(MOST, this.#tens + digit));
    return this.next();
  }

  addTen() {
    this.#tens = this.#tens + 10 > MOST ? 0 : this.#tens + 10;
    this.#set(this.at, this.#tens);
  }

  // Advances without changing the cell; an empty one becomes 0.
  next() {
    if (this.stones === null) this.#set(this.at, 0);
    return this.#go(1);
  }

  back() {
    return this.#go(-1);
  }

  setSame(isSame) {
    this.isSame = isSame;
    this.#copy();
    this.#derive();
    if (isSame && this.at[0] === "north" && this.at[1] !== null) this.choose("north", null);
  }

  // Accepts the total as it is.
  keepTotal() {
    this.#isTotalKept = true;
    this.expected = this.total;
  }

  clear() {
    const empty = this.south.map(() => null);
    Object.assign(this, { south: empty, north: [...empty], south_store: null, north_store: null });
    this.#touched.clear();
    this.choose("south", 0);
  }

  get isChanged() {
    return this.#touched.size > 0;
  }

  get total() {
    return [...this.south, ...this.north, this.south_store, this.north_store].reduce((/** @type {number} */ sum, stones) => sum + (stones ?? 0), 0);
  }

  // The number of extra stones, negative if stones are missing.
  get surplus() {
    return this.expected === null ? 0 : this.total - this.expected;
  }

  // Whether every cell has a count.
  get isFilled() {
    return ![...this.south, ...this.north, this.south_store, this.north_store].includes(null);
  }

  // Whether it can be used: filled, with stones in pits, and with the known or confirmed total.
  get isComplete() {
    const inPits = [...this.south, ...this.north].some((stones) => (stones ?? 0) > 0);
    return this.isFilled && inPits && (this.surplus === 0 || this.#isTotalKept);
  }

  // The request for the engine.
  get asked() {
    const { south, north, south_store, north_store, to_move, rules } = this;
    return { south, north, south_store, north_store, to_move, rules };
  }

  #get([side, pit]) {
    return pit === null ? this[`${side}_store`] : this[side][pit];
  }

  #set(place, stones) {
    const [side, pit] = place;
    if (pit === null) this[`${side}_store`] = stones;
    else this[side][pit] = stones;
    this.#touched.add(String(place));
    this.#isTotalKept = false;
    if (side === "north" && pit !== null) this.isSame = false; // no longer the same
    this.#copy();
    this.#derive();
  }

  #copy() {
    if (this.isSame) this.north = [...this.south];
  }

  // Derives the one blank store from the total.
  #derive() {
    const isTyped = (place) => this.#touched.has(String(place));
    const pits = this.places.filter(([, pit]) => pit !== null);
    if (!pits.every(isTyped)) return;
    if (this.expected === null) {
      this.south_store ??= 0;
      this.north_store ??= 0;
      return;
    }
    const stores = [["north", null], ["south", null]];
    const open = stores.filter((place) => !isTyped(place));
    if (open.length !== 1) return;
    const [[side]] = open;
    this[`${side}_store`] = 0;
    this[`${side}_store`] = Math.max(0, this.expected - this.total);
  }

  #go(step) {
    const { places } = this;
    const here = places.findIndex(([side, pit]) => side === this.at[0] && pit === this.at[1]);
    const to = here + step;
    this.#tens = 0;
    if (to < 0 || to >= places.length) return false;
    this.at = places[to];
    return true;
  }
}
