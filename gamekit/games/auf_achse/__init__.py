"""Auf Achse (Wolfgang Kramer, FX Schmid 1987): haulage across central Europe, auctions and 31 events."""
