"""What can go wrong while the browser's files are built."""

from __future__ import annotations

from gamekit.errors import GamekitError


class BuildError(GamekitError, RuntimeError):
    """Kernels that cannot become WebAssembly, or built files that are no longer those of the sources."""
