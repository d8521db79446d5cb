"""One colour system in a real browser: good, even and bad look alike in verdict, bar, badges, graph and heat map."""

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.browsing import PHONE, accessible, needs_chromium, visit
from tests.web.test_game import show

from sowfish.render.heat_svg import colours

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]
BADGES = "?position=kalah~4.1.2.1~2.4.0.2~south"  # its pits are worth +2, -12 and 0
GAME = "?position=kalah~4.4.4.0~4.4.4.0~south&moves=1.1.1.2.0"  # worth +2, then -4, 0, 0, +8, -12
VERDICTS = {
    "good": "?position=kalah~4.1.2.1~2.4.0.2~south",
    "even": "?position=kalah~1.0.0.5~1.0.0.3~south",
    "bad": "?position=kalah~1.0.0.0~0.0.1.9~south",
}
# Return the red, green and blue, 0 to 255, of a colour in any notation.
PIXEL = """
window.pixel = (colour) => {
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
};
window.tones = () => {
  const probe = document.body.appendChild(document.createElement("i"));
  const found = {};
  for (const tone of ["good", "even", "bad"]) {
    probe.style.color = `var(--${tone})`;
    found[tone] = pixel(getComputedStyle(probe).color);
  }
  probe.remove();
  return found;
};
window.colourOf = (selector, property) => pixel(getComputedStyle(document.querySelector(selector))[property]);
"""
Colour = list[int]


def colour(page: Page, selector: str, prop: str) -> Colour:
    found: Colour = page.evaluate("([selector, property]) => colourOf(selector, property)", [selector, prop])
    return found


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_bar_badges_graph_and_heat_map_share_one_colour_system(browser: Browser, url: str, *, dark: bool) -> None:
    with visit(browser, url + BADGES, PHONE, dark=dark, script=PIXEL) as page:
        expect(page.locator("#board .value.proven")).to_have_count(3)
        tones: dict[str, Colour] = page.evaluate("tones()")
        assert len({tuple(tone) for tone in tones.values()}) == 3
        seen = {"bar": {"good": colour(page, "#balance-share", "backgroundColor")}}
        seen["bar"]["bad"] = colour(page, "#balance", "backgroundColor")
        best = {"good": "background-color"}  # the best pit's badge is filled
        seen["badge"] = {tone: colour(page, f"#board .value.{tone}", best.get(tone, "color")) for tone in tones}
        page.goto(url + GAME)
        show(page, "Moves")
        page.get_by_role("button", name="Review this game").click()
        expect(page.locator("#graph .worth.proven")).to_have_count(6)
        seen["graph"] = {tone: colour(page, f"#graph .worth.{tone}", "fill") for tone in tones}
        page.goto(f"{url}explore.html")
        expect(page.locator(".heat")).to_have_count(4)
        seen["heat map"] = {
            "good": colour(page, ".scale .win4", "backgroundColor"),
            "bad": colour(page, ".scale .loss4", "backgroundColor"),
        }
        for part, found in seen.items():
            assert found == {tone: tones[tone] for tone in found}, part
        assert accessible(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_verdicts_have_the_colours_of_good_even_and_bad(browser: Browser, url: str, *, dark: bool) -> None:
    with visit(browser, url + BADGES, PHONE, dark=dark, script=PIXEL) as page:
        for tone, link in VERDICTS.items():
            page.goto(url + link)
            expect(page.locator(f"#verdict.{tone}")).to_contain_text("proven")
            assert colour(page, "#verdict", "color") == page.evaluate("tones()")[tone]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_shades_of_solved_starts_are_those_of_the_charts(browser: Browser, url: str, theme: str) -> None:
    kept = f"localStorage['sowfish-theme'] = '{theme}';\n"
    with visit(browser, f"{url}explore.html", PHONE, dark=theme == "dark", script=kept + PIXEL) as page:
        expect(page.locator(".heat")).to_have_count(4)
        for name, (background, writing) in colours(theme).items():
            shade = name.removeprefix("sowfish-").replace("w", "win").replace("l", "loss")
            for prop, wanted in (("backgroundColor", background), ("color", writing)):
                found = colour(page, f".scale .{shade}", prop)
                assert found == pytest.approx(list(bytes.fromhex(wanted[1:])), abs=1), (shade, prop)
