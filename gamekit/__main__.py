"""`python -m gamekit`: everything it does is in `gamekit.serve.cli`."""

import sys

from gamekit.serve.cli import main

if __name__ == "__main__":
    sys.exit(main())
