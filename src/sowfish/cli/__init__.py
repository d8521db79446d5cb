"""The command line: it reads, asks the layers below and writes; no rules and no search in it."""
