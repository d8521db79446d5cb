"""A board for notebooks: the web page's own board as a widget; needs the extra `notebook`."""

from importlib.util import find_spec

from sowfish.errors import SowfishError

if find_spec("anywidget") is None:
    raise SowfishError("the notebook board needs anywidget: pip install 'sowfish[notebook]'")

from sowfish.notebook.board import BoardWidget

__all__ = ["BoardWidget"]
