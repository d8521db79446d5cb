// How you like the page; games have a place of their own, see saved-games.js.

import { find, isFramed } from "./dom.js";

const DEFAULTS = {
  speed: "normal", seconds: "10", rules: "avalanche", leftovers: "both", theme: "auto", flip: "off", sound: "off", haptics: "off", player: "",
  "play-kind": "engine", "play-level": "3", "play-from": "even-4",
};
const CHOSEN = ["speed", "seconds", "theme", "flip", "sound", "haptics"]; // in the dialog
const kept = new Map(); // for this visit, where storage is forbidden

export const settings = {
  get(name) {
    try {
      return localStorage.getItem(`sowfish-${name}`) ?? kept.get(name) ?? DEFAULTS[name];
    } catch {
      return kept.get(name) ?? DEFAULTS[name];
    }
  },
  set(name, value) {
    kept.set(name, value);
    try {
      localStorage.setItem(`sowfish-${name}`, value);
    } catch {
      // then it is for this visit only
    }
  },
};

/** @param {() => void} onChange */
export function openSettings(onChange) {
  for (const name of CHOSEN) {
    const select = find(name);
    select.value = settings.get(name);
    select.onchange = () => { settings.set(name, select.value); onChange(); };
  }
  find("settings").showModal();
}

// Light or dark, if it was chosen.
// What the page around a frame shows, if it tells.
function themeAround() {
  const scheme = window.frameElement ? getComputedStyle(window.frameElement).colorScheme : "";
  return scheme === "light" || scheme === "dark" ? scheme : "auto";
}

export function applyTheme() {
  document.documentElement.toggleAttribute("data-framed", isFramed);
  const theme = isFramed ? themeAround() : settings.get("theme");
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
