"""Lessons on Auf Achse – Das Kartenspiel: one module for each notebook in notebooks/kartenspiel."""
