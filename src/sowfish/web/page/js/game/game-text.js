// Games as readable text: header lines, then one line per turn.

import {
  MOST_COMMENTS, MOST_HEADERS, MOST_MOVES, RESERVED, VERSION, checkCount, checkLength, checkMetadata, checkVersion, tidyComment,
} from "./game-script.js";
import { SIDES } from "../core/notation.js";
import { Refused, invalidGame, quoted } from "../core/refusals.js";

const LONGEST_HEADER = 2000;
const HEADER = /^\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\])*)"\]$/;
const TOKEN = new RegExp(`(?<space>[ \\t\\r\\n]+)|\\{(?<comment>[^{}]*)\\}|(?<number>[0-9]+)\\.|(?<word>[^\\s{}]+)`, "y");
const SHORT = /^[0-9]{1,3}$/;

const lines = (text) => text.split("\n").length - 1;
const capitalized = (name) => name[0].toUpperCase() + name.slice(1);

/** The text of a game. */
export function writeGame(script) {
  const { rules, start, metadata, result, score } = script;
  const headers = { sowfish: String(VERSION), rules, start, ...metadata, result, score };
  const said = Object.entries(headers).map(([name, value]) => `[${capitalized(name)} "${value.replace(/[\\"]/g, "\\$&")}"]`);
  const turns = writtenTurns(script);
  return `${[...said, ...(turns.length ? ["", ...turns] : [])].join("\n")}\n`;
}

function writtenTurns({ turns, comments }) {
  const written = comments[0] ? [`{${comments[0]}}`] : [];
  let made = 0;
  turns.forEach((turn, place) => {
    const words = [`${place + 1}.`, turn.side];
    for (const pit of turn.pits) {
      words.push(pit);
      if (comments[++made]) words.push(`{${comments[made]}}`);
    }
    written.push(words.join(" "));
  });
  return written;
}

/** Parses the text of a game; every error names its line. */
export function readGame(text) {
  checkLength(text);
  const { headers, line, rest } = readHeaders(text.replaceAll("\r\n", "\n"));
  if (!headers.has("sowfish")) throw invalidGame(`line 1: a game starts with the header [Sowfish "${VERSION}"]`, { reason: "no_game" });
  const version = headers.get("sowfish");
  checkVersion(SHORT.test(version) ? Number(version) : version);
  if (!headers.has("start")) throw invalidGame('the header [Start "..."] with the first position is missing', { reason: "start" });
  const turns = new Turns(line);
  turns.read(rest);
  const metadata = Object.fromEntries([...headers].filter(([name]) => !RESERVED.includes(name)));
  const said = (name) => headers.get(name) ?? null;
  return { start: said("start"), turns: turns.done, rules: said("rules"), result: said("result"), score: said("score"), metadata, comments: turns.comments };
}

// The headers, and the remaining text with its first line number.
function readHeaders(text) {
  const headers = new Map();
  let [line, at] = [1, 0];
  for (;;) {
    const next = text.length - text.slice(at).trimStart().length;
    line += lines(text.slice(at, next));
    at = next;
    if (text[at] !== "[") return { headers, line, rest: text.slice(at) };
    checkCount("headers", headers.size, MOST_HEADERS + RESERVED.length);
    const end = text.indexOf("\n", at);
    readHeader(text.slice(at, end < 0 ? undefined : end).trim(), line, headers);
    at = end < 0 ? text.length : end;
  }
}

function readHeader(content, line, headers) {
  const length = [...content].length;
  if (length > LONGEST_HEADER) {
    throw invalidGame(`line ${line}: a header has at most ${LONGEST_HEADER} characters, not ${length}`, { line });
  }
  const match = HEADER.exec(content);
  if (!match) throw invalidGame(`line ${line}: a header looks like [Name "value"], not ${quoted(content)}`, { line });
  const [name, value] = [match[1].toLowerCase(), match[2].replace(/\\(.)/g, "$1")];
  if (headers.has(name)) throw invalidGame(`line ${line}: the header ${quoted(match[1])} appears twice`, { line });
  if (!RESERVED.includes(name)) atLine(line, () => checkMetadata(name, value));
  headers.set(name, value);
}

function atLine(line, check) {
  try {
    return check();
  } catch (error) {
    throw error instanceof Refused ? invalidGame(`line ${line}: ${error.message}`, { line }) : error;
  }
}

// The turns parsed so far; a turn is a number, then a side, then pits.
class Turns {
  done = /** @type {any[]} */ ([]);
  comments = {};
  #line;
  #made = 0;
  #commented = 0;
  #turn = /** @type {any} */ (null);

  constructor(line) {
    this.#line = line;
  }

  read(text) {
    TOKEN.lastIndex = 0;
    for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
      const match = TOKEN.exec(text);
      if (!match) throw this.#refusal(`cannot read ${quoted(text.slice(at, at + 60))}`);
      const { number, comment, word } = /** @type {any} */ (match.groups);
      if (number !== undefined) this.#start(number);
      else if (comment !== undefined) this.#comment(comment);
      else if (word !== undefined) this.#word(word);
      this.#line += lines(match[0]);
    }
    this.#finish();
  }

  #start(number) {
    this.#finish();
    if (number !== String(this.done.length + 1)) throw this.#refusal(`turn ${this.done.length + 1} comes next, not ${quoted(number)}`);
    this.#turn = { line: this.#line, side: null, pits: [] };
  }

  #word(word) {
    const number = this.done.length + 1;
    if (!this.#turn) throw this.#refusal(`turn number ${number}. is missing before ${quoted(word)}`);
    if (this.#turn.side === null) {
      if (!SIDES.includes(word)) throw this.#refusal(`turn ${number} is south's or north's, not ${quoted(word)}`);
      this.#turn.side = word;
      return;
    }
    if (!SHORT.test(word)) throw this.#refusal(`${quoted(word)} is not a pit number in turn ${number}`);
    this.#turn.pits.push(Number(word));
    checkCount("moves", ++this.#made, MOST_MOVES);
  }

  #comment(text) {
    const comment = atLine(this.#line, () => {
      checkCount("comments", ++this.#commented, MOST_COMMENTS);
      const tidy = tidyComment(text);
      const before = this.comments[this.#made];
      return tidy && before ? tidyComment(`${before} ${tidy}`) : tidy;
    });
    if (comment) this.comments[this.#made] = comment;
  }

  #finish() {
    if (!this.#turn) return;
    if (!this.#turn.pits.length) throw invalidGame(`line ${this.#turn.line}: turn ${this.done.length + 1} has no pits`, { line: this.#turn.line });
    this.done.push(this.#turn);
    this.#turn = null;
  }

  #refusal(sentence) {
    return invalidGame(`line ${this.#line}: ${sentence}`, { line: this.#line });
  }
}
