"""The catalogue of sentences shown to people: gamekit.pot, a folder for each language. See docs/how-to/translate.md."""
