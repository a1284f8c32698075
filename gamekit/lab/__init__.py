"""The lab: what many games tell about a game. Simulation, coach, exact answers, estimates. No pictures.

What plays games is in `engine`. What is made of the games that were played (figures, tournaments, advice, profiles)
stands here.
"""
