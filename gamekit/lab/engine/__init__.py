"""The engine: what plays games, many at once or one after another. Loops, batches, playouts, search.

Its answers are arrays of whole numbers. Estimates, advice and tables for people do not belong here, and nothing here
imports the rest of the lab.
"""
