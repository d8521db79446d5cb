// The game is in the address of the page, so that it can be shared and reloaded and the browser's buttons go through it:
// ?position=START&moves=2.5.1, and again position and moves where a board was corrected; `at` is the number of moves and
// corrections made where it is looked at, unless that is the end.

import { words } from "../shared/words.js";

export function gameIn({ search }) {
  const parts = [];
  let at = Infinity;
  for (const [name, text] of new URLSearchParams(search)) {
    if (name === "position") parts.push({ position: text, pits: [] });
    if (name === "moves" && parts.length) parts.at(-1).pits = text.split(".").filter((pit) => pit !== "").map(Number);
    if (name === "at" && text !== "") at = Number(text);
  }
  return parts.length ? { parts, at } : null;
}

export function addressOf(parts, at) {
  const made = parts.reduce((sum, { pits }) => sum + pits.length, parts.length - 1);
  const texts = parts.map(({ position, pits }) => `position=${position}${pits.length ? `&moves=${pits.join(".")}` : ""}`);
  return `?${texts.join("&")}${at < made ? `&at=${at}` : ""}`;
}

// Puts a game into the address, as a place to come back to by the browser's button or in place of the one there.
export function putGame(id, parts, at, { isNew }) {
  const address = addressOf(parts, at);
  if (isNew && location.search !== address) history.pushState({ id }, "", address);
  else history.replaceState({ id }, "", address);
}

// Shares the address; returns what to tell, if anything.
export async function share() {
  try {
    if (navigator.share) {
      await navigator.share({ title: document.title, url: location.href });
      return "";
    }
    await navigator.clipboard.writeText(location.href);
    return words.copied;
  } catch (error) {
    return error.name === "AbortError" ? "" : words.notCopied;
  }
}
