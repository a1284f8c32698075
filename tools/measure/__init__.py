"""Measurement of the files stored with the games: profiles, reasons, levels and puzzles."""
