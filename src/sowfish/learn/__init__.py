"""Learning: a corpus of games with exact labels, and the training of nets on it; needs the extra `learn`."""
