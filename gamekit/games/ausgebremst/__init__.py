"""Ausgebremst (Wolfgang Riedesser): three laps, 84 points of cards, and somebody in the way."""
