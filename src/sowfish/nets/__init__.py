"""Trained nets: their file, and what one predicts for a position. `sowfish.learn` trains them."""

from sowfish.nets.format import Kind, Layout
from sowfish.nets.net import Guess, Net
from sowfish.nets.shipped import net_for

__all__ = ["Guess", "Kind", "Layout", "Net", "net_for"]
