// The game is in the page's URL, so that it can be shared and reloaded, and the browser's buttons step through it:
// ?position=START&moves=2.5.1, repeated where a board was corrected; `at` is the number of moves and corrections before
// the node shown, unless it is the last; `leftovers=both` if it is unknown who gets them.

import { isFramed } from "../shared/dom.js";
import { words } from "../words/words.js";

export function gameIn({ search }) {
  /** @type {{ position: string, pits: number[] }[]} */
  const parts = [];
  let at = Infinity;
  let leftovers = "rules";
  for (const [name, text] of new URLSearchParams(search)) {
    if (name === "position") parts.push({ position: text, pits: [] });
    if (name === "moves" && parts.length) parts[parts.length - 1].pits = text.split(".").filter((pit) => pit !== "").map(Number);
    if (name === "at" && text !== "") at = Number(text);
    if (name === "leftovers" && text === "both") leftovers = "both";
  }
  return parts.length ? { parts, at, leftovers } : null;
}

export function addressOf(parts, at, leftovers = "rules") {
  const made = parts.reduce((sum, { pits }) => sum + pits.length, parts.length - 1);
  const texts = parts.map(({ position, pits }) => `position=${position}${pits.length ? `&moves=${pits.join(".")}` : ""}`);
  return `?${texts.join("&")}${at < made ? `&at=${at}` : ""}${leftovers === "both" ? "&leftovers=both" : ""}`;
}

// Writes a game to the URL, as a new history entry or replacing the current one.
export function putGame(id, address, { isNew }) {
  if (isNew && !isFramed && location.search !== address) history.pushState({ id }, "", address);
  else history.replaceState({ id }, "", address);
}

/** Shares the URL on click; the button shows the result, as the panel may be out of sight. */
export function shareBy(button, say) {
  button.addEventListener("click", async () => {
    const text = await share();
    if (!text) return;
    say(text);
    button.textContent = text;
    setTimeout(() => { button.textContent = words.page.share; }, 3000);
  });
}

// Shares the URL; returns a message, if any.
async function share() {
  try {
    if (navigator.share) {
      await navigator.share({ title: document.title, url: location.href });
      return "";
    }
  } catch (error) {
    return /** @type {any} */ (error).name === "AbortError" ? "" : words.notCopied;
  }
  return (await copyText(location.href)) ? words.copied : words.notCopied;
}

/** Copies a text; returns whether that worked. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
