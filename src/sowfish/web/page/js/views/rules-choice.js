// Choosing rules: the list of profiles, and the switch between two that differ only in who gets the leftovers.

import { words } from "../shared/words.js";

export class RulesChoice {
  #select;
  #row;
  #switch;
  #profiles = [];
  #name = "";

  constructor({ select, row, leftovers, sentence }, onChange) {
    this.#select = select;
    this.#row = row;
    this.#switch = leftovers;
    sentence.textContent = words.leftovers;
    select.addEventListener("change", () => onChange(select.value));
    leftovers.addEventListener("change", () => onChange(this.#twin(this.#name).name));
  }

  setProfiles(profiles) {
    this.#profiles = profiles;
    const first = profiles.filter((profile, number) => profiles.findIndex((other) => isTwin(profile, other)) >= number || !this.#twin(profile.name));
    this.#select.replaceChildren(...first.map(({ name }) => new Option(words.profiles[name] ?? name, name)));
  }

  show(name) {
    this.#name = name;
    const profile = this.#profiles.find((known) => known.name === name);
    const twin = profile && this.#twin(name);
    const listed = [...this.#select.options].map((option) => option.value);
    if (!listed.includes(name) && twin) this.#select.value = twin.name;
    else if (listed.includes(name)) this.#select.value = name;
    else this.#select.append(new Option(name, name, true, true)); // switches of one's own
    this.#row.hidden = !twin;
    if (!twin) return;
    this.#switch.checked = profile.rest === "owner";
  }

  start(name) {
    return (this.#profiles.find((known) => known.name === name) ?? this.#profiles[0]).start;
  }

  #twin(name) {
    const profile = this.#profiles.find((known) => known.name === name);
    return profile && this.#profiles.find((other) => isTwin(profile, other));
  }
}

function isTwin(one, other) {
  const without = ({ name, start, rest, ...switches }) => JSON.stringify(switches);
  return one.name !== other.name && one.rest !== other.rest && without(one) === without(other);
}
