// Dialogs that ask a question.

import { find } from "../shared/dom.js";
import { settings } from "../shared/settings.js";

/** Asks for confirmation; returns whether it was given. */
export async function confirmed(sentence) {
  find("confirm-words").textContent = sentence;
  return (await answerOf("confirm")) === "yes";
}

/** Returns which player of a phone's replay you are, 1 or 2, or null if cancelled; remembers the answer. */
export async function askPlayer() {
  const known = settings.get("phone-player");
  const answer = known || (await answerOf("player"));
  if (answer !== "1" && answer !== "2") return null;
  settings.set("phone-player", answer);
  return Number(answer);
}

function answerOf(id) {
  const dialog = find(id);
  dialog.returnValue = "";
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
    dialog.showModal();
  });
}
