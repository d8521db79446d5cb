// Where in a turn one is outlives the page: a phone may drop it while another app is open.

const STEP = "sowfish-step";

export function keepStep(position, at) {
  try {
    sessionStorage.setItem(STEP, JSON.stringify({ position, at }));
  } catch {
    // then it is for this page only
  }
}

/** Returns how many taps of the turn were shown at this position. */
export function keptStep(position) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STEP) ?? "null");
    return kept?.position === position ? kept.at : 0;
  } catch {
    return 0;
  }
}
