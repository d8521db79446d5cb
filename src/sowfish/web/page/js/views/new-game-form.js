// The new-game form: the computer at a level, a friend or another player; who begins, rules, start and clock.

import { element, find as findAny } from "../shared/dom.js";
import { settings } from "../shared/settings.js";
import { words } from "../words/words.js";

const OWN = "own";
const KINDS = ["engine", "human", "other"]; // of opponent
const SHORT = { engine: 1, perfect: 30 }; // seconds per move without a clock
const DEFAULT_SECONDS = 3;
const CLOCKS = ["", "game=60,increment=1", "game=300,increment=2", "game=600,increment=5", "move=10", "move=30", OWN];
const STONES = [3, 4, 5, 6];
const DEALS = ["mirrored", "reflected", "free"];
const KEPT = ["level", "opponent", "own-player", "begins", "from", "clock"];
const find = (id) => findAny(`setup-${id}`);

export class NewGameForm {
  constructor(form, onStart) {
    form.addEventListener("submit", (event) => { event.preventDefault(); onStart(this.#choice()); });
    form.addEventListener("input", () => this.#changed());
    for (const id of ["opponent", "own-player"]) find(id).addEventListener("input", () => this.#choose("other"));
    fill(find("clock"), CLOCKS.map((clock) => [clock, words.clockName(clock)]));
    const starts = [...STONES.map((stones) => `even-${stones}`), ...DEALS, "here"];
    fill(find("from"), starts.map((start) => [start, words.startName(start)]));
    find("kind").append(...KINDS.map((kind) => option(kind)));
  }

  /** Fills the lists of rules and players. */
  offer(profiles, players) {
    fill(find("rules"), profiles.map(({ name }) => [name, words.rulesName(name)]));
    const others = players.map(({ name }) => name).filter((name) => name !== "engine");
    fill(find("opponent"), [...others.map((spec) => [spec, words.opponent(spec)]), [OWN, words.ownPlayer]]);
    for (const name of KEPT) {
      const kept = settings.get(`play-${name}`);
      if (kept !== undefined && kept !== null) find(name).value = kept;
      if (find(name).value === "" && find(name).options) find(name).selectedIndex = 0;
    }
    this.#choose(settings.get("play-kind"));
  }

  // Selects the rules of the current board.
  showRules(name) {
    const select = find("rules");
    if (![...select.options].some((choice) => choice.value === name)) select.append(new Option(name, name));
    select.value = name;
  }

  get #kind() {
    return find("kind").querySelector(":checked")?.value ?? "engine";
  }

  #choose(kind) {
    const radio = find("kind").querySelector(`[value="${kind}"]`) ?? find("kind").querySelector("input");
    radio.checked = true;
    this.#changed();
  }

  #changed() {
    const spec = find("opponent").value;
    find("level-row").hidden = this.#kind !== "engine";
    find("level-name").textContent = words.levelName(find("level").value);
    find("own-player-row").hidden = spec !== OWN;
    find("own-clock").hidden = find("clock").value !== OWN;
    find("opponent-words").textContent = words.aboutOpponent(spec);
    if (this.#kind === "other" && !find("more").open) find("more").open = true;
  }

  get #opponent() {
    if (this.#kind === "engine") return `engine:level=${find("level").value}`;
    if (this.#kind === "human") return "human";
    return find("opponent").value === OWN ? find("own-player").value.trim() : find("opponent").value;
  }

  #choice() {
    settings.set("play-kind", this.#kind);
    for (const name of KEPT) settings.set(`play-${name}`, find(name).value);
    const opponent = this.#opponent;
    return {
      opponent,
      begins: find("begins").value,
      rules: find("rules").value,
      from: find("from").value,
      clock: this.#clock(),
      seconds: SHORT[opponent.split(":")[0].trim()] ?? DEFAULT_SECONDS,
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

function option(kind) {
  const label = element("label");
  const radio = element("input");
  Object.assign(radio, { type: "radio", name: "setup-kind", value: kind });
  label.append(radio, element("span", "", words.opponentKinds[kind]));
  return label;
}

function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}
