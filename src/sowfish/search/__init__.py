"""Time-limited searches: Monte Carlo, minimax, UCT, PUCT and levels. They know nothing of players."""
