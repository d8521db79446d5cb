"""Searches that answer in time: Monte Carlo, minimax, UCT and the engine. They know nothing of players."""
