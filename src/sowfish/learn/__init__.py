"""Learning: corpora of games with exact labels, and nets trained on them; needs the extra `learn`."""
