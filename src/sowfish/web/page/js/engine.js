// What the page knows of positions and play it asks an engine:
//
//   limits()                     how long an answer may take, in seconds
//   rules()                      the named rules
//   position(asked)              how a position stands; a text, its address form, or an object with counts
//   moves(position, pits)        what happens when pits are played, stone by stone
//   analyse(position, seconds, listeners)  calls listeners[event](told) while it is found out; returns { stop, ended }
//
//   starts(), deals()            what is solved: starts with equal pits, and random deals counted
//   trace(position, pits)        the same moves event by event, with every board between them
//
// HttpEngine asks the server. Anything with these can take its place.

import { spokenEvents, spokenMoves, spokenPosition } from "./spoken.js";
import { words } from "./words.js";

export class EngineError extends Error {}

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
      throw new EngineError(words.offline);
    }
  }

  async #read(response) {
    let told;
    try {
      told = await response.json();
    } catch {
      throw new EngineError(words.offline);
    }
    if (!response.ok) throw new EngineError(told.error ? words.refused(told.error) : words.offline);
    return told;
  }

  async #stream(path, body, listeners, signal) {
    try {
      const response = await this.#send(path, body, { signal, headers: { Accept: "text/event-stream" } });
      if (!response.ok) await this.#read(response);
      for await (const { name, told } of eventsOf(response.body)) listeners[name]?.(spokenEvents[name]?.(told) ?? told);
    } catch (error) {
      if (signal.aborted) return;
      listeners.error?.({ error: error instanceof EngineError ? error.message : words.offline });
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
