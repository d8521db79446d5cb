// The page: one board, the game that is open on it, and the views that answer, follow, review and play.

import { share } from "./game/address.js";
import { BestView } from "./views/best-view.js";
import { keepForLater } from "./shared/offline.js";
import { Board } from "./board/board.js";
import { EngineError, HttpEngine } from "./shared/engine.js";
import { Entry } from "./board/entry.js";
import { fillWords } from "./shared/fill-words.js";
import { MovesView } from "./views/moves-view.js";
import { Preview } from "./board/preview.js";
import { openHelp } from "./views/help.js";
import { listenForKeys } from "./shared/keys.js";
import { MoveMaker } from "./game/move-maker.js";
import { GameLoader } from "./game/loader.js";
import { Backoff } from "./shared/backoff.js";
import { PlayView } from "./views/play-view.js";
import { ReviewView } from "./views/review-view.js";
import { RulesChoice } from "./views/rules-choice.js";
import { Session } from "./game/session.js";
import { openSettings, settings } from "./shared/settings.js";
import { NewGameForm } from "./views/new-game-form.js";
import { Animation } from "./board/animation.js";
import { Tabs } from "./views/tabs.js";
import { Tree } from "./game/tree.js";
import { words } from "./shared/words.js";

const find = (id) => document.getElementById(id);
const HELP = ["anywhere", "entering"]; // whose keys are told
const NOTICES = { answer: "detail", game: "game-status", play: "play-notice" };

fillWords();
const engine = new HttpEngine();
const session = new Session();
const page = {
  say, notice, fail, review, newGame, leaveBoard,
  redraw: () => shown({ isKept: true }), stay: () => shown({}),
  firstBoard: () => rules.start(settings.get("rules")),
};
const board = new Board(find("board"), { onTap: tapped, onArrow: (side, pit) => entry.isOpen && entry.choose(side, pit) });
const animation = new Animation(board, find("hand"));
const preview = new Preview(engine, board, animation);
const backoff = new Backoff((seconds) => (seconds === null ? clearError() : showError(words.trouble(seconds))));
const maker = new MoveMaker({ engine, board, animation, session, backoff, page });
const answering = new BestView({ engine, board, animation, session, maker, page });
const opening = new GameLoader({ engine, session, page });
const following = new MovesView({ engine, session, opening, page });
const reviewing = new ReviewView({ engine, board, animation, session, preview, page });
const playing = new PlayView({ engine, board, session, maker, page });
const setup = new NewGameForm(find("setup"), (choice) => playing.start(choice));
const tabs = new Tabs(find("tabs"), () => viewChanged());
const entry = new Entry(
  board,
  {
    pad: find("pad"), same: find("same"), toMove: [...document.getElementsByName("to-move")], total: find("total"),
    totalRow: find("total-row"), keepTotal: find("keep-total"),
    clear: find("clear"), done: find("done"), cancel: find("cancel"),
  },
  { onDone: (draft) => opening.correct(draft), onCancel: leaveEntry, say },
);
const rules = new RulesChoice(
  { select: find("rules"), row: find("leftovers-row"), leftovers: find("leftovers"), sentence: find("leftovers-words") },
  rulesChosen,
);
session.listen(shown);

// ---- what is shown

// Ends whatever covers the board.
function leaveBoard() {
  clearError();
  preview.end();
  if (entry.isOpen) entry.end();
  showEntry(false);
}

// Shows the game after every change of it.
function shown({ isOther = false, isKept = false }) {
  if (session.tree === null) return;
  if (reviewing.retry.isOpen && !reviewing.retry.isStillAt(session.node)) reviewing.retry.end();
  if (isOther) {
    playing.stop();
    reviewing.stop();
    if (session.play && tabs.view === "answer") tabs.show("play");
  }
  const { state, node } = session;
  find("edit").disabled = find("edit-game").disabled = false; // there is a board now
  rules.show(state.profile);
  setup.showRules(state.profile);
  document.title = words.title(state);
  following.show(reviewing.notes);
  reviewing.show();
  playing.show();
  if (isOther) playing.goOn();
  if (entry.isOpen || reviewing.retry.isOpen || (isKept && answering.isOpen)) return;
  if (!isKept) clearError();
  preview.end();
  animation.stop();
  board.highlight("last", ...(node.pit === null ? [] : [[node.mover, node.pit]]));
  if (answering.isOpen) answering.show(state);
  else showBoard();
}

// The board alone, without values.
function showBoard() {
  board.showValues("south", new Map());
  board.highlight("next");
  board.setMode("answer");
  board.show(session.state);
}

function viewChanged() {
  const { view } = tabs;
  document.body.dataset.view = view;
  find("more").hidden = view !== "answer";
  answering.isOpen = view === "answer";
  if (!answering.isOpen) answering.stop();
  reviewing.retry.end();
  for (const id of ["game-status", "play-notice"]) find(id).textContent = "";
  if (session.tree !== null) shown({});
}

function review() {
  tabs.show("game");
  find("tab-game").focus({ preventScroll: true }); // the button has gone
  session.goTo(session.line.at(-1));
  reviewing.start();
}

function newGame() {
  session.begin(new Tree(session.tree.root.board));
}

function notice(text) {
  find(NOTICES[tabs.view]).textContent = text;
  say(text);
}

function say(text) {
  find("live").textContent = text;
}

function fail(error) {
  if (typeof error !== "string" && !(error instanceof EngineError)) throw error;
  showError(typeof error === "string" ? error : error.message);
  return false;
}

function showError(sentence) {
  find("error").textContent = sentence;
}

function clearError() {
  find("error").textContent = "";
}

// ---- entering

function enter(side = "south", pit = 0) {
  if (session.tree === null) return undefined;
  if (playing.isUnderWay) return notice(words.noEditing);
  answering.stop();
  animation.stop();
  preview.end();
  board.showValues("south", new Map());
  board.highlight("next");
  board.highlight("last");
  board.setMode("entry");
  showEntry(true);
  entry.begin(session.state, [side, pit]);
  return undefined;
}

function showEntry(isShown) {
  find("entry").hidden = !isShown;
  find("views").hidden = isShown;
  find("more").hidden = isShown || tabs.view !== "answer";
}

function leaveEntry() {
  leaveBoard();
  rules.show(session.state.profile);
  shown({});
}

// ---- taps, keys and buttons

function tapped(side, pit) {
  if (entry.isOpen) return entry.choose(side, pit);
  if (reviewing.retry.isOpen) return pit === null ? undefined : reviewing.retry.tapped(side, pit);
  if (answering.isOpen && answering.isNext(side, pit)) return answering.step();
  if (playing.isUnderWay && (playing.isAtHead || tabs.view === "play")) {
    return pit === null ? undefined : playing.isAtHead ? playing.tapped(side, pit) : notice(words.lookingBack);
  }
  if (pit === null) return enter(side, null);
  const walked = answering.isOpen ? answering.walkedPits : null;
  if (walked) maker.commit(walked);
  return maker.tap(side, pit);
}

function rulesChosen(name) {
  settings.set("rules", name);
  rules.show(name);
  if (entry.isOpen) return entry.setRules(name);
  if (playing.isUnderWay) return rules.show(session.state.profile);
  const { south, north, south_store, north_store, to_move } = session.state;
  return opening.open({ south, north, south_store, north_store, to_move, rules: name });
}

function flash(text) {
  if (text) answering.flash(text);
  if (text) notice(text);
}

listenForKeys(entry, {
  enter, leaveEntry, help: () => openHelp(HELP),
  step: () => answering.isOpen && answering.step(),
  back: () => (answering.isOpen ? answering.back() : following.back()),
  reset: () => answering.isOpen && answering.reset(),
  previousMove: () => following.back(), nextMove: () => following.forward(),
  previousTurn: () => following.backTurn(), nextTurn: () => following.forwardTurn(),
  upATurn: () => tabs.view === "game" && following.backTurn(), downATurn: () => tabs.view === "game" && following.forwardTurn(),
  firstMove: () => tabs.view === "game" && following.first(), lastMove: () => tabs.view === "game" && following.last(),
});
addEventListener("pagehide", () => { answering.stop(); reviewing.stop(); });
addEventListener("pageshow", (event) => { if (event.persisted && session.tree && answering.isOpen && !entry.isOpen) answering.resume(); });
addEventListener("popstate", () => { leaveBoard(); opening.openAddress(); });
find("edit").addEventListener("click", () => enter());
find("edit-game").addEventListener("click", () => enter());
find("start").addEventListener("click", () => opening.open(rules.start(find("rules").value)));
find("share").addEventListener("click", async () => flash(await share()));
find("open-settings").addEventListener("click", () => openSettings(find("settings")));
find("open-help").addEventListener("click", () => openHelp(HELP));
find("paste").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await opening.correct(find("text").value, settings.get("rules"))) find("text").value = "";
});

async function begin() {
  const ask = () => Promise.all([engine.rules(), engine.limits(), engine.players()]);
  try {
    const [profiles, limits, players] = await backoff.ask(ask, () => true);
    rules.setProfiles(profiles);
    setup.setRules(profiles);
    setup.setPlayers(players);
    for (const view of [answering, reviewing, playing, reviewing.retry]) view.seconds = limits.seconds;
  } catch (error) {
    return fail(error);
  }
  return opening.openAddress();
}

begin();
keepForLater();
