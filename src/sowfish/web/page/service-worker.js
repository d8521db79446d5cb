// Keeps the files of the page for when the server is away. What the server has is always preferred, so nothing here can
// get old; questions to the engine are none of its business.

const KEPT = "sowfish-page";
const PAGES = ["./", "explore.html", "trace.html"];

// Every file that a page of ours names.
async function filesOf(page) {
  const text = await (await fetch(page)).text();
  return [page, ...[...text.matchAll(/<(?:link|script)[^>]*(?:href|src)="([^"]+)"/g)].map((found) => found[1])];
}

async function keep() {
  const files = new Set((await Promise.all(PAGES.map(filesOf))).flat());
  await (await caches.open(KEPT)).addAll([...files]);
}

async function answer(request) {
  const kept = await caches.open(KEPT);
  const address = request.mode === "navigate" ? request.url.split("?")[0] : request.url;
  try {
    const fresh = await fetch(request);
    if (fresh.ok && (await kept.match(address))) await kept.put(address, fresh.clone());
    return fresh;
  } catch (error) {
    const old = await kept.match(address);
    if (old) return old;
    throw error;
  }
}

addEventListener("install", (event) => event.waitUntil(keep().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && !url.startsWith(new URL("api", registration.scope).href)) event.respondWith(answer(event.request));
});
