"""The static folder on a plain file server, in a real browser, online and offline."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from tests.web.browsing import CHROMIUM, PATIENCE, PHONE, accessible, chromium, needs_chromium, wait_until
from tests.web.serving import EXAMPLE
from tests.web.static_host import hosted, needs_engine
from tests.web.test_game import expect_counts, show, tap
from tests.web.test_play import play_to_the_end, set_up

from sowfish import Position
from sowfish.web import site
from sowfish.web.page_files import page_files
from sowfish.web.site import write_site

pytestmark = [needs_chromium, needs_engine, pytest.mark.slow, pytest.mark.xdist_group("browser")]
ADDRESS = f"?position={Position.parse(EXAMPLE).url}"
TINY = "?position=kalah~2.2.2.0~2.2.2.0~south"
KALAH = "?position=kalah~4.4.4.4.4.4.0~4.4.4.4.4.4.0~south"
GAME = '[Sowfish "1"]\n[Start "kalah: 2 2 2 0 / 2 2 2 0 south"]\n\n1. south 0\n'
HARD = "avalanche: 4 4 4 4 4 4 0 / 4 4 4 4 4 3 1 south"  # no solved start
REPLAY = "board:1,2&3&&&&1&&2&&&&&1,1&|move:1,1|board:1,2&&3&&&1&&2&&&&&1,1&"
SUB_PATH = "sowfish/"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a host's folder with the page under a sub-path."""
    root = tmp_path_factory.mktemp("host")
    write_site(root / SUB_PATH)
    return root


@contextmanager
def profile(place: Path, url: str, *, script: str = "", allowed: str = "") -> Iterator[BrowserContext]:
    """Yield a browser with a persistent profile; fail on unexpected console messages and requests to other origins."""
    complaints: list[str] = []
    with chromium() as browser:
        context = browser.browser_type.launch_persistent_context(
            place,
            executable_path=CHROMIUM,
            args=["--no-sandbox"],
            viewport={"width": PHONE[0], "height": PHONE[1]},
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        context.on("console", lambda told: complaints.append(told.text) if told.type in ("error", "warning") else None)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on("request", lambda asked: None if asked.url.startswith(url) else complaints.append(asked.url))
        context.add_init_script(script)
        yield context
        context.close()
    unexpected = [complaint for complaint in complaints if not allowed or allowed not in complaint]
    assert not unexpected, unexpected


COUNT_COMPILATIONS = """
window.compilations = 0;
const compile = WebAssembly.compileStreaming;
WebAssembly.compileStreaming = (...given) => { window.compilations++; return compile.apply(WebAssembly, given); };
"""


def test_the_engine_starts_to_load_before_the_page_runs_and_loads_once(folder: Path, tmp_path: Path) -> None:
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url, script=COUNT_COMPILATIONS) as context:
        page = context.pages[0]
        held: list[Route] = []
        page.route("**/js/app.js", lambda route: held.append(route))  # noqa: PLW0108  # Playwright needs a function
        page.goto(f"{host.url}{ADDRESS}", wait_until="commit")
        wait_until(page, "window.compilations === 1")
        expect(page.locator("#verdict")).to_be_empty()
        [waiting] = held
        waiting.continue_()
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        assert page.evaluate("window.compilations") == 1


def test_an_engine_that_failed_to_load_early_is_loaded_again(folder: Path, tmp_path: Path) -> None:
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url, allowed="503") as context:
        page = context.pages[0]
        tries: list[str] = []

        def refuse_once(route: Route) -> None:
            tries.append(route.request.url)
            if len(tries) == 1:
                route.fulfill(status=503)
            else:
                route.continue_()

        page.route("**/engine.wasm", refuse_once)
        page.goto(f"{host.url}{ADDRESS}")
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        assert len(tries) > 1


def with_most_memory(module: bytes, mebibytes: int) -> bytes:
    """Return a WebAssembly module with a limit on its memory."""

    def number(at: int) -> tuple[int, int]:
        value = shift = 0
        while True:
            byte = module[at]
            value, shift, at = value | (byte & 0x7F) << shift, shift + 7, at + 1
            if byte < 0x80:
                return value, at

    def written(value: int) -> bytes:
        return bytes([value & 0x7F | 0x80]) + written(value >> 7) if value >= 0x80 else bytes([value])

    at = 8
    while True:
        size, start = number(at + 1)
        if module[at] == 5:  # the memory section: one memory without a maximum
            least, end = number(start + 2)
            memory = b"\x01\x01" + written(least) + written(mebibytes * 16)
            return module[: at + 1] + written(len(memory)) + memory + module[end:]
        at = start + size


def kept_for_later(page: Page) -> None:
    expect(page.locator("#offline-state")).to_have_text("Works without a network.")


def test_a_game_its_review_and_a_reload_when_the_host_is_gone(folder: Path, tmp_path: Path) -> None:
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url) as context:
        page = context.pages[0]
        page.goto(host.url + TINY)
        expect(page.locator("#verdict")).to_contain_text("proven")
        assert accessible(page)
        kept_for_later(page)
        set_up(page, opponent="level=2", begins="south")
        assert accessible(page)
        play_to_the_end(page)
        host.kill()
        page.get_by_role("button", name="Review", exact=True).click()
        expect(page.locator("#graph")).to_be_visible()
        expect(page.locator("#accuracy p")).to_have_count(2)
        assert accessible(page)
        turns = page.locator("#moves > .turn .chips").all_text_contents()
        assert turns
        page.reload()
        expect(page.locator("#moves > .turn .chips")).to_have_text(turns)
        page.goto(host.url + ADDRESS)
        expect(page.locator("#game-value")).to_have_text("You win by 3, proven. Best: 3 6 6.")


def test_every_page_works_offline_from_the_first_visit_on(folder: Path, tmp_path: Path) -> None:
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url) as context:
        page = context.pages[0]
        page.goto(f"{host.url}explore.html")
        kept_for_later(page)
        host.kill()
        page.reload()
        expect(page.locator("#maps > *").first).to_be_visible()
        assert accessible(page)
        page.goto(f"{host.url}trace.html{ADDRESS}&pits=2.5.5")
        expect(page.locator("#events li")).not_to_have_count(0)
        assert accessible(page)
        page.goto(f"{host.url}index.html{ADDRESS}")
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        page.goto(host.url)
        expect(page.locator("#welcome")).to_be_visible()


def test_classic_players_hints_files_and_random_deals_need_no_server(folder: Path, tmp_path: Path) -> None:
    with hosted(folder) as host, profile(tmp_path, host.url) as context:
        page = context.pages[0]
        page.goto(host.url + SUB_PATH + TINY)
        set_up(page, opponent="minimax", begins="south")
        expect(page.locator("#play-status")).to_have_text("Your move")
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#play-notice")).not_to_be_empty()
        tap(page, "south", 0)
        expect(page).to_have_url(re.compile("moves=0[.]"))
        show(page, "Moves")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save").click()
        saved = Path(download.value.path()).read_text(encoding="utf-8")
        page.goto(host.url + SUB_PATH + ADDRESS)
        show(page, "Moves")
        page.locator("#paste-box summary").click()
        page.locator("#game-text").fill(saved)
        page.locator("#paste-game button").click()
        expect(page.locator("#moves > .turn")).not_to_have_count(0)


def test_a_device_that_refuses_memory_gets_a_smaller_table_and_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = page_files()
    files["engine/engine.wasm"] = with_most_memory(files["engine/engine.wasm"], 48)
    monkeypatch.setattr(site, "page_files", lambda: files)
    write_site(tmp_path / "host" / SUB_PATH)
    with hosted(tmp_path / "host", path=SUB_PATH) as host, profile(tmp_path / "profile", host.url) as context:
        page = context.pages[0]
        page.goto(f"{host.url}?position=avalanche~4.3.4.2.3.1.5~1.5.2.4.3.2.4~south")
        expect(page.locator("#detail")).to_have_text(re.compile("gives the engine only [0-9]+ MB"))
        expect(page.locator("#verdict")).to_contain_text("proven")


def test_a_hidden_tab_pauses_and_resumes_when_visible(folder: Path, tmp_path: Path) -> None:
    hide = """hidden => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url) as context:
        page = context.pages[0]
        page.goto(f"{host.url}?position=kalah~9.8.9.8.9.8.0~8.9.8.9.8.9.0~south")  # takes hours
        status = page.locator("#status")
        expect(status).to_have_text(re.compile("positions in"))
        page.evaluate(hide, arg=True)
        page.wait_for_timeout(1000)  # for the running slice, and events in flight
        held = status.text_content()
        page.wait_for_timeout(2000)
        assert status.text_content() == held
        page.evaluate(hide, arg=False)
        expect(status).not_to_have_text(held or "")
        spent = re.search(r"in ([0-9.]+) s", status.text_content() or "")
        before = re.search(r"in ([0-9.]+) s", held or "")
        assert spent is not None
        assert before is not None
        assert float(spent[1]) < float(before[1]) + 2  # hidden time does not count


def test_players_with_nets_play_here_and_offline_once_they_have(folder: Path, tmp_path: Path) -> None:
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url) as context:
        page = context.pages[0]
        asked: list[str] = []
        context.on("request", lambda request: asked.append(request.url))
        page.goto(f"{host.url}{KALAH}")
        kept_for_later(page)
        assert not [url for url in asked if "/nets/" in url]  # nets are loaded on demand
        set_up(page, opponent="net", begins="north")
        expect(page.locator("#play-status")).to_have_text("Your move")
        assert [url for url in asked if url.endswith("/nets/kalah-6.net")]
        host.kill()
        page.goto(f"{host.url}{KALAH}")
        set_up(page, opponent="puct", begins="north")
        expect(page.locator("#play-status")).to_have_text("Your move")


def test_workers_that_share_the_pits_agree_with_one(folder: Path, tmp_path: Path) -> None:
    [app] = [path.name for path in (folder / SUB_PATH).glob("app-*")]
    analysed = """async ([app, position, workers]) => {
        const { WasmEngine } = await import(`./${app}/js/analysis/engine.js`);
        const made = [];
        const makeWorker = () => {
            made.push(new Worker(new URL(`./${app}/js/analysis/worker.js`, location.href), { type: "module" }));
            return made[made.length - 1];
        };
        const engine = new WasmEngine({ makeWorker, device: { workers, cores: workers, memory: workers << 27 } });
        let last = null;
        await engine.analyse(position, 60, { analysis: (told) => { last = told; } }).ended;
        engine.close();
        return { workers: made.length, value: last.value, kind: last.kind, moves: last.moves, lines: last.lines };
    }"""
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url) as context:
        page = context.pages[0]
        page.goto(host.url)
        alone, shared = (page.evaluate(analysed, [app, HARD, workers]) for workers in (1, 3))
        assert (alone["workers"], shared["workers"]) == (1, 3)
        assert (shared["value"], shared["kind"]) == (alone["value"], "proven")
        assert shared["moves"] == alone["moves"]


def test_a_host_that_does_not_know_wasm_serves_it_all_the_same(folder: Path, tmp_path: Path) -> None:
    types = {".wasm": "text/plain"}
    with hosted(folder, path=SUB_PATH, types=types) as host, profile(tmp_path, host.url) as context:
        page = context.pages[0]
        page.goto(host.url + ADDRESS)
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")


def test_a_new_version_is_offered_and_two_tabs_get_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "host"
    shutil.copytree(folder, root)
    with hosted(root, path=SUB_PATH) as host, profile(tmp_path / "profile", host.url) as context:
        one, other = context.pages[0], context.new_page()
        for page in (one, other):
            page.goto(host.url + ADDRESS)
            kept_for_later(page)
        old = one.locator("script").first.get_attribute("src") or ""
        monkeypatch.setattr(site, "POLICY", f"{site.POLICY}; media-src 'none'")
        files = page_files()
        files["page.css"] += b"\n/* new */\n"
        monkeypatch.setattr(site, "page_files", lambda: files)
        write_site(root / SUB_PATH)
        one.reload()
        expect(one.locator("#update")).to_contain_text("There is a new version of Sowfish.")
        assert one.locator("script").first.get_attribute("src") == old  # the old version, until reloaded
        assert accessible(one)
        one.get_by_role("button", name="Reload").click()
        expect(one.locator("#update")).to_be_hidden()
        expect(one.locator("script").first).not_to_have_attribute("src", old)
        expect(one.locator("#verdict")).to_have_text("You win by 3, proven.")
        expect(other.locator("#update")).to_contain_text("Sowfish was updated in another tab.")
        set_up(other, opponent="level=1", begins="north")  # the old files are still served
        expect(other.locator("#play-status")).to_have_text("Your move")
        other.get_by_role("button", name="Reload").click()
        expect(other.locator("script").first).not_to_have_attribute("src", old)
        host.kill()
        one.reload()
        expect(one.locator("#verdict")).to_have_text("You win by 3, proven.")


def test_a_reload_in_the_middle_of_a_turn_shows_the_proven_turn(folder: Path, tmp_path: Path) -> None:
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url) as context:
        page = context.pages[0]
        page.goto(host.url + ADDRESS)
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        page.locator("#step").click()
        expect(page.locator("#step")).to_have_text("Show next (2/3)")
        page.reload()  # the first estimate has a longer turn, with the same first tap
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")
        expect(page.locator("#step")).to_have_text("Show next (2/3)")


@pytest.mark.parametrize(
    ("shared", "counts"),
    [
        (f"shared={quote(EXAMPLE)}", "1 2 4 0 2 1 10 / 4 0 0 4 1 1 18"),
        (f"shared={quote('Look: https://example.org/x/' + ADDRESS)}", "1 2 4 0 2 1 10 / 4 0 0 4 1 1 18"),
        (f"shared-url={quote('https://example.org/' + TINY)}", "2 2 2 0 / 2 2 2 0"),
        (f"shared={quote(GAME)}", "0 3 3 0 / 2 2 2 0"),
    ],
    ids=["position", "link in a text", "link", "game"],
)
def test_what_another_app_shares_opens_here(folder: Path, tmp_path: Path, shared: str, counts: str) -> None:
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url) as context:
        page = context.pages[0]
        page.goto(f"{host.url}?{shared}")
        expect_counts(page, counts)
        assert "shared" not in page.url


def test_a_replay_shared_by_the_phone_opens_here(folder: Path, tmp_path: Path) -> None:
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url) as context:
        page = context.pages[0]
        page.goto(f"{host.url}?shared={quote(REPLAY)}")
        page.get_by_role("button", name="Player 1").click()
        expect_counts(page, "2 0 1 0 0 1 0 / 1 0 0 0 0 2 0")
        assert "shared" not in page.url


def test_an_invalid_shared_text_is_rejected_with_one_sentence(folder: Path, tmp_path: Path) -> None:
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url) as context:
        page = context.pages[0]
        page.goto(f"{host.url}?shared=hello")
        expect(page.locator("#error")).to_contain_text("This is not a position.")
        expect(page.locator("#welcome")).to_be_visible()


def test_windows_that_keep_nothing_say_so_and_play_on(folder: Path, tmp_path: Path) -> None:
    nothing = 'Object.defineProperty(Navigator.prototype, "serviceWorker", { value: undefined });'
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url, script=nothing) as context:
        page = context.pages[0]
        page.goto(host.url + ADDRESS)
        expect(page.locator("#offline-state")).to_have_text(re.compile("Needs the network here"))
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")


def test_full_storage_is_reported_and_the_page_still_works(folder: Path, tmp_path: Path) -> None:
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url) as context:
        page = context.pages[0]
        session = context.new_cdp_session(page)
        origin = host.url.removesuffix(f"/{SUB_PATH}")
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 100_000})
        page.goto(host.url + ADDRESS)
        expect(page.locator("#offline-state")).to_have_text(re.compile("there is no room left"))
        expect(page.locator("#verdict")).to_have_text("You win by 3, proven.")


def test_chromium_would_install_it_and_shares_with_it(folder: Path, tmp_path: Path) -> None:
    with hosted(folder, path=SUB_PATH) as host, profile(tmp_path, host.url) as context:
        page = context.pages[0]
        page.goto(host.url)
        kept_for_later(page)
        session = context.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert '"share_target"' in manifest["data"]
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
