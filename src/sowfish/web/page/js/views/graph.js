// The value of a game by turn: one bar each, upwards if good for you, hollow if not proven; with an axis.

import { element } from "../shared/dom.js";
import { marked } from "./move-list.js";
import { words } from "../words/words.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 100;
const COLUMN = 20; // width, with the gap between bars
const MARK = 15; // space for a mark next to the tallest bar

export class Graph {
  #root; // a slider: arrow keys move between turns
  #svg;
  /** @type {any} */
  #review = /** @type {any} */ (null);
  #at = 0;
  #onChoose;

  constructor(root, onChoose) {
    this.#root = root;
    this.#svg = root.appendChild(document.createElementNS(SVG, "svg"));
    this.#svg.setAttribute("aria-hidden", "true");
    this.#svg.setAttribute("preserveAspectRatio", "none");
    this.#onChoose = onChoose;
    root.addEventListener("click", (event) => this.#clicked(event));
    root.addEventListener("keydown", (event) => this.#pressed(event));
  }

  // Shows a review; `at` is the number of turns played at the current position.
  show(review, at) {
    const drawn = this.#review;
    if (drawn?.pits !== review.pits || review.graph.some(({ mark }, place) => mark !== drawn.graph[place].mark)) this.#draw(review);
    this.#review = review;
    this.#at = at;
    this.#svg.querySelectorAll(".here").forEach((bar) => bar.classList.remove("here"));
    this.#svg.querySelector(`[data-at="${at}"]`)?.classList.add("here");
    const set = (name, value) => this.#root.setAttribute(`aria-${name}`, value);
    set("valuemin", 0);
    set("valuemax", review.graph.length - 1);
    set("valuenow", at);
    set("valuetext", words.graphValue(at, review.graph[at].mark, lossOf(review.turns[at - 1])));
  }

  #draw(review) {
    const { graph, turns } = review;
    const most = Math.max(1, ...graph.map(({ value }) => Math.abs(value)));
    const y = (value) => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - MARK);
    this.#svg.setAttribute("viewBox", `0 0 ${graph.length * COLUMN} ${HEIGHT}`);
    this.#svg.replaceChildren();
    graph.forEach(({ value, kind }, at) => {
      const bar = this.#add("g", { "data-at": at });
      this.#add("rect", { class: "column", x: at * COLUMN, y: 0, width: COLUMN, height: HEIGHT }, bar);
      const top = Math.min(y(value), y(0));
      const side = value > 0 ? "good" : value < 0 ? "bad" : "even";
      const kindOf = kind === "proven" ? "proven" : "open";
      this.#add("rect", { class: `worth ${side} ${kindOf}`, x: at * COLUMN + 2, y: top, width: COLUMN - 4, height: Math.max(2, Math.abs(y(value) - y(0))) }, bar);
      const turn = turns[at - 1];
      const mark = turn ? marked(turn.shown.mark, turn.side) : "";
      if (mark) this.#add("path", { class: `dot ${mark}`, d: `M${at * COLUMN + COLUMN / 2} ${value >= 0 ? top - 8 : y(value) + 8}h0` }, bar);
    });
    for (const level of [most, -most]) this.#add("line", { class: "axis", x1: 0, x2: graph.length * COLUMN, y1: y(level), y2: y(level) });
    this.#scale([[most, y(most)], [0, HEIGHT / 2], [-most, y(-most)]]);
    this.#add("line", { class: "axis zero", x1: 0, x2: graph.length * COLUMN, y1: HEIGHT / 2, y2: HEIGHT / 2 });
  }

  // Labels the axis outside the SVG, which is stretched.
  #scale(levels) {
    this.#root.querySelectorAll(".scale").forEach((node) => node.remove());
    for (const [value, top] of levels) {
      const label = element("span", "scale", words.axis(value));
      label.setAttribute("aria-hidden", "true");
      label.style.top = `calc(${top}% - .4rem)`;
      this.#root.append(label);
    }
  }

  #add(name, attributes, parent = this.#svg) {
    const node = parent.appendChild(document.createElementNS(SVG, name));
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    return node;
  }

  #clicked(event) {
    const box = this.#svg.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    this.#choose(Math.floor(share * this.#review.graph.length));
  }

  #pressed(event) {
    const last = this.#review.graph.length - 1;
    const to = { ArrowLeft: this.#at - 1, ArrowDown: this.#at - 1, ArrowRight: this.#at + 1, ArrowUp: this.#at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#choose(to);
  }

  #choose(at) {
    this.#onChoose(Math.max(0, Math.min(this.#review.graph.length - 1, at)));
  }
}

function lossOf(turn) {
  return turn?.shown.lost ? words.lostShort(turn.shown.lost, turn.shown.mark) : "";
}
