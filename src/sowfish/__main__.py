"""`python -m sowfish` is the command line."""

import sys

from sowfish.cli.main import program

if __name__ == "__main__":
    sys.exit(program())
