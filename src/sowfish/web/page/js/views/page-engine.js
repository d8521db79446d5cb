// The engine of the page: always the browser's own, with the page's words; a server, if there is one, searches beside it.

import { Archive } from "../analysis/archive.js";
import { WasmEngine } from "../analysis/engine.js";
import { Server } from "../analysis/server.js";
import { isFramed } from "../shared/dom.js";
import { wordEvents, wordGame, wordMove, wordMoves, wordPosition } from "../words/wording.js";

const same = (data) => data;

export class PageEngine extends WasmEngine {
  async position(...asked) { return wordPosition(await super.position(...asked)); }
  async deal(asked) { return wordPosition(await super.deal(asked)); }
  async moves(...asked) { return wordMoves(await super.moves(...asked)); }
  async game(asked) { return wordGame(await super.game(asked)); }
  async replay(...asked) { return wordGame(await super.replay(...asked)); }
  async review(...asked) { return wordEvents.review(await super.review(...asked)); }

  analyse(position, seconds, listeners) {
    const worded = Object.entries(listeners).map(([name, listener]) => [name, (data) => listener((wordEvents[name] ?? same)(data))]);
    return super.analyse(position, seconds, Object.fromEntries(worded));
  }

  taps(position, pits) {
    return super.taps(position, pits).map((tap) => ({ ...wordMove(tap), board: wordPosition(tap.board) }));
  }
}

/** The engine of this page; `<html data-engine="browser">` says that there is no server. */
export function pageEngine() {
  const isAlone = document.documentElement.dataset.engine === "browser";
  const engine = new PageEngine({ server: isAlone ? null : new Server(), archive: isFramed ? null : new Archive() });
  // All workers of a server's page, since the server may be away when the next one is needed.
  engine.ready.then(() => setTimeout(() => engine.warm(isAlone ? 1 : Infinity)), () => {}); // the next request reports the error
  addEventListener("pagehide", () => engine.store.save());
  return engine;
}
