// JSON, read strictly: an error names its line, and no key may appear twice.

import { invalidGame, quoted } from "./refusals.js";

const DEEPEST = 500; // lists and objects within each other
const LONGEST_NUMBER = 4300; // digits, as in Python
const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y; // eslint-disable-line no-control-regex
const OTHER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null/y;
const NO_NUMBER = /NaN|-?Infinity/y; // Python writes and reads them

/** The value of a JSON text. */
export function parseJson(text) {
  new Checker(text).check();
  return JSON.parse(text);
}

const tooLarge = () => invalidGame("this JSON has an overlong number or is nested too deeply", { reason: "damaged" });

class Checker {
  #text;
  #at = 0;

  constructor(text) {
    this.#text = text;
  }

  check() {
    this.#value(0);
    if (this.#at < this.#text.length) throw this.#refusal();
  }

  #take(pattern) {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  // Whether this character comes next, which is then taken.
  #has(character) {
    this.#take(SPACE);
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    this.#take(SPACE);
    return true;
  }

  #need(taken) {
    if (!taken) throw this.#refusal();
    return taken;
  }

  #value(depth) {
    if (depth > DEEPEST) throw tooLarge();
    if (this.#has("{")) this.#object(depth);
    else if (this.#has("[")) this.#list(depth);
    else if (!this.#take(STRING)) this.#other();
    this.#take(SPACE);
  }

  #other() {
    const word = this.#take(NO_NUMBER);
    if (word) throw invalidGame(`${word} is not a number in JSON`);
    if (this.#need(this.#take(OTHER)).length > LONGEST_NUMBER) throw tooLarge();
  }

  #object(depth) {
    const keys = new Set();
    let twice = null;
    if (this.#has("}")) return;
    do {
      const key = JSON.parse(this.#need(this.#take(STRING)));
      if (keys.has(key)) twice ??= key;
      keys.add(key);
      this.#need(this.#has(":"));
      this.#value(depth + 1);
    } while (this.#has(","));
    this.#need(this.#text[this.#at] === "}");
    this.#at += 1;
    if (twice !== null) throw invalidGame(`the key ${quoted(twice)} appears twice`);
  }

  #list(depth) {
    if (this.#has("]")) return;
    do this.#value(depth + 1); while (this.#has(","));
    this.#need(this.#has("]"));
  }

  #refusal() {
    const line = this.#text.slice(0, this.#at).split("\n").length;
    return invalidGame(`line ${line}: this is not JSON`, { reason: "damaged" });
  }
}
