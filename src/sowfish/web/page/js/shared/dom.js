// Small helpers for elements.

/** Whether the page is embedded in another one, such as the documentation: then it saves nothing and leaves the history alone. */
export const isFramed = globalThis.parent !== globalThis.window;

/**
 * Returns the element with this id, which the page has.
 * @param {string} id
 * @returns {any} an element of any kind
 */
export function find(id) {
  return document.getElementById(id);
}

/**
 * @param {string} name
 * @param {string} className
 * @param {string | number} text
 * @returns {any} an element of any kind
 */
export function element(name, className = "", text = "") {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.textContent = String(text);
  return node;
}

/**
 * A button with a click handler.
 * @param {string} className
 * @param {string | number} text
 * @param {() => void} onClick
 */
export function button(className, text, onClick) {
  const node = element("button", className, text);
  node.type = "button";
  node.addEventListener("click", onClick);
  return node;
}
