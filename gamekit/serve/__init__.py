"""Serving the lessons: the command line, the gallery, the kernels behind the pages. No rules, no widgets."""
