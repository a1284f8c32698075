"""Sentences, numbers and lists in the language of the reader."""
