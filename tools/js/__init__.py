"""Translator of games' pictures from a small subset of Python to JavaScript."""
