"""Lessons on Route 66: the rules step by step, the speedometer as a chain, collecting, strategies and house rules."""
