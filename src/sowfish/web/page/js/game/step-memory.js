// Keeps the step within a turn across reloads: a phone may unload the page while another app is open.

const STEP = "sowfish-step";

export function keepStep(position, pits) {
  try {
    sessionStorage.setItem(STEP, JSON.stringify({ position, pits }));
  } catch {
    // without storage, the step is lost on reload
  }
}

/** Returns the pits of the turn that were shown at this position. */
export function keptStep(position) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STEP) ?? "null");
    return kept?.position === position ? kept.pits ?? [] : [];
  } catch {
    return [];
  }
}
