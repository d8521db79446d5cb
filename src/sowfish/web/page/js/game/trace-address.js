// The address of moves shown stone by stone: a position, and the pits that are played from it.

export function traceAddress(url, pits) {
  return `trace.html?position=${url}&pits=${pits.join(".")}`;
}

export function tracedIn({ search }) {
  const asked = new URLSearchParams(search);
  const pits = (asked.get("pits") ?? "").split(".").filter((pit) => pit !== "");
  return { position: asked.get("position"), pits: pits.map(Number) };
}

// Points a link at these taps; without taps the link is hidden.
export function linkTrace(link, state, taps) {
  link.hidden = state === null || taps.length === 0;
  if (!link.hidden) link.href = traceAddress(state.url, taps.map((tap) => tap.pit));
}
