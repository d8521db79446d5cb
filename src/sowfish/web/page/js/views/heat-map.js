// The heat map of one set of rules: a table of links with one Tab stop; arrow keys move between starts.

import { element } from "../shared/dom.js";
import { signed } from "../words/value-text.js";
import { words } from "../words/words.js";

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const FIRST = [6, 4]; // the initial Tab stop: the usual board

// onShow(start): hovered or focused; onTouch(start): first tap of a touch; isShown(start): whether it is on show
export function heatMap(name, starts, { onShow, onTouch, isShown }) {
  const sizes = [...new Set(starts.map(({ stones }) => stones))];
  const links = new Map();
  const table = element("table", "heat");
  table.append(element("caption", "", words.startRules[name] ?? name), head(sizes));
  const body = table.appendChild(element("tbody"));
  for (const pits of new Set(starts.map((start) => start.pits))) {
    const row = body.appendChild(element("tr"));
    row.append(header(pits, "row"));
    for (const start of starts.filter((known) => known.pits === pits)) {
      const link = linkTo(start);
      link.addEventListener("focus", () => onShow(start));
      link.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") onShow(start); });
      showFirst(link, () => isShown(start), () => onTouch(start));
      links.set(`${pits},${start.stones}`, link);
      row.appendChild(element("td")).append(link);
    }
  }
  table.addEventListener("keydown", (event) => moveFocus(event, links));
  takeFocus(links.get(`${FIRST}`) ?? links.values().next().value, links);
  return table;
}

// Returns what is known in short form: +8, bounds, or a question mark.
export function mark({ value, low, high }, total) {
  if (value !== null) return [signed(value)];
  const known = [[low > -total, `≥${signed(low)}`], [high < total, `≤${signed(high)}`]];
  const marks = known.filter(([isKnown]) => isKnown).map(([, text]) => String(text));
  return marks.length ? marks : ["?"];
}

// Returns the colour class of a margin: darker for a larger share of all stones.
export function shade(margin, total) {
  if (margin === 0) return "tie";
  return (margin > 0 ? "win" : "loss") + Math.min(4, Math.ceil((4 * Math.abs(margin)) / total));
}

function head(sizes) {
  const rows = element("thead");
  const first = rows.appendChild(element("tr"));
  const corner = header(words.pitsASide, "col");
  corner.rowSpan = 2;
  const above = header(words.stonesPerPit, "colgroup");
  above.colSpan = sizes.length;
  first.append(corner, above);
  rows.appendChild(element("tr")).append(...sizes.map((stones) => header(stones, "col")));
  return rows;
}

function header(text, scope) {
  const cell = element("th", "", text);
  cell.scope = scope;
  return cell;
}

function linkTo(start) {
  const total = 2 * start.pits * start.stones;
  const link = element("a", start.value === null ? "open" : shade(start.value, total));
  link.href = `./?position=${start.url}`;
  for (const text of mark(start, total)) link.append(element("b", "", text));
  if (start.best.length) link.append(bestPits(start));
  link.setAttribute("aria-label", [words.start(start), words.startWorth(start), words.bestOpening(start)].filter(Boolean).join(". "));
  link.dataset.start = `${start.pits},${start.stones}`;
  return link;
}

// Touch cannot hover: the first tap shows the start, the second opens it.
function showFirst(link, isShown, show) {
  let isNew = false;
  link.addEventListener("pointerdown", (event) => { isNew = event.pointerType === "touch" && !isShown(); }); // fires before focus
  link.addEventListener("click", (event) => {
    if (!isNew) return;
    isNew = false;
    event.preventDefault();
    show();
  });
}

function bestPits(start) {
  const more = start.perhaps_best.length ? ["…"] : [];
  const few = start.best.length > 3 ? [...start.best.slice(0, 2).map(words.pitName), "…"] : [...start.best.map(words.pitName), ...more];
  const shown = element("small");
  shown.append(element("span", "long", words.bestPits(start)), element("span", "short", few.join(" ")));
  return shown;
}

function moveFocus(event, links) {
  const step = STEPS[event.key];
  const from = event.target.closest("a");
  if (!step || !from) return;
  event.preventDefault();
  const [pits, stones] = from.dataset.start.split(",").map(Number);
  const next = links.get(`${pits + step[0]},${stones + step[1]}`);
  if (!next) return;
  takeFocus(next, links);
  next.focus();
}

function takeFocus(chosen, links) {
  for (const link of links.values()) link.tabIndex = link === chosen ? 0 : -1;
}
