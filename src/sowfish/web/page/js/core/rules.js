// Rules and their texts. Only the core knows what the switches mean.

import { invalidRules, quoted } from "./refusals.js";

export const MAX_PITS = 12;
const DEFAULT_PITS = 6;
const LONGEST_TEXT = 200;
const ALIASES = { capture: "kalah", gamepigeon: "kalah" };

/** @typedef {{ pits: number, relay: boolean, capture: string, both_stores: boolean, ends: string, rest: string }} Rules */

// In the order of rules texts and of the core's enums.
export const CHOICES = {
  capture: ["none", "opposite", "always"],
  ends: ["either-empty", "mover-empty", "all-empty"],
  rest: ["owner", "nobody"],
};
const SWITCHES = ["relay", "capture", "both_stores", "ends", "rest"];
const READ = ["pits", "relay", "both_stores", "capture", "ends", "rest"];

/** @type {Rules} */
const KALAH = { pits: DEFAULT_PITS, relay: false, capture: "opposite", both_stores: false, ends: "either-empty", rest: "owner" };

/** @type {Record<string, Rules>} */
export const PROFILES = {
  kalah: KALAH,
  "kalah-empty-capture": { ...KALAH, capture: "always" },
  "kalah-lazy": { ...KALAH, ends: "mover-empty" },
  avalanche: { ...KALAH, relay: true, capture: "none", rest: "nobody" },
  "avalanche-sweep": { ...KALAH, relay: true, capture: "none" },
  events: { ...KALAH, capture: "always", both_stores: true, ends: "all-empty" },
};

/** Parses `name` or `name,field=value,...`. */
export function parseRules(text) {
  if ([...text].length > LONGEST_TEXT) {
    throw invalidRules(`a rules text has at most ${LONGEST_TEXT} characters, not ${[...text].length}: ${quoted(text)}`);
  }
  const [name, ...switches] = text.split(",").map((part) => part.trim());
  /** @type {Record<string, any>} */
  const overrides = {};
  for (const part of switches) {
    const at = part.indexOf("=");
    const field = (at < 0 ? part : part.slice(0, at)).trim();
    const value = at < 0 ? "" : part.slice(at + 1).trim();
    if (at < 0 || !READ.includes(field)) throw invalidRules(`unknown switch ${quoted(part)} in rules; known are ${READ.join(", ")}`);
    overrides[field] = readSwitch(field, value);
  }
  const plain = name.toLowerCase();
  const known = ALIASES[plain] ?? plain;
  if (!Object.hasOwn(PROFILES, known)) {
    const sentence = `unknown rules ${quoted(name)}; known are ${Object.keys(PROFILES).join(", ")}`;
    throw invalidRules(sentence, { rules: quoted(name).replace(/^'+|'+$/g, "") });
  }
  return checked({ ...PROFILES[known], ...overrides });
}

function readSwitch(field, value) {
  if (field === "pits") {
    if (!/^[0-9]{1,3}$/.test(value)) throw invalidRules(`pits must be a whole number from 1 to ${MAX_PITS}, not ${quoted(value)}`);
    return Number(value);
  }
  if (CHOICES[field]) return value;
  if (value !== "yes" && value !== "no") throw invalidRules(`${field} must be yes or no, not ${quoted(value)}`);
  return value === "yes";
}

function checked(rules) {
  if (rules.pits < 1 || rules.pits > MAX_PITS) {
    throw invalidRules(`pits must be a whole number from 1 to ${MAX_PITS}, not ${quoted(rules.pits)}`);
  }
  for (const [field, choices] of Object.entries(CHOICES)) {
    if (!choices.includes(rules[field])) throw invalidRules(`${field} must be one of ${choices.join(", ")}, not ${quoted(rules[field])}`);
  }
  return rules;
}

/** The number of pits that a rules text specifies, or null. */
export function pitsIn(text) {
  const isNamed = text.split(",").some((part) => part.split("=")[0].trim() === "pits");
  return isNamed ? parseRules(text).pits : null;
}

export const withPits = (rules, pits) => (rules.pits === pits ? rules : checked({ ...rules, pits }));

export const sameRules = (one, other) => one.pits === other.pits && differences(one, other).length === 0;

function differences(rules, other) {
  const written = (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : value);
  return SWITCHES.filter((name) => rules[name] !== other[name]).map((name) => `${name}=${written(rules[name])}`);
}

/** The name of the matching profile, ignoring the number of pits, or null. */
export const nameOf = (rules) => Object.keys(PROFILES).find((name) => !differences(rules, PROFILES[name]).length) ?? null;

/** The text without the number of pits, as used in position texts. */
export function labelOf(rules) {
  let nearest = /** @type {string[] | null} */ (null);
  for (const [name, profile] of Object.entries(PROFILES)) {
    const told = [name, ...differences(rules, profile)];
    if (!nearest || told.length < nearest.length) nearest = told;
  }
  return /** @type {string[]} */ (nearest).join(",");
}

/** The text that parseRules parses. */
export function rulesText(rules) {
  const [name, ...switches] = labelOf(rules).split(",");
  return [name, ...(rules.pits === DEFAULT_PITS ? [] : [`pits=${rules.pits}`]), ...switches].join(",");
}
