// Puts the page's board into a notebook's cell: state in, taps out. Pits count from 0, as in Python.
// The bundle before this text defines Board and words.

words.cell = (side, pit, stones) => `${side}'s ${pit === null ? "store" : `pit ${pit}`}: ${stones} stones`;

function render({ model, el }) {
  const host = document.createElement("div");
  host.style.cssText = "container-type: inline-size; max-width: 760px; --around: 40vh; --panel: 45vh";
  const root = host.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = model.get("_style");
  const defs = document.createElement("template");
  defs.innerHTML = `<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs>${model.get("_gradients")}</defs></svg>`;
  const table = document.createElement("div");
  table.className = "board";
  const note = document.createElement("p");
  note.className = "soft";
  note.setAttribute("role", "status");
  const steps = document.createElement("p");
  const back = document.createElement("button");
  const on = document.createElement("button");
  const place = document.createElement("span");
  back.textContent = "‹";
  on.textContent = "›";
  back.setAttribute("aria-label", "one move back");
  on.setAttribute("aria-label", "one move forward");
  steps.append(back, " ", on, " ", place);
  root.append(style, defs.content, table, note, steps);
  el.append(host);

  const board = new Board(table, {
    onTap: (side, pit) => { if (pit !== null) model.send({ tap: { side, pit } }); },
    onArrow: () => {},
  });
  const show = () => {
    const state = model.get("_state");
    board.show(state);
    for (const side of ["south", "north"])
      state[side].forEach((_, pit) => { board.cell(side, pit).button.querySelector(".number").textContent = pit; });
  };
  const showValues = () => {
    const marks = new Map(model.get("values").map((value) => [value.pit, { ...value, isBest: value.is_best }]));
    board.showValues(model.get("_state").to_move, marks);
  };
  const showNote = () => { note.textContent = model.get("note"); };
  const showSteps = () => {
    const last = model.get("_last");
    const index = model.get("index");
    steps.hidden = last === 0;
    place.textContent = `move ${index} of ${last}`;
    back.disabled = index === 0;
    on.disabled = index === last;
  };
  const step = (by) => { model.set("index", model.get("index") + by); model.save_changes(); };
  back.addEventListener("click", () => step(-1));
  on.addEventListener("click", () => step(1));
  for (const [name, draw] of [["_state", show], ["values", showValues], ["note", showNote], ["index", showSteps], ["_last", showSteps]])
    model.on(`change:${name}`, draw);
  show();
  showValues();
  showNote();
  showSteps();
}

export default { render };
