// What the page knows of positions and play it asks an engine:
//
//   limits()                     how long an answer may take, in seconds
//   rules()                      the named rules
//   position(asked)              how a position stands; a text, its address form, or an object with counts
//   moves(position, pits)        what happens when pits are played, stone by stone
//   analyse(position, seconds, listeners)  calls listeners[event](told) while it is found out; returns { stop, ended }
//   best(position, seconds)      what to play
//   game(asked)                  a whole game: { text } of a file, or { position, pits, metadata, comments }
//   deal(asked)                  a board to begin with: { rules, stones, deal, seed }
//   players()                    who can play here
//   review(game, seconds, { signal, stage })  what every turn of { position, pits } was worth
//   turn(asked, { signal, move })  a player's turn in a game; `move` hears of each pit when it is played
//   starts(), deals()            what is solved: starts with equal pits, and random deals counted
//   trace(position, pits)        the same moves event by event, with every board between them
//
// HttpEngine asks the server. Anything with these can take its place. Whatever cannot be answered is an EngineError;
// `isTemporary` says that the same may be answered later.

import { spokenEvents, spokenGame, spokenMoves, spokenPosition } from "./wording.js";
import { words } from "./words.js";

const TEMPORARY = [408, 429, 500, 502, 503, 504];

export class EngineError extends Error {
  constructor(sentence, { isTemporary = false } = {}) {
    super(sentence);
    this.isTemporary = isTemporary;
  }
}

export class HttpEngine {
  #root;
  #name = crypto.getRandomValues(new Uint32Array(2)).join("-");

  constructor(root = "api/v1/") {
    this.#root = root;
  }

  async limits() {
    return this.#read(await this.#send("health"));
  }

  async rules() {
    return (await this.#read(await this.#send("rules"))).rules;
  }

  async position(asked, rules) {
    return spokenPosition(await this.#ask("positions", rules === undefined ? { position: asked } : { position: asked, rules }));
  }

  async moves(position, pits) {
    return spokenMoves(await this.#ask("moves", { position, pits, steps: true }));
  }

  async starts() {
    return (await this.#read(await this.#send("starts"))).starts;
  }

  async deals() {
    return this.#read(await this.#send("deals"));
  }

  async trace(position, pits) {
    return this.#ask("trace", { position, pits });
  }

  analyse(position, seconds, listeners) {
    const control = new AbortController();
    const ended = this.#stream("analyse", { position, seconds }, listeners, control.signal);
    return { stop: () => control.abort(), ended };
  }

  async best(position, seconds) {
    return this.#ask("best", { position, seconds });
  }

  async game(asked) {
    return spokenGame(await this.#ask("games", asked));
  }

  async deal(asked) {
    return spokenPosition(await this.#ask("deal", asked));
  }

  async players() {
    return (await this.#read(await this.#send("players"))).players;
  }

  async review({ position, pits }, seconds, { signal, stage }) {
    return this.#streamed("review", { position, pits, seconds }, { stage }, signal);
  }

  async turn(asked, { signal, move }) {
    return this.#streamed("turn", asked, { move }, signal);
  }

  // Listens to a stream to its end; returns what its event of the same name told.
  async #streamed(path, body, listeners, signal) {
    let [answer, refusal] = [null, null];
    const last = { [path]: (told) => { answer = told; }, error: (told) => { refusal = told; } };
    await this.#stream(path, body, { ...listeners, ...last }, signal);
    if (signal.aborted) throw new DOMException("", "AbortError");
    if (refusal) throw new EngineError(refusal.error, { isTemporary: refusal.isTemporary ?? TEMPORARY.includes(refusal.status) });
    if (!answer) throw new EngineError(words.offline, { isTemporary: true });
    return answer;
  }

  async #ask(path, body) {
    return this.#read(await this.#send(path, body));
  }

  async #send(path, body, options = {}) {
    const headers = { "X-Sowfish-Client": this.#name, ...options.headers };
    const request = body === undefined
      ? { headers }
      : { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
    try {
      return await fetch(this.#root + path, { ...request, signal: options.signal });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new EngineError(words.offline, { isTemporary: true });
    }
  }

  async #read(response) {
    let told;
    try {
      told = await response.json();
    } catch {
      throw new EngineError(words.offline, { isTemporary: true });
    }
    const isTemporary = TEMPORARY.includes(response.status);
    if (!response.ok) throw new EngineError(told.error ? words.refused(told) : words.offline, { isTemporary });
    return told;
  }

  async #stream(path, body, listeners, signal) {
    try {
      const response = await this.#send(path, body, { signal, headers: { Accept: "text/event-stream" } });
      if (!response.ok) await this.#read(response);
      for await (const { name, told } of eventsOf(response.body)) listeners[name]?.(spokenEvents[name]?.(told) ?? told);
    } catch (error) {
      if (signal.aborted) return;
      const { message, isTemporary } = error instanceof EngineError ? error : { message: words.offline, isTemporary: true };
      listeners.error?.({ error: message, isTemporary });
    }
  }
}

async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      yield eventOf(text.slice(0, end));
      text = text.slice(end + 2);
    }
  }
}

function eventOf(text) {
  const fields = Object.fromEntries(text.split("\n").map((line) => line.split(/: (.*)/s)));
  return { name: fields.event, told: JSON.parse(fields.data) };
}
