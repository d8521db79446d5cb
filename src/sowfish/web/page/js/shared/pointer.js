// Whether the focus is where it is because somebody tapped there: then the arrow keys mean the game, and not the buttons
// of the board or the tabs, which whoever goes by keys moves among.

let isPointing = false;

addEventListener("pointerdown", () => { isPointing = true; }, { capture: true });
addEventListener("keydown", ({ key }) => { if (key === "Tab" || key === "Enter") isPointing = false; }, { capture: true });

export function byPointer() {
  return isPointing;
}
