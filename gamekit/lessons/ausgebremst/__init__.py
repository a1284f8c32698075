"""Modules of the lessons on Ausgebremst: questions to its rules, quiz, situations, builders, pictures."""
