"""Modules of the lessons: one package per game, the kit that all lessons share, and the sheets to print."""
