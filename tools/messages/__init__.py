"""Message catalogues: templates, and a folder for each language. See docs/how-to/translate.md."""
