"""The commands, one module each, loaded when they run."""
