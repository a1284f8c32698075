"""Modules of the lessons on Auf Achse: questions to the board, and situations of its rules."""
