"""The lab: what many games tell about a game. Simulation, coach, exact answers, estimates. No pictures."""
