// Values in signs, which need no translation.

export const signed = (number) => (number > 0 ? `+${number}` : String(number));

// +3 is proven, ≥+3 or ≤-2 the nearer of two proven bounds, ~+3 an estimate.
export function mark({ kind, value, low, high }) {
  if (kind === "proven") return signed(value);
  if (kind === "estimate") return `~${signed(value)}`;
  return value - low <= high - value ? `≥${signed(low)}` : `≤${signed(high)}`;
}

// A value of the mover's as you see it; a bound stands only where it says who wins.
export function yourMark({ kind, value, low, high }, mover) {
  const seen = mover === "south" ? { kind, value, low, high } : { kind, value: -value || 0, low: -high || 0, high: -low || 0 };
  const decides = seen.low > 0 || seen.high < 0;
  return mark(kind === "bound" && !decides ? { ...seen, kind: "estimate" } : seen);
}

// How many stones were given away, empty if none.
export function lossMark({ kind, value, low }) {
  if (value <= 0) return "";
  return { proven: String(value), bound: `≥${low}`, estimate: `~${value}` }[kind];
}
