// The views of the panel as tabs: one is shown, arrows go from one to the next.

import { byPointer } from "../shared/pointer.js";

export class Tabs {
  #tabs;
  #onChange;

  constructor(list, onChange) {
    this.#tabs = [...list.querySelectorAll("[role=tab]")];
    this.#onChange = onChange;
    list.addEventListener("click", (event) => {
      const tab = event.target.closest("[role=tab]");
      if (tab) this.show(tab.dataset.view);
    });
    list.addEventListener("keydown", (event) => this.#pressed(event));
  }

  get view() {
    return this.#chosen.dataset.view;
  }

  show(view) {
    const before = this.view;
    for (const tab of this.#tabs) {
      const isChosen = tab.dataset.view === view;
      tab.setAttribute("aria-selected", isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
    }
    if (before !== view) this.#onChange(view, before);
  }

  get #chosen() {
    return this.#tabs.find((tab) => tab.getAttribute("aria-selected") === "true");
  }

  #pressed(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || byPointer()) return;
    event.preventDefault();
    const next = this.#tabs.at((this.#tabs.indexOf(this.#chosen) + step) % this.#tabs.length);
    this.show(next.dataset.view);
    next.focus();
  }
}
