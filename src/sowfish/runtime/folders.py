"""The user's data folder."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "SOWFISH_DATA"


def data_folder() -> Path:
    """Return the user's data folder, which need not exist; SOWFISH_DATA moves it."""
    moved = os.environ.get(VARIABLE)
    if moved:
        return Path(moved).expanduser()
    import platformdirs  # noqa: PLC0415  # loaded only when data is stored

    return Path(platformdirs.user_data_dir("sowfish", appauthor=False))
