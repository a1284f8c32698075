"""Pictures as JavaScript: a translator of the small subset of Python that pictures are written in."""
