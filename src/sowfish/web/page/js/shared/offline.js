// Offline support: a service worker caches the page's files. This module registers it, and offers new versions.
// Browsers allow it only on localhost and over https, and not in every private window.

import { button, element, find, isFramed } from "./dom.js";
import { words } from "../words/words.js";

const isAlone = document.documentElement.dataset.engine === "browser"; // a static site
const LONGEST_BEGIN_SECONDS = 5;
const CHECK_SECONDS = 3600; // between checks for a new version while the page is open

let isReloading = false;

/**
 * Caches the page's files after startup, so as not to compete with the first answer.
 * @param {Promise<void>} [begun]
 */
export async function keepForLater(begun = Promise.resolve()) {
  if (isFramed) return;
  const workers = navigator.serviceWorker;
  if (!workers) return isAlone ? say(words.offlineNever) : undefined;
  const hadWorker = Boolean(workers.controller);
  workers.addEventListener("message", ({ data }) => { if (data.failed) sayFailed(data.failed, workers); });
  workers.addEventListener("controllerchange", () => {
    if (isReloading) location.reload();
    else if (hadWorker && isAlone) offerReload(words.newVersionElsewhere, () => location.reload());
  });
  if (document.readyState !== "complete") await new Promise((resolve) => { addEventListener("load", resolve, { once: true }); });
  await Promise.race([begun, new Promise((resolve) => { setTimeout(resolve, LONGEST_BEGIN_SECONDS * 1000); })]);
  try {
    const registration = await workers.register("service-worker.js", { updateViaCache: "none" });
    if (isAlone) watch(registration, workers);
    await workers.ready;
    if (isAlone) say(words.offlineKept);
  } catch {
    if (isAlone) say(words.offlineNever);
  }
}

// Offers a waiting version, and each one that arrives while the page is open.
function watch(registration, workers) {
  const offer = () => {
    if (registration.waiting && workers.controller) offerReload(words.newVersion, () => takeOver(registration));
  };
  offer();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  let checked = Date.now();
  addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - checked < CHECK_SECONDS * 1000) return;
    checked = Date.now();
    registration.update().catch(() => {}); // offline
  });
}

// Activates the new version in all tabs, and reloads this one.
function takeOver(registration) {
  if (!registration.waiting) return location.reload(); // another tab was faster
  isReloading = true;
  return registration.waiting.postMessage("take over");
}

function offerReload(sentence, reload) {
  const bar = find("update");
  bar.replaceChildren(element("span", "", sentence), button("primary", words.reload, reload));
  bar.hidden = false;
}

function sayFailed(name, workers) {
  if (!workers.controller && isAlone) say(name === "QuotaExceededError" ? words.offlineFull : words.offlineFailed);
}

function say(sentence) {
  find("offline-state").textContent = sentence;
}
