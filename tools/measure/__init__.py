"""Measuring of what is kept with the games: profiles, reasons, levels and puzzles."""
