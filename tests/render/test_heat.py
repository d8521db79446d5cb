import re
from itertools import product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from sowfish.render.heat_svg import colours, draw_heat_svg
from sowfish.render.heat_text import WIDTH, draw_heat_maps, shade
from sowfish.render.histogram import draw_histogram, draw_histogram_svg
from sowfish.render.text import Charset
from sowfish.starts import SIZES, SOLVED_RULES, Bounds, SolvedStart, load
from sowfish.starts.deals import load_deals
from sowfish.starts.summary import summary

IMAGES = Path(__file__).parents[2] / "docs" / "images"
STARTS = load()
UNSOLVED = SolvedStart.unknown("kalah", 6, 6)


def words(svg: str) -> list[str]:
    """Return the texts of a picture."""
    return [element.text or "" for element in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314


@pytest.mark.parametrize("rules", SOLVED_RULES)
def test_pictures_of_the_docs_show_the_stored_table(rules: str) -> None:
    assert (IMAGES / f"{rules}.svg").read_text(encoding="utf-8") == draw_heat_svg(STARTS, rules)


def test_histogram_of_the_docs_shows_the_stored_deals() -> None:
    deals = load_deals()
    title = f"{len(deals.solved)} {deals.deal} deals of {deals.total} stones, {deals.rules}"
    picture = draw_histogram_svg(summary(deals), title)
    assert (IMAGES / "deals.svg").read_text(encoding="utf-8") == picture


def test_every_number_is_in_the_picture_not_only_its_colour() -> None:
    shown = words(draw_heat_svg(STARTS, "avalanche"))
    for pits, stones in product(SIZES, SIZES):
        start = STARTS.get(("avalanche", pits, stones))
        if start is not None and start.value is not None:
            assert (f"{start.value:+d}" if start.value else "0") in shown


def test_unsolved_start_shows_its_bounds() -> None:
    assert words(draw_heat_svg({UNSOLVED.key: UNSOLVED}, "kalah")).count("solved") == 36
    bounded = UNSOLVED.narrowed(Bounds(-4, 20), UNSOLVED.openings)
    shown = words(draw_heat_svg({bounded.key: bounded}, "kalah"))
    assert {"≥ -4", "≤ +20"} <= set(shown)


def test_opening_that_is_not_known_to_be_the_only_best_one_is_marked() -> None:
    half = UNSOLVED.narrowed(Bounds(2, 2), (Bounds(2, 2), *UNSOLVED.openings[1:]))
    assert "pit 0 ..." in words(draw_heat_svg({half.key: half}, "kalah"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_stand_out_from_their_cells(theme: str) -> None:
    for background, writing in colours(theme).values():
        low, high = sorted((luminance(background), luminance(writing)))
        assert (high + 0.05) / (low + 0.05) >= 4.5


def luminance(colour: str) -> float:
    """Return the relative luminance as WCAG defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_pictures_have_no_ids_and_no_variables() -> None:
    for picture in (draw_heat_svg(STARTS, "kalah"), draw_histogram_svg(summary(load_deals()), "deals")):
        assert not re.search(r"\bid=|var\(", picture)


@pytest.mark.parametrize(("columns", "abreast"), [(39, 1), (40, 1), (79, 1), (80, 2), (200, 4)])
def test_tables_stand_beside_each_other_where_they_fit(columns: int, abreast: int) -> None:
    lines = draw_heat_maps(STARTS, SOLVED_RULES, columns=columns).splitlines()
    assert max(map(len, lines)) <= columns
    assert len(lines) == -(-4 // abreast) * 10 - 1


def test_shades_follow_the_share_of_the_stones() -> None:
    assert [shade(margin, 48) for margin in (0, 1, -12, 13, -24, 25, 36, -37, 48)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_plain_terminals_get_plain_signs() -> None:
    assert draw_heat_maps(STARTS, SOLVED_RULES, charset=Charset.ASCII).isascii()
    assert draw_histogram(summary(load_deals()), charset=Charset.ASCII).isascii()
    assert WIDTH < 40
