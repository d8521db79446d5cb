"""Figures of the static page in Chromium: `python -m benchmarks.static_page [--deals 100] [--throttle 4]`.

Writes the page, serves it from this process and measures it as a visitor would, and once more slowed down: visits by
Chromium's throttling, searches by stopping its processes most of the time. Times are upper bounds on a busy machine.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import signal
import statistics
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from benchmarks.bare_chromium import BareChromium
from sowfish.web.site import write_site

START = "avalanche: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 south"
SIZE = 390, 844
VISITS = 9
VISIT_SECONDS = 2.5
RUNS = 3
SLICE = 0.005  # seconds at work, where it is slowed down
# What a visit is like: the page marks when the engine has answered; the welcome is shown in the next frame.
WATCH = """
window.seen = { lcp: 0, cls: 0, tbt: 0, shown: 0 };
const observe = (type, each) => {
  new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
};
observe("largest-contentful-paint", (entry) => { seen.lcp = entry.startTime; });
observe("layout-shift", (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value; });
observe("longtask", (entry) => { seen.tbt += Math.max(0, entry.duration - 50); });
const look = () => {
  const welcome = document.querySelector("#welcome");
  if (welcome && !welcome.hidden && document.querySelector("#rules").options.length) seen.shown = performance.now();
  else requestAnimationFrame(look);
};
look();
"""
# A search by an engine of its own: when there is a first number, a proven turn, and a number for every pit.
SEARCH = """
async ([app, position, isWhole, workers]) => {
  const { WasmEngine } = await import(`./${app}/js/analysis/engine.js`);
  const device = { workers, cores: workers, memory: workers * 2 ** 29 };
  const engine = new WasmEngine(workers ? { device } : {});
  await engine.ready;
  engine.warm();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const began = performance.now();
  const now = () => (performance.now() - began) / 1000;
  const found = { first: null, kind: null, proven: null, every: null, value: null };
  const saw = ({ kind }) => { found.first ??= now(); found.kind ??= kind; };
  await new Promise((resolve) => {
    engine.analyse(position, 60, {
      analysis: (told) => { saw(told); if (told.is_final) found.every = now(); },
      best: (told) => {
        saw(told);
        if (told.is_final && told.kind === "proven") { found.proven = now(); found.value = told.value; }
        if (told.is_final && !isWhole) resolve();
      },
      done: resolve, error: resolve,
    });
  });
  engine.close();
  return found;
}
"""
DEALS = """
async ([app, count]) => {
  const { WasmEngine } = await import(`./${app}/js/analysis/engine.js`);
  const engine = new WasmEngine();
  const asked = { rules: "avalanche", stones: 4, deal: "phone" };
  const dealt = Array.from({ length: count }, (_, seed) => engine.deal({ ...asked, seed }));
  const texts = (await Promise.all(dealt)).map(({ position }) => position);
  engine.close();
  return texts;
}
"""


class _Quiet(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # connections are kept, as hosts do

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # its own name
        """Say nothing."""


class SlowedDown:
    """Lets the processes that draw pages, and run their workers, work for a part of the time only.

    Chromium's own throttling leaves workers as fast as they are.
    """

    def __init__(self, browser: Browser, rate: int) -> None:
        """Slow down by this rate; 1 is not at all."""
        told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        self._processes = [process["id"] for process in told if process["type"] == "renderer"] if rate > 1 else []
        self._rate = rate
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._work)

    def __enter__(self) -> None:
        """Begin."""
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        """End, with all processes at work."""
        self._ended.set()
        self._thread.join()

    def _work(self) -> None:
        while self._processes and not self._ended.is_set():
            self._signal(signal.SIGSTOP)
            time.sleep(SLICE * (self._rate - 1))
            self._signal(signal.SIGCONT)
            time.sleep(SLICE)

    def _signal(self, number: signal.Signals) -> None:
        for process in self._processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)


def opened(browser: Browser) -> BrowserContext:
    """Return a fresh profile the size of a phone."""
    return browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})


def visits(browser: BareChromium, url: str, rate: int) -> None:
    """Print how soon a first visit sees something and can ask."""
    found = []
    for _ in range(VISITS):
        with browser.visit(url, size=SIZE, rate=rate, script=WATCH) as page:
            time.sleep(VISIT_SECONDS)  # asking would disturb
            seen = page.evaluate("seen")
            for name in ("first-contentful-paint", "answered"):
                seen[name] = page.evaluate(f"performance.getEntriesByName('{name}')[0]?.startTime")
        if not seen["shown"]:
            raise SystemExit(f"the page was not ready after {VISIT_SECONDS} s")
        found.append(seen)
    middle = {name: statistics.median(visit[name] for visit in found) for name in found[0]}
    after, shown = (
        sorted(max(0, visit[name] - visit["first-contentful-paint"]) for visit in found)
        for name in ("answered", "shown")
    )
    print(
        f"  first visit, median of {VISITS}: first paint {middle['first-contentful-paint']:.0f} ms, engine answers "
        f"{statistics.median(after):.0f} ms after ({after[0]:.0f} to {after[-1]:.0f}), welcome shown "
        f"{statistics.median(shown):.0f} ms after ({shown[0]:.0f} to {shown[-1]:.0f}), LCP {middle['lcp']:.0f} ms, "
        f"CLS {middle['cls']:.3f}, TBT {middle['tbt']:.0f} ms"
    )


def start(browser: Browser, url: str, app: str, rate: int, workers: int) -> None:
    """Print how soon the start of Avalanche is solved by so many workers."""
    found = []
    for _ in range(RUNS):
        context = opened(browser)
        page = context.new_page()
        page.goto(url)
        page.wait_for_timeout(500)
        with SlowedDown(browser, rate):
            found.append(page.evaluate(SEARCH, [app, START, True, workers]))
        context.close()
    best = {name: min(run[name] for run in found) for name in ("first", "proven", "every")}
    print(
        f"  Avalanche start, workers: {workers}, best of {RUNS}: number after {best['first']:.2f} s, "
        f"turn proven {best['proven']:.2f} s ({found[0]['value']:+}), every pit {best['every']:.2f} s"
    )


def deals(browser: Browser, url: str, app: str, count: int) -> None:
    """Print how soon the best turn of phone-like deals is proven, each by an engine of its own."""
    context = opened(browser)
    page = context.new_page()
    page.goto(url)
    positions = page.evaluate(DEALS, [app, count])
    found = [page.evaluate(SEARCH, [app, position, False, None]) for position in positions]
    context.close()
    times = sorted(run["proven"] if run["proven"] is not None else float("inf") for run in found)
    firsts = sorted(run["first"] for run in found)
    kinds = {kind: sum(run["kind"] == kind for run in found) for kind in ("proven", "bound", "estimate")}
    print(
        f"  {count} phone-like deals, turn proven: median {statistics.median(times):.2f} s, 9 in 10 within "
        f"{times[int(0.9 * (count - 1))]:.2f} s, worst {times[-1]:.2f} s; "
        f"first number: median {statistics.median(firsts):.2f} s, worst {firsts[-1]:.2f} s, by kind {kinds}"
    )


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--throttle", type=int, default=4)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        site = write_site(Path(place) / "sowfish")
        [app] = [path.name for path in site.folder.glob("app-*")]
        print(f"{site.files} files, {site.bytes / 1000:.0f} kB, {site.gzipped / 1000:.0f} kB gzipped")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=place))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/sowfish/"
        program = os.environ.get("CHROMIUM") or shutil.which("chromium") or "chromium"
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        print(f"Chromium {browser.version}, load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        for rate in (1, asked.throttle):
            print("plain" if rate == 1 else f"{rate} times slower")
            with BareChromium(program) as bare:
                visits(bare, url, rate)
            for workers in (1, 2):
                start(browser, url, app, rate, workers)
            if rate == 1 and asked.deals:
                deals(browser, url, app, asked.deals)
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
