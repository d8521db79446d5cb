// The page: one board, the game that is open on it, and the views for the best move, the moves and playing.

import { Animation } from "./board/animation.js";
import { Board } from "./board/board.js";
import { Preview } from "./board/preview.js";
import { shareBy } from "./game/address.js";
import { GameLoader } from "./game/loader.js";
import { MoveMaker } from "./game/move-maker.js";
import { Session } from "./game/session.js";
import { Tree } from "./game/tree.js";
import { Backoff } from "./shared/backoff.js";
import { find } from "./shared/dom.js";
import { fillWords } from "./words/fill-words.js";
import { listenForKeys } from "./shared/keys.js";
import { keepForLater } from "./shared/offline.js";
import { pageEngine } from "./views/page-engine.js";
import { applyTheme, openSettings, settings } from "./shared/settings.js";
import { words } from "./words/words.js";
import { BestView } from "./views/best-view.js";
import { askPlayer, confirmed } from "./views/dialogs.js";
import { EntryView } from "./views/entry-view.js";
import { ErrorLine } from "./views/error-line.js";
import { openHelp } from "./views/help.js";
import { Lesson } from "./views/lesson.js";
import { MovesView } from "./views/moves-view.js";
import { NewGameForm } from "./views/new-game-form.js";
import { PlayView } from "./views/play-view.js";
import { ReviewView } from "./views/review-view.js";
import { RulesChoice } from "./views/rules-choice.js";
import { Tabs } from "./views/tabs.js";

const NOTICES = { game: "game-status", play: "play-notice" };

applyTheme();
fillWords();
const engine = pageEngine();
const errors = new ErrorLine(engine);
const session = new Session();
const knowledge = engine.store;
/** @type {Page} */
const page = {
  say, notice, review, newGame, leaveBoard, welcome, badLink, askPlayer, showEntry,
  fail: (error) => errors.fail(error), trouble: (seconds) => errors.trouble(seconds),
  play: () => { find("welcome").hidden = true; find("views").hidden = false; setup.showRules(rules.chosen); tabs.show("play"); play.show(); },
  redraw: () => render({ isKept: true }), stay: () => render({}),
  canEdit: () => { if (play.isUnderWay) notice(words.noEditing); return !play.isUnderWay; },
  firstBoard: () => rules.start(rules.chosen),
  leftovers: (profile) => (rules.hasLeftovers(profile) && settings.get("leftovers") === "both" ? "both" : "rules"),
};
const board = new Board(find("board"), { onTap: tapped, onArrow: (side, pit) => entry.isOpen && entry.choose(side, pit) });
const animation = new Animation(board);
const preview = new Preview(engine, board, animation);
const backoff = new Backoff(page.trouble);
const maker = new MoveMaker({ engine, board, animation, session, backoff, page });
const best = new BestView({ engine, board, animation, session, maker, page, knowledge });
const loader = new GameLoader({ engine, session, backoff, page });
const moves = new MovesView({ engine, session, loader, page, knowledge, reviewed: (node) => reviews.valueOf(node), onLearned: () => reviews.refresh() });
const reviews = new ReviewView({ engine, board, animation, session, preview, page, knowledge, onNotes: (notes) => moves.showList(notes) });
const play = new PlayView({ engine, board, session, maker, page, knowledge });
const setup = new NewGameForm(find("setup"), (choice) => play.start(choice));
const tabs = new Tabs(find("tabs"), () => viewChanged());
const lesson = new Lesson(engine);
const rules = new RulesChoice(
  { select: find("rules"), row: find("leftovers-row"), leftovers: find("leftovers") },
  { onRules: rulesChosen, onLeftovers: leftoversChosen },
);
const entries = new EntryView({ engine, board, session, loader, rules, knowledge, page, stop: stopViews });
const { entry } = entries;
session.listen(render);
session.onKept = (isKept) => {
  if (!isKept) errors.show(words.notKept);
  else if (errors.text === words.notKept) errors.clear();
};
session.onJoined = () => notice(words.otherTab);

// ---- display

// Closes whatever covers the board.
function leaveBoard() {
  errors.clear();
  preview.end();
  if (entry.isOpen) entry.end();
  showEntry(false);
}

function stopViews() {
  best.stop();
  moves.stop();
  animation.stop();
  preview.end();
  board.clearValues();
  board.highlight("next");
  board.highlight("last");
}

// Renders the game after every change. isJoined: the change was made in another tab.
function render({ isOther = false, isKept = false, isJoined = false }) {
  if (session.tree === null) return;
  if (reviews.retry.isOpen && !reviews.retry.isStillAt(session.node)) reviews.retry.end();
  if (isOther) {
    play.stop();
    reviews.stop();
    if (session.play && tabs.view === "answer" && !isJoined) tabs.show("play");
  }
  const { state, node } = session;
  if (node.parent) knowledge.link(node.parent.board.position, node);
  find("welcome").hidden = true;
  find("board").inert = false; // enable taps
  if (!entry.isOpen) find("views").hidden = false;
  find("edit").disabled = find("edit-game").disabled = false; // enabled once there is a board
  rules.show(state.profile, session.leftovers === "both");
  setup.showRules(state.profile);
  document.title = words.title(state);
  reviews.show();
  moves.show(reviews.notes);
  play.show();
  if (isOther && !(isJoined && document.hidden)) play.goOn(); // only one tab requests a player's turn
  find("game-value").hidden = reviews.retry.isOpen; // it would reveal the best move
  if (!isKept) find("game-status").textContent = "";
  if (entry.isOpen || reviews.retry.isOpen || (isKept && best.isOpen)) return;
  if (!isKept && !best.isFailing && errors.text !== words.notKept) errors.clear();
  preview.end();
  animation.stop();
  board.highlight("last", ...(node.pit === null || isPlayedOut() ? [] : [[node.mover, node.pit]]));
  if (best.isOpen) best.show(state);
  else showBoard();
}

// The board alone, without values.
function showBoard() {
  board.clearValues();
  board.highlight("next");
  board.setMode("answer");
  board.show(isPlayedOut() ? { ...session.state, is_over: true } : session.state);
}

// Whether the end of a finished game (possibly resigned) is shown in the play view.
const isPlayedOut = () => tabs.view === "play" && session.play?.result && play.isAtHead;

function viewChanged() {
  const { view } = tabs;
  document.body.dataset.view = view;
  best.isOpen = view === "answer";
  moves.isOpen = view === "game";
  if (!best.isOpen) best.stop();
  if (!moves.isOpen) moves.stop();
  reviews.retry.end();
  for (const id of ["game-status", "play-notice"]) find(id).textContent = "";
  if (session.tree !== null) render({});
}

// Nothing is open yet: an empty board, and what to do.
function welcome() {
  leaveBoard();
  find("board").inert = false;
  find("welcome").hidden = false;
  find("views").hidden = true;
  entries.showEmpty();
}

function badLink() {
  welcome();
  errors.fail(words.badLink);
}

function review() {
  tabs.show("game");
  find("tab-game").focus({ preventScroll: true }); // the focused button is gone
  session.goTo(session.line.at(-1));
  reviews.start();
}

function newGame() {
  session.begin(new Tree(session.tree.root.board), { leftovers: session.leftovers });
}

function notice(text) {
  if (best.isOpen) best.tell(text);
  else find(NOTICES[tabs.view]).textContent = text;
  say(text);
}

function say(text) {
  find("live").textContent = text;
}

function showEntry(isShown) {
  if (isShown) find("board").inert = false;
  find("entry").hidden = !isShown;
  find("welcome").hidden = isShown || session.tree !== null;
  find("views").hidden = isShown || session.tree === null;
}

// ---- taps, keys and buttons

// A tap on the board plays a pit; during a preview it only shows a notice.
function tapped(side, pit) {
  if (entry.isOpen) return entry.choose(side, pit);
  if (session.tree === null) return entries.enter();
  if (reviews.retry.isOpen) return pit === null ? undefined : reviews.retry.tapped(side, pit);
  if (play.isUnderWay && (play.isAtHead || tabs.view === "play")) {
    return pit === null ? undefined : play.isAtHead ? play.tapped(side, pit) : notice(words.lookingBack);
  }
  if (isPlayedOut()) return notice(words.over);
  if (best.isOpen && best.isPreview) return notice(words.previewing);
  if (pit === null) return entries.enter(side, null);
  return maker.tap(side, pit);
}

async function rulesChosen(name) {
  const profile = rules.profileFor(name, settings.get("leftovers"));
  if (entry.isOpen || session.tree === null) {
    settings.set("rules", name);
    rules.show(profile, page.leftovers(profile) === "both");
    setup.showRules(profile);
    if (entry.isOpen) entry.setRules(profile);
    return;
  }
  const hasMoves = session.line.length > 1 || session.play;
  if (play.isUnderWay || (hasMoves && !(await confirmed(words.changeRules(words.profiles[name] ?? name))))) {
    rules.show(session.state.profile, session.leftovers === "both");
    return;
  }
  settings.set("rules", name);
  const { south, north, south_store, north_store, to_move } = session.state;
  loader.open({ south, north, south_store, north_store, to_move, rules: profile });
}

// The leftover rule does not affect moves: the game continues under the other rules.
function leftoversChosen(profile, leftovers) {
  settings.set("leftovers", leftovers);
  if (session.tree !== null) loader.convert(profile, leftovers === "both" ? "both" : "rules");
}

function settingsChanged() {
  applyTheme();
  find("board").classList.toggle("flipped", settings.get("flip") === "on");
}

listenForKeys(entry, {
  enter: () => entries.enter(), leaveEntry: () => entries.leave(), help: () => openHelp(["anywhere", "entering"]),
  played: () => best.isOpen && best.played(),
  step: () => best.isOpen && best.step(),
  back: () => (best.isOpen ? best.back() : moves.back()),
  reset: () => best.isOpen && best.reset(),
  previousMove: () => moves.back(), nextMove: () => moves.forward(),
  previousTurn: () => moves.backTurn(), nextTurn: () => moves.forwardTurn(),
  upATurn: () => tabs.view === "game" && moves.backTurn(), downATurn: () => tabs.view === "game" && moves.forwardTurn(),
  firstMove: () => tabs.view === "game" && moves.first(), lastMove: () => tabs.view === "game" && moves.last(),
});
addEventListener("pagehide", () => { best.stop(); moves.stop(); reviews.stop(); });
const resume = () => {
  if (!session.tree) return;
  play.goOn();
  if (best.isOpen && !entry.isOpen) best.resume();
};
addEventListener("pageshow", ({ persisted }) => persisted && resume());
addEventListener("visibilitychange", () => document.visibilityState === "visible" && resume());
addEventListener("popstate", () => { leaveBoard(); loader.openAddress(); });
shareBy(find("share"), say);
find("open-settings").addEventListener("click", () => openSettings(settingsChanged));
find("open-help").addEventListener("click", () => openHelp(["anywhere", "entering"]));
for (const id of ["open-lesson", "how-to-play"]) find(id).addEventListener("click", () => lesson.open(find("rules").value));

async function begin() {
  settingsChanged();
  entries.showEmpty(loader.opensGame);
  try {
    const [profiles, limits, players] = await backoff.ask(() => Promise.all([engine.rules(), engine.limits(), engine.players()]), () => true);
    performance.mark("answered"); // for benchmarks
    rules.setProfiles(profiles);
    setup.offer(profiles, players);
    for (const view of [best, moves, reviews, play, reviews.retry]) view.seconds = limits.seconds;
  } catch (error) {
    errors.fail(error);
    return;
  }
  rules.show(rules.chosen, settings.get("leftovers") === "both");
  tabs.restore();
  await loader.openFirst(rules.chosen);
}

keepForLater(begin());
