"""The lab: what many games tell about a game. Simulation, coach, exact answers, estimates. No pictures.

What plays games is in `engine`; tournaments, and strategies that strangers wrote, are in `arena`. What is made of the
games that were played (figures, advice, profiles) stands here.
"""
