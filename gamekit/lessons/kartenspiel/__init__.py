"""Modules of the lessons on Auf Achse – Das Kartenspiel: situations, quiz, simulated worlds."""
