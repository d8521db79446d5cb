// The keys of the page in one table, for the listeners and for the help.
//
//   keys    as the browser names them; the first ones are shown
//   action  its name in the actions and in words.keys
//   shown   what the help shows instead of the keys
//   where   on the board "anywhere" (the default) or "entering"; "trace" stone by stone, "table" among solved starts
//   told    documented only: the board or the keypad listens itself
//   shift   whether an arrow needs the shift key

export const KEYS = [
  { keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], shown: ["←", "→", "↑", "↓"], action: "arrows", told: true },
  { keys: ["Enter"], action: "tap", told: true },
  { keys: ["ArrowLeft", ","], shown: ["←", ","], action: "previousMove" },
  { keys: ["ArrowRight", "."], shown: ["→", "."], action: "nextMove" },
  { keys: ["ArrowLeft", "ArrowUp"], shown: ["⇧", "←"], shift: true, action: "previousTurn" },
  { keys: ["ArrowRight", "ArrowDown"], shown: ["⇧", "→"], shift: true, action: "nextTurn" },
  { keys: ["ArrowUp"], shown: ["↑"], action: "upATurn" },
  { keys: ["ArrowDown"], shown: ["↓"], action: "downATurn" },
  { keys: ["Home"], action: "firstMove" },
  { keys: ["End"], action: "lastMove" },
  { keys: ["e"], action: "enter" },
  { keys: ["p"], action: "played" },
  { keys: ["n"], action: "step" },
  { keys: ["b"], action: "back" },
  { keys: ["r"], action: "reset" },
  { keys: ["?"], action: "help" },
  { keys: [], shown: ["0", "…", "9"], action: "digits", where: "entering", told: true },
  { keys: ["+"], action: "addTen", where: "entering", told: true },
  { keys: ["Backspace"], action: "backPit", where: "entering", told: true },
  { keys: [" "], action: "nextPit", where: "entering", told: true },
  { keys: ["Enter"], action: "finishEntry", where: "entering", told: true },
  { keys: ["Escape"], action: "leaveEntry", where: "entering" },
  { keys: ["ArrowLeft"], shown: ["←"], action: "eventBack", where: "trace" },
  { keys: ["ArrowRight"], shown: ["→"], action: "eventOn", where: "trace" },
  { keys: ["ArrowUp"], shown: ["↑"], action: "moveBack", where: "trace" },
  { keys: ["ArrowDown"], shown: ["↓"], action: "moveOn", where: "trace" },
  { keys: ["Home"], action: "first", where: "trace" },
  { keys: ["End"], action: "last", where: "trace" },
  { keys: [" "], action: "play", where: "trace" },
  { keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], shown: ["←", "→", "↑", "↓"], action: "cells", where: "table", told: true },
  { keys: ["Enter"], action: "openStart", where: "table", told: true },
  { keys: ["?"], action: "help", where: "trace" },
  { keys: ["?"], action: "help", where: "table" },
];

const TYPED = "input:not([type=checkbox], [type=radio]), select, textarea";

// Listens to the keys of one place, on a page that has no other.
export function listenAt(place, actions) {
  addEventListener("keydown", (/** @type {any} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || event.target.matches("input, select")) return;
    if (event.key === " " && event.target.matches("button, a")) return; // the key is for that element
    const found = KEYS.find((row) => !row.told && row.where === place && row.keys.includes(event.key));
    if (!found) return;
    event.preventDefault();
    actions[found.action]();
  });
}

// actions: a function for every action above that is not documented only; returning false leaves the key to the browser
export function listenForKeys(entry, actions) {
  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || event.target.matches(TYPED)) return;
    const found = KEYS.find((row) => !row.told && row.keys.includes(event.key) && isShift(row, event) && isHere(row));
    if (found ? actions[found.action]() === false : !entry.isOpen || !entered(event)) return;
    event.preventDefault();
  }

  function isShift({ shift = false }, event) {
    return !event.key.startsWith("Arrow") || event.shiftKey === shift;
  }

  function isHere({ action, where = "anywhere" }) {
    return action === "help" || where === (entry.isOpen ? "entering" : "anywhere");
  }

  function entered(event) {
    const isControl = !event.target.closest(".board") && event.target !== document.body;
    if (isControl && (event.key === "Enter" || event.key === " ")) return false; // the key is for the button
    return entry.key(event.key);
  }

  addEventListener("keydown", pressed);
}
