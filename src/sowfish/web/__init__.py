"""The web board: a page to enter positions and get answers, and the HTTP API behind it."""
