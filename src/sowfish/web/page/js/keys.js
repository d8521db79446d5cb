// The keys of the page; the arrows belong to the board.

// actions: enter, step, back, reset and leaveEntry
export function listenForKeys(entry, actions) {
  const meant = { e: actions.enter, n: actions.step, b: actions.back, r: actions.reset };

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input[type=text], select")) return;
    if (entry.isOpen ? !entered(event) : !told(event)) return;
    event.preventDefault();
  }

  function entered(event) {
    if (event.key === "Escape") {
      actions.leaveEntry();
      return true;
    }
    const isControl = !event.target.closest(".board") && event.target !== document.body;
    if (isControl && (event.key === "Enter" || event.key === " ")) return false; // a button is meant
    return entry.key(event.key);
  }

  function told(event) {
    const action = Object.hasOwn(meant, event.key) && meant[event.key];
    if (!action) return false;
    action();
    return true;
  }

  addEventListener("keydown", pressed);
}
