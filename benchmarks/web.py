"""Figures of the web board on loopback: `python -m benchmarks.web`; the browser's part needs Chromium."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SMALL = "kalah: 0 1 0 3 0 1 14 / 1 0 2 0 3 0 16"
START = "avalanche~4.4.4.4.4.4.0~4.4.4.4.4.4.0~south"
HARD = "kalah: 6 6 6 6 6 6 0 / 6 6 6 6 6 6 0"
BROWSER = """
import sys, time
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[2], args=["--no-sandbox"])
    for visit in ("first", "second"):
        page = browser.new_page()
        page.goto(sys.argv[1])
        page.wait_for_selector(".value.proven")
        paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        proven = page.evaluate("performance.now()")
        print(f"{visit} visit: first paint {paint:.0f} ms, first proven number {proven:.0f} ms")
        page.close()
        time.sleep(1)
    browser.close()
"""


class Served:
    """A server in a process of its own."""

    def __init__(self) -> None:
        """Start it."""
        program = Path(sys.executable).with_name("sowfish")
        words = [str(program), "serve", "--json", "--no-open", "--port", "0"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)  # noqa: S603  # our own program
        assert self.process.stdout is not None
        self.url = json.loads(self.process.stdout.readline())["url"]
        self.host = self.url.split("/")[2]

    def call(self, path: str, body: object = None, connection: http.client.HTTPConnection | None = None) -> bytes:
        """Return an answer."""
        line = connection or http.client.HTTPConnection(self.host, timeout=120)
        sent = None if body is None else json.dumps(body)
        line.request("GET" if body is None else "POST", path, sent, {"Content-Type": "application/json"})
        answer = line.getresponse().read()
        if connection is None:
            line.close()
        return answer

    def memory(self) -> float:
        """Return what the process holds, in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        return int(found[1]) / 1024


def best(server: Served, seconds: float = 5.0) -> None:
    """Print how many small questions are answered in a second, asked one after the other on one connection."""
    line = http.client.HTTPConnection(server.host)
    body = {"position": SMALL}
    server.call("/api/v1/best", body, line)
    started, answers = time.perf_counter(), 0
    while time.perf_counter() - started < seconds:
        server.call("/api/v1/best", body, line)
        answers += 1
    print(f"best on a small position: {answers / seconds:.0f} requests/s")


def many(server: Served) -> None:
    """Print the memory after many analyses."""
    before = server.memory()
    body = {"position": SMALL}
    server.call("/api/v1/analyse", body)
    warm = server.memory()
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: server.call("/api/v1/analyse", body), range(1000)))
    print(f"memory: {before:.0f} MiB at the start, {warm:.0f} after one analysis, {server.memory():.0f} after 1,000")


def crowd(server: Served) -> None:
    """Print how long the page's requests take while 200 searches are asked for."""
    lines = []
    for _ in range(200):
        line = http.client.HTTPConnection(server.host)
        headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
        line.request("POST", "/api/v1/analyse", json.dumps({"position": HARD, "seconds": 20}), headers)
        lines.append(line)
    times = []
    for path in ("/", "/page.css", "/js/app.js", "/api/v1/rules", "/api/v1/health") * 10:
        started = time.perf_counter()
        server.call(path)
        times.append(time.perf_counter() - started)
    for line in lines:
        line.close()
    started = time.perf_counter()
    while any(json.loads(server.call("/api/v1/health"))[key] for key in ("running", "waiting")):
        time.sleep(0.02)
    ended = time.perf_counter() - started
    print(
        f"200 searches asked for: page's requests {1e3 * sorted(times)[25]:.0f} ms, at most {1e3 * max(times):.0f} ms;"
    )
    print(f"all searches ended {ended:.1f} s after their clients left")


def page(server: Served) -> None:
    """Print when the page is painted, and when the first proven number is there."""
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    words = [sys.executable, "-c", BROWSER, f"{server.url}?position={START}", chromium]
    subprocess.run(words, check=True)  # noqa: S603
    folder = Path(__file__).parent.parent / "src" / "sowfish" / "web" / "page"
    board = (folder / "index.html").read_text(encoding="utf-8")
    named = {"index.html", *re.findall(r'(?:href|src)="([\w./]+\.(?:js|css|svg))"', board)}
    texts = [(folder / name).read_bytes() for name in named]
    packed = sum(len(gzip.compress(text)) for text in texts)
    print(f"page weight: {packed / 1000:.0f} kB over the line, {sum(map(len, texts)) / 1000:.0f} kB unpacked")


def main() -> None:
    """Run all parts."""
    server = Served()
    try:
        for part in (page, best, many, crowd):
            part(server)
    finally:
        server.process.terminate()
        print(f"exit code after SIGTERM: {server.process.wait()}")


if __name__ == "__main__":
    main()
