"""Basis of all games and pages: games, sessions, records, kernels, boxes, errors, files and languages."""
