// The moves of a game, one row per turn, with variations indented below.

import { element } from "../shared/dom.js";
import { beginsTurn, turnsOf } from "../game/tree.js";
import { words } from "../words/words.js";

export class MoveList {
  #list;
  #nodes = new Map(); // button -> node

  constructor(list, onChoose) {
    this.#list = list;
    list.addEventListener("click", (event) => {
      const node = this.#nodes.get(event.target.closest("button"));
      if (node) onChoose(node);
    });
  }

  // notes: last node of a turn -> { after, lost, mark }
  show(tree, current, notes) {
    const hadFocus = this.#list.contains(document.activeElement);
    this.#nodes.clear();
    const [first] = tree.root.children;
    this.#list.replaceChildren(...(first ? this.#rows(first, current, notes) : [element("li", "none", words.noMoves)]));
    const chosen = this.#list.querySelector("[aria-current]");
    (chosen ?? this.#list.querySelector("button"))?.setAttribute("tabindex", "0");
    if (hadFocus) chosen?.focus({ preventScroll: true });
    this.#scrollTo(chosen);
  }

  #scrollTo(chosen) {
    const list = this.#list;
    if (!chosen) {
      list.scrollTop = 0;
      return;
    }
    const [box, inner] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()];
    if (inner.top < box.top || inner.bottom > box.bottom) list.scrollTop += inner.top - box.top - box.height / 2;
  }

  // Returns the rows of the line from a node along its first children.
  #rows(first, current, notes) {
    const line = [];
    for (let at = first; at; at = at.children[0]) line.push(at);
    return turnsOf(line).flatMap((turn) => [this.#row(turn, current, notes), ...this.#branches(turn, current, notes)]);
  }

  #branches(turn, current, notes) {
    const others = turn.filter((node) => node.parent.children[0] === node).flatMap((node) => node.parent.children.slice(1));
    return others.map((node) => {
      const item = element("li", "branch");
      const list = element("ol");
      list.append(...this.#rows(node, current, notes));
      item.append(list);
      return item;
    });
  }

  #row(turn, current, notes) {
    const [first] = turn;
    const item = element("li", `turn ${first.mover ?? ""}`);
    if (first.pit === null) {
      item.append(this.#button(first, words.corrected, words.corrected, current));
      return item;
    }
    const number = turnNumber(first);
    item.append(element("span", "number", beginsTurn(first) ? `${number}.` : `${number}…`), element("span", "who", words.storeOf(first.mover)));
    const chips = element("span", "chips");
    for (const node of turn) {
      chips.append(this.#button(node, words.pitName(node.pit), words.moveLabel(number, node.mover, node.pit, node.brief), current));
      if (node.comment) chips.append(element("i", "comment", node.comment));
    }
    const played = item.appendChild(element("span", "played"));
    played.append(chips);
    const note = notes.get(turn.at(-1));
    if (note) played.append(this.#judged(note, first.mover));
    return item;
  }

  // Shows the value after a turn, and what the turn lost.
  #judged({ after, lost, mark }, mover) {
    const judged = element("span", "judged");
    judged.append(element("span", "after", after));
    if (lost) judged.append(" ", element("span", `note ${marked(mark, mover)}`, words.lostShort(lost, mark)));
    return judged;
  }

  #button(node, text, label, current) {
    const button = element("button", "move", text);
    button.type = "button";
    button.tabIndex = -1;
    button.setAttribute("aria-label", label);
    if (node === current) button.setAttribute("aria-current", "step");
    this.#nodes.set(button, node);
    return button;
  }
}

export function turnNumber(node) {
  let number = 0;
  for (let at = node; at; at = at.parent) if (at.pit !== null && beginsTurn(at)) number++;
  return number;
}

// Returns the CSS classes of a mark (?!, ? or ??, after ~ if only probable). The side sets the colour: an opponent's
// mistake is good for you.
export function marked(mark, side) {
  const kind = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" }[mark.replace("~", "")];
  return kind ? `${kind} ${side}` : "";
}
