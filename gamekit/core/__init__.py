"""What every game and every page stands on: games, sessions, records, kernels, boxes, errors, files and languages."""
