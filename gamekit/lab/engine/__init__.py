"""Playing of games, many at once or step by step: loops, batches, playouts, tree search.

Results are arrays of numbers; the other modules of the lab make estimates and advice of them.
"""
