// A server as a searcher: it streams what it finds about a position. It answers nothing else, and learns nothing from us.

import { EngineError } from "../core/errors.js";

const TEMPORARY = [408, 429, 500, 502, 503, 504];
const RETRY_SECONDS = [1, 2, 4, 8]; // between attempts while it is away; the last one repeats

/** @typedef {{ position: string, aim: string, seconds: number }} Question */

export class Server {
  #root;
  #name = crypto.getRandomValues(new Uint32Array(2)).join("-");
  #failures = 0;

  constructor(root = "api/v1/") {
    this.#root = root;
  }

  /** How long to wait before the next attempt. */
  get patience() { return RETRY_SECONDS[Math.min(this.#failures, RETRY_SECONDS.length) - 1] ?? 0; }

  /**
   * Resolves when the search has ended; rejects if the server is away, busy or does not understand.
   * @param {Question} question
   * @param {(found: any) => void} report
   * @param {AbortSignal} signal
   */
  async search(question, report, signal) {
    try {
      const response = await this.#send(question, signal);
      for await (const { name, data } of eventsOf(response.body)) {
        this.#failures = 0;
        if (name === "values") report(foundIn(data));
        if (name === "error") throw new EngineError(data, { isTemporary: TEMPORARY.includes(data.status) });
        if (name === "done") return;
      }
      throw new EngineError({ code: "offline", error: "the connection broke" }, { isTemporary: true });
    } catch (error) {
      if (signal.aborted) return;
      this.#failures += 1;
      throw error instanceof EngineError ? error : new EngineError({ code: "offline", error: String(error) }, { isTemporary: true });
    }
  }

  async #send(question, signal) {
    const headers = { "Content-Type": "application/json", Accept: "text/event-stream", "X-Sowfish-Client": this.#name };
    const response = await fetch(`${this.#root}search`, { method: "POST", headers, body: JSON.stringify(question), signal });
    if (response.ok) return response;
    const isTemporary = TEMPORARY.includes(response.status);
    throw new EngineError({ code: "offline", error: `the server answered ${response.status}` }, { isTemporary });
  }
}

// A report of the server in the form of the core's.
function foundIn({ value, low, high, kind, estimate, line, ...found }) {
  return { isShort: false, megabytes: 0, ...found, result: { value, low, high, kind, estimate, line } };
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
  return { name: fields.event, data: JSON.parse(fields.data) };
}
