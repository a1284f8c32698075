"""Modules of the lessons on Auf Achse – Das Kartenspiel: situations, quiz, stage lengths, simulated worlds."""
