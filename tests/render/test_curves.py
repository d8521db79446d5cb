"""Learning curves as SVG."""

import re
from xml.etree import ElementTree as ET

import pytest

from sowfish.render.curves_svg import HEIGHT, PANEL, Curve, Panel, draw_curves_svg

LOSS = Panel(name="loss", curves=[Curve(name="train", values=[3, 2, 1]), Curve(name="<validation>", values=[3, 2.5])])
FLAT = Panel(name="optimal", curves=[Curve(name="net", values=[0.5])])


def test_every_curve_is_a_line_with_a_point_for_each_step() -> None:
    drawing = ET.fromstring(draw_curves_svg("a & b", [LOSS, FLAT]))  # noqa: S314  # our own
    lines = [node.attrib["points"].split() for node in drawing.iter() if node.tag.endswith("polyline")]
    assert [len(points) for points in lines] == [3, 2, 1]
    assert drawing.attrib["width"] == str(2 * PANEL)
    for points in lines:
        for point in points:
            x, y = map(float, point.split(","))
            assert 0 <= x <= 2 * PANEL
            assert 0 <= y <= HEIGHT


def test_a_falling_curve_falls_in_the_picture() -> None:
    (points,) = re.findall(r'curve-0" points="([^"]+)"', draw_curves_svg("loss", [LOSS]))
    heights = [float(point.split(",")[1]) for point in points.split()]
    assert heights == sorted(heights)  # y grows downwards


def test_names_are_in_the_description_and_escaped() -> None:
    drawing = draw_curves_svg("a & b", [LOSS, FLAT], axis="step")
    assert "<title>a &amp; b</title>" in drawing
    assert "loss, &lt;validation&gt;: 3 to 2.5; optimal, net: 0.5 to 0.5" in drawing
    assert "loss by step" in drawing


@pytest.mark.parametrize("values", [[0.0, 0.0], [1e-6, 2e-6], [1e6, -1e6], [0.1]])
def test_values_of_any_size_can_be_drawn(values: list[float]) -> None:
    drawing = draw_curves_svg("sizes", [Panel(name="sizes", curves=[Curve(name="one", values=values)])])
    assert "nan" not in drawing
    assert "sowfish-grid" in drawing
