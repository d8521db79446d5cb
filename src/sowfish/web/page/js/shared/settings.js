// The user's settings; games are stored separately, see saved-games.js.

import { find, isFramed } from "./dom.js";

const DEFAULTS = {
  speed: "normal", seconds: "10", rules: "avalanche", leftovers: "both", theme: "auto", flip: "off", sound: "off", haptics: "off", "phone-player": "",
  "play-kind": "engine", "play-level": "3", "play-from": "even-4",
};
const CHOSEN = ["speed", "seconds", "theme", "flip", "sound", "haptics", "phone-player"]; // in the dialog
const kept = new Map(); // for this visit only, if storage is disabled

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
      // stored for this visit only
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

// The theme of the embedding page, if it is accessible.
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
