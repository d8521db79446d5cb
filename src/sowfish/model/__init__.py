"""The game itself: rules, positions, moves, notation, whole games, and the reference that specifies them."""
