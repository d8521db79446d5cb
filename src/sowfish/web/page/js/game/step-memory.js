// Keeps the step within a turn across reloads: a phone may unload the page while another app is open.

const STEP = "sowfish-step";

export function keepStep(position, at) {
  try {
    sessionStorage.setItem(STEP, JSON.stringify({ position, at }));
  } catch {
    // without storage, the step is lost on reload
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
