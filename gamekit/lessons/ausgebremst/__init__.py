"""Lessons on Ausgebremst: rules, the racing line, a board rebuilt from numbers, 84 points, strategy and house rules."""
