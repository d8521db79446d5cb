// Lays out stones in a hollow. A stone keeps its colour as it moves, so that the eye can follow it.

const SVG = "http://www.w3.org/2000/svg";
export const COLOURS = 5;
const MOST_IN_PIT = 24; // no more are drawn; the count shows the total
const MOST_IN_STORE = 48;
const GOLDEN = Math.PI * (3 - Math.sqrt(5)); // the golden angle, as between sunflower seeds
const STONE = 11;

/** @returns {any} an empty SVG of this size, with its origin in the centre */
export function drawing(width, height) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `${-width / 2} ${-height / 2} ${width} ${height}`);
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

/**
 * Draws stones by their colours; reuses existing ones, which move only if the layout changes.
 * @param {any} svg
 * @param {number[]} colours
 * @param {{ turn: number, width: number, height: number, isStore: boolean }} shape
 */
export function fill(svg, colours, { turn, width, height, isStore }) {
  svg.setAttribute("viewBox", `${-width / 2} ${-height / 2} ${width} ${height}`);
  const places = heap(Math.min(colours.length, isStore ? MOST_IN_STORE : MOST_IN_PIT), width / 2, height / 2, turn);
  while (svg.childElementCount > places.length) svg.lastElementChild.remove();
  places.forEach(([x, y], number) => {
    const stone = svg.children[number] ?? svg.appendChild(newStone());
    stone.setAttribute("cx", x.toFixed(1));
    stone.setAttribute("cy", y.toFixed(1));
    const colour = `url(#stone${colours[number]})`;
    if (stone.getAttribute("fill") !== colour) stone.setAttribute("fill", colour);
  });
}

function newStone() {
  const stone = document.createElementNS(SVG, "circle");
  stone.setAttribute("r", String(STONE));
  stone.setAttribute("class", "stone");
  return stone;
}

/** Returns the place of each stone, relative to the centre. */
export function heap(stones, halfWidth, halfHeight, turn) {
  if (stones === 1) return [[0, 0]];
  if (stones <= 5) return ring(stones, turn, (STONE + 1.5) / Math.sin(Math.PI / stones));
  if (stones <= 7 && halfWidth === halfHeight) return [[0, 0], ...ring(stones - 1, turn, 2 * STONE + 3)];
  return seeds(stones, halfWidth, halfHeight, turn);
}

function ring(stones, turn, radius) {
  return Array.from({ length: stones }, (_, stone) => {
    const angle = turn + (2 * Math.PI * stone) / stones;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

function seeds(stones, halfWidth, halfHeight, turn) {
  const room = Math.sqrt(stones);
  const loose = 14.5;
  const reach = STONE + 4;
  let across = Math.min(loose, (halfWidth - reach) / room);
  let along = Math.min(loose, (halfHeight - reach) / room);
  if (across < along) along = Math.min((loose * loose) / across, (halfHeight - reach) / room);
  else if (along < across) across = Math.min((loose * loose) / along, (halfWidth - reach) / room);
  return Array.from({ length: stones }, (_, stone) => {
    const distance = Math.sqrt(stone + 0.5);
    const angle = turn + stone * GOLDEN;
    return [across * distance * Math.cos(angle), along * distance * Math.sin(angle)];
  });
}
