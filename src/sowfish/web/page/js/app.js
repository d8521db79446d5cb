// The page: one position, its address, what is entered and what is answered.

import { positionIn, putPosition, share } from "./address.js";
import { Answers } from "./answers.js";
import { keepForLater } from "./away.js";
import { Board } from "./board.js";
import { EngineError, HttpEngine } from "./engine.js";
import { Entry } from "./entry.js";
import { fillWords } from "./fill.js";
import { openHelp } from "./help.js";
import { listenForKeys } from "./keys.js";
import { RulesChoice } from "./rules.js";
import { openSettings, settings } from "./settings.js";
import { reducedMotion, Sowing } from "./sowing.js";
import { Stepper } from "./stepper.js";
import { linkTrace } from "./tracelink.js";
import { words } from "./words.js";

const LONGER = 60; // seconds
const HELP = ["anywhere", "entering"]; // whose keys are told
const find = (id) => document.getElementById(id);

fillWords();
const engine = new HttpEngine();
const board = new Board(find("board"), { onTap: tapped, onArrow: (side, pit) => entry.isOpen && entry.choose(side, pit) });
const sowing = new Sowing(board, find("hand"));
const stepper = new Stepper(engine, board, sowing, showStep);
const answers = new Answers(
  {
    balance: find("balance"), balanceShare: find("balance-share"), balanceMark: find("balance-mark"),
    verdict: find("verdict"), taps: find("taps"), reasons: find("reasons"), lines: find("lines"),
    threat: find("threat"), showThreat: find("show-threat"), status: find("status"),
    longer: find("longer"),
  },
  board,
  (pits) => walk(words.theLine, state, pits),
);
const entry = new Entry(
  board,
  {
    pad: find("pad"), same: find("same"), toMove: [...document.getElementsByName("to-move")], total: find("total"),
    totalRow: find("total-row"), keepTotal: find("keep-total"),
    clear: find("clear"), done: find("done"), cancel: find("cancel"),
  },
  { onDone: (draft) => open(draft), onCancel: leaveEntry, say },
);
const rules = new RulesChoice(
  { select: find("rules"), row: find("leftovers-row"), leftovers: find("leftovers"), sentence: find("leftovers-words") },
  rulesChosen,
);

let limits = { seconds: 0 };
let state = null; // the position, as the engine tells it
let search = null;
let best = []; // the taps of the best turn
let menace = []; // the pits the other side would play
let walked = ""; // what is walked through, if not the best turn
let marks = { side: "south", moves: [] };

// ---- a position is opened, and its address kept

async function open(asked, { rulesName, keepsAddress = false } = {}) {
  let told;
  try {
    told = await engine.position(asked, rulesName);
  } catch (error) {
    return fail(error);
  }
  find("error").textContent = "";
  closeEntry();
  state = told;
  best = [];
  rules.show(state.profile);
  if (!keepsAddress) putPosition(state.url);
  document.title = words.title(state);
  answers.clear(state);
  stepper.begin(state, best);
  study();
  return true;
}

function fail(error) {
  if (!(error instanceof EngineError)) throw error;
  find("error").textContent = error.message;
}

// ---- the search for answers

function study(seconds = Number(settings.get("seconds"))) {
  search?.stop();
  if (state.is_over) {
    answers.showStatus("");
    return;
  }
  answers.showStatus(words.firstLook);
  const asked = state;
  const heard = (listener) => (told) => { if (state === asked) listener(told); };
  const listeners = {
    waiting: () => answers.showStatus(words.waiting),
    threat: (told) => { menace = told.threat?.turn ?? []; answers.showThreat(told); },
    progress: (told) => answers.showStatus(told.status + " …"),
    analysis: showAnalysis,
    best: showBest,
    reasons: (told) => answers.showReasons(told.reasons),
    error: (told) => { answers.showStatus(words.stopped); find("error").textContent = told.error; },
  };
  for (const name of Object.keys(listeners)) listeners[name] = heard(listeners[name]);
  search = engine.analyse(state.position, Math.min(seconds, limits.seconds), listeners);
}

function showAnalysis(told) {
  answers.showValue(told);
  marks = { side: state.to_move, moves: told.moves };
  if (!stepper.isAway && !entry.isOpen) answers.showMoves(marks.side, marks.moves);
  answers.showLines(told.lines);
  const isProven = told.kind === "proven" && told.moves.every((move) => move.kind === "proven");
  answers.showStatus(told.status + (told.is_final ? "" : " …"), { canGoOn: told.is_final && !isProven });
}

function showBest(told) {
  answers.showValue(told);
  answers.showReasons(told.reasons);
  best = told.taps;
  if (!entry.isOpen && !stepper.isAway) stepper.begin(state, best);
  say(best.length ? `${stepper.headline()}. ${told.verdict}` : told.verdict);
}

// ---- tap by tap

function showStep() {
  const { taps, at, tap } = stepper;
  const isIdle = taps.length === 0;
  const waiting = state.is_over ? words.over : state.must_pass ? words.pass : words.thinking;
  answers.showTaps(taps, at);
  find("headline").textContent = isIdle ? waiting : stepper.headline();
  const title = taps === best ? "" : `${walked}: `;
  find("detail").textContent = title + (tap ? tap.brief : stepper.state.standing);
  find("step").textContent = tap ? words.tapOf(at + 1, taps.length) : isIdle ? waiting : words.turnDone;
  find("step").disabled = tap === null;
  linkTrace(find("trace"), stepper.start, taps);
  find("step-back").disabled = at === 0;
  find("step-reset").disabled = at === 0 && taps === best;
  if (at === 0 && taps === best) answers.showMoves(marks.side, state === null || isIdle ? [] : marks.moves);
  else board.showValues("south", new Map());
}

async function step() {
  try {
    await stepper.next(settings.get("speed"));
    if (stepper.taps.length) say(`${stepper.headline()}. ${find("detail").textContent}`);
  } catch (error) {
    fail(error);
  }
}

function reset() {
  stepper.reset();
  stepper.begin(state, best);
}

// Walks any pits from a position: a line of play, or what the other side threatens.
async function walk(title, from, pits) {
  try {
    const start = from.position ? from : await engine.position(from);
    const played = await engine.moves(start.position, pits);
    walked = title;
    stepper.reset();
    stepper.begin(start, played.moves);
    scrollTo({ top: 0, behavior: reducedMotion.matches ? "auto" : "smooth" });
  } catch (error) {
    fail(error);
  }
}

function showThreat() {
  const other = state.to_move === "south" ? "north" : "south";
  walk(words.theThreat(other), { ...counts(state), to_move: other, rules: state.profile }, menace);
}

// ---- entering

function enter(side = "south", pit = 0) {
  search?.stop();
  sowing.stop();
  board.showValues("south", new Map());
  board.highlight("next");
  board.setMode("entry");
  showEntry(true);
  entry.begin(state, [side, pit]);
}

function closeEntry() {
  if (!entry.isOpen) return;
  entry.end();
  showEntry(false);
}

function showEntry(isShown) {
  find("entry").hidden = !isShown;
  find("answers").hidden = find("more").hidden = isShown;
}

function leaveEntry() {
  closeEntry();
  find("error").textContent = "";
  rules.show(state.profile);
  stepper.begin(state, best);
  study();
}

function tapped(side, pit) {
  if (entry.isOpen) entry.choose(side, pit);
  else if (stepper.tap && stepper.at > 0 && stepper.tap.mover === side && stepper.tap.pit === pit) step();
  else enter(side, pit);
}

function rulesChosen(name) {
  settings.set("rules", name);
  rules.show(name);
  if (entry.isOpen) entry.setRules(name);
  else open({ ...counts(state), rules: name });
}

function counts({ south, north, south_store, north_store, to_move }) {
  return { south, north, south_store, north_store, to_move };
}

// ---- keys and buttons

function flash(text) {
  if (text) answers.showStatus(text);
  if (text) say(text);
}

function say(text) {
  find("live").textContent = text;
}

listenForKeys(entry, { enter, step, back: () => stepper.back(), reset, leaveEntry, help: () => openHelp(HELP) });
addEventListener("pagehide", () => search?.stop());
addEventListener("pageshow", (event) => { if (event.persisted && state && !entry.isOpen) study(); });
addEventListener("popstate", () => openAddress());
find("step").addEventListener("click", step);
find("step-back").addEventListener("click", () => stepper.back());
find("step-reset").addEventListener("click", reset);
find("edit").addEventListener("click", () => enter());
find("start").addEventListener("click", () => open(rules.start(find("rules").value)));
find("longer").addEventListener("click", () => study(LONGER));
find("share").addEventListener("click", async () => flash(await share()));
find("open-settings").addEventListener("click", () => openSettings(find("settings")));
find("open-help").addEventListener("click", () => openHelp(HELP));
find("show-threat").addEventListener("click", showThreat);
find("paste").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await open(find("text").value, { rulesName: settings.get("rules") })) find("text").value = "";
});

async function openAddress() {
  const asked = positionIn(location);
  if (asked && (await open(asked, { keepsAddress: true }))) return;
  const sentence = find("error").textContent;
  if (state === null) await open(rules.start(settings.get("rules")), { keepsAddress: asked !== null });
  find("error").textContent = sentence;
}

async function begin() {
  try {
    const [profiles, known] = await Promise.all([engine.rules(), engine.limits()]);
    rules.setProfiles(profiles);
    limits = known;
  } catch (error) {
    return fail(error);
  }
  await openAddress();
}

begin();
keepForLater();
