"""The games, one folder each, with the same file names in each. Games never import each other."""
