"""`python -m sowfish` is the command line."""

import sys

from sowfish.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
