// The game is in the address of the page, so that it can be shared and reloaded and the browser's buttons go through it:
// ?position=START&moves=2.5.1, and again position and moves where a board was corrected; `at` is the number of moves and
// corrections made where it is looked at, unless that is the end; `leftovers=both` if it is not known who gets them.

import { isFramed } from "../shared/dom.js";
import { words } from "../shared/words.js";

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

// Puts a game into the address, as a place to come back to by the browser's button or in place of the one there.
export function putGame(id, address, { isNew }) {
  if (isNew && !isFramed && location.search !== address) history.pushState({ id }, "", address);
  else history.replaceState({ id }, "", address);
}

/** Shares the address at a click; the button itself tells what came of it, for the panel may be out of sight. */
export function shareBy(button, say) {
  button.addEventListener("click", async () => {
    const text = await share();
    if (!text) return;
    say(text);
    button.textContent = text;
    setTimeout(() => { button.textContent = words.page.share; }, 3000);
  });
}

// Shares the address; returns what to tell, if anything.
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

/** Copies a text; returns whether it could be. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
