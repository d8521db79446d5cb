// How a heap of stones lies in a hollow: evenly, and always the same way. A drawing is 100 wide.

const SVG = "http://www.w3.org/2000/svg";
const COLOURS = 5;
const MOST_IN_PIT = 24; // more stones look like this many; the count says the rest
const MOST_IN_STORE = 48;
const GOLDEN = Math.PI * (3 - Math.sqrt(5)); // the angle by which a sunflower sets its seeds
const STONE = 11.5;

export function drawing(width, height) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `${-width / 2} ${-height / 2} ${width} ${height}`);
  svg.setAttribute("aria-hidden", "true");
  return svg;
}

// Draws so many stones; those that were there stay where they are unless the heap has to be laid anew.
export function fill(svg, stones, turn, { width = 100, height = 100, most = MOST_IN_PIT } = {}) {
  const places = heap(Math.min(stones, most), width / 2, height / 2, turn);
  while (svg.childElementCount > places.length) svg.lastElementChild.remove();
  places.forEach(([x, y], number) => {
    const stone = svg.children[number] ?? svg.appendChild(newStone(number, turn));
    stone.setAttribute("cx", x.toFixed(1));
    stone.setAttribute("cy", y.toFixed(1));
  });
}

export function fillStore(svg, stones, isWide) {
  const [width, height] = isWide ? [300, 100] : [100, 300];
  svg.setAttribute("viewBox", `${-width / 2} ${-height / 2} ${width} ${height}`);
  fill(svg, stones, 0.4, { width, height, most: MOST_IN_STORE });
}

function newStone(number, turn) {
  const stone = document.createElementNS(SVG, "circle");
  stone.setAttribute("r", STONE);
  stone.setAttribute("fill", `url(#stone${Math.floor(turn * 3 + number * 3) % COLOURS})`);
  stone.setAttribute("class", "stone");
  return stone;
}

function heap(stones, halfWidth, halfHeight, turn) {
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
  const reach = STONE + 5;
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
