import doctest
import pkgutil
from importlib import import_module
from types import ModuleType

import pytest

import sowfish

MODULES = [
    module.name
    for module in pkgutil.walk_packages(sowfish.__path__, "sowfish.", onerror=lambda _: None)
    if not module.name.endswith(("__main__", "_core"))
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_show_what_happens(name: str) -> None:
    assert doctest.testmod(loaded(name)).failed == 0


def loaded(name: str) -> ModuleType:
    """Return a module; those that need torch or OpenSpiel, which not every Python has, are skipped without it."""
    if name.startswith("sowfish.learn."):
        pytest.importorskip("torch", reason="no torch here: pip install torch")
    if name.startswith("sowfish.openspiel"):
        pytest.importorskip("pyspiel", reason="no OpenSpiel here: pip install open_spiel")
    return import_module(name)


def test_there_are_examples_in_docstrings() -> None:
    names = [name for name in MODULES if not name.startswith(("sowfish.learn.", "sowfish.openspiel"))]
    assert sum(doctest.testmod(import_module(name)).attempted for name in names) > 5
