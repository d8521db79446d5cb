// Caches the files of the page for offline use.
//
// A static site is cache first: all files of one version, each checked against its hash, or none. The next version is
// cached beside it and takes over when the user asks for it; the previous one stays for tabs that still show it. The
// page of `sowfish serve` is network first, so nothing here can become stale; requests to the engine are not
// intercepted.

// Filled in by page_files.py.
const PRECACHE = { version: "", prefers: "network", files: {}, later: {} };

const FAMILY = `sowfish ${registration.scope} `;
const KEPT = FAMILY + PRECACHE.version;
const isServed = PRECACHE.prefers === "network";

const addressOf = (path) => new URL(path === "index.html" ? "./" : path, registration.scope).href;

async function keep() {
  const kept = await caches.open(KEPT);
  try {
    await Promise.all(Object.entries(PRECACHE.files).map(([path, hash]) => keepFile(kept, addressOf(path), hash)));
  } catch (error) {
    await caches.delete(KEPT); // an incomplete version is useless
    throw error;
  }
}

// The hash of a file that is cached on first use.
const laterHash = (address) => Object.entries(PRECACHE.later).find(([path]) => addressOf(path) === address)?.[1];

async function keptLater(address, hash) {
  const kept = await caches.open(KEPT);
  if (!(await kept.match(address))) await keepFile(kept, address, hash).catch(() => {}); // storage is full, or offline
  return kept.match(address);
}

// The server inserts previews into its page, so its files have other hashes.
async function keepFile(kept, address, hash) {
  const integrity = isServed ? "" : hash;
  const response = await fetch(address, { cache: "no-cache", integrity });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // Some hosts redirect explore.html to explore; a navigation must not be answered with a redirected response.
  await kept.put(address, response.redirected ? new Response(response.body, { headers: response.headers }) : response);
}

// Keeps this version and the previous one; caches are listed in order of creation.
async function forgetOld() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(FAMILY) && name !== KEPT);
  const old = isServed ? ours : ours.slice(0, -1);
  await Promise.all([...old, "sowfish-page"].map((name) => caches.delete(name))); // the last is from 0.1
}

async function keptAnswer(address) {
  const own = await (await caches.open(KEPT)).match(address);
  if (own) return own;
  const ours = (await caches.keys()).filter((name) => name.startsWith(FAMILY));
  for (const name of ours.reverse()) {
    const found = await caches.match(address, { cacheName: name });
    if (found) return found;
  }
  return undefined;
}

async function answer(request) {
  const address = request.mode === "navigate" ? request.url.split(/[?#]/)[0].replace(/\/index\.html$/, "/") : request.url;
  const hash = laterHash(address);
  if (hash) return (await keptLater(address, hash)) ?? fetch(request);
  if (!isServed) return (await keptAnswer(address)) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await keptAnswer(address);
    if (kept) return kept;
    throw error;
  }
}

async function tell(told) {
  for (const tab of await clients.matchAll({ includeUncontrolled: true })) tab.postMessage(told);
}

async function install() {
  try {
    await keep();
  } catch (error) {
    await tell({ failed: error.name });
    throw error;
  }
  if (isServed) await skipWaiting();
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(forgetOld().then(() => clients.claim())));
addEventListener("message", (event) => { if (event.data === "take over") event.waitUntil(skipWaiting()); });
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const isOurs = url.startsWith(registration.scope) && !url.startsWith(new URL("api/", registration.scope).href);
  if (method === "GET" && isOurs) event.respondWith(answer(event.request));
});
