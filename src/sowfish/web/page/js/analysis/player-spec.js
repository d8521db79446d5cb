// Players as text, `name:option=value,...`, with their options from the data file.

import { Refused, invalidPlayer, quoted, shortNumber, thousands } from "../core/refusals.js";

const LONGEST_TEXT = 2000;
const LONGEST_NUMBER = 40;
const NAME = /^[a-z][a-z0-9_-]{0,39}$/;
const FILE_NAME = /^[^:"\n]*?\.py:[A-Za-z_][A-Za-z0-9_]*/;
const OPTION = /\s*([a-z][a-z0-9_]*)\s*=\s*(?:"((?:[^"\\]|\\.)*)"\s*|([^",]*))(?:,|$)/sy;
const BARE = /^([a-z][a-z0-9_]{0,39})\s*(?:,|$)/;
const NOTHING = "none";
const ELSEWHERE = ["human", "program"]; // not for the page

/** @typedef {{ name: string, type: string, least: number | null, most: number | null, may_be_none: boolean, choices: string[], default: string | null }} Option */

/** Parses a player's text into { name, options }, with the text of each option. */
function parseSpec(text) {
  if ([...text].length > LONGEST_TEXT) {
    throw invalidPlayer(`a player's text has at most ${LONGEST_TEXT} characters, not ${[...text].length}: ${quoted(text)}`);
  }
  if (FILE_NAME.test(text.trimStart())) throw invalidPlayer("a file cannot play here; choose another player");
  const colon = text.indexOf(":");
  const name = (colon < 0 ? text : text.slice(0, colon)).trim();
  if (!NAME.test(name)) throw invalidPlayer(`${quoted(name)} is not the name of a player, in ${quoted(text)}`);
  return { name, options: optionsIn(colon < 0 ? "" : text.slice(colon + 1).trim(), text) };
}

function optionsIn(rest, text) {
  const found = /** @type {[string, string][]} */ ([]);
  const bare = BARE.exec(rest);
  if (bare) found.push(["", bare[1]]);
  for (let at = bare ? bare[0].length : 0; at < rest.length; at = OPTION.lastIndex) {
    OPTION.lastIndex = at;
    const match = OPTION.exec(rest);
    if (!match) {
      const part = rest.slice(at).split(",")[0].trim();
      throw invalidPlayer(`${quoted(part)} is not an option such as seed=7, in ${quoted(text)}`);
    }
    const [, name, inside, plain] = match;
    if (found.some(([other]) => other === name)) throw invalidPlayer(`the option ${name} is given twice in ${quoted(text)}`);
    found.push([name, inside === undefined ? plain.trim() : inside.replace(/\\(.)/gs, "$1")]);
  }
  return found;
}

function specText(name, options) {
  const told = options.map(([option, value]) => (option ? `${option}=${quotedOption(value)}` : value)).join(",");
  return told ? `${name}:${told}` : name;
}

function quotedOption(value) {
  if (value && value === value.trim() && !/[",]/.test(value)) return value;
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** The player that a text describes, { name, text, values }: every option's value, and the text without defaults. */
export function readPlayer(text, kinds) {
  const spec = parseSpec(text);
  const whole = specText(spec.name, spec.options);
  const kind = kinds.find((one) => one.name === spec.name);
  if (ELSEWHERE.includes(spec.name)) throw invalidPlayer(`${spec.name} cannot play here; choose another player`);
  if (!kind) throw invalidPlayer(`there is no player ${spec.name}; known are ${kinds.map((one) => one.name).join(", ")}`);
  const options = /** @type {Option[]} */ (kind.options);
  const given = new Map();
  for (const [name, value] of spec.options) {
    if (!name) throw invalidPlayer(`${quoted(value)} is not an option such as seed=7, in ${quoted(whole)}`);
    const option = options.find((one) => one.name === name);
    if (!option) {
      const there = options.length ? `known are ${options.map((one) => one.name).join(", ")}` : "it has none";
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
  const plain = text.trim();
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
