// The rules menu: the profiles, and who gets the leftovers where two profiles differ only in that.

import { settings } from "../shared/settings.js";
import { words } from "../words/words.js";

export class RulesChoice {
  #select;
  #row;
  #leftovers;
  #profiles = [];
  #name = "";

  /**
   * @param {{ select: any, row: any, leftovers: any }} parts
   * @param {{ onRules: (name: string) => void, onLeftovers: (name: string, leftovers: string) => void }} listeners
   */
  constructor({ select, row, leftovers }, { onRules, onLeftovers }) {
    this.#select = select;
    this.#row = row;
    this.#leftovers = leftovers;
    select.addEventListener("change", () => onRules(select.value));
    leftovers.addEventListener("change", () => onLeftovers(this.profileFor(this.#name, leftovers.value), leftovers.value));
  }

  setProfiles(profiles) {
    this.#profiles = profiles;
    const first = profiles.filter((profile, number) => profiles.findIndex((other) => isTwin(profile, other)) >= number || !this.#twin(profile.name));
    const options = (isKalah) => first.filter(({ name }) => name.startsWith("kalah") === isKalah)
      .map(({ name }) => new Option(words.shortRules[name] ?? words.profiles[name] ?? name, name));
    const kalah = document.createElement("optgroup"); // the closed menu only has room for a short name
    kalah.label = words.kalahRules;
    kalah.append(...options(true));
    this.#select.replaceChildren(kalah, ...options(false));
  }

  // Whether another profile differs only in who gets the leftovers.
  hasLeftovers(name) {
    return Boolean(this.#twin(name));
  }

  // The rules of the next board, from the settings.
  get chosen() {
    return this.profileFor(settings.get("rules"), settings.get("leftovers"));
  }

  /** @param {string} leftovers both, nobody or owner; both uses the rules where they count for nobody */
  profileFor(name, leftovers) {
    const twin = this.#twin(name);
    const profile = this.#find(name);
    if (!twin || !profile) return name;
    return (profile.rest === (leftovers === "owner" ? "owner" : "nobody") ? profile : twin).name;
  }

  show(name, isBoth) {
    this.#name = name;
    const twin = this.#twin(name);
    const listed = [...this.#select.options].map((option) => option.value);
    if (!listed.includes(name) && twin) this.#select.value = twin.name;
    else if (listed.includes(name)) this.#select.value = name;
    else this.#select.append(new Option(name, name, true, true)); // custom rules
    this.#row.hidden = !twin;
    if (twin) this.#leftovers.value = isBoth ? "both" : this.#find(name).rest;
  }

  start(name) {
    return (this.#find(name) ?? this.#profiles[0]).start;
  }

  #find(name) {
    return this.#profiles.find((known) => known.name === name);
  }

  #twin(name) {
    const profile = this.#find(name);
    return profile && this.#profiles.find((other) => isTwin(profile, other));
  }
}

function isTwin(one, other) {
  const without = ({ name, start, rest, ...switches }) => JSON.stringify(switches);
  return one.name !== other.name && one.rest !== other.rest && without(one) === without(other);
}
