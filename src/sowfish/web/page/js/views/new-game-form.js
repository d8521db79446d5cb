// The form for a new game: against whom, who begins, by which rules, from where and with which clock.

import { settings } from "../shared/settings.js";
import { words } from "../shared/words.js";

const STRONGEST = 10;
const OWN = "own";
const SHORT = { engine: 1, perfect: 30 }; // seconds for a move without a clock
const DEFAULT_SECONDS = 3;
const CLOCKS = ["", "game=60,increment=1", "game=300,increment=2", "game=600,increment=5", "move=10", "move=30", OWN];
const STONES = [3, 4, 5, 6];
const DEALS = ["mirrored", "reflected", "free"];
const KEPT = ["opponent", "own-player", "begins", "from", "clock"];
const find = (id) => document.getElementById(`setup-${id}`);

export class NewGameForm {
  #onStart;

  constructor(form, onStart) {
    this.#onStart = onStart;
    form.addEventListener("submit", (event) => { event.preventDefault(); onStart(this.#choice()); });
    form.addEventListener("change", () => this.#changed());
    fill(find("clock"), CLOCKS.map((clock) => [clock, words.clockName(clock)]));
    const starts = [...STONES.map((stones) => `even-${stones}`), ...DEALS, "here"];
    fill(find("from"), starts.map((start) => [start, words.startName(start)]));
  }

  setRules(profiles) {
    fill(find("rules"), profiles.map(({ name }) => [name, words.rulesName(name)]));
  }

  setPlayers(players) {
    const levels = Array.from({ length: STRONGEST }, (_, number) => `engine:level=${number + 1}`);
    const others = players.map(({ name }) => name).filter((name) => name !== "engine");
    const named = (specs) => specs.map((spec) => [spec, words.opponent(spec)]);
    fill(find("opponent"), [...named(levels), ...named(others), ["human", words.opponent("human")], [OWN, words.ownPlayer]]);
    for (const name of KEPT) {
      const kept = settings.get(`play-${name}`);
      if (kept !== undefined && kept !== null) find(name).value = kept;
      if (find(name).value === "" && find(name).options) find(name).selectedIndex = 0;
    }
    this.#changed();
  }

  // Shows the rules of the board that is open.
  showRules(name) {
    const select = find("rules");
    if (![...select.options].some((option) => option.value === name)) select.append(new Option(name, name));
    select.value = name;
  }

  #changed() {
    const spec = find("opponent").value;
    find("own-player-row").hidden = spec !== OWN;
    find("own-clock").hidden = find("clock").value !== OWN;
    find("opponent-words").textContent = words.aboutOpponent(spec);
  }

  #choice() {
    for (const name of KEPT) settings.set(`play-${name}`, find(name).value);
    const opponent = find("opponent").value === OWN ? find("own-player").value.trim() : find("opponent").value;
    const name = opponent.split(":")[0].trim();
    return {
      opponent,
      begins: find("begins").value,
      rules: find("rules").value,
      from: find("from").value,
      clock: this.#clock(),
      seconds: SHORT[name] ?? DEFAULT_SECONDS,
    };
  }

  #clock() {
    const chosen = find("clock").value;
    if (chosen === "") return null;
    const none = { move: null, game: null, increment: 0 };
    if (chosen !== OWN) return { ...none, ...Object.fromEntries(chosen.split(",").map((part) => part.split("=")).map(([key, text]) => [key, Number(text)])) };
    const [minutes, increment, move] = ["minutes", "increment", "move"].map((key) => Number(find(key).value) || 0);
    if (!minutes && !move) return null;
    return { move: move || null, game: minutes ? minutes * 60 : null, increment: minutes ? increment : 0 };
  }
}

function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}
