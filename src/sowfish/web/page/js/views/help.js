// The help: what the numbers mean, and the keys, generated from the table that binds them.

import { element } from "../shared/dom.js";
import { KEYS } from "../shared/keys.js";
import { words } from "../words/words.js";

const MARKS = [["proven", "+3", "isProven"], ["bound", "≥+3", "isBound"], ["estimate", "~+3", "isEstimate"]];

// places: whose keys to list, as in KEYS
export function openHelp(places) {
  const dialog = document.getElementById("help") ?? document.body.appendChild(built(places));
  if (!dialog.open) dialog.showModal(); // Esc closes it and restores the focus
}

function built(places) {
  const dialog = element("dialog");
  dialog.id = "help";
  dialog.setAttribute("aria-labelledby", "help-title");
  const form = dialog.appendChild(element("form"));
  form.method = "dialog";
  const title = element("h2", "", words.page.help);
  title.id = "help-title";
  const close = element("button", "primary", words.page.close);
  close.autofocus = true;
  const explained = places.includes("anywhere") ? [element("p", "", words.page.youAreSouth), numbers()] : [];
  const head = element("div", "row heading"); // Close has the focus: on top, a long list opens unscrolled
  head.append(title, close);
  form.append(head, ...explained, ...places.flatMap(listed));
  return dialog;
}

function numbers() {
  const told = element("p", "", words.page.numbersAre);
  for (const [kind, mark, word] of MARKS) told.append(" ", element("span", `value good ${kind}`, mark), " ", words.page[word]);
  return told;
}

function listed(place) {
  const list = element("dl", "keys");
  for (const row of KEYS.filter(({ where = "anywhere" }) => where === place)) {
    const shown = element("dt");
    (row.shown ?? row.keys).forEach((key) => shown.append(element("kbd", "", words.keyNames[key] ?? key)));
    list.append(shown, element("dd", "", words.keys[row.action]));
  }
  return [element("h3", "", words.keysOf[place]), list];
}
