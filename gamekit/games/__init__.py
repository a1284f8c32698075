"""The games, one folder each, with the same file names in each. Games do not import each other."""
