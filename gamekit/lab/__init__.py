"""Analyses of many games: simulation, estimates, coach, exact answers, tournaments, profiles and puzzles. No pictures.

`engine` plays the games and imports nothing else of the lab.
"""
