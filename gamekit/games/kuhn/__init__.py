"""Kuhn poker: the smallest game in which bluffing pays, complete in one folder. Read rules.py first."""
