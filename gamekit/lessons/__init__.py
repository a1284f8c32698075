"""What the lessons calculate and show: a folder for each game, and what all lessons share. No rules here."""
