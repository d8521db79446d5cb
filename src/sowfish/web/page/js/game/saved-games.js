// The games this browser remembers, newest first; each is kept as soon as it changes.

const INDEX = "sowfish-games";
const MOST = 20;
const keyOf = (id) => `sowfish-game-${id}`;

export const savedGames = {
  // What is there: [{ id, changed, ...what the list shows }]
  list() {
    return read(INDEX) ?? [];
  },

  get(id) {
    return id ? read(keyOf(id)) : null;
  },

  // Keeps a game; if there is no room the oldest ones go.
  put(id, record, shown) {
    const others = this.list().filter((game) => game.id !== id);
    const games = [{ id, changed: Date.now(), ...shown }, ...others];
    games.splice(MOST).forEach((game) => erase(keyOf(game.id)));
    while (!write(keyOf(id), record) && games.length > 1) erase(keyOf(games.pop().id));
    write(INDEX, games);
  },

  remove(id) {
    erase(keyOf(id));
    write(INDEX, this.list().filter((game) => game.id !== id));
  },
};

export function newId() {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // storage can be forbidden, or hold what is none of ours
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function erase(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // there is nothing then
  }
}
