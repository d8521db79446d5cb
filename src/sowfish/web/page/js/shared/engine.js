// The interface of an engine, the page's only source of facts about positions and play; it exchanges plain data:
//
//   limits()                     how long an answer may take, in seconds
//   rules()                      the named rules
//   position(asked, rules)       the state of a position, given as text, its URL form, or an object with counts
//   moves(position, pits)        what happens when pits are played, stone by stone
//   analyse(position, seconds, listeners)  calls listeners[event](told) during the search; returns { stop, ended }
//   best(position, seconds)      what to play
//   both(position, seconds, { signal })  what to play under both rules for leftovers
//   game(asked)                  a whole game: { text } of a file, or { position, pits, metadata, comments }
//   replay(text, player, rules)  the game that a phone sent, with one player as south
//   deal(asked)                  a start: { rules, stones, deal, seed }
//   players()                    the available players
//   review(game, seconds, { signal, stage })  what every turn of { position, pits } was worth
//   turn(asked, { signal, move })  a player's turn in a game; `move` is called for each pit as it is played
//   starts(), deals()            what is solved: starts with equal pits, and statistics of random deals
//   trace(position, pits)        the same moves event by event, with every board between them
//
// HttpEngine asks the server; anything with these methods can replace it (see worded-engine.js for the words). Failures
// are EngineErrors; `isTemporary` means that a retry may succeed.

const TEMPORARY = [408, 429, 500, 502, 503, 504];
const OFFLINE = { code: "offline", error: "", parameters: {} };

/** @typedef {{ code?: string, error: string, parameters?: any }} Refusal a failed request */

export class EngineError extends Error {
  /**
   * @param {Refusal} refusal
   * @param {{ isTemporary?: boolean }} options
   */
  constructor(refusal, { isTemporary = false } = {}) {
    super(refusal.error || refusal.code);
    this.refusal = refusal;
    this.isTemporary = isTemporary;
  }
}

/** @implements {Engine} */
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
    return this.#ask("positions", rules === undefined ? { position: asked } : { position: asked, rules });
  }

  async moves(position, pits) {
    return this.#ask("moves", { position, pits, steps: true });
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

  async both(position, seconds, { signal }) {
    return this.#read(await this.#send("both", { position, seconds }, { signal }));
  }

  async game(asked) {
    return this.#ask("games", asked);
  }

  async replay(text, player, rules) {
    return this.#ask("replay", { text, player, rules });
  }

  async deal(asked) {
    return this.#ask("deal", asked);
  }

  async players() {
    return (await this.#read(await this.#send("players"))).players;
  }

  async review({ position, pits }, seconds, { signal, stage }) {
    return this.#lastEvent("review", { position, pits, seconds }, { stage }, signal);
  }

  async turn(asked, { signal, move }) {
    return this.#lastEvent("turn", asked, { move }, signal);
  }

  // Reads a stream to its end; returns the data of its last event.
  async #lastEvent(path, body, listeners, signal) {
    let [answer, refusal] = /** @type {any[]} */ ([null, null]);
    const last = { [path]: (told) => { answer = told; }, error: (told) => { refusal = told; } };
    await this.#stream(path, body, { ...listeners, ...last }, signal);
    if (signal.aborted) throw new DOMException("", "AbortError");
    if (refusal) throw new EngineError(refusal, { isTemporary: refusal.isTemporary ?? TEMPORARY.includes(refusal.status) });
    if (!answer) throw new EngineError(OFFLINE, { isTemporary: true });
    return answer;
  }

  async #ask(path, body) {
    return this.#read(await this.#send(path, body));
  }

  /**
   * @param {string} path
   * @param {any} [body]
   * @param {{ signal?: AbortSignal, headers?: Record<string, string> }} [options]
   */
  async #send(path, body, options = {}) {
    const headers = { "X-Sowfish-Client": this.#name, ...options.headers };
    const asked = { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
    try {
      return await fetch(this.#root + path, { ...(body === undefined ? { headers } : asked), signal: options.signal });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new EngineError(OFFLINE, { isTemporary: true });
    }
  }

  async #read(response) {
    let told;
    try {
      told = await response.json();
    } catch {
      throw new EngineError(OFFLINE, { isTemporary: true });
    }
    const isTemporary = TEMPORARY.includes(response.status);
    if (!response.ok) throw new EngineError(told.error ? told : OFFLINE, { isTemporary });
    return told;
  }

  async #stream(path, body, listeners, signal) {
    let isDone = false;
    try {
      const response = await this.#send(path, body, { signal, headers: { Accept: "text/event-stream" } });
      if (!response.ok) await this.#read(response);
      for await (const { name, told } of eventsOf(response.body)) {
        isDone ||= name === "done" || name === "error";
        listeners[name]?.(told);
      }
      if (!isDone && !signal.aborted) throw new EngineError(OFFLINE, { isTemporary: true }); // the connection broke
    } catch (error) {
      if (signal.aborted) return;
      const { refusal, isTemporary } = error instanceof EngineError ? error : { refusal: OFFLINE, isTemporary: true };
      listeners.error?.({ ...refusal, isTemporary });
    }
  }
}

/** The events of a stream, as they arrive. */
export async function* eventsOf(body) {
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
