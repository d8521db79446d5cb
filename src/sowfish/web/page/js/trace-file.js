// A self-contained trace file, as written by `sowfish check --html`: it needs no engine. Sides and pits are named as in
// the model checker.

import { element, find } from "./shared/dom.js";
import { fillWords } from "./words/fill-words.js";
import { applyTheme } from "./shared/settings.js";
import { words } from "./words/words.js";
import { TraceViewer, boardsOf } from "./views/trace-viewer.js";

const { trace, watched } = JSON.parse(find("trace").textContent);

Object.assign(words, words.checker);
applyTheme();
fillWords();
find("title").textContent = document.title;
find("hint").textContent = trace.rules;

const boards = boardsOf(trace);
const rows = new Map(Object.keys(watched[0]).map((name) => {
  const row = element("tr");
  row.append(element("th", "", name), element("td"));
  find("watched").append(row);
  return [name, row.lastElementChild];
}));

new TraceViewer({
  onShow: (board) => {
    const values = watched[boards.indexOf(board)];
    for (const [name, cell] of rows) cell.textContent = values[name];
  },
}).open(boards);
