"""What needs an optional package says so in one sentence, and `import sowfish` stays light."""

import subprocess
import sys

import pytest

WITHOUT = """
import importlib.abc, importlib.machinery, sys
class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name.partition(".")[0] in {missing!r} else real(name, *rest)
from sowfish import SowfishError
try:
    {code}
except SowfishError as error:
    print(error)
"""


def said(code: str, *missing: str) -> str:
    program = WITHOUT.format(missing=missing, code=code)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(
    ("code", "missing", "extra"),
    [
        ("import sowfish.envs", ("gymnasium", "pettingzoo"), "rl"),
        ("import sowfish.openspiel", ("pyspiel", "open_spiel"), "openspiel"),
        ("from sowfish.players import make; make('openspiel:mcts')", ("pyspiel", "open_spiel"), "openspiel"),
        ("import sowfish.notebook", ("anywidget",), "notebook"),
        ("from sowfish.datasets.export import export; export('/nowhere')", ("pyarrow",), "data"),
        ("from sowfish.kgp.channel import require_websockets; require_websockets()", ("websockets",), "kgp"),
    ],
)
def test_a_missing_extra_is_one_sentence(code: str, missing: tuple[str, ...], extra: str) -> None:
    words = said(code, *missing)
    assert words.endswith(f"pip install 'sowfish[{extra}]'"), words
    assert "\n" not in words


def test_players_without_openspiel_are_listed() -> None:
    code = "from sowfish.players import kinds; print(len(kinds()) > 8)"
    assert said(code, "pyspiel", "open_spiel") == "True"
