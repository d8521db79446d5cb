"""What hypothesis draws: games under way or over, with metadata and comments."""

from __future__ import annotations

from hypothesis import strategies as st
from tests.strategies import positions

from sowfish import Game
from sowfish.model.game.script import RESERVED

PRINTABLE = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")).filter(str.isprintable))
NAMES = st.from_regex("[a-z][a-z0-9_]{0,30}", fullmatch=True).filter(lambda name: name not in RESERVED)
METADATA = st.dictionaries(NAMES, PRINTABLE.map(lambda text: text[:200]), max_size=3)
COMMENTS = PRINTABLE.map(lambda text: text.replace("{", "(").replace("}", ")")[:1000])


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game of up to twenty moves from any position under any rules."""
    game = Game(draw(positions()), metadata=draw(METADATA))
    for choice in draw(st.lists(st.integers(0, 11), max_size=20)):
        if game.position.is_over:
            break
        legal = game.position.legal_pits
        game.play(legal[choice % len(legal)])
        if choice == 7:
            game.comment(draw(COMMENTS))
    return game
