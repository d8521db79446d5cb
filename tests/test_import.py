import subprocess
import sys

SHOW_PACKAGES = """
import sys
before = set(sys.modules)
import sowfish
loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(loaded - sys.stdlib_module_names))
"""


def test_import_loads_nothing_outside_the_standard_library() -> None:
    shown = subprocess.run([sys.executable, "-c", SHOW_PACKAGES], capture_output=True, text=True, check=True)
    assert shown.stdout.split() == ["sowfish"]
