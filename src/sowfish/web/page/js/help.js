// The help: what the numbers mean, and the keys by the table that listens to them.

import { element } from "./board.js";
import { KEYS } from "./keys.js";
import { words } from "./words.js";

const PLACES = ["anywhere", "entering"];

export function openHelp() {
  const dialog = document.getElementById("help");
  if (dialog.open) return;
  dialog.querySelector("#help-keys").replaceChildren(...PLACES.flatMap(listed));
  dialog.showModal(); // Esc closes it, and the focus goes back to where it was
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
