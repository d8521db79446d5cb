// The games saved in this browser, newest first; each is saved as soon as it changes.

const INDEX = "sowfish-games";
const MOST = 20;
export const keyOf = (id) => `sowfish-game-${id}`;

export const savedGames = {
  // What is there: [{ id, changed, ...what the list shows }]; other pages of this host may have written there too
  list() {
    const kept = read(INDEX);
    return Array.isArray(kept) ? kept.filter((game) => typeof game?.id === "string") : [];
  },

  get(id) {
    return id ? read(keyOf(id)) : null;
  },

  // Saves a game, dropping the oldest ones if storage is full. Returns whether it was saved.
  put(id, record, shown) {
    const others = this.list().filter((game) => game.id !== id);
    const games = [{ id, changed: Date.now(), ...shown }, ...others];
    games.splice(MOST).forEach((game) => erase(keyOf(game.id)));
    let isKept = write(keyOf(id), record);
    while (!isKept && games.length > 1) {
      erase(keyOf(games.pop().id));
      isKept = write(keyOf(id), record);
    }
    return write(INDEX, isKept ? games : games.filter((game) => game.id !== id)) && isKept;
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
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // storage may be disabled or contain something else
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
    // then there is nothing to remove
  }
}
