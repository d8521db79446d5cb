// The panel's tabs: one view is visible, and arrow keys move between tabs.

import { find } from "../shared/dom.js";
import { byPointer } from "../shared/pointer.js";

const VIEW = "sowfish-view"; // the session storage key of the open tab

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
      find(tab.getAttribute("aria-controls")).hidden = !isChosen;
    }
    try {
      sessionStorage.setItem(VIEW, view);
    } catch {
      // without storage, a reload forgets the tab
    }
    if (before !== view) this.#onChange(view, before);
  }

  // Shows the tab that was open before a reload.
  restore() {
    let view = null;
    try {
      view = sessionStorage.getItem(VIEW);
    } catch {
      return;
    }
    if (view && this.#tabs.some((tab) => tab.dataset.view === view)) this.show(view);
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
