"""The optional packages that learning needs."""

from __future__ import annotations

from importlib.util import find_spec

from sowfish.errors import LearnError


def require(*packages: str) -> None:
    """Raise an error with the install command if a package is missing."""
    for package in packages:
        if find_spec(package) is None:
            raise LearnError(f"learning needs {package}: pip install 'sowfish[learn]'")
