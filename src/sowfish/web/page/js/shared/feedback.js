// Sound and vibration when a stone falls; both are off until they are switched on.

import { settings } from "./settings.js";

let audio = null;
let latest = 0;
const APART = 45; // milliseconds between two ticks

export const feedback = {
  drop() {
    const now = performance.now();
    if (now - latest < APART) return;
    latest = now;
    if (settings.get("haptics") === "on") navigator.vibrate?.(6);
    if (settings.get("sound") === "on") tick();
  },
};

function tick() {
  audio ??= new AudioContext();
  const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = 520 + Math.random() * 160;
  tone.type = "triangle";
  loudness.gain.setValueAtTime(0.12, audio.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.08);
  tone.connect(loudness).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.09);
}
