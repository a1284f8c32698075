"""Topics across games: what the lessons in notebooks/topics calculate and show, and what students tend to believe."""
