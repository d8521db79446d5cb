import subprocess
import sys

import pytest

SHOW_PACKAGES = """
import sys
before = set(sys.modules)
import sowfish
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(loaded - sys.stdlib_module_names))
"""


def test_every_public_name_is_completed_without_loading_it() -> None:
    code = (
        "import sys, sowfish; print(*set(sowfish.__all__) - set(dir(sowfish))); print('sowfish.engine' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.split("\n")[:2] == ["", "False"]


@pytest.mark.parametrize(
    ("code", "meant"),
    [("import sowfish; sowfish.analyze", "analyse"), ("import sowfish.render; sowfish.render.draw_svgs", "draw_svg")],
)
def test_a_wrong_name_gets_a_suggestion(code: str, meant: str) -> None:
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert shown.stderr.rstrip().endswith(f"Did you mean: '{meant}'?")


def test_import_loads_nothing_outside_the_standard_library() -> None:
    shown = subprocess.run([sys.executable, "-c", SHOW_PACKAGES], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["sowfish"]
