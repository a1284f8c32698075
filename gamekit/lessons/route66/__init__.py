"""Modules of the lessons on Route 66: questions to its rules, quiz, situations."""
