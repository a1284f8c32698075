"""Topics across games: what the lessons in notebooks/topics and the teachers' notebook calculate and show."""
