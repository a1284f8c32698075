"""`python -m gamekit`: everything it does is in `gamekit.server.cli`."""

import sys

from gamekit.server.cli import main

if __name__ == "__main__":
    sys.exit(main())
