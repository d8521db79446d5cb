// The page opens without its server too, and then says that the server is away. Browsers allow it on this machine and
// over https only.

export function keepForLater() {
  if (navigator.serviceWorker) addEventListener("load", () => navigator.serviceWorker.register("service-worker.js").catch(() => {}));
}
