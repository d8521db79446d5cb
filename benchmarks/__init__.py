"""Speeds and node counts, printed by `make bench`."""
