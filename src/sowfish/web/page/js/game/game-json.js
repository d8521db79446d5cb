// Games as JSON: a position is its text, a turn is a list of pit numbers.

import {
  MOST_COMMENTS, MOST_HEADERS, MOST_MOVES, checkCount, checkLength, checkMetadata, checkVersion, tidyComment,
} from "./game-script.js";
import { invalidGame, quoted } from "../core/refusals.js";

const KEYS = ["sowfish", "rules", "start", "turns", "result", "score", "metadata", "comments"];

/** Parses a game from JSON; every error names its key or turn. */
export function readGameJson(text) {
  checkLength(text);
  const content = contentOf(text);
  const unknown = Object.keys(content).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw invalidGame(`unknown key ${quoted(unknown)}; known are ${KEYS.join(", ")}`);
  checkVersion(content.sowfish ?? null);
  const start = textOf(content, "start");
  if (start === null) throw invalidGame("the key 'start' with the first position is missing", { reason: "start" });
  return {
    start,
    turns: turnsOf(content).map(turnOf),
    rules: textOf(content, "rules"), result: textOf(content, "result"), score: textOf(content, "score"),
    metadata: metadataOf(content), comments: commentsOf(content),
  };
}

function contentOf(text) {
  let content;
  try {
    content = JSON.parse(text);
  } catch {
    throw invalidGame("this is not JSON", { reason: "damaged" });
  }
  if (!isObject(content)) throw invalidGame(`a game is a JSON object, not ${quoted(content)}`);
  return content;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function textOf(content, key) {
  const value = content[key] ?? null;
  if (value !== null && typeof value !== "string") throw invalidGame(`${key} must be text, not ${quoted(value)}`);
  return value;
}

function turnsOf({ turns = [] }) {
  if (!Array.isArray(turns)) throw invalidGame(`turns must be a list of turns, not ${quoted(turns)}`);
  checkCount("moves", turns.reduce((sum, turn) => sum + (Array.isArray(turn) ? turn.length : 1), 0), MOST_MOVES);
  return turns;
}

function turnOf(pits, place) {
  if (!Array.isArray(pits) || !pits.length) throw invalidGame(`turn ${place + 1} must be a list of pit numbers, not ${quoted(pits)}`);
  for (const pit of pits) {
    if (!Number.isInteger(pit)) throw invalidGame(`turn ${place + 1}: a pit is a whole number, not ${quoted(pit)}`);
  }
  return { pits };
}

function objectOf(content, key) {
  const value = content[key] ?? {};
  if (!isObject(value)) throw invalidGame(`${key} must be a JSON object, not ${quoted(value)}`);
  return value;
}

function metadataOf(content) {
  const metadata = objectOf(content, "metadata");
  checkCount("headers", Object.keys(metadata).length, MOST_HEADERS);
  for (const [name, value] of Object.entries(metadata)) checkMetadata(name, value);
  return metadata;
}

function commentsOf(content) {
  const told = Object.entries(objectOf(content, "comments"));
  checkCount("comments", told.length, MOST_COMMENTS);
  return Object.fromEntries(told.map(([made, text]) => {
    if (!/^[0-9]{1,6}$/.test(made)) throw invalidGame(`comments are keyed by the number of moves made, not by ${quoted(made)}`);
    return [Number(made), tidyComment(text)];
  }));
}
