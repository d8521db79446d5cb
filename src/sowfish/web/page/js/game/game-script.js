// The limits of game files.

import { invalidGame, quoted } from "../core/refusals.js";

export const VERSION = 1;
export const LARGEST = 1 << 18; // characters
export const MOST_MOVES = 5000;
export const MOST_COMMENTS = 5000;
export const MOST_HEADERS = 100;
const LONGEST_VALUE = 200;
const LONGEST_COMMENT = 1000;
export const RESERVED = ["sowfish", "rules", "start", "result", "score"];
const NAME = /^[a-z][a-z0-9_]{0,30}$/;
// What Python's isprintable rejects: control, surrogate, private-use and unassigned characters, and spaces other than "
// ".
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

/** The location of a turn in its file. */
export const whereIs = (turn, number) => (turn.line === undefined ? `turn ${number}` : `line ${turn.line}, turn ${number}`);

export function checkLength(text) {
  const length = [...text].length;
  if (length <= LARGEST) return;
  const sentence = `a game of ${length} characters is too long; the limit is ${LARGEST}`;
  throw invalidGame(sentence, { reason: "too_long", maximum_length: LARGEST });
}

export function checkCount(what, count, most) {
  if (count > most) throw invalidGame(`a game has at most ${most} ${what}`, { reason: "too_long" });
}

export function checkVersion(version) {
  if (version !== VERSION) throw invalidGame(`game files of version ${quoted(version)} cannot be read, only ${VERSION}`, { reason: "version" });
}

/** Rejects metadata that a game file cannot hold: names and values must be short, plain and on one line. */
export function checkMetadata(name, value) {
  if (!NAME.test(name)) throw invalidGame(`${quoted(name)} cannot name a header: lower-case letters, digits and _ are allowed`);
  if (RESERVED.includes(name)) throw invalidGame(`the header ${quoted(name)} is written by the game itself`);
  if (typeof value !== "string" || [...value].length > LONGEST_VALUE || UNPRINTABLE.test(value)) {
    throw invalidGame(`${name} must be one line of at most ${LONGEST_VALUE} characters, not ${quoted(value)}`);
  }
}

/** A comment on one line. */
export function tidyComment(text) {
  if (typeof text !== "string") throw invalidGame(`a comment is text, not ${quoted(text)}`);
  const tidy = text.split(/\s+/).filter(Boolean).join(" ");
  if ([...tidy].length > LONGEST_COMMENT || UNPRINTABLE.test(tidy) || /[{}]/.test(tidy)) {
    throw invalidGame(`a comment has at most ${LONGEST_COMMENT} characters, all printable and no braces, not ${quoted(text)}`);
  }
  return tidy;
}
