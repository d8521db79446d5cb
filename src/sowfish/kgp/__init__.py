"""KGP, the Kalah Game Protocol used in AI courses: a client that plays on a server, and a small server.

Written from the public specification (Kaludercic and Völk, "Kalah Game Protocol", version 1).
"""
