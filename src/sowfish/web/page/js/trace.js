// Moves stone by stone: the model checker's events, one board after the other.

import { fillWords } from "./words/fill-words.js";
import { find, isFramed } from "./shared/dom.js";
import { keepForLater } from "./shared/offline.js";
import { pageEngine } from "./views/page-engine.js";
import { applyTheme } from "./shared/settings.js";
import { traceAddress, tracedIn } from "./game/trace-address.js";
import { sentenceOf } from "./words/wording.js";
import { words } from "./words/words.js";
import { TraceViewer, boardsOf, still } from "./views/trace-viewer.js";

const engine = pageEngine();

/** @type {{ position: string | null, pits: number[] }} */
let asked = { position: null, pits: [] };
let latest = 0; // the request opened last wins

applyTheme();
fillWords();
const viewer = new TraceViewer({ onTap: tapped, onShow: ({ legal }) => { find("hint").textContent = legal.length ? words.traceHint : ""; } });

async function open({ position, pits }, from = 0) {
  viewer.stop();
  const opening = ++latest;
  let start;
  let boards;
  if (position === null) return fail(words.badLink);
  try {
    start = await engine.position(position);
    boards = pits.length ? boardsOf(await engine.trace(start.position, pits)) : [still(start)];
  } catch (error) {
    return opening === latest ? fail(error) : undefined;
  }
  if (opening !== latest) return; // superseded
  asked = { position: start.url, pits };
  find("error").textContent = "";
  document.title = words.traceTitle(pits);
  find("title").textContent = words.traceMoves(pits);
  find("to-board").href = `./?position=${start.url}`;
  if (isFramed) find("to-board").target = "_blank";
  viewer.open(boards, from);
}

function fail(error) {
  if (sentenceOf(error) === null) throw error;
  find("error").textContent = sentenceOf(error);
}

// Plays a legal pit from here: earlier moves stay, later ones are dropped.
function tapped({ moves }, pit) {
  const pits = [...asked.pits.slice(0, moves), pit];
  if (isFramed) history.replaceState(null, "", traceAddress(asked.position, pits));
  else history.pushState(null, "", traceAddress(asked.position, pits));
  open({ position: asked.position, pits }, viewer.at + 1);
}

addEventListener("popstate", () => open(tracedIn(location)));
open(tracedIn(location));
keepForLater();
