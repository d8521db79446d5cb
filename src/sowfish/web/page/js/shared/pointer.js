// Whether the focus was set by a tap: then the arrow keys control the game instead of moving among the board's buttons
// or the tabs, as they do for keyboard users.

let isPointing = false;

addEventListener("pointerdown", () => { isPointing = true; }, { capture: true });
addEventListener("keydown", ({ key }) => { if (key === "Tab" || key === "Enter") isPointing = false; }, { capture: true });

export function byPointer() {
  return isPointing;
}
