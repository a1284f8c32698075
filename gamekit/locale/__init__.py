"""The catalogue of sentences shown to people: gamekit.pot, and a folder for each language. See CONTRIBUTING.md."""
