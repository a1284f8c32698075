"""Auf Achse – Das Kartenspiel (Wolfgang Kramer, FX Schmid): climb in secret, watch the counter."""
