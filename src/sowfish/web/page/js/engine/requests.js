// Request bodies, validated like the server's.

import { Position } from "./position.js";
import { Refused, invalidField, quoted, shortNumber, writtenNumber } from "./refusals.js";
import { parseRules } from "./rules.js";

const DEFAULT_SECONDS = 10;
const LEAST_SECONDS = 0.01;
const MOST_PITS = 1000; // moves played in one request
const LARGEST_SEED = 2 ** 53 - 1;
const LONGEST_CLOCK = 86_400; // seconds

// ---- kinds of values: each returns what is expected, or null if valid

const isNumber = (value) => typeof value === "number";
const NAMES = { int: "a whole number", float: "a number", str: "a text", bool: "true or false", array: "a list", object: "an object", null: "null" };
const wanted = (...kinds) => ({ words: kinds.map((kind) => NAMES[kind]).join(" or ") });

function bounded(kind, value, { least = -Infinity, most = Infinity }) {
  if (value < least) return { words: `${NAMES[kind]} of at least ${writtenNumber(least)}`, parameters: { minimum: least } };
  if (value > most) return { words: `${NAMES[kind]} of at most ${writtenNumber(most)}`, parameters: { maximum: most } };
  return null;
}

const text = (value) => (typeof value === "string" ? null : wanted("str"));
const flag = (value) => (typeof value === "boolean" ? null : wanted("bool"));
const whole = (bounds = {}) => (value) => {
  return Number.isInteger(value) ? bounded("int", value, bounds) : wanted("int");
};
const number = (bounds = {}) => (value) => (isNumber(value) ? bounded("float", value, bounds) : wanted("float"));

const list = ({ least = 0, most = MOST_PITS } = {}) => (value) => {
  if (!Array.isArray(value)) return wanted("array");
  const items = (count) => `${count} item${count === 1 ? "" : "s"}`;
  if (value.length < least) return { words: `a list of at least ${items(least)}`, parameters: { minimum_length: least } };
  if (value.length > most) return { words: `a list of at most ${items(most)}`, parameters: { maximum_length: most } };
  const place = value.findIndex((item) => whole()(item));
  return place < 0 ? null : { .../** @type {any} */ (whole()(value[place])), within: `[${place}]`, item: value[place] };
};

const texts = (value) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return wanted("object");
  return Object.values(value).every((item) => typeof item === "string") ? null : { ...wanted("str"), within: "[...]" };
};
const orNull = (kind, name) => (value) => (value === null || kind(value) === null ? null : isNumber(value) ? kind(value) : wanted(name, "null"));

// ---- bodies

const required = Symbol("required");
const COUNTS = {
  south: [list(), required], north: [list(), required], south_store: [whole(), 0], north_store: [whole(), 0],
  to_move: [text, "south"], rules: [text, undefined],
};
const position = (value) => (typeof value === "string" || isObject(value) ? null : wanted("str", "object"));
const POSITION = { position: [position, required], rules: [text, "kalah"] };
const PLAYED = [list(), []];
const SEARCH = { ...POSITION, seconds: [number({ least: LEAST_SECONDS }), undefined] };
const LIMIT = [orNull(number({ most: LONGEST_CLOCK }), "float"), null];
const SEED = [whole({ least: 0, most: LARGEST_SEED }), 0];
const CLOCK = { move: LIMIT, game: LIMIT, increment: LIMIT };
const clock = (value) => (value === null || isObject(value) ? null : wanted("object", "null"));

/** @type {Record<string, Record<string, any[]>>} how each field is checked, and its default */
export const BODIES = {
  positions: POSITION,
  trace: { ...POSITION, pits: [list({ least: 1 }), required] },
  moves: { ...POSITION, pits: [list({ least: 1 }), required], steps: [flag, false] },
  analyse: SEARCH,
  best: { ...SEARCH, objective: [text, "value"] },
  both: SEARCH,
  review: { ...SEARCH, pits: [list(), required] },
  turn: { ...SEARCH, pits: PLAYED, player: [text, required], clock: [clock, null], seed: SEED },
  replay: { text: [text, required], player: [whole({ least: 1, most: 2 }), required], rules: [text, "avalanche"] },
  file: { text: [text, required] },
  games: { ...POSITION, pits: PLAYED, metadata: [texts, {}], comments: [texts, {}] },
  deal: { rules: [text, "kalah"], stones: [whole(), 4], deal: [text, "even"], seed: SEED },
};
const PARTS = { position: COUNTS, clock: CLOCK };

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Validates a body of this kind and fills in defaults; null counts as a value.
 * @returns {any}
 */
export function read(kind, body) {
  return readPart(BODIES[kind], body, []);
}

function readPart(fields, body, path) {
  const within = path.length ? ` in ${path.join(".")}` : "";
  const found = {};
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue; // omitted by JSON
    if (!Object.hasOwn(fields, name)) {
      const known = Object.keys(fields);
      const sentence = `there is no key ${quoted(name)}${within}; known are ${known.join(", ")}`;
      throw new Refused("unknown_field", sentence, { field: [...path, name].join("."), known });
    }
    const wrong = fields[name][0](value);
    if (wrong) throw refusalOf([...path, name].join("."), wrong, value);
    found[name] = isObject(value) && PARTS[name] && !path.length ? readPart(PARTS[name], value, [name]) : value;
  }
  for (const [name, [, usual]] of Object.entries(fields)) {
    if (Object.hasOwn(found, name)) continue;
    if (usual === required) throw new Refused("missing_field", `the key ${name}${within} is missing`, { field: [...path, name].join(".") });
    found[name] = usual;
  }
  return found;
}

function refusalOf(field, { words, within = "", item = null, parameters = {} }, value) {
  const but = within === "[...]" ? "" : `, not ${quoted(within ? item : value)}`;
  return invalidField(`${field}${within} must be ${words}${but}`, { field: `${field}${within}`, ...parameters });
}

/** The position of a body. */
export function askedPosition(core, { position: asked, rules }) {
  const named = parseRules(rules);
  if (typeof asked === "string") return Position.parse(core, asked, rules);
  const sides = { south: [...asked.south, asked.south_store], north: [...asked.north, asked.north_store] };
  return Position.of(core, { ...sides, rules: asked.rules === undefined ? named : parseRules(asked.rules), to_move: asked.to_move });
}

/** The time for an answer, at most the limit. */
export function secondsOf({ seconds }, most) {
  if (seconds === undefined) return Math.min(DEFAULT_SECONDS, most);
  if (seconds <= most) return seconds;
  const sentence = `seconds must be from ${LEAST_SECONDS} to ${writtenNumber(most)}, not ${shortNumber(seconds)}`;
  throw invalidField(sentence, { field: "seconds", minimum: LEAST_SECONDS, maximum: most });
}

export function chosen(field, name, choices) {
  if (choices.includes(name)) return name;
  throw invalidField(`${field} must be one of ${choices.join(", ")}, not ${quoted(name)}`, { field, choices });
}
