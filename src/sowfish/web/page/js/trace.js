// Moves stone by stone: the model checker's events, one board after the other.

import { Board } from "./board/board.js";
import { element, find, isFramed } from "./shared/dom.js";
import { sentenceOf } from "./shared/worded-engine.js";
import { fillWords } from "./shared/fill-words.js";
import { openHelp } from "./views/help.js";
import { listenAt } from "./shared/keys.js";
import { keepForLater } from "./shared/offline.js";
import { pageEngine } from "./shared/page-engine.js";
import { applyTheme, settings } from "./shared/settings.js";
import { reducedMotion } from "./board/animation.js";
import { traceAddress, tracedIn } from "./shared/trace-address.js";
import { words } from "./shared/words.js";

const PACE = { slow: 900, normal: 500, fast: 200, off: 200 }; // milliseconds between two events
const HELP = ["trace"];
const engine = pageEngine();
const board = new Board(find("board"), { onTap: tapped, onArrow: () => {} });
const hand = find("hand");

/** @type {{ position: string | null, pits: number[] }} */
let asked = { position: null, pits: [] };
let start = null; // the position, as the engine tells it
let boards = []; // { south, ..., hand, to_move, event, isUnderWay, isOver, legal, moves }
let at = 0;
let latest = 0; // what is opened last wins, however long the others take
let timer = null;

// ---- what is shown

async function open({ position, pits }, from = 0) {
  stop();
  const opening = ++latest;
  let told;
  let found;
  try {
    told = await engine.position(position);
    found = pits.length ? boardsOf(await engine.trace(told.position, pits)) : [still(told)];
  } catch (error) {
    return opening === latest ? fail(error) : undefined;
  }
  if (opening !== latest) return; // somebody went elsewhere meanwhile
  start = told;
  boards = found;
  asked = { position: start.url, pits };
  find("error").textContent = "";
  document.title = words.traceTitle(pits);
  find("title").textContent = words.traceMoves(pits);
  find("to-board").href = `./?position=${start.url}`;
  if (isFramed) find("to-board").target = "_blank";
  find("slider").max = boards.length - 1;
  find("events").replaceChildren(...boards.map((_, number) => eventItem(number)));
  show(from);
}

function fail(error) {
  if (sentenceOf(error) === null) throw error;
  find("error").textContent = sentenceOf(error);
}

function boardsOf(trace) {
  return trace.boards.map((lying, number) => ({
    ...lying,
    event: number ? trace.events[number - 1] : null,
    isUnderWay: lying.last !== undefined,
    isOver: trace.is_over && number === trace.boards.length - 1,
    legal: trace.legal[number],
    moves: trace.counts[number].moves,
  }));
}

function still(state) {
  return { ...state, hand: 0, event: null, isUnderWay: false, isOver: state.is_over, moves: 0 };
}

function eventItem(number) {
  const item = element("li");
  const button = element("button", "", sentence(number));
  button.type = "button";
  button.addEventListener("click", () => { stop(); show(number); });
  item.append(button);
  return item;
}

function sentence(number) {
  const { event } = boards[number];
  return event ? words.event(event) : words.traceStart;
}

function show(number) {
  at = Math.max(0, Math.min(boards.length - 1, number));
  const now = boards[at];
  board.show({ ...now, is_over: now.isOver });
  board.highlight("here", ...(now.event?.side ? [[now.event.side, now.event.pit]] : []));
  board.highlight("legal", ...now.legal.map((pit) => [now.to_move, pit]));
  showHand(now);
  find("event").textContent = sentence(at);
  find("duty").textContent = words.traceDuty(now);
  find("number").textContent = words.traceAt(at, boards.length - 1);
  find("slider").value = at;
  find("slider").setAttribute("aria-valuetext", `${words.traceAt(at, boards.length - 1)}: ${sentence(at)}`);
  for (const id of ["first", "back"]) find(id).disabled = at === 0;
  for (const id of ["on", "last"]) find(id).disabled = at === boards.length - 1;
  find("play").disabled = boards.length === 1;
  find("hint").textContent = now.legal.length ? words.traceHint : "";
  markEvent();
}

function showHand({ isUnderWay, last, hand: held }) {
  const wasHidden = hand.hidden;
  hand.hidden = !isUnderWay;
  if (!isUnderWay) return;
  const { x, y } = board.middle(last.side, last.pit);
  hand.style.transitionDuration = wasHidden || reducedMotion.matches ? "0ms" : "120ms";
  hand.style.transform = `translate(${x}px, ${y}px)`;
  hand.classList.toggle("empty", held === 0);
  hand.firstElementChild.textContent = held || "";
}

function markEvent() {
  const list = find("events");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const button = list.children[at].firstElementChild;
  button.setAttribute("aria-current", "step");
  list.scrollTop = button.offsetTop - list.clientHeight / 2;
}

// ---- going on

function go(number) {
  stop();
  show(number);
}

// To the next board between two moves, in a direction.
function goMove(step) {
  let next = at + step;
  while (next > 0 && next < boards.length - 1 && boards[next].isUnderWay) next += step;
  go(next);
}

function play() {
  if (timer !== null) return stop();
  if (boards.length === 1) return;
  if (at === boards.length - 1) show(0);
  timer = setInterval(() => {
    show(at + 1);
    if (at === boards.length - 1) stop();
  }, PACE[settings.get("speed")] ?? PACE.normal);
  labelPlay();
}

function stop() {
  clearInterval(timer);
  timer = null;
  labelPlay();
}

function labelPlay() {
  find("play").textContent = timer === null ? words.play : words.pause;
}

// A pit that can be played is played from here: what came before stays, what came after goes.
function tapped(side, pit) {
  const now = boards[at];
  if (side !== now.to_move || !now.legal.includes(pit)) return;
  const pits = [...asked.pits.slice(0, now.moves), pit];
  if (isFramed) history.replaceState(null, "", traceAddress(asked.position, pits));
  else history.pushState(null, "", traceAddress(asked.position, pits));
  open({ position: asked.position, pits }, at + 1);
}

// ---- keys and buttons

const actions = {
  eventBack: () => go(at - 1), eventOn: () => go(at + 1), moveBack: () => goMove(-1), moveOn: () => goMove(1),
  first: () => go(0), last: () => go(boards.length - 1), play, help: () => openHelp(HELP),
};

applyTheme();
fillWords();
labelPlay();
listenAt("trace", actions);
for (const [id, name] of [["first", "first"], ["back", "eventBack"], ["on", "eventOn"], ["last", "last"], ["play", "play"], ["open-help", "help"]]) {
  find(id).addEventListener("click", actions[name]);
}
find("slider").addEventListener("input", () => go(Number(find("slider").value)));
addEventListener("popstate", () => open(tracedIn(location)));
addEventListener("pagehide", stop);
addEventListener("resize", () => { if (boards.length) showHand(boards[at]); });
open(tracedIn(location));
keepForLater();
