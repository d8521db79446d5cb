// How you like the page; games have a place of their own, see savedGames.js.

const DEFAULTS = { speed: "normal", seconds: "10", rules: "avalanche", "play-opponent": "engine:level=3", "play-from": "even-4" };

export const settings = {
  get(name) {
    try {
      return localStorage.getItem(`sowfish-${name}`) ?? DEFAULTS[name];
    } catch {
      return DEFAULTS[name]; // storage can be forbidden
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`sowfish-${name}`, value);
    } catch {
      // then it is for this visit only
    }
  },
};

export function openSettings(dialog) {
  for (const name of ["speed", "seconds"]) {
    const select = dialog.querySelector(`#${name}`);
    select.value = settings.get(name);
    select.onchange = () => settings.set(name, select.value);
  }
  dialog.showModal();
}
