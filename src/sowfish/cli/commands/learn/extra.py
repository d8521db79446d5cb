"""What learning needs beyond Sowfish itself."""

from __future__ import annotations

from importlib.util import find_spec

from sowfish.errors import LearnError


def require(*packages: str) -> None:
    """Refuse with the way to help it if a package is not installed."""
    for package in packages:
        if find_spec(package) is None:
            raise LearnError(f"learning needs {package}: pip install 'sowfish[learn]'")
