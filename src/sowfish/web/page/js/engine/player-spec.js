// Players as text, `name:option=value,...`, with their options from the data file.

import { Refused, invalidPlayer, quoted, shortNumber, thousands } from "./refusals.js";
import { BLANK, trimmed, trimmedStart } from "./white-space.js";

const LONGEST_TEXT = 2000;
const LONGEST_NUMBER = 40;
const NAME = /^[a-z][a-z0-9_-]{0,39}$/;
const FILE_NAME = /^[^:"\n]*?\.py:[A-Za-z_][A-Za-z0-9_]*/;
const GAP = `[${BLANK}]*`;
const OPTION = new RegExp(`${GAP}([a-z][a-z0-9_]*)${GAP}=${GAP}(?:"((?:[^"\\\\]|\\\\.)*)"${GAP}|([^",]*))(?:,|$)`, "sy");
const BARE = new RegExp(`^([a-z][a-z0-9_]{0,39})${GAP}(?:,|$)`);
const NOTHING = "none";
const ELSEWHERE = ["human", "program"]; // not for the page

/** @typedef {{ name: string, type: string, least: number | null, most: number | null, may_be_none: boolean, choices: string[], default: string | null }} Option */

/** Parses a player's text into { name, options }, with the text of each option. */
function parseSpec(text) {
  if ([...text].length > LONGEST_TEXT) {
    throw invalidPlayer(`a player's text has at most ${LONGEST_TEXT} characters, not ${[...text].length}: ${quoted(text)}`);
  }
  if (FILE_NAME.test(trimmedStart(text))) throw invalidPlayer("a file cannot play here; choose another player");
  const colon = text.indexOf(":");
  const name = trimmed(colon < 0 ? text : text.slice(0, colon));
  if (!NAME.test(name)) throw invalidPlayer(`${quoted(name)} is not the name of a player, in ${quoted(text)}`);
  return { name, options: optionsIn(colon < 0 ? "" : trimmed(text.slice(colon + 1)), text) };
}

function optionsIn(rest, text) {
  const found = /** @type {[string, string][]} */ ([]);
  const bare = BARE.exec(rest);
  if (bare) found.push(["", bare[1]]);
  for (let at = bare ? bare[0].length : 0; at < rest.length; at = OPTION.lastIndex) {
    OPTION.lastIndex = at;
    const match = OPTION.exec(rest);
    if (!match) {
      const part = trimmed(rest.slice(at).split(",")[0]);
      throw invalidPlayer(`${quoted(part)} is not an option such as seed=7, in ${quoted(text)}`);
    }
    const [, name, inside, plain] = match;
    if (found.some(([other]) => other === name)) throw invalidPlayer(`the option ${name} is given twice in ${quoted(text)}`);
    found.push([name, inside === undefined ? trimmed(plain) : inside.replace(/\\(.)/gs, "$1")]);
  }
  return found;
}

function specText(name, options) {
  const told = options.map(([option, value]) => (option ? `${option}=${quotedOption(value)}` : value)).join(",");
  return told ? `${name}:${told}` : name;
}

function quotedOption(value) {
  if (value && value === trimmed(value) && !/[",]/.test(value)) return value;
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** The player that a text describes, { name, text, values }: every option's value, and the text without defaults. */
export function readPlayer(text, kinds) {
  const spec = parseSpec(text);
  const whole = specText(spec.name, spec.options);
  const kind = kinds.find((one) => one.name === spec.name);
  if (ELSEWHERE.includes(spec.name)) throw invalidPlayer(`${spec.name} cannot play here; choose another player`);
  if (!kind) throw invalidPlayer(`there is no player ${spec.name}; ${near(spec.name, [...kinds.map((one) => one.name), ...ELSEWHERE])}`);
  const options = /** @type {Option[]} */ (kind.options);
  const given = new Map();
  for (const [name, value] of spec.options) {
    if (!name) throw invalidPlayer(`${quoted(value)} is not an option such as seed=7, in ${quoted(whole)}`);
    const option = options.find((one) => one.name === name);
    if (!option) {
      const there = options.length ? near(name, options.map((one) => one.name)) : "it has none";
      throw invalidPlayer(`${spec.name} has no option ${name}; ${there}`);
    }
    given.set(name, withSpec(whole, () => readOption(option, value)));
  }
  const values = Object.fromEntries(options.map((option) => [option.name, given.has(option.name) ? given.get(option.name) : defaultOf(option)]));
  const told = options.filter((option) => given.has(option.name) && given.get(option.name) !== defaultOf(option));
  return {
    name: spec.name, values, given,
    options: told.map((option) => /** @type {[string, string]} */ ([option.name, writeOption(given.get(option.name))])),
  };
}

function withSpec(text, read) {
  try {
    return read();
  } catch (error) {
    throw error instanceof Refused ? invalidPlayer(`${text}: ${error.message}`) : error;
  }
}

const defaultOf = (option) => (option.default === null ? undefined : readOption(option, option.default));

/** Parses an option's value; integers beyond a number's precision stay text. */
function readOption(option, text) {
  if (option.may_be_none && text === NOTHING) return null;
  const value = valueOf(option, text);
  const isNumber = option.type === "int" || option.type === "float";
  const isWithin = !isNumber || ((option.least === null || Number(value) >= option.least) && (option.most === null || Number(value) <= option.most));
  if (value === null || !isWithin) throw invalidPlayer(`${option.name} must be ${wordsOf(option)}, not ${quoted(text)}`);
  return value;
}

function valueOf({ type, choices }, text) {
  if (choices.length) return choices.includes(text) ? text : null;
  if (type === "bool") return text === "yes" ? true : text === "no" ? false : null;
  if (type === "str") return text;
  const plain = trimmed(text);
  if (text.length > LONGEST_NUMBER) return null;
  if (type === "int") return /^[-+]?[0-9]+$/.test(plain) ? tidyWhole(plain) : null;
  return /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]+)?$/i.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : null;
}

const tidyWhole = (text) => {
  const number = BigInt(text.replace("+", ""));
  return BigInt(Number(number)) === number ? Number(number) : String(number);
};

const KINDS = { int: "a whole number", float: "a number", bool: "yes or no", str: "text" };

function wordsOf({ type, choices, least, most, may_be_none: mayBeNone }) {
  const plain = (number) => (number >= 1e10 ? shortNumber(number) : Number.isInteger(number) ? thousands(number) : String(number));
  let range = "";
  if (least !== null) range = ` from ${plain(least)}${most === null ? "" : ` to ${plain(most)}`}`;
  else if (most !== null) range = ` up to ${plain(most)}`;
  const kind = choices.length ? choices.join(" or ") : `${KINDS[type]}${range}`;
  return mayBeNone ? `${kind} or ${NOTHING}` : kind;
}

export function writeOption(value) {
  if (value === null) return NOTHING;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

export const playerText = (name, options) => specText(name, options);

// A suggestion for a misspelt word, or the list of known ones.
function near(word, names) {
  const [best] = names.map((name) => ({ name, likeness: likeness(word, name) })).sort((one, other) => other.likeness - one.likeness);
  return best && best.likeness >= 0.6 ? `did you mean ${best.name}?` : `known are ${names.join(", ")}`;
}

// Similarity of two words, from 0 to 1, like Python's difflib: twice the characters in matching blocks over all
// characters.
function likeness(one, other) {
  const matches = (a, b) => {
    let [best, at, by] = [0, 0, 0];
    for (let i = 0; i < a.length; i += 1) {
      for (let j = 0; j < b.length; j += 1) {
        let length = 0;
        while (i + length < a.length && j + length < b.length && a[i + length] === b[j + length]) length += 1;
        if (length > best) [best, at, by] = [length, i, j];
      }
    }
    return best ? best + matches(a.slice(0, at), b.slice(0, by)) + matches(a.slice(at + best), b.slice(by + best)) : 0;
  };
  return one.length + other.length ? (2 * matches(other, one)) / (one.length + other.length) : 1;
}
