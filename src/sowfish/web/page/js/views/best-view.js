// The Best move tab: your best turn tap by tap, or the opponent's turn to enter or reveal.

import { Stepper } from "../board/stepper.js";
import { reducedMotion } from "../board/animation.js";
import { copyText } from "../game/address.js";
import { otherToMove, sweptIn, winnerOf } from "../game/facts.js";
import { keepStep, keptStep } from "../game/step-memory.js";
import { find } from "../shared/dom.js";
import { settings } from "../shared/settings.js";
import { linkTrace } from "../game/trace-address.js";
import { words } from "../words/words.js";
import { BestPanel } from "./best-panel.js";
import { LeftoversNote } from "./leftovers-note.js";
import { LiveSearch } from "./live-search.js";

const LONGER = 60; // seconds

export class BestView {
  #engine;
  #board;
  #session;
  #maker;
  #page;
  #knowledge;
  #panel;
  #leftovers;
  #search;
  /** @type {Tap[]} */
  #best = []; // the taps of the best turn
  #bestOf = ""; // the position they are of
  #lines = []; // as reported last
  /** @type {number[]} */
  #threat = []; // the pits the other side would play
  /** @type {{ title: string, value?: Value, mover?: Side } | null} */
  #line = /** @type {any} */ (null); // the previewed line, if not the best turn: { title, value, mover }
  /** @type {BoardState} */
  #state = /** @type {any} */ (null);
  #isRevealed = false; // the opponent's best turn is shown
  #isFinal = false;
  #note = /** @type {any} */ (null); // shown instead of the tap's description: { text, position, at }
  #keptStep = /** @type {number[]} */ ([]); // the pits to show again after a reload
  isOpen = true;
  seconds = Infinity; // maximum search time

  /**
   * @param {{ engine: Engine, board: import("../board/board.js").Board, animation: import("../board/animation.js").Animation, session: import("../game/session.js").Session, maker: import("../game/move-maker.js").MoveMaker, page: Page, knowledge: import("../analysis/store.js").Store }} parts
   */
  constructor({ engine, board, animation, session, maker, page, knowledge }) {
    this.stepper = new Stepper(engine, board, animation, () => this.#showStep());
    this.#engine = engine;
    this.#board = board;
    this.#session = session;
    this.#maker = maker;
    this.#page = page;
    this.#knowledge = knowledge;
    this.#panel = new BestPanel(board, { onLine: (line) => this.#previewLine(line), onChip: (at) => this.#safely(() => this.stepper.goTo(at)) });
    this.#search = new LiveSearch(engine, (seconds) => { page.trouble(seconds); if (seconds !== null) this.#showStep(words.waitingForEngine); });
    this.#leftovers = new LeftoversNote({ engine, session, onTurn: (pits) => this.#useTurn(pits), fail: page.fail });
    const actions = {
      step: () => this.step(), "step-back": () => this.back(), auto: () => this.#safely(() => this.stepper.playAll(settings.get("speed"))),
      "close-preview": () => { this.reset(); find("step").focus({ preventScroll: true }); }, longer: () => this.analyse(LONGER), "show-threat": () => this.#showThreat(),
      played: () => this.played(), "their-best": () => this.#reveal(), "copy-turn": () => this.#copy(), "review-over": () => page.review(),
    };
    for (const [id, action] of Object.entries(actions)) find(id).addEventListener("click", action);
  }

  // Shows a position of the game and starts a search.
  show(state) {
    const isNew = this.#state?.position !== state.position;
    this.#state = state;
    this.#line = null;
    if (isNew) {
      this.#lines = [];
      this.#isRevealed = false;
      this.#panel.clear();
      this.#leftovers.clear();
      this.#keptStep = keptStep(state.position);
    }
    this.#best = this.#tapsOf(this.#knowledge.get(state.position));
    this.stepper.begin(state, this.#shownTaps);
    this.#showKnown();
    this.analyse();
  }

  resume() {
    if (this.#state && !this.#isFinal) this.analyse();
  }

  stop() {
    this.#search.stop();
    this.#leftovers.stop();
  }

  analyse(seconds = Number(settings.get("seconds"))) {
    this.stop();
    const asked = this.#state;
    this.#isFinal = asked.is_over;
    if (asked.is_over) {
      this.#panel.showFinal(asked.score);
      return;
    }
    this.#panel.showStatus(words.firstLook);
    this.#search.start(asked.position, Math.min(seconds, this.seconds), {
      memory: ({ megabytes }) => this.#page.notice(words.lessMemory(megabytes)),
      threat: (told) => { this.#threat = told.threat?.turn ?? []; this.#panel.showThreat(told); },
      analysis: (told) => this.#learn(told),
      best: (told) => this.#learnTurn(told),
      reasons: (told) => this.#panel.showReasons(told.reasons),
      refused: (told) => { this.#panel.showStatus(words.stopped); this.#page.fail(told.error); this.#showStep(words.stopped); },
    });
  }

  get isFailing() { return this.#search.isFailing; }

  // ---- search results

  #learn(told) {
    const known = this.#known(told);
    this.#lines = told.lines;
    this.#panel.showLines(told.lines, told.mover, known.moves);
    this.#isFinal = told.is_final;
    const isProven = known.value.kind === "proven" && [...known.moves.values()].every((move) => move.kind === "proven");
    this.#panel.showStatus(told.status + (told.is_final ? "" : " …"), { canGoOn: told.is_final && !isProven });
    this.#showKnown();
  }

  #learnTurn(told) {
    const known = this.#known(told);
    this.#best = this.#tapsOf(known);
    this.#panel.showLines(this.#lines, told.mover, known.moves);
    this.#panel.showReasons(told.reasons);
    if (this.#line === null && (!this.stepper.isAway || this.stepper.extends(this.#state, this.#best))) {
      this.stepper.begin(this.#state, this.#shownTaps);
      this.#restoreStep(told.is_final);
    }
    const verdict = this.#showKnown();
    if (told.is_final && !this.#isTheirs) this.#leftovers.ask(this.#state, this.#best, this.seconds);
    this.#page.say(this.#best.length && !this.#isTheirs ? `${this.stepper.headline()}. ${verdict}` : verdict);
  }

  /** @returns {Known} */
  #known({ position }) { return /** @type {Known} */ (this.#knowledge.get(position)); }

  // The taps of the best turn that is known; the same ones while the turn stays.
  #tapsOf(known) {
    const pits = known?.turn?.pits ?? [];
    const isSame = this.#bestOf === this.#state.position && String(pits) === String(this.#best.map(({ pit }) => pit));
    this.#bestOf = this.#state.position;
    return isSame ? this.#best : this.#engine.taps(this.#state.position, pits);
  }

  // Shows the verdict, bar and badges from what is known; a previewed line has its own verdict.
  #showKnown() {
    const { to_move, total, position } = this.#state;
    const known = this.#knowledge.get(position);
    if (this.#line?.value) return this.#panel.showValue(this.#line.value, this.#line.mover, total);
    if (!known?.value || this.#state.is_over) return "";
    const areShown = !this.stepper.isAway && this.#line === null && !this.#isTheirs;
    if (areShown) this.#panel.showMoves(to_move, known.moves, known.value);
    return this.#panel.showValue(known.value, to_move, total);
  }

  get #isTheirs() {
    return this.#state.to_move === "north" && !this.#state.is_over && !this.#isRevealed;
  }

  get #shownTaps() {
    return this.#isTheirs ? [] : this.#best;
  }

  // Shows a text in place of the tap's description, until another tap or position is shown.
  tell(text) {
    this.#note = { text, position: this.#state?.position, at: this.stepper.at };
    find("detail").textContent = text;
  }

  // ---- the turn

  get #turnPits() { return this.stepper.turnPits(this.#state); }

  // Records the whole turn as played on the phone.
  async played() {
    const pits = this.#turnPits;
    if (!pits.length || this.#isTheirs) return;
    this.reset();
    await this.#maker.commit(pits);
    scrollTo(0, 0); // show the board: the opponent's pits are next
    this.#page.say(find("headline").textContent + find("detail").textContent);
  }

  get isPreview() { return this.stepper.isAway || this.#line !== null; }

  step() {
    return this.#safely(async () => {
      if (this.stepper.tap === null) this.reset();
      else await this.stepper.next(settings.get("speed"));
      if (this.stepper.taps.length) this.#page.say(`${this.stepper.headline()}. ${find("detail").textContent}`);
    });
  }

  // Steps back one tap; at the first tap, one move of the game.
  back() {
    const { parent } = this.#session.node;
    if (this.stepper.isAway) this.stepper.back();
    else if (this.#line) this.reset();
    else if (parent) this.#session.goTo(parent);
  }

  // Ends a preview.
  reset() {
    this.#line = this.#note = null;
    this.stepper.reset();
    this.stepper.begin(this.#state, this.#shownTaps);
    this.#showKnown();
  }

  #useTurn(taps) {
    this.#best = taps;
    if (!this.isPreview) this.stepper.begin(this.#state, this.#shownTaps);
  }

  #reveal() {
    this.#isRevealed = true;
    this.stepper.begin(this.#state, this.#best);
    this.#showKnown();
    find("step").focus({ preventScroll: true });
  }

  async #copy() {
    const isCopied = await copyText(words.turnText(this.#turnPits));
    this.tell(isCopied ? words.copiedTurn : words.notCopiedTurn);
    this.#page.say(find("detail").textContent);
  }

  #showStep(waiting = words.thinking) {
    const { taps, at, tap, isAway } = this.stepper;
    const state = this.#state;
    const isIdle = taps.length === 0;
    const isTheirs = this.#isTheirs;
    const isPreview = this.isPreview;
    const isOpen = taps === this.#best && at === taps.length && !state.is_over && taps.at(-1)?.outcome === "free_move";
    this.#panel.showTaps(taps, at, taps === this.#best && taps.at(-1)?.outcome === "free_move" && Boolean(taps.at(-1)?.board?.legal.length));
    const idle = state.is_over ? words.over : isTheirs ? words.opponentsTurn : state.must_pass ? words.pass : waiting;
    // The space is part of the text that changes: a space that only moves counts as a layout shift.
    find("headline").textContent = `${isIdle ? idle : isOpen ? words.moreTaps : this.stepper.headline()} `;
    find("detail").textContent = this.#detail(isIdle, isTheirs, tap);
    find("played").disabled = this.#turnPits.length === 0;
    find("step").textContent = isIdle ? words.showNext : tap ? words.tapOf(at + 1, taps.length) : words.page.closePreview;
    find("step-back").disabled = !isAway && !this.#session.node.parent;
    this.#panel.showActions({ mover: state.to_move, isIdle, isTheirs, isOver: state.is_over, canClose: isPreview, canReview: Boolean(this.#session.node.parent) });
    linkTrace(find("trace"), this.stepper.start, taps);
    if (isPreview) this.#board.clearValues();
    this.#leftovers.show(!isTheirs && !state.is_over);
    if (taps === this.#best && taps.length && !this.#keptStep.length) keepStep(state.position, taps.slice(0, at).map(({ pit }) => pit));
    this.#showKnown();
  }

  #detail(isIdle, isTheirs, tap) {
    const { at, taps } = this.stepper;
    const { node } = this.#session;
    if (this.#note?.position === this.#state.position && this.#note.at === at) return this.#note.text;
    this.#note = null;
    if (this.#line) return `${this.#line.title}: ${tap ? tap.brief : words.previewAt(at, taps.length)}`;
    if (isTheirs) return node.mover === "north" && node.outcome === "free_move" ? words.tapTheirsAgain : words.tapTheirs;
    if (this.#state.is_over) return words.result({ winner: winnerOf(this.#state), reason: "stones" }, this.#state.score, sweptIn(node));
    if (isIdle) return this.#state.must_pass ? this.#state.standing : ""; // nothing that the tap's description would push aside
    return tap ? tap.brief : words.previewAt(at, taps.length);
  }

  // ---- previews

  #previewLine(line) {
    return this.#previewPits({ title: words.theLine, value: line, mover: this.#state.to_move }, this.#state, line.turns.flatMap((turn) => turn.pits));
  }

  #showThreat() {
    const from = otherToMove(this.#state);
    return this.#previewPits({ title: words.theThreat(from.to_move) }, from, this.#threat);
  }

  // Previews a sequence of pits from a position.
  #previewPits(line, from, pits) {
    return this.#safely(async () => {
      const start = from.position ? from : await this.#engine.position(from);
      const played = await this.#engine.moves(start.position, pits);
      this.#line = line;
      this.stepper.reset();
      this.stepper.begin(start, played.moves);
      scrollTo({ top: 0, behavior: reducedMotion.matches ? "auto" : "smooth" });
    });
  }

  async #safely(work) {
    try {
      await work();
    } catch (error) {
      this.#page.fail(error);
    }
  }

  // Waits for a turn that begins with these pits.
  #restoreStep(isLast) {
    const kept = this.#keptStep;
    const begins = kept.every((pit, place) => this.#best[place]?.pit === pit);
    if (begins || isLast || this.stepper.isAway) this.#keptStep = [];
    if (kept.length && begins && !this.stepper.isAway) this.#safely(() => this.stepper.goTo(kept.length));
  }
}
