// Values as symbols, which need no translation; and the page's one colour scheme: good or bad for you.

export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/**
 * The number that stands for a value: a bound is the nearer one.
 * @param {Value} known
 */
export function shownNumber({ kind, value, low = -Infinity, high = Infinity }) {
  if (kind !== "bound") return value;
  return isLower({ value, low, high }) ? low : high;
}

function isLower({ value, low, high }) {
  if (low > 0) return true; // it decides the winner
  if (high < 0) return false;
  return value - low <= high - value;
}

/**
 * +3 is proven, ≥+3 or ≤−2 a proven bound, ~+3 an estimate.
 * @param {Value} known
 */
export function mark(known) {
  const number = signed(shownNumber(known));
  if (known.kind === "proven") return number;
  if (known.kind === "estimate") return `~${number}`;
  const { value, low = -Infinity, high = Infinity } = known;
  return (isLower({ value, low, high }) ? "≥" : "≤") + number;
}

/**
 * The mover's value from your point of view.
 * @param {Value} known
 * @returns {Value}
 */
export function yours(known, mover) {
  if (mover === "south") return known;
  const turned = (number) => (number === undefined ? undefined : -number || 0);
  return { ...known, value: -known.value || 0, low: turned(known.high), high: turned(known.low) };
}

/**
 * A value for display: a bound is shown only if it rules out a loss for one side, otherwise the estimate is more
 * informative.
 * @param {Value} known
 * @returns {Value}
 */
export function displayed(known) {
  const decides = (known.low ?? -1) >= 0 || (known.high ?? 1) <= 0;
  return known.kind !== "bound" || decides ? known : { kind: "estimate", value: known.value };
}

// The mover's value from your point of view, as symbols.
export function yourMark(known, mover) {
  return mark(displayed(yours(known, mover)));
}

// The colour of a value that you see: good, bad or even for you.
export function tone(known) {
  const number = shownNumber(known);
  return number > 0 ? "good" : number < 0 ? "bad" : "even";
}

// How many stones were given away, empty if none.
export function lossMark({ kind, value, low }) {
  if (value <= 0) return "";
  return { proven: String(value), bound: `≥${low}`, estimate: `~${value}` }[kind];
}
