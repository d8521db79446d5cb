// Positions as text: a readable form and a URL form; both include the rules.

import { SHOWN, counted, invalidPosition, quoted } from "./refusals.js";
import { MAX_PITS, labelOf, parseRules, pitsIn, withPits } from "./rules.js";

export const MAX_STONES = 255; // on the whole board
const LONGEST_TEXT = 600;
export const SIDES = ["south", "north"];

/** @typedef {{ rules: import("./rules.js").Rules, south: number[], north: number[], to_move: string }} Counts each side with its store last */

/** Parses `5 3 2 0 1 7 12 / 7 2 4 9 0 2 9 south`; a prefix such as `avalanche:` overrides the rules. */
export function readText(text, rules, pits) {
  checkLength(text);
  const colon = text.lastIndexOf(":");
  if (colon >= 0) {
    rules = parseRules(text.slice(0, colon));
    pits = pitsIn(text.slice(0, colon));
  }
  const sides = text.slice(colon + 1).split("/");
  if (sides.length !== 2) {
    throw invalidPosition(`a position has two sides with one / between them, not ${sides.length}: ${quoted(text)}`, { reason: "sides" });
  }
  const [south, words] = sides.map((side) => side.split(/[\s,]+/).filter(Boolean));
  let north = words;
  let toMove = "south";
  if (north.length && SIDES.includes(north[north.length - 1].toLowerCase())) {
    toMove = north[north.length - 1].toLowerCase();
    north = north.slice(0, -1);
  }
  if (north.length === 1 && north[0].toLowerCase() === "same") north = south;
  return countsOf(rules, pits, south, north, toMove);
}

/** Parses `avalanche~5.3.2.0.1.7.12~7.2.4.9.0.2.9~south`. */
export function readAddress(text) {
  checkLength(text);
  const parts = text.split("~");
  if (parts.length < 4) throw invalidPosition(`the URL form has rules, two sides and the side to move: ${quoted(text)}`, { reason: "url" });
  const [south, north, toMove] = parts.slice(-3);
  if (!SIDES.includes(toMove)) throw invalidPosition(`side to move must be south or north, not ${quoted(toMove)}`, { reason: "url" });
  const prefix = [parts[0], ...parts.slice(1, -3).map((part) => part.replace(".", "="))].join(",");
  return countsOf(parseRules(prefix), pitsIn(prefix), south.split("."), north.split("."), toMove);
}

export function writeText({ rules, south, north, to_move }) {
  return `${labelOf(rules)}: ${south.join(" ")} / ${north.join(" ")} ${to_move}`;
}

export function writeAddress({ rules, south, north, to_move }) {
  const [name, ...switches] = labelOf(rules).split(",");
  return [name, ...switches.map((part) => part.replaceAll("=", ".")), south.join("."), north.join("."), to_move].join("~");
}

/** Rejects counts that do not form a board; each side has its store last. */
export function checkCounts(south, north) {
  for (const [side, counts] of /** @type {[string, number[]][]} */ ([["south", south], ["north", north]])) {
    if (counts.length < 2 || counts.length > MAX_PITS + 1) {
      const sentence = `${side} has ${counted(counts.length, "number")}; 1 to ${MAX_PITS} pits and a store are needed`;
      throw invalidPosition(sentence, { reason: "numbers", side, numbers: counts.length, maximum: MAX_PITS });
    }
    counts.forEach((count, place) => {
      if (count >= 0 && count <= MAX_STONES) return;
      const pit = place === counts.length - 1 ? null : place;
      const sentence = `${side}'s ${pit === null ? "store" : `pit ${pit}`} must hold 0 to ${MAX_STONES} stones, not ${quoted(count)}`;
      throw invalidPosition(sentence, { side, pit, minimum: 0, maximum: MAX_STONES });
    });
  }
  if (south.length !== north.length) {
    const sentence = `south has ${counted(south.length - 1, "pit")} and north has ${north.length - 1}; they must be equal`;
    throw invalidPosition(sentence, { reason: "unequal", south: south.length - 1, north: north.length - 1 });
  }
  const total = [...south, ...north].reduce((sum, count) => sum + count, 0);
  if (total > MAX_STONES) {
    const sentence = `${total} stones are too many; at most ${MAX_STONES} fit a board, stores included`;
    throw invalidPosition(sentence, { reason: "stones", stones: total, maximum: MAX_STONES });
  }
}

export function checkSide(side) {
  if (!SIDES.includes(side)) throw invalidPosition(`a side is south or north, not ${quoted(side)}`);
}

function checkLength(text) {
  const length = [...text].length;
  if (length <= LONGEST_TEXT) return;
  const sentence = `a position text has at most ${LONGEST_TEXT} characters, not ${length}: ${quoted(text)}`;
  throw invalidPosition(sentence, { reason: "too_long", maximum_length: LONGEST_TEXT });
}

function countsOf(rules, pits, south, north, toMove) {
  for (const word of [...south, ...north]) {
    if (/^-?[0-9]+$/.test(word)) continue;
    throw invalidPosition(`${quoted(word)} is not a number of stones`, { reason: "word", word: [...word].slice(0, SHOWN).join("") });
  }
  const [own, other] = [south, north].map((side) => side.map(Number));
  checkCounts(own, other);
  if (pits !== null && pits !== own.length - 1) {
    const sentence = `the rules say pits=${pits}, but each side has ${own.length} numbers: ${counted(own.length - 1, "pit")} and a store`;
    throw invalidPosition(sentence, { reason: "pits", said: pits, pits: own.length - 1 });
  }
  return { rules: withPits(rules, own.length - 1), south: own, north: other, to_move: toMove };
}
