"""The command line: parses input, calls the layers below and prints; it contains no rules and no search."""
