import doctest
import pkgutil
from importlib import import_module

import pytest

import sowfish

MODULES = [
    module.name
    for module in pkgutil.walk_packages(sowfish.__path__, "sowfish.")
    if not module.name.endswith(("__main__", "_core"))
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_show_what_happens(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples_in_docstrings() -> None:
    assert sum(doctest.testmod(import_module(name)).attempted for name in MODULES) > 5
