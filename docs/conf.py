"""Sphinx builds the site from the same Markdown files that are tested as doctests; `make docs` runs it."""

import sys
from pathlib import Path

from sowfish import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Sowfish"
author = "Sowfish contributors"
copyright = "Sowfish contributors"  # noqa: A001  # Sphinx's name for it
release = version = __version__

extensions = ["commands", "live_board", "myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
exclude_patterns = ["_ext", "_static", "games"]
myst_enable_extensions = ["colon_fence", "html_image"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_default_options = {"members": True, "show-inheritance": True}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = "Sowfish"
html_favicon = "images/board.svg"
html_static_path = ["_static"]

linkcheck_ignore = [r"https://sowfish\.example.*", r"http://127\.0\.0\.1.*"]
