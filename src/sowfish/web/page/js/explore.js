// The page of solved starts: a heat map for each set of rules, the chosen start, and statistics of random deals.

import { element, find } from "./shared/dom.js";
import { sentenceOf } from "./words/wording.js";
import { fillWords } from "./words/fill-words.js";
import { heatMap, mark, shade } from "./views/heat-map.js";
import { openHelp } from "./views/help.js";
import { listenAt } from "./shared/keys.js";
import { keepForLater } from "./shared/offline.js";
import { pageEngine } from "./views/page-engine.js";
import { applyTheme } from "./shared/settings.js";
import { tone } from "./words/value-text.js";
import { words } from "./words/words.js";

const HELP = ["table"];
const engine = pageEngine();
let shown = null;

function showStart(start) {
  shown = start;
  const total = 2 * start.pits * start.stones;
  find("start").hidden = false;
  find("start-name").textContent = `${words.startRules[start.rules] ?? start.rules}: ${words.start(start)}`;
  find("start-worth").textContent = [words.startWorth(start), words.bestOpening(start)].filter(Boolean).join(". ") + ".";
  find("openings").replaceChildren(...start.openings.map((opening) => openingItem(opening, start, total)));
  find("open").href = `./?position=${start.url}`;
}

function openingItem(opening, start, total) {
  const item = element("li", start.best.includes(opening.pit) ? "best" : "");
  const marks = element("b", `value ${opening.kind} ${tone(opening)}`, mark(opening, total).join(" "));
  item.append(element("span", "", words.opening(opening.pit)), marks);
  return item;
}

function touched(start) {
  showStart(start);
  find("live").textContent = `${find("start-name").textContent}. ${find("start-worth").textContent}`;
}

function showDeals(deals) {
  find("deals-title").textContent = words.dealsTitle(deals.deals);
  find("deals-words").replaceChildren(
    ...[words.dealsAre, words.dealsWon, words.dealsMean, words.dealsGreed].map((say) => element("li", "", say(deals))),
  );
  const most = Math.max(...deals.histogram.map((part) => part.deals));
  const widest = Math.max(...deals.histogram.map(({ low, high }) => Math.max(-low, high)));
  const head = element("tr");
  head.append(columnHead(words.margin), columnHead(words.dealsCount));
  const rows = [...deals.histogram].reverse().map((part) => dealsRow(part, most, widest));
  find("histogram").replaceChildren(head, ...rows);
}

function columnHead(text) {
  const cell = element("th", "", text);
  cell.scope = "col";
  return cell;
}

function dealsRow({ low, high, deals }, most, widest) {
  const row = element("tr");
  const name = element("th", "", words.range(low, high));
  name.scope = "row";
  const cell = element("td");
  const bar = element("span", `length ${shade(high > 0 ? high : low, widest)}`);
  bar.style.setProperty("--share", deals / most);
  cell.appendChild(element("div")).append(bar, element("b", "", deals));
  row.append(name, cell);
  return row;
}

async function begin() {
  applyTheme();
  fillWords();
  document.title = words.exploreTitle;
  find("open-help").addEventListener("click", () => openHelp(HELP));
  listenAt("table", { help: () => openHelp(HELP) });
  try {
    const [starts, deals] = await Promise.all([engine.starts(), engine.deals()]);
    const names = [...new Set(starts.map(({ rules }) => rules))];
    const listeners = { onShow: showStart, onTouch: touched, isShown: (start) => start === shown };
    find("maps").replaceChildren(...names.map((name) => heatMap(name, starts.filter(({ rules }) => rules === name), listeners)));
    showDeals(deals);
  } catch (error) {
    if (sentenceOf(error) === null) throw error;
    find("error").textContent = sentenceOf(error);
  }
}

begin();
keepForLater();
