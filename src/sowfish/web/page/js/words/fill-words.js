// Puts the words into the page. HTML has none of its own, it names them:
//
//   data-words="key"              the text of the element
//   data-words-label="key"        its aria-label
//   data-words-title="key"        its title and its aria-label
//   data-words-placeholder="key"  its placeholder

import { words } from "./words.js";

const TARGETS = {
  words: (node, text) => { node.textContent = text; },
  wordsLabel: (node, text) => node.setAttribute("aria-label", text),
  wordsTitle: (node, text) => { node.title = text; node.setAttribute("aria-label", text); },
  wordsPlaceholder: (node, text) => { node.placeholder = text; },
};
const NAMED = "[data-words], [data-words-label], [data-words-title], [data-words-placeholder]";

export function fillWords(root = document) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(NAMED))) {
    for (const [target, put] of Object.entries(TARGETS)) {
      const key = node.dataset[target];
      if (key !== undefined) put(node, words.page[key]);
    }
  }
}
