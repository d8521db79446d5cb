// The trace viewer: steps through the boards of a trace, event by event, or plays them.

import { reducedMotion } from "../board/animation.js";
import { Board } from "../board/board.js";
import { element, find } from "../shared/dom.js";
import { listenAt } from "../shared/keys.js";
import { settings } from "../shared/settings.js";
import { words } from "../words/words.js";
import { openHelp } from "./help.js";

const PACE = { slow: 900, normal: 500, fast: 200, off: 200 }; // milliseconds per event
const BUTTONS = { first: "first", back: "eventBack", on: "eventOn", last: "last", play: "play", "open-help": "help" };

/** Returns the boards of a trace for the viewer: { south, ..., hand, to_move, event, isUnderWay, isOver, legal, moves } */
export function boardsOf(trace) {
  return trace.boards.map((board, number) => ({
    ...board,
    event: number ? trace.events[number - 1] : null,
    isUnderWay: board.last !== undefined,
    isOver: trace.is_over && number === trace.boards.length - 1,
    legal: trace.legal[number],
    moves: trace.counts[number].moves,
  }));
}

/** Returns a position as a board before any event. */
export const still = (state) => ({ ...state, hand: 0, event: null, isUnderWay: false, isOver: state.is_over, moves: 0 });

export class TraceViewer {
  #board;
  #boards = /** @type {any[]} */ ([]);
  #at = 0;
  #timer = /** @type {any} */ (null);
  #onShow;

  /** @param {{ onTap?: (board: any, pit: number) => void, onShow?: (board: any, before: any) => void }} on legal pit tapped, board shown */
  constructor({ onTap = () => {}, onShow = () => {} } = {}) {
    const tapped = (side, pit) => {
      const now = this.#boards[this.#at];
      if (side === now?.to_move && now.legal.includes(pit)) onTap(now, pit);
    };
    this.#board = new Board(find("board"), { onTap: tapped, onArrow: () => {} });
    this.#onShow = onShow;
    this.#labelPlay();
    const actions = {
      eventBack: () => this.#go(this.#at - 1), eventOn: () => this.#go(this.#at + 1),
      moveBack: () => this.#goMove(-1), moveOn: () => this.#goMove(1),
      first: () => this.#go(0), last: () => this.#go(this.#boards.length - 1),
      play: () => this.#play(), help: () => openHelp(["trace"]),
    };
    listenAt("trace", actions);
    for (const [id, action] of Object.entries(BUTTONS)) find(id).addEventListener("click", actions[action]);
    find("slider").addEventListener("input", () => this.#go(Number(find("slider").value)));
    addEventListener("pagehide", () => this.stop());
    addEventListener("resize", () => { if (this.#boards.length) this.#showHand(this.#boards[this.#at]); });
  }

  get at() { return this.#at; }

  /** Replaces the boards and shows the one at `from`. */
  open(boards, from = 0) {
    this.stop();
    this.#boards = boards;
    find("slider").max = boards.length - 1;
    find("events").replaceChildren(...boards.map((_, number) => this.#eventItem(number)));
    this.#show(from);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#labelPlay();
  }

  #eventItem(number) {
    const item = element("li");
    const button = element("button", "", this.#sentence(number));
    button.type = "button";
    button.addEventListener("click", () => this.#go(number));
    item.append(button);
    return item;
  }

  #sentence(number) {
    const { event } = this.#boards[number];
    return event ? words.event(event) : words.traceStart;
  }

  #show(number) {
    const last = this.#boards.length - 1;
    this.#at = Math.max(0, Math.min(last, number));
    const at = this.#at;
    const now = this.#boards[at];
    this.#board.show({ ...now, is_over: now.isOver });
    this.#board.highlight("here", ...(now.event?.side ? [[now.event.side, now.event.pit]] : []));
    this.#board.highlight("legal", ...now.legal.map((pit) => [now.to_move, pit]));
    this.#showHand(now);
    find("event").textContent = this.#sentence(at);
    find("trace-state").textContent = words.traceState(now);
    find("number").textContent = words.traceAt(at, last);
    find("slider").value = at;
    find("slider").setAttribute("aria-valuetext", `${words.traceAt(at, last)}: ${this.#sentence(at)}`);
    for (const id of ["first", "back"]) find(id).disabled = at === 0;
    for (const id of ["on", "last"]) find(id).disabled = at === last;
    find("play").disabled = last === 0;
    this.#markEvent();
    this.#onShow(now, this.#boards[Math.max(0, at - 1)]);
  }

  #showHand({ isUnderWay, last, hand: held }) {
    const hand = find("hand");
    const wasHidden = hand.hidden;
    hand.hidden = !isUnderWay;
    if (!isUnderWay) return;
    const { x, y } = this.#board.middle(last.side, last.pit);
    hand.style.transitionDuration = wasHidden || reducedMotion.matches ? "0ms" : "120ms";
    hand.style.transform = `translate(${x}px, ${y}px)`;
    hand.classList.toggle("empty", held === 0);
    hand.firstElementChild.textContent = held || "";
  }

  #markEvent() {
    const list = find("events");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const button = list.children[this.#at].firstElementChild;
    button.setAttribute("aria-current", "step");
    list.scrollTop = button.offsetTop - list.clientHeight / 2;
  }

  #go(number) {
    this.stop();
    if (this.#boards.length) this.#show(number);
  }

  // Goes to the nearest board between moves, in the direction of `step`.
  #goMove(step) {
    let next = this.#at + step;
    while (next > 0 && next < this.#boards.length - 1 && this.#boards[next].isUnderWay) next += step;
    this.#go(next);
  }

  #play() {
    if (this.#timer !== null) return this.stop();
    const last = this.#boards.length - 1;
    if (last < 1) return;
    if (this.#at === last) this.#show(0);
    this.#timer = setInterval(() => {
      this.#show(this.#at + 1);
      if (this.#at === last) this.stop();
    }, PACE[settings.get("speed")] ?? PACE.normal);
    this.#labelPlay();
  }

  #labelPlay() {
    find("play").textContent = this.#timer === null ? words.play : words.pause;
  }
}
