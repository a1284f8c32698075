"""Rules and pictures without Python: every game as WebAssembly and JavaScript, and the engine that plays (web/).

Built files lie in built/ and ship with the package; `tools` makes them. What a page shows belongs to gamekit.show.
"""
