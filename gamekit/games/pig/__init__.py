"""Pig: a small example game, complete in one folder. Read rules.py first."""
